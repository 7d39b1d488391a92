/* SPDX-License-Identifier: Apache-2.0 */
/*
 * Operations along axes: reductions, sums that go on, sorting, the largest elements and sliding
 * windows, of jax.lax and of jax.numpy. NULL (or false) when JAX raises or nothing is known.
 */
#pragma once

#include "op/core/primitive.h"

/* Reductions; argmax and argmin, which lax_reduction alone can apply, give its index_dtype. */
extern const struct primitive lax_reduce_sum, lax_reduce_prod, lax_reduce_max, lax_reduce_min,
    lax_reduce_or, lax_reduce_and, lax_reduce_xor, lax_argmax, lax_argmin;

/* One of them along `count` axes that are counted from the front (reduce.c). `sharding` is that of
 * the result, or NULL. */
const struct array *lax_reduce(struct op *op, const struct primitive *primitive,
                               const struct array *x, const uint32_t *axes, uint32_t count,
                               const struct sharding_request *sharding);

/* Sums and the like that go on along an axis. JAX: control_flow/loops.py cumsum_p. */
extern const struct primitive lax_cumsum, lax_cumprod, lax_cummax, lax_cummin, lax_cumlogsumexp;

/* One of them along an axis as somebody wrote it, from the end with `reverse` (cumulative.c). */
const struct array *lax_cumulative(struct op *op, const struct primitive *primitive,
                                   const struct array *x, int64_t axis, bool reverse);

/* lax.sort of `count` operands of one shape along `dim`, by the first `nkeys` of them (sort.c).
 * Fills as many results. */
MUST_USE bool lax_sort(struct op *op, const struct array *const *operands, uint32_t count,
                       uint32_t dim, uint32_t nkeys, const struct array **results);

/* lax.top_k with k as somebody wrote it. JAX: lax/lax.py top_k_p. */
MUST_USE bool lax_largest(struct op *op, const struct array *x, int64_t k, int64_t axis,
                          const struct array **values, const struct array **indices);

/* Params of reduce_sum and its like, and of argmax and argmin. */
struct reduction {
	const int64_t *axes; /* as somebody wrote them; the primitive checks them */
	uint32_t count;
	const struct sharding_request *sharding; /* of the result, or NULL */
	const struct dtype *index_dtype;         /* of argmax and argmin */
};

/* lax.reduce_sum(x, axes, out_sharding=…) and its like, lax.argmax(x, axis, index_dtype). JAX:
 * lax/lax.py reduce_sum, argmax. */
const struct array *lax_reduction(struct op *op, const struct primitive *primitive,
                                  const struct array *x, const struct reduction *reduction);

/* lax.reduce of `count` operands with their initial values by a function that is not one of the
 * known ones. JAX: lax/lax.py reduce_p. */
MUST_USE bool lax_reduce_general(struct op *op, const struct array *const *operands,
                                 const struct array *const *initial, uint32_t count,
                                 const int64_t *axes, uint32_t naxes, const struct array **results);

/* A window as somebody wrote it: the operation checks how many numbers each list has. Padding has
 * low and high for each dimension, one behind the other. */
struct window {
	struct dimension_list dims, strides, padding, base_dilation, window_dilation;
};

/* lax.reduce_window with a known function and its identity. */
extern const struct primitive lax_reduce_window_sum, lax_reduce_window_max, lax_reduce_window_min;

/* One of them over windows, whose lists are copied (reduce_window.c). */
const struct array *lax_reduce_window(struct op *op, const struct primitive *primitive,
                                      const struct array *x, const struct window *window);

/* The cotangent of the operand of a sum over windows, by that of its result. JAX:
 * windowed_reductions.py _reduce_window_sum_transpose_rule. */
const struct array *lax_reduce_window_sum_back(struct op *op, const struct array *cotangent,
                                               const struct window *window,
                                               const struct array_type *operand);

/* Windows of which the greatest element is chosen, or the least. */
struct window_choice {
	struct window window;
	bool least;
};

/* Of each window the tangent of the chosen element of the operand; NULL for NULL. JAX:
 * windowed_reductions.py _select_and_gather_add. */
const struct array *lax_select_and_gather_add(struct op *op, const struct array *tangents,
                                              const struct array *operand,
                                              const struct window_choice *choice);

/* For each element of the operand the sum of the source over the windows that choose it; NULL for
 * NULL. `choice` must live as long as the arena. JAX: windowed_reductions.py
 * _select_and_scatter_add. */
const struct array *lax_select_and_scatter_add(struct op *op, const struct array *source,
                                               const struct array *operand,
                                               const struct window_choice *choice);

/* lax_reduce_window of `count` operands, with initial values, by any function. */
MUST_USE bool lax_reduce_window_general(struct op *op, const struct array *const *operands,
                                        const struct array *const *initial, uint32_t count,
                                        const struct window *window, const struct array **results);

/* The axes counted from the front, all `rank` of them when `axes` is NULL; false after raising that
 * one is out of range or given twice. JAX: reductions.py _reduction_dims. */
MUST_USE bool numpy_axes(struct op *op, const int64_t *axes, uint32_t count, uint32_t rank,
                         const uint32_t **dims, uint32_t *ndims);

/* The same as other functions than reductions say it. JAX: util.py canonicalize_axis_tuple. */
MUST_USE bool numpy_axis_tuple(struct op *op, const int64_t *axes, uint32_t count, uint32_t rank,
                               const uint32_t **dims, uint32_t *ndims);

/* Params of cumulative operations, of sort and of top_k. */
struct cumulation {
	int64_t axis;
	bool reverse;
};

struct sorting {
	uint32_t dim, nkeys;
};

struct choosing {
	int64_t k, axis;
};
