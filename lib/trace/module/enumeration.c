/* SPDX-License-Identifier: Apache-2.0 */
#include "trace/module/enumeration.h"

#include "trace/module/library_call.h"
#include "trace/state/library_index.h"
#include "trace/state/trace.h"

/* The table of the names that a class of the library has; NULL: none. */
static const struct module_row *class_names(struct trace *trace, const struct function_row *class)
{
	const struct module_row *home = library_home(trace, class);
	struct str name = str_format(trace->op.arena, "%s.%s", home ? home->name : "", class->name);
	return library_module(trace, name);
}

const struct value *library_members(struct trace *trace, const struct value *class)
{
	const struct module_row *table =
	    class->kind == VALUE_BUILTIN ? class_names(trace, class->builtin) : NULL;
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
