/* SPDX-License-Identifier: Apache-2.0 */
/* JAX: numpy/reductions.py _reduction. */
#include "op/core/dtype_class.h"
#include "op/core/primitive.h"
#include "op/elementwise/elementwise.h"
#include "op/reduce/reduce.h"
#include "op/shape/shape.h"

enum preparation { AS_IS, TO_NUMBERS, TO_BOOLEANS };

/* What the reductions differ in. */
struct numpy_reducer {
	const char *name;
	const struct primitive *primitive, *of_booleans; /* the latter when the result is boolean */
	const struct primitive *joins;                   /* the initial value to the result */
	enum preparation preparation;
	bool has_identity, widens; /* computes 16-bit floats in 32 bits, integers in 32 at least */
};

#define REDUCER(id, ...) const struct numpy_reducer numpy_##id = {#id, __VA_ARGS__}
REDUCER(sum, &lax_reduce_sum, &lax_reduce_or, &lax_add, TO_NUMBERS, true, true);
REDUCER(prod, &lax_reduce_prod, &lax_reduce_and, &lax_mul, TO_NUMBERS, true, true);
REDUCER(max, &lax_reduce_max, &lax_reduce_max, &lax_max, AS_IS, false, false);
REDUCER(min, &lax_reduce_min, &lax_reduce_min, &lax_min, AS_IS, false, false);
REDUCER(all, &lax_reduce_and, &lax_reduce_and, &lax_and, TO_BOOLEANS, true, false);
REDUCER(any, &lax_reduce_or, &lax_reduce_or, &lax_or, TO_BOOLEANS, true, false);
#undef REDUCER

/* The axes counted from the front. */
static bool count_axes(struct op *op, const int64_t *axes, uint32_t count, uint32_t rank,
                       const uint32_t **dims, uint32_t *ndims)
{
	*ndims = axes ? count : rank;
	uint32_t *counted = arena_new(op->arena, uint32_t, *ndims);
	*dims = counted;
	for (uint32_t i = 0; i < *ndims; i++)
		if (!numpy_axis(op, axes ? axes[i] : (int64_t)i, rank, &counted[i]))
			return false;
	return true;
}

static bool are_different(const uint32_t *dims, uint32_t count)
{
	for (uint32_t i = 0; i < count; i++)
		for (uint32_t j = 0; j < i; j++)
			if (dims[i] == dims[j])
				return false;
	return true;
}

bool numpy_axes(struct op *op, const int64_t *axes, uint32_t count, uint32_t rank,
                const uint32_t **dims, uint32_t *ndims)
{
	if (!count_axes(op, axes, count, rank, dims, ndims))
		return false;
	if (are_different(*dims, *ndims))
		return true;
	return refuse(op, RULE_PROGRAM_ERROR, "ValueError",
	              TEXT("duplicate value in 'axis': {}", sizes_of(axes, count)),
	              HELP("give each axis once"));
}

bool numpy_axis_tuple(struct op *op, const int64_t *axes, uint32_t count, uint32_t rank,
                      const uint32_t **dims, uint32_t *ndims)
{
	if (!count_axes(op, axes, count, rank, dims, ndims))
		return false;
	if (are_different(*dims, *ndims))
		return true;
	int64_t *sizes = arena_new(op->arena, int64_t, *ndims);
	for (uint32_t i = 0; i < *ndims; i++)
		sizes[i] = (*dims)[i];
	return refuse(op, RULE_PROGRAM_ERROR, "ValueError",
	              TEXT("repeated axis: {}", sizes_of(sizes, *ndims)),
	              HELP("give each axis once"));
}

/* Checks where= of the function: a boolean array, or made one in older releases. */
static bool numpy_check_where(struct op *op, const char *name, const struct array **where)
{
	if (!*where || dtype_class((*where)->type.dtype) == DTYPE_BOOL)
		return true;
	if (op_has(op, JAX_WHERE_MUST_BE_BOOLEAN)) {
		return refuse(op, RULE_DTYPE_MISMATCH, "ValueError",
		              TEXT("jnp.{}: where must be None or a boolean array; got "
		                   "where.dtype=dtype('{}').",
		                   name, (*where)->type.dtype->name),
		              HELP("compare it: where=mask != 0"));
	}
	*where = numpy_astype(op, *where, dtype_named(STR("bool")));
	return *where != NULL;
}

/* float32 for dtypes of 16 bits that are floats, else the dtype itself. JAX: _upcast_f16. */
static const struct dtype *upcast_float16(const struct dtype *dtype)
{
	bool half = strcmp(dtype->name, "float16") == 0 || strcmp(dtype->name, "bfloat16") == 0;
	return half ? dtype_named(STR("float32")) : dtype;
}

/* Integers of less than 32 bits, and booleans, become 32 bits wide. JAX: _promote_integer_dtype. */
static const struct dtype *widen_integer(const struct dtype *dtype)
{
	enum dtype_class class = dtype_class(dtype);
	if (class == DTYPE_UNSIGNED && dtype->bits < 32)
		return dtype_named(STR("uint32"));
	if (class == DTYPE_BOOL || (class == DTYPE_SIGNED && dtype->bits < 32))
		return dtype_named(STR("int32"));
	return dtype;
}

/* JAX: _cast_to_numeric, _cast_to_bool. */
static const struct array *prepare(struct op *op, const struct array *x,
                                   enum preparation preparation)
{
	enum dtype_class class = dtype_class(x->type.dtype);
	if (preparation == TO_NUMBERS && class == DTYPE_BOOL)
		return lax_convert_element_type(op, x, dtype_named(STR("int32")), x->type.weak);
	if (preparation != TO_BOOLEANS)
		return x;
	if (class == DTYPE_COMPLEX)
		x = lax_unary(op, &lax_real, x);
	return numpy_astype(op, x, dtype_named(STR("bool")));
}

