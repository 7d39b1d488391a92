/* SPDX-License-Identifier: Apache-2.0 */
/* Distinct elements, and membership. JAX: numpy/setops.py. */
#include "library/numpy/concrete.h"
#include "library/library.h"
#include "library/numpy/reduction_arguments.h"
#include "op/contract/contract.h"
#include "op/elementwise/elementwise.h"
#include "op/reduce/reduce.h"
#include "op/shape/shape.h"
#include "trace/value/convert_value.h"

/* What jnp.unique is asked for. */
struct unique {
	const struct array *x; /* as it was given */
	bool flat;
	uint32_t axis;
	bool index, inverse, counts;
	int64_t size;
};

/* The distinct elements, or slices along the axis. */
static const struct array *distinct(struct op *op, const struct unique *unique)
{
	const struct array_type *type = &unique->x->type;
	if (unique->flat)
		return made_of(op, unique->x, type->dtype, &unique->size, 1);
	int64_t *shape = shape_copy(op->arena, type->shape, type->rank);
	shape[unique->axis] = unique->size;
	return made_of(op, unique->x, type->dtype, shape, type->rank);
}

/* For each element, or slice, which of the distinct ones it is. */
static const struct array *inverse_of(struct op *op, const struct unique *unique)
{
	const struct array_type *type = &unique->x->type;
	const struct dtype *int32 = dtype_named(STR("int32"));
	if (unique->flat)
		return made_of(op, unique->x, int32, type->shape, type->rank);
	return made_of(op, unique->x, int32, &type->shape[unique->axis], 1);
}

static const struct value *find_distinct(struct trace *trace, const struct unique *unique)
{
	struct op *op = &trace->op;
	const struct dtype *int32 = dtype_named(STR("int32"));
	const struct array *results[4];
	uint32_t count = 0;
	if (unique->size < 0 || !is_replicated(unique->x) || !op_has(op, JAX_SCATTER_RULE))
		return trace_unknown(trace, "the distinct elements of such an array are not known");
	results[count++] = distinct(op, unique);
	if (unique->index)
		results[count++] = made_of(op, unique->x, int32, &unique->size, 1);
	if (unique->inverse)
		results[count++] = inverse_of(op, unique);
	if (unique->counts)
		results[count++] = made_of(op, unique->x, int32, &unique->size, 1);
	for (uint32_t i = 0; i < count; i++)
		if (!results[i])
			return NULL;
	return count == 1 ? trace_array(trace, results[0])
	                  : trace_arrays(trace, VALUE_TUPLE, results, count);
}

/* Along which axis of an array without elements nothing can be found. */
static bool check_elements(struct trace *trace, const struct unique *unique, bool filled)
{
	const struct array_type *type = &unique->x->type;
	int64_t elements =
	    unique->flat ? shape_elements(type->shape, type->rank) : type->shape[unique->axis];
	if (elements || !unique->size || filled)
		return true;
	trace_refuse(trace, RULE_SHAPE_MISMATCH, "ValueError",
	             TEXT("jnp.unique: for zero-sized input with nonzero size argument, fill_value "
	                  "must be specified"));
	return false;
}

static const struct value *unique(struct trace *trace, const struct call_arguments *arguments)
{
	struct unique unique = {.x = value_to_array(trace, argument(arguments, 0), "unique")};
	bool *flags[] = {&unique.index, &unique.inverse, &unique.counts};
	int64_t axis;
	if (!unique.x)
		return NULL;
	if (!argument_given(arguments, 6))
		return refuse_traced(trace, unique.x);
	if (!concrete_size(trace, argument(arguments, 6), &unique.size))
		return NULL;
	for (uint32_t i = 0; i < 3; i++)
		if (!value_to_bool(trace, argument(arguments, i + 1), flags[i]))
			return NULL;
	unique.flat = !argument_given(arguments, 4);
	if (!unique.flat && (!value_to_int(trace, argument(arguments, 4), &axis) ||
	                     !numpy_axis(&trace->op, axis, unique.x->type.rank, &unique.axis)))
		return NULL;
	return check_elements(trace, &unique, argument_given(arguments, 7))
	           ? find_distinct(trace, &unique)
	           : NULL;
}

static const struct value *unique_values(struct trace *trace,
                                         const struct call_arguments *arguments)
{
	struct unique unique = {.x = value_to_array(trace, argument(arguments, 0), "unique_values"),
	                        .flat = true};
	if (!unique.x)
		return NULL;
	if (!argument_given(arguments, 1))
		return refuse_traced(trace, unique.x);
	return concrete_size(trace, argument(arguments, 1), &unique.size) &&
	               check_elements(trace, &unique, argument_given(arguments, 2))
	           ? find_distinct(trace, &unique)
	           : NULL;
}

