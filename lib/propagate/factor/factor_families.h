/* SPDX-License-Identifier: Apache-2.0 */
/* The factors of each family of operations; a builder that has none afterwards has none. */
#pragma once

#include "module/dims.h"
#include "propagate/factor/factor_builder.h"

/* Adds the factors of a builder's instruction. */
typedef void add_factors(struct factor_builder *builder);

/* Each is one, as openxla/shardy has it in op_sharding_rule_registry.cc. What it says of a factor
 * is its kind: it passes through, is a reduction or a permutation, or needs replication.
 * Dimensions that fail to fit the instruction make the builder fail. */

/* Batch and free dimensions pass through; contracting ones are reductions, of the operands
 * alone. */
void factors_dot(struct factor_builder *builder);

/* Batch, output features and groups pass through, input features are a reduction. A spatial
 * dimension of the input is two factors: a permutation with the output, a reduction with the
 * kernel; the larger one is major. */
void factors_convolution(struct factor_builder *builder);

/* Batches and whole dimensions of slices pass through, and so does what the indices share with the
 * result. Collapsed dimensions and slices of one element are reductions; parts of a dimension and
 * the index vector need replication. */
void factors_gather(struct factor_builder *builder);

/* As a gather, with the updates as its slices; results have the factors of the inputs. Dimensions
 * of the indices that are no batches are reductions where the update is one that devices can add
 * up, and else need replication; inserted dimensions pass through. */
void factors_scatter(struct factor_builder *builder);

/* Dimensions of which all is taken pass through; the others need replication and are blocked. */
void factors_dynamic_slice(struct factor_builder *builder);

/* The array and the result pass through; so does a dimension of which the update has all. Where it
 * has a part, that is a factor of its own, which needs replication unless all starts are
 * constants. */
void factors_dynamic_update_slice(struct factor_builder *builder);

/* Dimensions that the operand has pass through; those that are new, or were of size 1, are factors
 * of the result alone. */
void factors_broadcast(struct factor_builder *builder);

/* Each dimension passes through to where it goes. */
void factors_transpose(struct factor_builder *builder);

/* The sizes of both sides cut into common factors, major first, which pass through; a part without
 * a counterpart is a factor of one side. Fails for arrays without elements. */
void factors_reshape(struct factor_builder *builder);

/* All pass through but the dimension that is joined: a permutation where all operands are slices,
 * or all are one array and slices of it; else it needs replication. */
void factors_concatenate(struct factor_builder *builder);

/* Dimensions that keep their size pass through; the others are permutations. */
void factors_slice(struct factor_builder *builder);

/* The same as of a slice. */
void factors_pad(struct factor_builder *builder);

/* Dimensions that are reversed are permutations, the others pass through. */
void factors_reverse(struct factor_builder *builder);

/* The dimensions that both have pass through; the last one that only one side has needs
 * replication. */
void factors_bitcast_convert(struct factor_builder *builder);

/* Dimensions that are reduced are reductions of the inputs, the others pass through to the
 * results. Initial values have no factors. */
void factors_reduce(struct factor_builder *builder);

/* Dimensions with windows of one element in order pass through; the others are permutations. */
void factors_reduce_window(struct factor_builder *builder);

/* The same; where the windows are larger, the source has a factor of its own, which needs
 * replication, and the array and the result have a permutation. */
void factors_select_and_scatter(struct factor_builder *builder);

/* The dimension that is sorted needs replication, and is blocked where no other one has several
 * elements; the others pass through. */
void factors_sort(struct factor_builder *builder);

/* Dimensions that keep their size pass through; the one that is cut needs replication and is
 * blocked. */
void factors_topk(struct factor_builder *builder);

/* All of the operand pass through to the result; the feature dimension is a factor of the scale,
 * offset, mean and variance too. */
void factors_batch_norm_inference(struct factor_builder *builder);

/* Batch dimensions pass through; the two of the matrices need replication. */
void factors_cholesky(struct factor_builder *builder);

/* Batch dimensions pass through; those of the matrices need replication, each a factor of the
 * matrix or the result that it meets by the side and the transposition. */
void factors_triangular_solve(struct factor_builder *builder);

/* Dimensions that are not transformed pass through; the others need replication, and the last one
 * is blocked where its length changes. */
void factors_fft(struct factor_builder *builder);

/* The state needs replication and is blocked; the bits have factors of their own that pass
 * through. */
void factors_rng_bit_generator(struct factor_builder *builder);

/* By the rule that stands in the call (sdy.op_sharding_rule), or by its target; fails for a target
 * that is not known. */
void factors_custom_call(struct factor_builder *builder);

/* The dimension that is gathered is a factor of the operand and one of the result, and both need
 * replication; the others pass through. */
void factors_all_gather(struct factor_builder *builder);

/* The same of the one dimension that is split and joined: HLO has an all-to-all along two as
 * another form. */
void factors_all_to_all(struct factor_builder *builder);

/* The same of the dimension that is scattered. */
void factors_reduce_scatter(struct factor_builder *builder);

/* A factor for each dim of the first result, in all tensors. */
void factors_pointwise(struct factor_builder *builder);
