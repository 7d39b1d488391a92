/* SPDX-License-Identifier: Apache-2.0 */
/* The factors of each family of operations; a builder that has none afterwards has none. */
#pragma once

#include "propagate/factor/factor_builder.h"

/* Adds the factors of a builder's instruction. */
typedef void add_factors(struct factor_builder *builder);

/* Each is one. */
void factors_dot(struct factor_builder *builder);
void factors_convolution(struct factor_builder *builder);
void factors_gather(struct factor_builder *builder);
void factors_scatter(struct factor_builder *builder);
void factors_dynamic_slice(struct factor_builder *builder);
void factors_dynamic_update_slice(struct factor_builder *builder);
void factors_broadcast(struct factor_builder *builder);
void factors_transpose(struct factor_builder *builder);
void factors_reshape(struct factor_builder *builder);
void factors_concatenate(struct factor_builder *builder);
void factors_slice(struct factor_builder *builder);
void factors_pad(struct factor_builder *builder);
void factors_reverse(struct factor_builder *builder);
void factors_bitcast_convert(struct factor_builder *builder);
void factors_reduce(struct factor_builder *builder);
void factors_reduce_window(struct factor_builder *builder);
void factors_select_and_scatter(struct factor_builder *builder);
void factors_sort(struct factor_builder *builder);
void factors_topk(struct factor_builder *builder);
void factors_batch_norm_inference(struct factor_builder *builder);
void factors_cholesky(struct factor_builder *builder);
void factors_triangular_solve(struct factor_builder *builder);
void factors_fft(struct factor_builder *builder);
void factors_rng_bit_generator(struct factor_builder *builder);
void factors_custom_call(struct factor_builder *builder);
void factors_all_gather(struct factor_builder *builder);
void factors_all_to_all(struct factor_builder *builder);
void factors_reduce_scatter(struct factor_builder *builder);

/* A factor for each dim of the first result, in all tensors. */
void factors_pointwise(struct factor_builder *builder);

/* Whether `dims` holds the number. */
bool dims_hold(const int64_t *dims, uint32_t count, int64_t dim);
