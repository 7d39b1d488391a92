/* SPDX-License-Identifier: Apache-2.0 */
/* The functions of jax.lax that take a part of an array, or replace one. JAX: lax/slicing.py. */
#include "library/library.h"
#include "library/arguments/shape_arguments.h"

#include "jax/python_text.h"
#include "op/elementwise/elementwise.h"
#include "op/index/index.h"
#include "op/shape/shape.h"

/* Bounds of a slice, one for each dimension. */
struct bounds {
	int64_t *start, *limit, *strides;
};

static struct bounds whole_array(struct trace *trace, const struct array_type *type)
{
	struct arena *arena = trace->op.arena;
	struct bounds bounds = {arena_new(arena, int64_t, type->rank),
	                        shape_copy(arena, type->shape, type->rank),
	                        arena_new(arena, int64_t, type->rank)};
	for (uint32_t i = 0; i < type->rank; i++)
		bounds.strides[i] = 1;
	return bounds;
}

/* The slice, by strides only where some are not 1. */
static const struct array *take_slice(struct trace *trace, const struct array *x,
                                      const struct bounds *bounds)
{
	return lax_slice(&trace->op, x, bounds->start, bounds->limit, bounds->strides);
}

static const struct value *raise_count(struct trace *trace, const char *what,
                                       const int64_t *integers, uint32_t count,
                                       const struct array_type *operand)
{
	struct buf text = op_buf(&trace->op);
	buf_printf(&text,
	           "slice %s must have length equal to the number of dimensions of the operand, "
	           "got %s ",
	           what, strcmp(what, "strides") == 0 ? "strides" : "indices");
	python_shape(&text, integers, count);
	buf_puts(&text, " for operand shape ");
	python_shape(&text, operand->shape, operand->rank);
	buf_putc(&text, '.');
	return raise_text(trace, RULE_SHAPE_MISMATCH, "TypeError", &text);
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
	if (nstart != nlimit) {
		struct buf text = op_buf(&trace->op);
		buf_puts(&text, "slice limit_indices must have the same length as start_indices, "
		                "got start_indices ");
		python_shape(&text, start, nstart);
		buf_puts(&text, " and limit_indices ");
		python_shape(&text, limit, nlimit);
		buf_putc(&text, '.');
		return raise_text(trace, RULE_SHAPE_MISMATCH, "TypeError", &text);
	}
	if (strides && nstrides != x->type.rank)
		return raise_count(trace, "strides", strides, nstrides, &x->type);
	return trace_array(trace, lax_slice(&trace->op, x, start, limit, strides));
}

/* A place among the operand's dimensions, where axis counts from either end; false after Python's
 * error, whose text is `outside`. */
static bool place_of_dim(struct trace *trace, const struct value *value,
                         const struct array_type *operand, const char *outside, uint32_t *dim)
{
	int64_t axis;
	if (!value_to_int(trace, value, &axis))
		return false;
	if (axis < -(int64_t)operand->rank || axis >= (int64_t)operand->rank)
		return refuse(&trace->op, RULE_SHAPE_MISMATCH, "IndexError", TEXT("{}", outside));
	*dim = (uint32_t)(axis < 0 ? axis + operand->rank : axis);
	return true;
}

/* operand.shape[axis] */
static bool python_dim(struct trace *trace, const struct value *value,
                       const struct array_type *operand, uint32_t *dim)
{
	return place_of_dim(trace, value, operand, "tuple index out of range", dim);
}

/* starts[axis] = start, as the functions of dynamic slices do first. */
static bool assigned_dim(struct trace *trace, const struct value *value,
                         const struct array_type *operand, uint32_t *dim)
{
	return place_of_dim(trace, value, operand, "list assignment index out of range", dim);
}

/* A bound that counts from the end when it is negative; None is `otherwise`. */
static bool bound_argument(struct trace *trace, const struct value *value, int64_t length,
                           int64_t otherwise, int64_t *bound)
{
	*bound = otherwise;
	if (value->kind == VALUE_NONE)
		return true;
	if (!value_to_int(trace, value, bound))
		return false;
	if (*bound < 0)
		*bound += length;
	return true;
}

static const struct value *call_slice_in_dim(struct trace *trace,
                                             const struct call_arguments *arguments)
{
	const struct array *x = operand_argument(trace, arguments, 0);
	int64_t start, limit, stride;
	uint32_t dim;
	if (!x || !python_dim(trace, argument(arguments, 4), &x->type, &dim))
		return NULL;
	int64_t length = x->type.shape[dim];
	if (!bound_argument(trace, argument(arguments, 1), length, 0, &start) ||
	    !bound_argument(trace, argument(arguments, 2), length, length, &limit) ||
	    !value_to_int(trace, argument(arguments, 3), &stride))
		return NULL;
	struct bounds bounds = whole_array(trace, &x->type);
	bounds.start[dim] = start;
	bounds.limit[dim] = limit;
	bounds.strides[dim] = stride;
	return trace_array(trace, take_slice(trace, x, &bounds));
}

