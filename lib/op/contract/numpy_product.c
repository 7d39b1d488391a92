/* SPDX-License-Identifier: Apache-2.0 */
#include "op/contract/contract.h"
#include "op/elementwise/elementwise.h"
#include "op/shape/shape.h"

#include "base/checked.h"
#include "op/contract/contraction.h"
#include "op/core/dtype_class.h"

/* dot_general in the dtype wanted, and what to write instead when its shardings do not fit. */
static const struct array *product(struct op *op, const struct array *x, const struct array *y,
                                   const struct dot_params *wanted, const char *function)
{
	const struct array *operands[] = {x, y};
	struct dot_params params = *wanted;
	bool weak = false;
	if (!x || !y)
		return NULL;
	if (!params.preferred)
		params.preferred = numpy_result_dtype(op, operands, 2, &weak);
	if (!params.preferred)
		return NULL;
	const struct array *result = dot_general_apply(op, x, y, &params);
	if (result)
		return lax_convert_element_type(op, result, params.preferred, weak);
	dot_help(op, x, y, &params.dimensions, &(struct dot_spelling){function, NULL});
	return NULL;
}

static struct dimension_list single(struct op *op, int64_t dim)
{
	int64_t *items = arena_new(op->arena, int64_t, 1);
	*items = dim;
	return (struct dimension_list){items, 1};
}

const struct array *numpy_dot(struct op *op, const struct array *x, const struct array *y,
                              const struct dtype *preferred,
                              const struct sharding_request *sharding)
{
	struct dot_params params = {.preferred = preferred, .sharding = sharding};
	if (!x || !y)
		return NULL;
	if (x->type.rank && y->type.rank) {
		params.dimensions.contracting[0] = single(op, x->type.rank - 1);
		params.dimensions.contracting[1] =
		    single(op, y->type.rank > 1 ? y->type.rank - 2 : 0);
	}
	return product(op, x, y, &params,
	               op_has(op, JAX_JNP_DOT_OUT_SHARDING) ? "jnp.dot" : "jnp.einsum");
}

const struct array *numpy_ravel(struct op *op, const struct array *x)
{
	if (!x)
		return NULL;
	int64_t size = shape_elements(x->type.shape, x->type.rank);
	return numpy_reshape(op, x, shape_copy(op->arena, &size, 1), 1, NULL);
}

const struct array *numpy_vdot(struct op *op, const struct array *x, const struct array *y,
                               const struct dtype *preferred)
{
	if (x && dtype_class(x->type.dtype) == DTYPE_COMPLEX)
		x = lax_unary(op, &lax_conj, x);
	x = numpy_ravel(op, x);
	y = x ? numpy_ravel(op, y) : NULL;
	return y ? numpy_dot(op, x, y, preferred, NULL) : NULL;
}

const struct array *numpy_tensordot(struct op *op, const struct array *x, const struct array *y,
                                    const struct dimension_list contracting[2],
                                    const struct dtype *preferred,
                                    const struct sharding_request *sharding)
{
	struct dot_params params = {.dimensions = {{contracting[0], contracting[1]}, {{0}, {0}}},
	                            .preferred = preferred,
	                            .sharding = sharding};
	return product(op, x, y, &params,
	               op_has(op, JAX_MATMUL_OUT_SHARDING) ? "jnp.tensordot" : "jnp.einsum");
}

const struct array *numpy_inner(struct op *op, const struct array *x, const struct array *y,
                                const struct dtype *preferred)
{
	if (!x || !y)
		return NULL;
	if (x->type.rank && y->type.rank) {
		const struct dimension_list last[] = {single(op, x->type.rank - 1),
		                                      single(op, y->type.rank - 1)};
		return numpy_tensordot(op, x, y, last, preferred, NULL);
	}
	if (preferred) {
		x = numpy_astype(op, x, preferred);
		y = x ? numpy_astype(op, y, preferred) : NULL;
	}
	return x && y ? numpy_binary(op, &lax_mul, x, y, false) : NULL;
}

/* The vector with a dimension of 1 before it or behind it. */
static const struct array *with_axis(struct op *op, const struct array *x, uint32_t dim)
{
	return x ? lax_expand_dims(op, x, &dim, 1) : NULL;
}

const struct array *numpy_outer(struct op *op, const struct array *x, const struct array *y)
{
	const struct array *arrays[] = {x, y};
	if (!numpy_promote_dtypes(op, arrays, 2, false))
		return NULL;
	x = with_axis(op, numpy_ravel(op, arrays[0]), 1);
	y = x ? with_axis(op, numpy_ravel(op, arrays[1]), 0) : NULL;
	return y ? numpy_binary(op, &lax_mul, x, y, false) : NULL;
}

/* The array with dimensions of 1 at every second place, from `first` on. */
static const struct array *interleaved(struct op *op, const struct array *x, uint32_t first)
{
	uint32_t *dims = arena_new(op->arena, uint32_t, x->type.rank);
	for (uint32_t i = 0; i < x->type.rank; i++)
		dims[i] = 2 * i + first;
	return lax_expand_dims(op, x, dims, x->type.rank);
}

static const struct array *lead_with_ones(struct op *op, const struct array *x, uint32_t count)
{
	uint32_t *dims = arena_new(op->arena, uint32_t, count);
	for (uint32_t i = 0; i < count; i++)
		dims[i] = i;
	return lax_expand_dims(op, x, dims, count);
}

const struct array *numpy_kron(struct op *op, const struct array *x, const struct array *y)
{
	const struct array *arrays[] = {x, y};
	if (!numpy_promote_dtypes(op, arrays, 2, false))
		return NULL;
	uint32_t left = arrays[0]->type.rank, right = arrays[1]->type.rank;
	if (left < right)
		arrays[0] = lead_with_ones(op, arrays[0], right - left);
	else if (right < left)
		arrays[1] = lead_with_ones(op, arrays[1], left - right);
	if (!arrays[0] || !arrays[1])
		return NULL;
	uint32_t rank = arrays[0]->type.rank;
	int64_t *shape = arena_new(op->arena, int64_t, rank);
	for (uint32_t i = 0; i < rank; i++) {
		if (!checked_multiply(&shape[i], arrays[0]->type.shape[i],
		                      arrays[1]->type.shape[i])) {
			(void)op_unknown(op, "a dimension of more elements than fit");
			return NULL;
		}
	}
	x = interleaved(op, arrays[0], 1);
	y = x ? interleaved(op, arrays[1], 0) : NULL;
	x = y ? lax_binary(op, &lax_mul, x, y) : NULL;
	return x ? numpy_reshape(op, x, shape, rank, NULL) : NULL;
}
