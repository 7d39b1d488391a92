/* SPDX-License-Identifier: Apache-2.0 */
/* The factors of each family of operations; a builder that has none afterwards has none. */
#pragma once

#include "propagate/factor_builder.h"

/* Each adds the factors of the builder's instruction. */
typedef void add_factors(struct factor_builder *builder);

add_factors factors_dot, factors_convolution;
add_factors factors_gather, factors_scatter, factors_dynamic_slice, factors_dynamic_update_slice;
add_factors factors_broadcast, factors_transpose, factors_reshape, factors_concatenate,
    factors_slice, factors_pad, factors_reverse, factors_bitcast_convert;
add_factors factors_reduce, factors_reduce_window, factors_select_and_scatter, factors_sort,
    factors_topk, factors_batch_norm_inference;
add_factors factors_cholesky, factors_triangular_solve, factors_fft, factors_rng_bit_generator,
    factors_custom_call;
add_factors factors_all_gather, factors_all_to_all, factors_reduce_scatter;

/* A factor for each dim of the first result, in all tensors. */
add_factors factors_pointwise;

/* Whether `dims` holds the number. */
bool dims_hold(const int64_t *dims, uint32_t count, int64_t dim);
