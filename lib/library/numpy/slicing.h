/* SPDX-License-Identifier: Apache-2.0 */
/* Slices that functions of jax.numpy take inside, as x[..., a:b] gives them. */
#ifndef LIBRARY_NUMPY_SLICING_H
#define LIBRARY_NUMPY_SLICING_H

#include "op/index/index.h"

/* x[:, start:stop] with the slice at `dim`; a bound of BOUND_NONE is left out. NULL when JAX
 * raises, or for NULL. */
const struct array *slice_along(struct op *op, const struct array *x, uint32_t dim,
                                struct index_bound start, struct index_bound stop);

/* lax.slice_in_dim: negative bounds count from the end, a stop of BOUND_NONE is the end. */
const struct array *slice_in_dim(struct op *op, const struct array *x, uint32_t dim, int64_t start,
                                 struct index_bound stop);

/* x[:, i] with the integer at `dim`. */
const struct array *element_along(struct op *op, const struct array *x, uint32_t dim, int64_t i);

/* Each element along `dim` less the one before it; of booleans whether they differ. */
const struct array *differences_along(struct op *op, const struct array *x, uint32_t dim);

/* A bound of this value. */
static inline struct index_bound bound_at(int64_t value)
{
	return (struct index_bound){BOUND_INTEGER, value};
}

static const struct index_bound bound_open = {BOUND_NONE, 0};

#endif
