/* SPDX-License-Identifier: Apache-2.0 */
/*
 * The operations of jax.numpy that others are made of: operands are promoted to a common dtype and
 * broadcast against each other, negative axes count from the end. NULL when JAX raises or nothing
 * is known.
 */
#ifndef OP_ELEMENTWISE_NUMPY_H
#define OP_ELEMENTWISE_NUMPY_H

#include "op/core/dtype_class.h"
#include "op/core/lax.h"

/* The dtype that the arrays have in common, and whether it is weak; NULL after raising that there
 * is none. JAX: dtypes.py result_type. */
const struct dtype *numpy_result_dtype(struct op *op, const struct array *const *arrays,
                                       uint32_t count, bool *weak);

/* Converts all arrays to their common dtype, in place. With `inexact` to a floating one. JAX:
 * numpy/util.py promote_args, promote_args_inexact. */
MUST_USE bool numpy_promote_dtypes(struct op *op, const struct array **arrays, uint32_t count,
                                   bool inexact);

/* The shape that the arrays broadcast to; false after raising that there is none. JAX: lax.py
 * broadcast_shapes. */
MUST_USE bool numpy_common_shape(struct op *op, const struct array *const *arrays, uint32_t count,
                                 const int64_t **shape, uint32_t *rank);

/* Brings arrays to the same rank by dimensions of 1 in front. JAX: numpy/util.py
 * _promote_shapes. */
MUST_USE bool numpy_promote_ranks(struct op *op, const struct array **arrays, uint32_t count);

/* Brings arrays to one shape as jnp.broadcast_arrays does, in place. */
MUST_USE bool numpy_broadcast_arrays(struct op *op, const struct array **arrays, uint32_t count);

/* The primitive for operands of this dtype: booleans are added and multiplied by logic. */
const struct primitive *numpy_primitive(const struct primitive *primitive,
                                        const struct dtype *dtype);

/* jnp.add and its like: promotion, broadcasting, then the primitive. Division,
 * power, and functions that are defined on floats only (`inexact`) make integers floats first. */
const struct array *numpy_binary(struct op *op, const struct primitive *primitive,
                                 const struct array *x, const struct array *y, bool inexact);
const struct array *numpy_unary(struct op *op, const struct primitive *primitive,
                                const struct array *x, bool inexact);

/* jnp.less and its like on operands that have been promoted, by the primitive:
 * complex numbers compare by their real parts, then by the imaginary ones. */
const struct array *numpy_compare(struct op *op, const struct primitive *primitive,
                                  const struct array *x, const struct array *y);

/* Converts all arrays to their common dtype, and booleans to integers, in place. JAX: numpy/util.py
 * promote_dtypes_numeric. */
MUST_USE bool numpy_promote_numeric(struct op *op, const struct array **arrays, uint32_t count);

/* jnp.asarray of an array (as_array.c): the array itself, but for what old releases make of the
 * sharding of a mapped one. */
const struct array *numpy_as_array(struct op *op, const struct array *x);

/* jnp.where(condition, x, y). */
const struct array *numpy_where(struct op *op, const struct array *condition, const struct array *x,
                                const struct array *y);

/* jnp.astype to a dtype. */
const struct array *numpy_astype(struct op *op, const struct array *x, const struct dtype *dtype);

/* jnp.reshape to a shape whose product fits (an element of -1 has been filled in). */
const struct array *numpy_reshape(struct op *op, const struct array *x, const int64_t *shape,
                                  uint32_t rank, const struct sharding_request *sharding);

/* lax.split as jnp.split calls it: with sizes that are integers of numpy, which texts show. */
MUST_USE bool numpy_split(struct op *op, const struct array *x, const int64_t *sizes,
                          uint32_t count, uint32_t dim, const struct array **pieces);

/* lax.pad as jnp.pad calls it: with widths that are integers of numpy at a set of dimensions. */
const struct array *numpy_pad(struct op *op, const struct array *x, const struct array *value,
                              const struct padding *paddings, uint64_t dims);

/* A reduction over the axes, all of them when `axes` is NULL; `keepdims` keeps dimensions of 1.
 * JAX: numpy/reductions.py. */
extern const struct numpy_reducer numpy_sum, numpy_prod, numpy_max, numpy_min, numpy_all, numpy_any;
const struct array *numpy_reduce(struct op *op, const struct numpy_reducer *reducer,
                                 const struct array *x, const int64_t *axes, uint32_t count,
                                 bool keepdims);

/* What jnp.matmul checks before it looks at its out_sharding=: ranks, and that batch dimensions
 * fit.
 */
MUST_USE bool numpy_matmul_fits(struct op *op, const struct array *x, const struct array *y);

/* jnp.matmul, with the sharding of its out_sharding= or NULL. */
const struct array *numpy_matmul(struct op *op, const struct array *x, const struct array *y,
                                 const struct dtype *preferred,
                                 const struct sharding_request *sharding);

/* The axis counted from the front; false after raising numpy's error when it is out of range. */
MUST_USE bool numpy_axis(struct op *op, int64_t axis, uint32_t rank, uint32_t *result);

#endif
