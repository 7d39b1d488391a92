/* SPDX-License-Identifier: Apache-2.0 */
/* What the parts of gather and scatter share: their parameters and rules. JAX: slicing.py. */
#pragma once

#include "op/index/index.h"
#include "op/index/dimension_numbers.h"
#include "op/core/primitive.h"

/*
 * The spec of a gather's result, of `rank` entries, once its shape is checked. NULL after raising
 * that it cannot be told. JAX: slicing.py _gather_sharding_rule.
 */
const struct dim_axes *gather_spec(struct op *op, const struct application *application,
                                   uint32_t rank);

/* Tells who repairs the gather that has just failed how its result would best lie: as the indices
 * do, and as the operand where whole dimensions of it are taken. */
void gather_suggest(struct op *op, const struct application *application,
                    const struct array_type *result);

/* The spec of a scatter's result, likewise. JAX: slicing.py _scatter_sharding_rule. */
const struct dim_axes *scatter_spec(struct op *op, const struct application *application);

/* Dimensions of the updates that belong to the batches of the indices; their number is checked.
 * JAX: slicing.py _get_updates_batching_dims. */
struct dimension_list updates_batching_dims(struct arena *arena,
                                            const struct scatter_dimensions *dims,
                                            uint32_t updates_rank);

/* Dimensions of the operand that the windows of the updates cover, in order. */
struct dimension_list operand_window_dims(struct arena *arena,
                                          const struct scatter_dimensions *dims, uint32_t rank);

/* The unreduced and reduced axes of the result of a gather; false when JAX raises, or has no rule.
 * JAX: slicing.py _gather_ur_rule. */
bool gather_unreduced(struct op *op, const struct application *application,
                      struct array_type *result);

/* Those of a scatter-add: the operand and the updates must be unreduced alike, and the indices
 * whole; all other scatters, and releases without the rule, refuse them. JAX: slicing.py
 * _scatter_ur_rule. */
bool scatter_unreduced(struct op *op, const struct application *application,
                       struct array_type *result);

/* Batching rules. Where the operand and the indices are mapped, the mapped dimension becomes a
 * batching dimension; where only the operand is, one of the slices. */

/* JAX: slicing.py _gather_batching_rule. */
bool gather_batch(struct op *op, const struct batching *batching, const struct batched *out);

/* The operand and the updates are broadcast where they are not mapped; some releases forget the
 * mapped axes in that. JAX: slicing.py _scatter_batching_rule. */
bool scatter_batch(struct op *op, const struct batching *batching, const struct batched *out);

/* Derivatives forward and back, of scatter and its like, by the operand of that number. False when
 * JAX raises, or nothing is known. */

/* The tangent of scatter. JAX: slicing.py _scatter_jvp. */
bool scatter_forward(struct op *op, const struct tape_entry *entry, uint32_t operand);

/* That of scatter_mul, which by the updates JAX has only for indices that are unique. JAX:
 * slicing.py scatter_mul_p. */
bool scatter_mul_forward(struct op *op, const struct tape_entry *entry, uint32_t operand);

/* That of scatter_min and scatter_max: where an update has won, or what was there before. JAX:
 * slicing.py _scatter_extremal_jvp. */
bool scatter_extremal_forward(struct op *op, const struct tape_entry *entry, uint32_t operand);

/* The cotangent of what was gathered from: a scatter-add with the same dimensions. JAX: slicing.py
 * _gather_transpose_rule. */
bool gather_transpose(struct op *op, const struct tape_entry *entry, uint32_t operand);

/* The cotangents of the operand and the updates of scatter_add: as it is, and gathered. JAX:
 * slicing.py _scatter_addsub_transpose_rule. */
bool scatter_transpose(struct op *op, const struct tape_entry *entry, uint32_t operand);

/* The same of scatter_mul; the updates get the product with the operand, gathered. JAX: slicing.py
 * _scatter_mul_transpose_rule. */
bool scatter_mul_transpose(struct op *op, const struct tape_entry *entry, uint32_t operand);

/* Raises that indices must be integers, when they are not. */
MUST_USE bool check_indices_dtype(struct op *op, const struct array_type *indices);
