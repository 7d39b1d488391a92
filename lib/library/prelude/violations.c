/* SPDX-License-Identifier: Apache-2.0 */
#include "library/prelude/violations.h"

static const struct value *violation_value(struct arena *arena, const struct violation *violation)
{
	enum { PARTS = 5 };
	const struct value **parts = arena_new(arena, const struct value *, PARTS);
	parts[0] = value_string(arena, str_of(violation->type));
	parts[1] = value_string(arena, violation->text);
	parts[2] = value_string(arena, str_of(rule_name(violation->rule)));
	parts[3] = value_string(arena, violation->message);
	parts[4] = value_string(arena, violation->help);
	return value_sequence(arena, VALUE_TUPLE, parts, PARTS);
}

const struct value *prelude_violations(struct trace *trace, const struct violations *found)
{
	struct arena *arena = trace->op.arena;
	const struct value **list = arena_new(arena, const struct value *, found->count);
	uint32_t count = 0;
	for (const struct violation *one = found->first; one; one = one->next)
		list[count++] = violation_value(arena, one);
	return value_sequence(arena, VALUE_LIST, list, count);
}