/* The array without the dimension of 1, unless `keepdims`. */
static const struct value *drop_dim(struct trace *trace, const struct array *x, uint32_t dim,
                                    const struct value *keepdims)
{
	bool keep;
	if (!x || !value_to_bool(trace, keepdims, &keep))
		return NULL;
	return trace_array(trace, keep ? x : lax_squeeze(&trace->op, x, &dim, 1));
}

static const struct value *index_in_dim(struct trace *trace, const struct call_arguments *arguments)
{
	const struct array *x = operand_argument(trace, arguments, 0);
	int64_t index;
	uint32_t dim;
	if (!x || !value_to_int(trace, argument(arguments, 1), &index) ||
	    !python_dim(trace, argument(arguments, 2), &x->type, &dim))
		return NULL;
	int64_t length = x->type.shape[dim], wrapped = index < 0 ? index + length : index;
	if (wrapped < 0 || wrapped >= length)
		return trace_refuse(
		    trace, RULE_SHAPE_MISMATCH, "IndexError",
		    TEXT("index {} is out of bounds for axis {} with size {}", index, dim, length));
	struct bounds bounds = whole_array(trace, &x->type);
	bounds.start[dim] = wrapped;
	bounds.limit[dim] = wrapped + 1;
	return drop_dim(trace, take_slice(trace, x, &bounds), dim, argument(arguments, 3));
}

static const struct array *zero_start(struct trace *trace)
{
	return array_scalar(&trace->op, dtype_named(STR("int32")), false);
}

/* One start of a dynamic slice: an integer that may be negative, or a scalar array. JAX:
 * _dynamic_slice_indices. */
static const struct array *start_argument(struct trace *trace, const struct value *value,
                                          int64_t length, bool negative)
{
	if (value->kind != VALUE_INT)
		return value_to_operand(trace, value, "dynamic_slice");
	if (value->integer < 0 && !negative) {
		trace_refuse(trace, RULE_PROGRAM_ERROR, "ValueError",
		             TEXT("Index {} is out of bounds for dimension {} if "
		                  "allow_negative_indices=False",
		                  value->integer, length));
		return NULL;
	}
	if (value->integer < INT32_MIN || value->integer > INT32_MAX)
		return value_to_operand(trace, value, "dynamic_slice");
	return zero_start(trace);
}

/* Whether the argument, when the signature has it, allows negative starts. */
static bool allows_negative(struct trace *trace, const struct call_arguments *arguments,
                            uint32_t index, bool *allowed)
{
	*allowed = true;
	return index >= arguments->count ||
	       value_to_bool(trace, argument(arguments, index), allowed);
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
	if (items.count != operand->rank) {
		return refuse(&trace->op, RULE_SHAPE_MISMATCH, "ValueError",
		              TEXT("Length of slice indices must match number of operand "
		                   "dimensions ({} vs {shape})",
		                   items.count, operand));
	}
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
	if (!x || !allows_negative(trace, arguments, 3, &negative) ||
	    !starts_argument(trace, argument(arguments, 1), &x->type, negative, &starts) ||
	    !sizes_argument(trace, argument(arguments, 2), &sizes, &count))
		return NULL;
	if (count != x->type.rank)
		return trace_unknown(trace, "slice_sizes of another length than the rank");
	return trace_array(trace, lax_dynamic_slice(&trace->op, x, starts, sizes));
}

/* Starts of 0 but for one dimension. Their dtype is that of the one. JAX: lax.py _const. */
static const struct array **starts_in_dim(struct trace *trace, const struct value *start,
                                          const struct array_type *operand, uint32_t dim,
                                          bool negative)
{
	const struct array *one = start_argument(trace, start, operand->shape[dim], negative);
	const struct array **starts =
	    arena_new(trace->op.arena, const struct array *, operand->rank);
	if (!one)
		return NULL;
	for (uint32_t i = 0; i < operand->rank; i++)
		starts[i] = i == dim ? one : array_scalar(&trace->op, one->type.dtype, false);
	return starts;
}

/* A part of `size` elements along one dimension, at a start that may be traced. */
static const struct array *dynamic_part(struct trace *trace, const struct array *x,
                                        const struct value *start, uint32_t dim, int64_t size,
                                        bool negative)
{
	const struct array **starts = starts_in_dim(trace, start, &x->type, dim, negative);
	int64_t *sizes = shape_copy(trace->op.arena, x->type.shape, x->type.rank);
	if (!starts)
		return NULL;
	sizes[dim] = size;
	return lax_dynamic_slice(&trace->op, x, starts, sizes);
}

static const struct value *dynamic_slice_in_dim(struct trace *trace,
                                                const struct call_arguments *arguments)
{
	const struct array *x = operand_argument(trace, arguments, 0);
	int64_t size;
	uint32_t dim;
	bool negative;
	if (!x || !value_to_int(trace, argument(arguments, 2), &size) ||
	    !assigned_dim(trace, argument(arguments, 3), &x->type, &dim) ||
	    !allows_negative(trace, arguments, 4, &negative))
		return NULL;
	return trace_array(trace,
	                   dynamic_part(trace, x, argument(arguments, 1), dim, size, negative));
}

