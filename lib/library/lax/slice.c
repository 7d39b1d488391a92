/* SPDX-License-Identifier: Apache-2.0 */
/* The functions of jax.lax that take a part of an array, or replace one. JAX: lax/slicing.py. */
#include "library/library.h"
#include "library/arguments/shape_arguments.h"

#include "op/core/dtype_class.h"
#include "op/core/elements.h"
#include "op/elementwise/elementwise.h"
#include "op/index/index.h"

static const struct value *raise_count(struct trace *trace, const char *what,
                                       const int64_t *integers, uint32_t count,
                                       const struct array_type *operand)
{
	return trace_refuse(
	    trace, RULE_SHAPE_MISMATCH, "TypeError",
	    TEXT("slice {} must have length equal to the number of dimensions of the "
	         "operand, got {} {} for operand shape {shape}.",
	         what, strcmp(what, "strides") == 0 ? "strides" : "indices",
	         sizes_of(integers, count), operand));
}

static const struct value *slice(struct trace *trace, const struct call_arguments *arguments)
{
	const struct array *x = operand_argument(trace, arguments, 0);
	const int64_t *start, *limit, *strides = NULL;
	uint32_t nstart, nlimit, nstrides = 0;
	if (!x || !integers_argument(trace, argument(arguments, 1), &start, &nstart) ||
	    !integers_argument(trace, argument(arguments, 2), &limit, &nlimit))
		return NULL;
	if (argument_given(arguments, 3) &&
	    !integers_argument(trace, argument(arguments, 3), &strides, &nstrides))
		return NULL;
	if (nstart != x->type.rank)
		return raise_count(trace, "start_indices", start, nstart, &x->type);
	if (nstart != nlimit)
		return trace_refuse(
		    trace, RULE_SHAPE_MISMATCH, "TypeError",
		    TEXT("slice limit_indices must have the same length as "
		         "start_indices, got start_indices {} and limit_indices {}.",
		         sizes_of(start, nstart), sizes_of(limit, nlimit)));
	if (strides && nstrides != x->type.rank)
		return raise_count(trace, "strides", strides, nstrides, &x->type);
	return trace_array(trace, lax_slice(&trace->op, x, start, limit, strides));
}

static const struct array *start_at(struct trace *trace, int64_t start)
{
	return array_number(&trace->op, default_int(&trace->op), false, start);
}

/* A start that is not known, from the end where it is negative. */
static const struct array *counted_start(struct op *op, const struct array *start)
{
	const struct array *zero = array_number(op, default_int(op), true, 0);
	const struct array *length = array_scalar(op, start->type.dtype, false);
	const struct array *negative = numpy_binary(op, &lax_lt, start, zero, false);
	const struct array *behind =
	    negative ? numpy_binary(op, &lax_add, start, length, false) : NULL;
	const struct array *cases[] = {start, behind};
	return behind ? lax_select_n(op, negative, cases, 2) : NULL;
}

/* A start that is an array. One that is not known may be negative: its type tells nothing of that,
 * but what is recorded computes it. */
static const struct array *traced_start(struct trace *trace, const struct value *value,
                                        bool negative)
{
	const struct array *start = value_to_operand(trace, value, "dynamic_slice");
	bool counts = start && trace->op.recording && negative && !start->elements &&
	              !start->literal && !start->type.rank &&
	              dtype_class(start->type.dtype) == DTYPE_SIGNED;
	return counts ? counted_start(&trace->op, start) : start;
}

/* One start of a dynamic slice: an integer that may be negative, or a scalar array. JAX:
 * _dynamic_slice_indices. */
static const struct array *start_argument(struct trace *trace, const struct value *value,
                                          int64_t length, bool negative)
{
	if (value->kind != VALUE_INT)
		return traced_start(trace, value, negative);
	if (value->integer < 0 && !negative)
		return trace_refuse(trace, RULE_PROGRAM_ERROR, "ValueError",
		                    TEXT("Index {} is out of bounds for dimension {} if "
		                         "allow_negative_indices=False",
		                         value->integer, length));
	if (value->integer < INT32_MIN || value->integer > INT32_MAX)
		return value_to_operand(trace, value, "dynamic_slice");
	return start_at(trace, value->integer + (value->integer < 0 ? length : 0));
}

/* Whether the argument, when the signature has it, allows negative starts. */
static bool allows_negative(struct trace *trace, const struct call_arguments *arguments,
                            bool *allowed)
{
	*allowed = true;
	return arguments->count <= 3 || value_to_bool(trace, argument(arguments, 3), allowed);
}

static bool starts_argument(struct trace *trace, const struct value *value,
                            const struct array_type *operand, bool negative,
                            const struct array ***starts)
{
	struct value_list items;
	if (value->kind == VALUE_INT)
		return refuse(&trace->op, RULE_PROGRAM_ERROR, "TypeError",
		              TEXT("object of type 'int' has no len()"));
	if (!trace_iterate(trace, value, &items))
		return false;
	if (items.count != operand->rank)
		return refuse(&trace->op, RULE_SHAPE_MISMATCH, "ValueError",
		              TEXT("Length of slice indices must match number of operand "
		                   "dimensions ({} vs {shape})",
		                   items.count, operand));
	*starts = arena_new(trace->op.arena, const struct array *, items.count);
	for (uint32_t i = 0; i < items.count; i++) {
		(*starts)[i] = start_argument(trace, items.items[i], operand->shape[i], negative);
		if (!(*starts)[i])
			return false;
	}
	return true;
}

static const struct value *dynamic_slice(struct trace *trace,
                                         const struct call_arguments *arguments)
{
	const struct array *x = operand_argument(trace, arguments, 0), **starts;
	const int64_t *sizes;
	uint32_t count;
	bool negative;
	if (!x || !allows_negative(trace, arguments, &negative) ||
	    !starts_argument(trace, argument(arguments, 1), &x->type, negative, &starts) ||
	    !sizes_argument(trace, argument(arguments, 2), &sizes, &count))
		return NULL;
	if (count != x->type.rank)
		return trace_unknown(trace, "slice_sizes of another length than the rank");
	return trace_array(trace, lax_dynamic_slice(&trace->op, x, starts, sizes));
}

static const struct value *dynamic_update_slice(struct trace *trace,
                                                const struct call_arguments *arguments)
{
	const struct array *x = operand_argument(trace, arguments, 0), **starts;
	const struct array *update = x ? operand_argument(trace, arguments, 1) : NULL;
	bool negative;
	if (!update || !allows_negative(trace, arguments, &negative) ||
	    !starts_argument(trace, argument(arguments, 2), &x->type, negative, &starts))
		return NULL;
	return trace_array(trace, lax_dynamic_update_slice(&trace->op, x, update, starts));
}

/* A function without allow_negative_indices= before 0.5.3, and with it since. */
#define NEGATIVE_SINCE(function, parameters)                                                   \
	FUNCTION(#function, parameters, function, .until = "0.5.3"),                           \
	{                                                                                      \
		.name = #function, .signature = parameters ", *, allow_negative_indices=True", \
		.call = function, .since = "0.5.3"                                             \
	}

const struct function_row library_lax_slice[] = {
    MODULE("jax.lax"),
    FUNCTION("slice", "operand, start_indices, limit_indices, strides=None", slice),
    NEGATIVE_SINCE(dynamic_slice, "operand, start_indices, slice_sizes"),
    NEGATIVE_SINCE(dynamic_update_slice, "operand, update, start_indices"),
    TABLE_END,
};
