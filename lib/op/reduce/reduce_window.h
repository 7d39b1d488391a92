/* SPDX-License-Identifier: Apache-2.0 */
/* Reductions over a sliding window. JAX: lax/windowed_reductions.py. */
#ifndef OP_REDUCE_REDUCE_WINDOW_H
#define OP_REDUCE_REDUCE_WINDOW_H

#include "op/core/lax.h"

/* A window as somebody wrote it: the operation checks how many numbers each list has. Padding has
 * low and high for each dimension, one behind the other. */
struct window {
	struct dimension_list dims, strides, padding, base_dilation, window_dilation;
};

/* lax.reduce_window with a known function and its identity. */
extern const struct primitive lax_reduce_window_sum, lax_reduce_window_max, lax_reduce_window_min;
const struct array *lax_reduce_window(struct op *op, const struct primitive *primitive,
                                      const struct array *x, const struct window *window);

/* The same of `count` operands, with initial values, by any function. */
MUST_USE bool lax_reduce_window_general(struct op *op, const struct array *const *operands,
                                        const struct array *const *initial, uint32_t count,
                                        const struct window *window, const struct array **results);

/*
 * The padding that a word stands for: 'VALID', 'SAME' or 'SAME_LOWER'; `shape` has as many sizes as
 * there are in `window` and `strides`. False after raising. JAX: lax/lax.py padtype_to_pads.
 */
MUST_USE bool lax_padding_named(struct op *op, struct str word, const int64_t *shape,
                                const struct dimension_list *window,
                                const struct dimension_list *strides,
                                struct dimension_list *padding);

#endif
