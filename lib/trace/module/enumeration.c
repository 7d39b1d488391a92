/* SPDX-License-Identifier: Apache-2.0 */
#include "trace/module/enumeration.h"

#include "trace/module/library_call.h"
#include "trace/state/library_index.h"
#include "trace/state/trace.h"

const struct value *library_members(struct trace *trace, const struct value *class)
{
	const struct module_row *table =
	    class->kind == VALUE_BUILTIN
		? library_module(trace, library_dotted_name(trace, class->builtin))
		: NULL;
	if (!table || table->count < 2)
		return NULL;
	struct value_pair *pairs = arena_new(trace->op.arena, struct value_pair, table->count);
	for (uint32_t i = 0; i < table->count; i++) {
		const struct function_row *row = &table->rows[i];
		const struct value *member = row->signature ? NULL : library_value(trace, row);
		if (!member)
			return NULL;
		pairs[i] =
		    (struct value_pair){value_string(trace->op.arena, str_of(row->name)), member};
	}
	return value_dict(trace->op.arena, pairs, table->count);
}
