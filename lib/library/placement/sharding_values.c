/* SPDX-License-Identifier: Apache-2.0 */
#include "library/placement/sharding_values.h"

const struct value *enumeration_value(struct trace *trace, const char *class_name,
                                      const char *member, int64_t number)
{
	static const char *const names[] = {"name", "value"};
	struct arena *arena = trace->op.arena;
	struct value *value = value_new(arena, VALUE_RECORD);
	const struct value **fields = arena_new(arena, const struct value *, 2);
	fields[0] = value_string(arena, str_of(member));
	fields[1] = value_int(arena, number);
	value->record = (struct record){class_name, names, fields, 2};
	return value;
}

int64_t enumeration_number(const struct value *value, const char *class_name)
{
	if (value->kind != VALUE_RECORD || strcmp(value->record.class_name, class_name) != 0 ||
	    value->record.count != 2)
		return -1;
	return value->record.fields[1]->integer;
}