/* Each element compared with all of the others, as one more dimension. */
static const struct array *compare_all(struct op *op, const struct array *x,
                                       const struct array *others, bool invert)
{
	static const int64_t last = -1;
	uint32_t front = 0, behind = 1;
	const struct array *shaped = x;
	const struct array *arrays[] = {x, others};
	if (!numpy_promote_dtypes(op, arrays, 2, false))
		return NULL;
	x = numpy_ravel(op, arrays[0]);
	others = x ? numpy_ravel(op, arrays[1]) : NULL;
	x = others ? lax_expand_dims(op, x, &behind, 1) : NULL;
	others = x ? lax_expand_dims(op, others, &front, 1) : NULL;
	const struct array *same =
	    others ? numpy_binary(op, invert ? &lax_ne : &lax_eq, x, others, false) : NULL;
	same =
	    same ? numpy_reduce(op, invert ? &numpy_all : &numpy_any, same, &last, 1, false) : NULL;
	return same ? numpy_reshape(op, same, shaped->type.shape, shaped->type.rank, NULL) : NULL;
}

static bool has_elements(const struct array *x)
{
	return shape_elements(x->type.shape, x->type.rank) > 0;
}

static const struct value *isin(struct trace *trace, const struct call_arguments *arguments)
{
	const struct array *x = value_to_array_at(trace, argument(arguments, 0), "isin", 0);
	const struct array *others =
	    x ? value_to_array_at(trace, argument(arguments, 1), "isin", 1) : NULL;
	const struct value *method = optional_argument(arguments, 4);
	bool invert;
	if (!others || !value_to_bool(trace, argument(arguments, 3), &invert))
		return NULL;
	if (!has_elements(x) || !has_elements(others))
		return trace_unknown(trace, "isin without elements is not known");
	if (method->kind != VALUE_NONE &&
	    (method->kind != VALUE_STRING || (!str_equal(method->string, STR("auto")) &&
	                                      !str_equal(method->string, STR("compare_all")))))
		return trace_unknown(trace, "this method of isin is not known");
	return trace_array(trace, compare_all(&trace->op, x, others, invert));
}

/* union1d and its like, which need a size. */
static const struct value *need_size(struct trace *trace, const struct call_arguments *arguments)
{
	const char *name = arguments->row->name;
	bool joins = strcmp(name, "union1d") == 0 || strcmp(name, "setdiff1d") == 0;
	const struct array *pair[2];
	for (uint32_t i = 0; i < 2; i++) {
		pair[i] = value_to_array_at(trace, argument(arguments, i), name, i);
		if (!pair[i])
			return NULL;
	}
	if (argument_given(arguments, arguments->count - 2))
		return trace_unknown(trace, "jnp.%s with a size is not known", name);
	if (joins)
		return refuse_traced(trace, pair[0]);
	if (!numpy_promote_dtypes(&trace->op, pair, 2, false))
		return NULL;
	const struct array *flat = numpy_ravel(&trace->op, pair[0]);
	return flat ? refuse_traced(trace, flat) : NULL;
}

#define UNIQUE                                                                              \
	"ar, return_index=False, return_inverse=False, return_counts=False, axis=None, *, " \
	"equal_nan=True, size=None, fill_value=None"
#define SIZED "size=None, fill_value=None"

static const struct function_row rows[] = {
    {.name = "unique", .signature = UNIQUE, .call = unique, .until = "0.5.3"},
    {.name = "unique", .signature = UNIQUE ", sorted=True", .call = unique, .since = "0.5.3"},
    {.name = "unique_values", .signature = "x, /, *, " SIZED, .call = unique_values},
    {.name = "isin",
     .signature = "element, test_elements, assume_unique=False, invert=False",
     .call = isin,
     .until = "0.4.38"},
    {.name = "isin",
     .signature = "element, test_elements, assume_unique=False, invert=False, *, method='auto'",
     .call = isin,
     .since = "0.4.38"},
    {.name = "union1d", .signature = "ar1, ar2, *, " SIZED, .call = need_size},
    {.name = "setdiff1d",
     .signature = "ar1, ar2, assume_unique=False, *, " SIZED,
     .call = need_size},
    {.name = "intersect1d",
     .signature = "ar1, ar2, assume_unique=False, return_indices=False, *, " SIZED,
     .call = need_size,
     .since = "0.4.38"},
    {.name = "setxor1d",
     .signature = "ar1, ar2, assume_unique=False, *, " SIZED,
     .call = need_size,
     .since = "0.4.38"},
};

const struct module_row library_numpy_sets = {"jax.numpy", rows, sizeof rows / sizeof *rows};
