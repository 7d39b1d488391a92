/* SPDX-License-Identifier: Apache-2.0 */
/*
 * Reductions along axes as jax.lax has them: reduce_sum and its like, argmax and argmin, and the
 * general reduce by any function.
 */
#ifndef OP_REDUCE_REDUCE_H
#define OP_REDUCE_REDUCE_H

#include "op/core/lax.h"
#include "op/core/primitive.h"

/* Params of reduce_sum and its like, and of argmax and argmin. */
struct reduction {
	const int64_t *axes; /* as somebody wrote them; the primitive checks them */
	uint32_t count;
	const struct sharding_request *sharding; /* of the result, or NULL */
	const struct dtype *index_dtype;         /* of argmax and argmin */
};

/* lax.reduce_sum(x, axes, out_sharding=…) and its like, lax.argmax(x, axis, index_dtype). JAX:
 * lax/lax.py reduce_sum, argmax. */
const struct array *lax_reduction(struct op *op, const struct primitive *primitive,
                                  const struct array *x, const struct reduction *reduction);

/* lax.reduce of `count` operands with their initial values by a function that is not one of the
 * known ones. JAX: lax/lax.py reduce_p. */
MUST_USE bool lax_reduce_general(struct op *op, const struct array *const *operands,
                                 const struct array *const *initial, uint32_t count,
                                 const int64_t *axes, uint32_t naxes, const struct array **results);

#endif
