/* SPDX-License-Identifier: Apache-2.0 */
/* Products of jax.numpy that are made of dot_general. NULL when JAX raises. A NULL dtype is the one
 * that the operands have in common. JAX: numpy/tensor_contractions.py. */
#ifndef OP_CONTRACT_NUMPY_PRODUCT_H
#define OP_CONTRACT_NUMPY_PRODUCT_H

#include "op/elementwise/numpy.h"

/* jnp.dot: over the last dimension of x and the last but one of y. */
const struct array *numpy_dot(struct op *op, const struct array *x, const struct array *y,
                              const struct dtype *preferred,
                              const struct sharding_request *sharding);

/* jnp.vdot: over all dimensions of both. */
const struct array *numpy_vdot(struct op *op, const struct array *x, const struct array *y,
                               const struct dtype *preferred);

/* jnp.tensordot over these dimensions, [0] of x and [1] of y, counted from the front. */
const struct array *numpy_tensordot(struct op *op, const struct array *x, const struct array *y,
                                    const struct dimension_list contracting[2],
                                    const struct dtype *preferred,
                                    const struct sharding_request *sharding);

/* jnp.inner: over the last dimension of both, or the product with a scalar. */
const struct array *numpy_inner(struct op *op, const struct array *x, const struct array *y,
                                const struct dtype *preferred);

/* jnp.outer: of both as vectors. */
const struct array *numpy_outer(struct op *op, const struct array *x, const struct array *y);

/* jnp.kron. JAX: numpy/lax_numpy.py kron. */
const struct array *numpy_kron(struct op *op, const struct array *x, const struct array *y);

/* jnp.ravel: as a vector. */
const struct array *numpy_ravel(struct op *op, const struct array *x);

#endif
