/* SPDX-License-Identifier: Apache-2.0 */
#include "trace/eval/leave.h"

#include <string.h>

#include "base/pointer_table.h"
#include "op/core/escape.h"
#include "trace/state/library_index.h"
#include "trace/value/class.h"

/* Results that are gone through: objects may hold each other. */
struct leaving {
	struct op *op;
	uint64_t first; /* arrays when the function was entered */
	struct pointer_table seen;
	uint32_t depth;
};

#define MOST_DEPTH 64

static void leave_value(struct leaving *leaving, const struct value *value);

static void leave_list(struct leaving *leaving, const struct value_list *list)
{
	for (uint32_t i = 0; i < list->count; i++)
		leave_value(leaving, list->items[i]);
}

static void leave_object(struct leaving *leaving, const struct value *object)
{
	if (pointer_find(&leaving->seen, object))
		return;
	pointer_add(leaving->op->arena, &leaving->seen, object, leaving->op);
	leave_value(leaving, object->object.fields);
}

static void leave_part(struct leaving *leaving, const struct value *value)
{
	switch (value->kind) {
	case VALUE_ARRAY:
		escape_returned(leaving->op, value->array, leaving->first);
		break;
	case VALUE_TUPLE:
	case VALUE_LIST:
	case VALUE_SET:
		leave_list(leaving, &value->list);
		break;
	case VALUE_PARTIAL:
		leave_list(leaving, &value->partial.positional);
		break;
	case VALUE_RECORD:
		leave_list(leaving,
		           &(struct value_list){value->record.fields, value->record.count});
		break;
	case VALUE_DICT:
		for (uint32_t i = 0; i < value->dict.count; i++)
			leave_value(leaving, value->dict.pairs[i].value);
		break;
	case VALUE_OBJECT:
		leave_object(leaving, value);
		break;
	default:
		break;
	}
}

static void leave_value(struct leaving *leaving, const struct value *value)
{
	if (!value || leaving->depth == MOST_DEPTH)
		return;
	leaving->depth++;
	leave_part(leaving, value);
	leaving->depth--;
}

/* Whether every array is a tracer in the function of such a transformation. */
static bool stages(const char *name)
{
	return strcmp(name, "jit") == 0 || strcmp(name, "checkpoint") == 0 ||
	       strcmp(name, "remat") == 0;
}

/* What it gives belongs to what is around. */
static void leave_result(struct op *op, uint64_t first, const struct value *result)
{
	struct leaving leaving = {.op = op, .first = first};
	if (!op->escapes)
		return;
	leave_value(&leaving, result);
	op->arrays++; /* so that no function that is entered next begins where the results belong */
}

/* Whether it is a function of JAX that traces what it is given as a whole. */
static bool traces_whole(const struct trace *trace, const struct function_row *row)
{
	static const char *const names[] = {"scan",   "while_loop", "fori_loop", "cond",
	                                    "switch", "map",        "eval_shape"};
	size_t place = str_place(str_of(row->name), names, COUNT_OF(names));
	if (place == COUNT_OF(names))
		return false;
	struct str home = str_of(library_home(trace, row)->name);
	return place + 1 < COUNT_OF(names) ? str_is(home, "jax.lax") : str_is(home, "jax");
}

void leave_traced(struct trace *trace, const struct function_row *row, uint64_t first,
                  const struct value *result)
{
	struct op *op = &trace->op;
	if (trace->prelude || op->jit_disabled || first == op->arrays || !traces_whole(trace, row))
		return;
	escape_left(op, ESCAPING_ALL, (struct left_function){.first = first, .failed = !result});
	leave_result(op, first, result);
}

void leave_transformed(struct trace *trace, const struct value *function, uint64_t first,
                       const struct value *result)
{
	struct op *op = &trace->op;
	const char *name = function->transformed.row->name;
	struct left_function left = {.first = first, .failed = !result};
	if (stages(name)) {
		escape_left(op, ESCAPING_ALL, left);
	} else if (strcmp(name, "vmap") == 0) {
		left.level = op->nmappings + 1;
		escape_left(op, ESCAPING_MAPPED, left);
	}
	leave_result(op, first, result);
}
