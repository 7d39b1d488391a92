/* SPDX-License-Identifier: Apache-2.0 */
/* Functions of jax.numpy on shapes that others are made of. All are NULL when JAX raises, or for a
 * NULL array, which has failed. */
#ifndef LIBRARY_NUMPY_SHAPES_H
#define LIBRARY_NUMPY_SHAPES_H

#include "op/elementwise/numpy.h"
#include "trace/library.h"

/* jnp.reshape; `out_sharding` may be NULL. */
const struct value *numpy_reshape_value(struct trace *trace, const struct array *x,
                                        const struct value *shape, const struct value *order,
                                        const struct value *out_sharding);

/* jnp.ravel in row-major order. */
const struct array *ravel_array(struct trace *trace, const struct array *x);

/* Dimensions of 1 in front, up to `rank` dimensions. JAX: jnp.array(…, ndmin=rank). */
const struct array *prepend_ones(struct trace *trace, const struct array *x, int64_t rank);

/* The value as an array of this dtype (NULL: the one it has), lists included. JAX: jnp.array. */
const struct array *python_array(struct trace *trace, const struct value *value,
                                 const struct dtype *dtype);

/* jnp.concatenate of arrays along a dimension that counts from the end when it is negative; `dtype`
 * may be NULL. */
const struct array *join_arrays(struct trace *trace, const struct array **arrays, uint32_t count,
                                int64_t axis, const struct dtype *dtype);

/* jnp.stack of at least one array. */
const struct array *stack_arrays(struct trace *trace, const struct array **arrays, uint32_t count,
                                 int64_t axis, const struct dtype *dtype);

/* jnp.atleast_3d. */
const struct array *at_least_3d(struct trace *trace, const struct array *x);

/* lax.slice of one dimension, from `start` up to before `stop`. */
const struct array *slice_dim(struct trace *trace, const struct array *x, uint32_t dim,
                              int64_t start, int64_t stop);

/* jnp.repeat of each element along the dimension by one number. */
const struct array *repeat_array(struct trace *trace, const struct array *x, uint32_t dim,
                                 int64_t repeats);

#endif
