/* SPDX-License-Identifier: Apache-2.0 */
/*
 * Operations that change the shape of arrays, join and cut them, or make them; and what vmap needs
 * of these. Each checks its arguments as jax.lax does and applies its primitive. All return NULL
 * (or false) when JAX raises or nothing is known; results live in the arena of `op`. Sizes are
 * elements; dimensions count from 0 and are not negative.
 */
#pragma once

#include "op/shape/reshape.h"
#include "op/shape/shape_params.h"
#include "op/core/primitive.h"

/* Shape only (shape.c, reshape.c). `sharding` may be NULL; `dims` says where the operand's
 * dimensions go; a NULL `dimensions` of reshape is row-major order. */
const struct array *lax_broadcast_in_dim(struct op *op, const struct array *x, const int64_t *shape,
                                         uint32_t rank, const uint32_t *dims,
                                         const struct sharding_request *sharding);
const struct array *lax_reshape(struct op *op, const struct array *x, const int64_t *shape,
                                uint32_t rank, const uint32_t *dimensions,
                                const struct sharding_request *sharding);
const struct array *lax_transpose(struct op *op, const struct array *x,
                                  const uint32_t *permutation);
const struct array *lax_squeeze(struct op *op, const struct array *x, const uint32_t *dims,
                                uint32_t count);
const struct array *lax_expand_dims(struct op *op, const struct array *x, const uint32_t *dims,
                                    uint32_t count);
const struct array *lax_rev(struct op *op, const struct array *x, const uint32_t *dims,
                            uint32_t count);

/* lax.broadcast: the sizes are new dimensions in front (broadcast.c). */
const struct array *lax_broadcast(struct op *op, const struct array *x, const int64_t *sizes,
                                  uint32_t count, const struct sharding_request *sharding);

/* lax.broadcast_to: the operand's shape is aligned at the right; a sharding that the operand's does
 * not fit is an error (broadcast.c). */
const struct array *lax_broadcast_to(struct op *op, const struct array *x, const int64_t *shape,
                                     uint32_t rank, const struct sharding_request *sharding);

/* Joining and cutting (concatenate.c, split.c). */
const struct array *lax_concatenate(struct op *op, const struct array *const *operands,
                                    uint32_t count, uint32_t dim);
MUST_USE bool lax_split(struct op *op, const struct array *x, const int64_t *sizes, uint32_t count,
                        uint32_t dim, const struct array **pieces);
/* Since 0.10.2 stacking and unstacking are primitives, since 0.9.0 tiling is (stack.c, split.c).
 * `pieces` are as many as the dimension has elements; `reps` has one for each dimension. */
const struct array *lax_stack(struct op *op, const struct array *const *operands, uint32_t count,
                              uint32_t dim);
MUST_USE bool lax_unstack(struct op *op, const struct array *x, uint32_t dim,
                          const struct array **pieces);
const struct array *lax_tile(struct op *op, const struct array *x, const int64_t *reps);

/* Making arrays (creation.c). */
const struct array *lax_full(struct op *op, const struct dtype *dtype, bool weak,
                             const int64_t *shape, uint32_t rank,
                             const struct sharding_request *sharding);
const struct array *lax_empty(struct op *op, const struct dtype *dtype, const int64_t *shape,
                              uint32_t rank, const struct sharding_request *sharding);
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
