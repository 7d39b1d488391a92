/* SPDX-License-Identifier: Apache-2.0 */
/* jnp.reshape in row-major order. JAX: numpy/array_methods.py _reshape. */
#include "op/shape/shape.h"

const struct array *numpy_reshape(struct op *op, const struct array *x, const int64_t *shape,
                                  uint32_t rank, const struct sharding_request *sharding)
{
	return lax_reshape(op, x, shape, rank, NULL, sharding);
}
