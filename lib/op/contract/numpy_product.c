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
