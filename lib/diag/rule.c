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

bool rule_has_fix(const struct rule *rule)
{
	static const enum rule_id fixed[] = {
	    RULE_YAML_SYNTAX,          RULE_YAML_UNSUPPORTED,      RULE_KEY_UNKNOWN,
	    RULE_KEY_REPEATED,         RULE_QUOTES_MISSING,        RULE_VALUE_TYPE,
	    RULE_VALUE_INVALID,        RULE_DIM_UNKNOWN,           RULE_DTYPE_UNKNOWN,
	    RULE_FAMILY_SYNTAX,        RULE_MESH_UNKNOWN,          RULE_MESH_AXIS_UNKNOWN,
	    RULE_FRAMEWORK_UNKNOWN,    RULE_AXIS_UNKNOWN,          RULE_UNREDUCED_AXIS,
	    RULE_RANK_MISMATCH,        RULE_DIM_INDIVISIBLE,       RULE_CONSTRAINT_AXIS_TYPE,
	    RULE_IGNORE_UNUSED,        RULE_PROGRAM_ERROR,         RULE_SHARDING_CONFLICT,
	    RULE_RESULT_AXIS_REPEATED, RULE_CONTRACTION_AMBIGUOUS, RULE_GATHER_AMBIGUOUS,
	    RULE_SCATTER_AMBIGUOUS,    RULE_UPDATE_MISMATCH,       RULE_SLICE_INDIVISIBLE,
	    RULE_RESHAPE_AMBIGUOUS,    RULE_DIM_SHARDED,           RULE_OPERATION_WITHOUT_RULE,
	    RULE_CARRY_MISMATCH,       RULE_BRANCH_MISMATCH,       RULE_VMAP_AXES};
	for (size_t i = 0; i < COUNT_OF(fixed); i++)
		if (rule == &rules[fixed[i]])
			return true;
	return false;
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
