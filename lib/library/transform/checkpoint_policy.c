/* SPDX-License-Identifier: Apache-2.0 */
#include "library/transform/checkpoint_policy.h"

#include "library/library.h"
#include "op/elementwise/elementwise.h"
#include "trace/eval/prelude.h"

enum { MOST_POLICIES = 64 }; /* that one is made of others, one inside of the other */

static const struct recorded_policy *read_policy(struct arena *arena, const struct value *policy,
                                                 uint32_t depth);

/* A policy that was made with others, or with names: its own name, then these. */
static bool read_parts(struct arena *arena, const struct value_list *rule,
                       struct recorded_policy *policy, uint32_t depth)
{
	policy->count = rule->count - 1;
	struct str *names = arena_new(arena, struct str, policy->count);
	const struct recorded_policy **parts =
	    arena_new(arena, const struct recorded_policy *, policy->count);
	bool named = true, known = true;
	for (uint32_t i = 0; i < policy->count; i++) {
		const struct value *item = rule->items[i + 1];
		if (item->kind == VALUE_STRING) {
			names[i] = item->string;
			continue;
		}
		named = false;
		parts[i] = read_policy(arena, item, depth + 1);
		known = known && parts[i];
	}
	policy->names = named ? names : NULL;
	policy->parts = named ? NULL : parts;
	return known;
}

static const struct recorded_policy *read_policy(struct arena *arena, const struct value *policy,
                                                 uint32_t depth)
{
	struct recorded_policy *read = arena_new(arena, struct recorded_policy, 1);
	*read = (struct recorded_policy){.name = ""};
	if (policy->kind == VALUE_NONE)
		return read;
	if (policy->kind == VALUE_BUILTIN) {
		read->name = policy->builtin->name;
		return read;
	}
	const struct value_list *rule = policy->kind == VALUE_TUPLE ? &policy->list : NULL;
	if (!rule || !rule->count || depth == MOST_POLICIES || rule->items[0]->kind != VALUE_STRING)
		return NULL;
	read->name = str_format(arena, "%.*s", STR_ARG(rule->items[0]->string)).s;
	return read_parts(arena, rule, read, depth) ? read : NULL;
}

const struct recorded_policy *checkpoint_policy(struct arena *arena, const struct value *policy)
{
	return read_policy(arena, policy, 0);
}

/* x, name: x, named where that is recorded. */
static const struct value *named_array(struct trace *trace, const struct call_arguments *arguments)
{
	const struct value *x = argument(arguments, 0), *name = argument(arguments, 1);
	if (!trace->op.recording || x->kind != VALUE_ARRAY || name->kind != VALUE_STRING)
		return x;
	return trace_array(trace, lax_named(&trace->op, x->array, name->string));
}

const struct function_row library_checkpoint_policy[] = {
    MODULE(PRELUDE_INTRINSICS),
    FUNCTION("named_array", "x, name", named_array),
    TABLE_END,
};
