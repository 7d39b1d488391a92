/* SPDX-License-Identifier: Apache-2.0 */
/* The factors of each family of operations; a builder that has none afterwards has none. */
#pragma once

#include "propagate/rule_builder.h"

/* Each adds the factors of the builder's instruction. */
typedef void add_factors(struct rule_builder *builder);

add_factors rule_dot, rule_convolution;
add_factors rule_gather, rule_scatter, rule_dynamic_slice, rule_dynamic_update_slice;
add_factors rule_broadcast, rule_transpose, rule_reshape, rule_concatenate, rule_slice, rule_pad,
    rule_reverse, rule_bitcast_convert;
add_factors rule_reduce, rule_reduce_window, rule_select_and_scatter, rule_sort, rule_topk,
    rule_batch_norm_inference;
add_factors rule_cholesky, rule_triangular_solve, rule_fft, rule_rng_bit_generator,
    rule_custom_call;
add_factors rule_all_gather, rule_all_to_all, rule_reduce_scatter;

/* A factor for each dim of the first result, in all tensors. */
add_factors rule_pointwise;

/* Whether `dims` holds the number. */
bool dims_hold(const int64_t *dims, uint32_t count, int64_t dim);
