/* SPDX-License-Identifier: Apache-2.0 */
#include "library/arguments/reduction_arguments.h"

#include "op/core/dtype_class.h"
#include "trace/convert/convert_value.h"
#include "trace/convert/iterate.h"
#include "trace/convert/tracer.h"

/* An axis that no vmap around names, in the collective that the reduction would become. */
static void refuse_named_axis(struct trace *trace, struct str axis, const char *function)
{
	static const struct {
		const char *reduction, *collective;
	} names[] = {{"sum", "psum"}, {"max", "pmax"}, {"min", "pmin"}};
	struct op *op = &trace->op;
	for (size_t i = 0; !op->nmappings && i < COUNT_OF(names); i++) {
		if (!function || strcmp(function, names[i].reduction) != 0)
			continue;
		if (op_has(op, JAX_UNBOUND_AXIS_HELP))
			trace_refuse(trace, RULE_NAME_UNKNOWN, "NameError",
			             TEXT("Found an unbound axis name: {}. To fix this, please "
			                  "call {} under `jax.shard_map`.",
			                  axis, names[i].collective));
		else
			trace_refuse(trace, RULE_NAME_UNKNOWN, "NameError",
			             TEXT("unbound axis name: {}", axis));
		explain(op, HELP("an axis is given by its number; give the mesh axis to psum"));
		return;
	}
	trace_unknown(trace, "an axis given by its name is not known");
}

static void refuse_traced_axis(struct trace *trace, const struct array *axis, bool inside)
{
	bool index = axis->type.rank == 0 && dtype_is_integer(axis->type.dtype);
	if (!array_is_traced(trace, axis) && !index) {
		trace_refuse(trace, RULE_PROGRAM_ERROR, "TypeError",
		             TEXT("Only integer scalar arrays can be converted to a scalar index."),
		             HELP("give the axis as a number that Python knows"));
		return;
	}
	if (!array_is_traced(trace, axis)) {
		trace_unknown(trace, "what follows from the values of an array");
		return;
	}
	trace_refuse(trace, RULE_PROGRAM_ERROR,
	             inside ? "TracerIntegerConversionError" : "ConcretizationTypeError",
	             TEXT("{}{long}",
	                  inside ? "The __index__() method was called on traced array with shape "
	                         : "Abstract tracer value encountered where concrete value is "
	                           "expected: traced array with shape ",
	                  &axis->type),
	             HELP("give the axis as a number that Python knows"));
}

/* An axis that is not known when JAX traces, or no integer at all. */
static bool refuse_axis(struct trace *trace, const struct value *value, const char *function,
                        bool inside)
{
	const char *home = value->kind == VALUE_SCALAR ? "numpy." : "",
		   *name = value_class_name(value);
	if (value->kind == VALUE_ARRAY)
		refuse_traced_axis(trace, value->array, inside);
	else if (value->kind == VALUE_STRING)
		refuse_named_axis(trace, value->string, function);
	else if (inside)
		trace_refuse(trace, RULE_PROGRAM_ERROR, "TypeError",
		             TEXT("'{}{}' object cannot be interpreted as an integer", home, name));
	else
		trace_refuse(trace, RULE_PROGRAM_ERROR, "TypeError",
		             TEXT("'{}{}' object is not iterable", home, name));
	return false;
}

/* Whether it is gone through for the axes in it: a list, a range, a set, an array, a generator. */
static bool holds_axes(struct trace *trace, const struct value *value)
{
	if (value->kind == VALUE_ARRAY)
		return value->array->type.rank && !array_is_traced(trace, value->array);
	return value_items(value) || value->kind == VALUE_RANGE || value->kind == VALUE_SET ||
	       value->kind == VALUE_ITERATOR;
}

bool read_axes(struct trace *trace, const struct value *value, const char *name, struct axes *axes)
{
	struct value_list several, *items = holds_axes(trace, value) ? &several : NULL;
	*axes = (struct axes){NULL, 0};
	if (value->kind == VALUE_NONE)
		return true;
	if (items && !trace_iterate(trace, value, items))
		return false;
	axes->count = items ? items->count : 1;
	int64_t *numbers = arena_new(trace->op.arena, int64_t, axes->count);
	for (uint32_t i = 0; i < axes->count; i++) {
		const struct value *item = value_index(trace, items ? items->items[i] : value);
		if (!item)
			return false;
		if (!value_is_integer(item))
			return refuse_axis(trace, item, name, items != NULL);
		if (!value_to_int(trace, item, &numbers[i]))
			return false;
	}
	axes->items = numbers;
	return true;
}
