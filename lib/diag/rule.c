/* SPDX-License-Identifier: Apache-2.0 */
#include "diag/rule.h"

#include <assert.h>

static const struct rule rules[] = {
#define RULE(id, name, severity, effect, summary, why, wrong, right) \
	[RULE_##id] = {name, SEVERITY_##severity, EFFECT_##effect, summary, why, wrong, right},
#include "diag/rules.def"
#undef RULE
};

static const char *const severity_names[] = {
    [SEVERITY_NOTE] = "note",
    [SEVERITY_WARNING] = "warning",
    [SEVERITY_ERROR] = "error",
};

const struct rule *rule_of(enum rule_id id)
{
	assert(id < RULE_COUNT);
	return &rules[id];
}

const struct rule *rule_named(struct str name)
{
	for (int i = 0; i < RULE_COUNT; i++)
		if (str_equal(str_of(rules[i].name), name))
			return &rules[i];
	return NULL;
}

const char *rule_name(enum rule_id id)
{
	assert(id < RULE_COUNT);
	return rules[id].name;
}

const char *severity_name(enum severity severity)
{
	assert(severity <= SEVERITY_ERROR);
	return severity_names[severity];
}
