/* SPDX-License-Identifier: Apache-2.0 */
/* Which findings are shown, and how severe they are: the part of a spec, of a configuration or of a
 * command line that says so. None of it changes a verdict. */
#pragma once

#include "diag/rule.h"

enum check_level { LEVEL_UNSAID, LEVEL_NOTE, LEVEL_WARNING, LEVEL_ERROR, LEVEL_OFF };

enum { DEFAULT_REPLICATED_BYTES = 64 << 20 };

struct check_settings {
	bool selects; /* only what is `selected` is shown */
	bool selected[RULE_COUNT];
	uint8_t level[RULE_COUNT]; /* enum check_level */
	bool bytes_said;
	int64_t replicated_bytes; /* a parameter of at least so many bytes should not be left
	                             replicated */
};

/* Lays what stands nearer to the user over the rest: what it says holds, what it selects is shown
 * even if the rest turns it off. */
void check_settings_lay(struct check_settings *settings, const struct check_settings *nearer);

/* Whether findings of the rule are shown, and as what: *severity, which is the rule's own before.
 */
bool check_settings_shows(const struct check_settings *settings, enum rule_id rule,
                          enum severity *severity);
