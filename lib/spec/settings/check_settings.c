/* SPDX-License-Identifier: Apache-2.0 */
#include "spec/settings/check_settings.h"

void check_settings_lay(struct check_settings *settings, const struct check_settings *nearer)
{
	for (int i = 0; i < RULE_COUNT; i++) {
		if (nearer->selects)
			settings->selected[i] = nearer->selected[i];
		if (nearer->selected[i] && settings->level[i] == LEVEL_OFF)
			settings->level[i] = LEVEL_UNSAID;
		if (nearer->level[i] != LEVEL_UNSAID)
			settings->level[i] = nearer->level[i];
	}
	settings->selects |= nearer->selects;
	if (nearer->bytes_said)
		settings->replicated_bytes = nearer->replicated_bytes;
	settings->bytes_said |= nearer->bytes_said;
}

bool check_settings_shows(const struct check_settings *settings, enum rule_id rule,
                          enum severity *severity)
{
	static const enum severity severities[] = {[LEVEL_NOTE] = SEVERITY_NOTE,
	                                           [LEVEL_WARNING] = SEVERITY_WARNING,
	                                           [LEVEL_ERROR] = SEVERITY_ERROR};
	uint8_t level = settings->level[rule];
	if (level != LEVEL_UNSAID && level != LEVEL_OFF)
		*severity = severities[level];
	return level != LEVEL_OFF && (!settings->selects || settings->selected[rule]);
}