static const struct value *dynamic_index_in_dim(struct trace *trace,
                                                const struct call_arguments *arguments)
{
	const struct array *x = operand_argument(trace, arguments, 0);
	uint32_t dim;
	bool negative;
	if (!x || !assigned_dim(trace, argument(arguments, 2), &x->type, &dim) ||
	    !allows_negative(trace, arguments, 4, &negative))
		return NULL;
	return drop_dim(trace, dynamic_part(trace, x, argument(arguments, 1), dim, 1, negative),
	                dim, argument(arguments, 3));
}

static const struct value *dynamic_update_slice(struct trace *trace,
                                                const struct call_arguments *arguments)
{
	const struct array *x = operand_argument(trace, arguments, 0), **starts;
	const struct array *update = x ? operand_argument(trace, arguments, 1) : NULL;
	bool negative;
	if (!update || !allows_negative(trace, arguments, 3, &negative) ||
	    !starts_argument(trace, argument(arguments, 2), &x->type, negative, &starts))
		return NULL;
	return trace_array(trace, lax_dynamic_update_slice(&trace->op, x, update, starts));
}

/* Writes the update at a start along one dimension; `index` says that it may lack that dimension.
 */
static const struct value *update_in_dim(struct trace *trace,
                                         const struct call_arguments *arguments, bool index)
{
	const struct array *x = operand_argument(trace, arguments, 0);
	const struct array *update = x ? operand_argument(trace, arguments, 1) : NULL;
	uint32_t dim;
	bool negative;
	if (!update || !allows_negative(trace, arguments, 4, &negative))
		return NULL;
	if (index && update->type.rank != x->type.rank) {
		int64_t axis;
		if (update->type.rank + 1 != x->type.rank)
			return trace_refuse(trace, RULE_SHAPE_MISMATCH, "AssertionError", TEXT(""));
		if (!value_to_int(trace, argument(arguments, 3), &axis) ||
		    !numpy_axis(&trace->op, axis, x->type.rank, &dim))
			return NULL;
		update = lax_expand_dims(&trace->op, update, &dim, 1);
	}
	if (!assigned_dim(trace, argument(arguments, 3), &x->type, &dim))
		return NULL;
	const struct array **starts =
	    update ? starts_in_dim(trace, argument(arguments, 2), &x->type, dim, negative) : NULL;
	if (!starts)
		return NULL;
	return trace_array(trace, lax_dynamic_update_slice(&trace->op, x, update, starts));
}

static const struct value *dynamic_update_slice_in_dim(struct trace *trace,
                                                       const struct call_arguments *arguments)
{
	return update_in_dim(trace, arguments, false);
}

static const struct value *dynamic_update_index_in_dim(struct trace *trace,
                                                       const struct call_arguments *arguments)
{
	return update_in_dim(trace, arguments, true);
}

/* A function without allow_negative_indices= before 0.5.3, and with it since. */
#define NEGATIVE_SINCE(function, parameters)                                                   \
	{.name = #function, .signature = parameters, .call = function, .until = "0.5.3"},      \
	{                                                                                      \
		.name = #function, .signature = parameters ", *, allow_negative_indices=True", \
		.call = function, .since = "0.5.3"                                             \
	}

/* The same of a function that jax.jit is around since 0.10.2. */
#define JITTED_SINCE(function, parameters)                                                     \
	{.name = #function, .signature = parameters, .call = function, .until = "0.5.3"},      \
	    {.name = #function,                                                                \
	     .signature = parameters ", *, allow_negative_indices=True",                       \
	     .call = function,                                                                 \
	     .since = "0.5.3",                                                                 \
	     .until = "0.10.2"},                                                               \
	{                                                                                      \
		.name = #function, .signature = parameters ", *, allow_negative_indices=True", \
		.call = function, .since = "0.10.2", .jitted = true                            \
	}

static const struct function_row rows[] = {
    {.name = "slice",
     .signature = "operand, start_indices, limit_indices, strides=None",
     .call = slice},
    {.name = "slice_in_dim",
     .signature = "operand, start_index, limit_index, stride=1, axis=0",
     .call = call_slice_in_dim},
    {.name = "index_in_dim",
     .signature = "operand, index, axis=0, keepdims=True",
     .call = index_in_dim},
    NEGATIVE_SINCE(dynamic_slice, "operand, start_indices, slice_sizes"),
    NEGATIVE_SINCE(dynamic_slice_in_dim, "operand, start_index, slice_size, axis=0"),
    JITTED_SINCE(dynamic_index_in_dim, "operand, index, axis=0, keepdims=True"),
    NEGATIVE_SINCE(dynamic_update_slice, "operand, update, start_indices"),
    NEGATIVE_SINCE(dynamic_update_slice_in_dim, "operand, update, start_index, axis"),
    JITTED_SINCE(dynamic_update_index_in_dim, "operand, update, index, axis"),
};

const struct module_row library_lax_slice = {"jax.lax", rows, sizeof rows / sizeof *rows};
