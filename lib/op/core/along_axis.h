/* SPDX-License-Identifier: Apache-2.0 */
/* Operations along one axis as jax.lax has them: cumulative sums and their like, sorting, the
 * largest elements. */
#ifndef OP_CORE_ALONG_AXIS_H
#define OP_CORE_ALONG_AXIS_H

#include "op/core/lax.h"
#include "op/core/primitive.h"

/* lax.top_k with k as somebody wrote it. JAX: lax/lax.py top_k_p. */
MUST_USE bool lax_largest(struct op *op, const struct array *x, int64_t k, int64_t axis,
                          const struct array **values, const struct array **indices);

/*
 * Completes the error of an operation that needs dimension `dim` of the operand whole: says what it
 * `does` with it ("sorts along"), and how to reshard. Always false.
 */
bool refuse_sharded_dim(struct op *op, const struct array_type *operand, uint32_t dim,
                        const char *does);

#endif
