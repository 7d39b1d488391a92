/* SPDX-License-Identifier: Apache-2.0 */
/* The table of everything shardctl can find. A name never changes its meaning and is never reused.
 */
#pragma once

#include <stdint.h>

#include "base/str.h"

enum severity { SEVERITY_NOTE, SEVERITY_WARNING, SEVERITY_ERROR };

/* What a finding says about the verdict of its file; the strongest one decides. */
enum effect {
	EFFECT_NONE,     /* nothing: advice */
	EFFECT_UNKNOWN,  /* a part could not be judged */
	EFFECT_REJECTED, /* the framework raises an error */
	EFFECT_INVALID,  /* the file is not a spec */
};

enum rule_id {
#define RULE(id, name, severity, effect, summary, why, wrong, right) RULE_##id,
#include "diag/rules.def"
#undef RULE
	RULE_COUNT
};

struct rule {
	const char *name; /* kebab-case, what people type */
	enum severity severity;
	enum effect effect;
	const char *summary;       /* one line without a full stop */
	const char *why;           /* what it means and why the framework does so */
	const char *wrong, *right; /* a spec, or a part of one, before and after; empty when there
	                              is nothing to show */
};

/* The row of a rule. */
const struct rule *rule_of(enum rule_id id);

/* Whether there are findings of the rule whose repair is certain. */
bool rule_has_fix(const struct rule *rule);

/* The row with this name, or NULL. */
const struct rule *rule_named(struct str name);

/* Every name, in the order of the table; RULE_COUNT of them. */
const char *rule_name(enum rule_id id);

/* "error", "warning" or "note". */
const char *severity_name(enum severity severity);
