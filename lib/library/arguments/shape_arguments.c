/* SPDX-License-Identifier: Apache-2.0 */
#include "library/arguments/shape_arguments.h"
#include "trace/library.h"

#include "op/elementwise/elementwise.h"

/* A single size is made a tuple before it is looked at. */
static const struct value *as_tuple(struct trace *trace, const struct value *value)
{
	const struct value **items = arena_new(trace->op.arena, const struct value *, 1);
	items[0] = value;
	return value_items(value) ? value : value_sequence(trace->op.arena, VALUE_TUPLE, items, 1);
}

bool sizes_argument(struct trace *trace, const struct value *value, const int64_t **sizes,
                    uint32_t *count)
{
	struct value_list items;
	if (value->kind == VALUE_UNKNOWN)
		return op_unknown(&trace->op, "%s", "");
	if (!value_to_items(trace, value, &items))
		return false;
	if (items.count > MAX_RANK)
		return op_unknown(&trace->op, "a shape of more than %d dimensions", MAX_RANK);
	int64_t *list = arena_new(trace->op.arena, int64_t, items.count);
	const struct value *shape = as_tuple(trace, value);
	for (uint32_t i = 0; i < items.count; i++)
		if (!value_to_size(trace, items.items[i], shape, &list[i]))
			return false;
	*sizes = list;
	*count = items.count;
	return true;
}

bool integers_argument(struct trace *trace, const struct value *value, const int64_t **integers,
                       uint32_t *count)
{
	if (value->kind == VALUE_INT || value->kind == VALUE_BOOL || value->kind == VALUE_FLOAT ||
	    value->kind == VALUE_NONE)
		return refuse(&trace->op, RULE_PROGRAM_ERROR, "TypeError",
		              TEXT("'{}' object is not iterable", value_class_name(value)));
	return value_to_ints(trace, value, integers, count);
}

const struct array *array_argument(struct trace *trace, const struct call_arguments *arguments,
                                   uint32_t index)
{
	const char *name = arguments->row->name;
	return value_to_array(trace, argument(arguments, index), name);
}

const struct array *operand_argument(struct trace *trace, const struct call_arguments *arguments,
                                     uint32_t index)
{
	return value_to_operand(trace, argument(arguments, index), arguments->row->name);
}

bool arrays_argument(struct trace *trace, const struct call_arguments *arguments, uint32_t index,
                     struct array_list *arrays)
{
	struct value_list items;
	if (!trace_iterate(trace, argument(arguments, index), &items))
		return false;
	arrays->items = arena_new(trace->op.arena, const struct array *, items.count);
	arrays->count = items.count;
	for (uint32_t i = 0; i < items.count; i++) {
		arrays->items[i] =
		    value_to_array_at(trace, items.items[i], arguments->row->name, i);
		if (!arrays->items[i])
			return false;
	}
	return true;
}

bool dim_argument(struct trace *trace, const struct value *value, uint32_t rank, uint32_t *dim)
{
	int64_t integer;
	return value_to_int(trace, value, &integer) && numpy_axis(&trace->op, integer, rank, dim);
}

bool sharding_argument(struct trace *trace, const struct call_arguments *arguments, uint32_t index,
                       const char *name, const struct sharding_request **request)
{
	*request = NULL;
	return index >= arguments->count ||
	       value_to_sharding(trace, argument(arguments, index), name, request);
}

const struct dtype *dtype_argument(struct trace *trace, const struct call_arguments *arguments,
                                   uint32_t index, const struct dtype *otherwise)
{
	return argument_given(arguments, index)
	           ? value_to_user_dtype(trace, argument(arguments, index))
	           : otherwise;
}
