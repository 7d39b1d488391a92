/* SPDX-License-Identifier: Apache-2.0 */
/*
 * Operations that change the shape of arrays, join and cut them, or make them; and what vmap needs
 * of these. Each checks its arguments as jax.lax does and applies its primitive. All return NULL
 * (or false) when JAX raises or nothing is known; results live in the arena of `op`, and so must a
 * `shape` that is given, which is kept. Sizes are elements; dimensions count from 0 and are not
 * negative.
 */
#pragma once

#include "op/shape/reshape.h"
#include "op/shape/shape_params.h"
#include "op/core/primitive.h"

/* Shape only (shape.c, reshape.c, transpose.c, squeeze.c, broadcast.c). */

/* lax.broadcast_in_dim: `dims` has for each dimension of the operand, of that size or of 1, where
 * it goes in `shape`. `sharding` is that of the result, or NULL. */
const struct array *lax_broadcast_in_dim(struct op *op, const struct array *x, const int64_t *shape,
                                         uint32_t rank, const uint32_t *dims,
                                         const struct sharding_request *sharding);

/* lax.reshape: elements in the order of `dimensions`, or for NULL row-major. The operand itself
 * when shape, order and sharding are as before. `sharding` is that of the result; NULL: what the
 * rule gives. */
const struct array *lax_reshape(struct op *op, const struct array *x, const int64_t *shape,
                                uint32_t rank, const uint32_t *dimensions,
                                const struct sharding_request *sharding);

/* lax.transpose: dimension i of the result is dimension permutation[i] of the operand, which it is
 * itself when nothing moves. */
const struct array *lax_transpose(struct op *op, const struct array *x,
                                  const uint32_t *permutation);

/* lax.squeeze: drops `count` dimensions, in any order, which must be of size 1; of none the
 * operand itself. */
const struct array *lax_squeeze(struct op *op, const struct array *x, const uint32_t *dims,
                                uint32_t count);

/* lax.expand_dims: `dims` are `count` distinct dimensions of the result, which are new and of size
 * 1. It is a broadcast_in_dim. */
const struct array *lax_expand_dims(struct op *op, const struct array *x, const uint32_t *dims,
                                    uint32_t count);

/* lax.rev: the elements in reverse along `count` dimensions. */
const struct array *lax_rev(struct op *op, const struct array *x, const uint32_t *dims,
                            uint32_t count);

/* lax.broadcast: the sizes are new dimensions in front (broadcast.c). */
const struct array *lax_broadcast(struct op *op, const struct array *x, const int64_t *sizes,
                                  uint32_t count, const struct sharding_request *sharding);

/* lax.broadcast_to: the operand's shape is aligned at the right; a sharding that the operand's does
 * not fit is an error (broadcast_to.c). */
const struct array *lax_broadcast_to(struct op *op, const struct array *x, const int64_t *shape,
                                     uint32_t rank, const struct sharding_request *sharding);

/* lax.concatenate of at least one operand along `dim` (concatenate.c). */
const struct array *lax_concatenate(struct op *op, const struct array *const *operands,
                                    uint32_t count, uint32_t dim);

/* lax.split (split.c): `count` pieces with these sizes along `dim`, which JAX has add up to that
 * of the operand. Fills `pieces`. */
MUST_USE bool lax_split(struct op *op, const struct array *x, const int64_t *sizes, uint32_t count,
                        uint32_t dim, const struct array **pieces);

/* lax.stack: `count` arrays of one shape along a new dimension `dim`, a primitive since 0.10.2
 * (stack.c). */
const struct array *lax_stack(struct op *op, const struct array *const *operands, uint32_t count,
                              uint32_t dim);

/* lax.unstack: `pieces` are as many as dimension `dim`, which goes away, has elements; a primitive
 * since 0.10.2 (split.c). */
MUST_USE bool lax_unstack(struct op *op, const struct array *x, uint32_t dim,
                          const struct array **pieces);

/* lax.tile: `reps` has one number for each dimension; a primitive since 0.9.0 (stack.c). */
const struct array *lax_tile(struct op *op, const struct array *x, const int64_t *reps);

/* A scalar of the dtype broadcast to the shape (creation.c); `sharding` is that of the result, or
 * NULL. */
const struct array *lax_full(struct op *op, const struct dtype *dtype, bool weak,
                             const int64_t *shape, uint32_t rank,
                             const struct sharding_request *sharding);

/* lax.empty, an array whose elements are not said; `shape` and `sharding` are kept (creation.c). */
const struct array *lax_empty(struct op *op, const struct dtype *dtype, const int64_t *shape,
                              uint32_t rank, const struct sharding_request *sharding);

/* lax.broadcasted_iota: each element is its index along `dim`; `shape` and `sharding` are kept
 * (creation.c). */
const struct array *lax_iota(struct op *op, const struct dtype *dtype, const int64_t *shape,
                             uint32_t rank, uint32_t dim, const struct sharding_request *sharding);

/* lax.split as jnp.split calls it: with sizes that are integers of numpy, which texts show. */
MUST_USE bool numpy_split(struct op *op, const struct array *x, const int64_t *sizes,
                          uint32_t count, uint32_t dim, const struct array **pieces);

/* The array with its mapped dimension at `to`, or itself when it is not mapped (dim -1); NULL when
 * that fails. JAX: batching.py moveaxis. */
const struct array *batch_move(struct op *op, const struct array *array, int32_t dim, uint32_t to);

/* The array with the mapped dimension at `to`, made by broadcasting when it is not mapped. JAX:
 * batching.py bdim_at_front, broadcast. */
const struct array *batch_materialise(struct op *op, const struct mapping *mapping,
                                      const struct array *array, int32_t dim, uint32_t to);

/*
 * The array with the mapped dimension in front, as batching rules take it that know nothing of
 * shardings: what is not mapped is broadcast without the axes of the mapped dimension. JAX:
 * batching.py bdim_at_front.
 */
const struct array *batch_front_unsharded(struct op *op, const struct mapping *mapping,
                                          const struct array *array, int32_t dim);

/* The array mapped by all vmaps of the set too, by broadcasting where it was not; NULL when JAX
 * raises. */
const struct array *array_map_levels(struct op *op, const struct array *array, uint64_t levels);

/* The array with the mapped dimension of every level at `dim`; NULL when JAX raises. */
const struct array *array_align(struct op *op, const struct array *array, uint32_t dim);