static bool check_identity(struct op *op, const struct array *x, const uint32_t *dims,
                           uint32_t ndims, const char *name)
{
	for (uint32_t i = 0; i < ndims; i++) {
		if (x->type.shape[dims[i]] >= 1)
			continue;
		return refuse(
		    op, RULE_SHAPE_MISMATCH, "ValueError",
		    TEXT("zero-size array to reduction operation {} which has no identity", name),
		    HELP("give the value for no elements: initial=…"));
	}
	return true;
}

/* Joins the initial value to the result. */
static const struct array *join_initial(struct op *op, const struct array *result,
                                        const struct numpy_reduction *reduction,
                                        const struct dtype *dtype, const struct primitive *joins)
{
	if (!reduction->initial || !result)
		return result;
	const struct array *initial = numpy_astype(op, reduction->initial, dtype);
	if (initial && initial->type.rank) {
		refuse(op, RULE_SHAPE_MISMATCH, "ValueError",
		       TEXT("initial value must be a scalar. Got array of shape {shape}",
		            &initial->type));
		return NULL;
	}
	return lax_binary(op, joins, initial, result);
}

/* The dtypes of the result and of the computation; NULL after refusing integers that NumPy does not
 * know. */
static const struct dtype *choose_dtypes(struct op *op, const struct array *x,
                                         const struct numpy_reducer *kind,
                                         const struct numpy_reduction *reduction,
                                         const struct dtype **result)
{
	bool widens = kind->widens && !reduction->keeps_integers;
	if (widens && !reduction->dtype && dtype_is_integer(x->type.dtype) &&
	    x->type.dtype->bits < 8) {
		refuse(op, RULE_DTYPE_MISMATCH, "ValueError",
		       TEXT("Invalid integer data type 'V'."),
		       HELP("say what the result is to be: dtype=jnp.int32"));
		return NULL;
	}
	*result = reduction->dtype ? reduction->dtype
	          : widens         ? widen_integer(x->type.dtype)
	                           : x->type.dtype;
	return kind->widens && !reduction->dtype ? upcast_float16(*result) : *result;
}

const struct array *numpy_reduction(struct op *op, const struct array *x,
                                    const struct numpy_reduction *reduction)
{
	const struct numpy_reducer *kind = reduction->reducer;
	const struct array *where = reduction->where;
	const struct dtype *dtype;
	const uint32_t *dims;
	uint32_t ndims;
	bool needs_initial = !reduction->initial && !kind->has_identity;
	if (!x || !numpy_check_where(op, kind->name, &where))
		return NULL;
	if (needs_initial && where) {
		refuse(op, RULE_PROGRAM_ERROR, "ValueError",
		       TEXT("reduction operation {} does not have an identity, so to use a where "
		            "mask one has to specify 'initial'",
		            kind->name),
		       HELP("give the value for no elements: initial=…"));
		return NULL;
	}
	x = prepare(op, x, kind->preparation);
	if (!x || !numpy_axes(op, reduction->axes, reduction->count, x->type.rank, &dims, &ndims) ||
	    (needs_initial && !check_identity(op, x, dims, ndims, kind->name)))
		return NULL;
	const struct dtype *computed = choose_dtypes(op, x, kind, reduction, &dtype);
	if (!computed)
		return NULL;
	bool boolean = dtype_class(computed) == DTYPE_BOOL;
	x = numpy_astype(op, x, computed);
	if (where)
		x = numpy_where(op, where, x, array_scalar(op, computed, false));
	const struct array *result =
	    x ? lax_reduce(op, boolean ? kind->of_booleans : kind->primitive, x, dims, ndims, NULL)
	      : NULL;
	result =
	    join_initial(op, result, reduction, computed, numpy_primitive(kind->joins, computed));
	if (result && reduction->keepdims)
		result = lax_expand_dims(op, result, dims, ndims);
	return numpy_astype(op, result, dtype);
}

const struct array *numpy_argument_reduction(struct op *op, const struct primitive *primitive,
                                             const struct array *x, bool flat, int64_t axis,
                                             bool keepdims)
{
	if (!x)
		return NULL;
	uint32_t dims[MAX_RANK], ndims = flat ? x->type.rank : 1, counted = 0;
	for (uint32_t i = 0; flat && i < ndims && i < MAX_RANK; i++)
		dims[i] = i;
	if (flat) {
		int64_t *elements = arena_new(op->arena, int64_t, 1);
		*elements = shape_elements(x->type.shape, x->type.rank);
		x = numpy_reshape(op, x, elements, 1, NULL);
		axis = 0;
	}
	if (!x)
		return NULL;
	if (axis < -(int64_t)x->type.rank || axis >= (int64_t)x->type.rank) {
		refuse(op, RULE_SHAPE_MISMATCH, "IndexError", TEXT("tuple index out of range"),
		       WORDS("axis {} does not exist: the array has rank {}", axis, x->type.rank));
		return NULL;
	}
	counted = (uint32_t)(axis < 0 ? axis + x->type.rank : axis);
	if (!flat)
		dims[0] = counted;
	if (x->type.shape[counted] == 0) {
		refuse(op, RULE_SHAPE_MISMATCH, "ValueError",
		       TEXT("attempt to get {} of an empty sequence", primitive->name));
		return NULL;
	}
	const struct array *result =
	    lax_argument_reduce(op, primitive, x, counted, dtype_named(STR("int32")));
	return result && keepdims ? lax_expand_dims(op, result, dims, ndims) : result;
}
