/* SPDX-License-Identifier: Apache-2.0 */
/*
 * Convolutions: contractions with dimensions along which windows slide, and perhaps with groups of
 * features or of a batch. Follows xla's convolution_handler and what dot_handler does of
 * convolutions, of jaxlib 0.10.2.
 */
#pragma once

#include "partition/contraction.h"

/* What is known of a convolution besides its dimensions: the context of its contraction. */
struct convolution {
	const struct instruction *instruction;
	const struct convolution_numbers *numbers;
	struct contraction_dims dims; /* as of a dot, whatever is made of groups */
	int32_t *windowed;            /* per dimension of the result: the window along it, or -1 */
};

/* Whether it has groups of features, or of a batch. */
static inline bool is_grouped(const struct convolution *convolution)
{
	return convolution->numbers->feature_groups > 1 || convolution->numbers->batch_groups > 1;
}

/* A tiling whose dimension i is dimension from[i] of another of the same rank. */
const struct tiling *tiling_ordered(struct arena *arena, const struct tiling *tiling,
                                    const int32_t *from);

/*
 * Convolves what each device has, with the elements that its windows need, to a result with the
 * tiling x->out. Where parts of sums are added up before they are cut, they are larger than
 * x->out_extents says.
 */
struct shards convolve_locally(struct contraction *c, struct shards lhs, struct shards rhs,
                               const struct contracted *x);

/*
 * Each device has a part of the kernel or of the result along dimensions in which windows slide:
 * the left operand is exchanged at the borders. None where it does not apply.
 */
struct shards convolve_with_halos(struct contraction *c, struct contracted x);

/* The groups take all devices: each convolves its own. None where they do not. */
struct shards convolve_depthwise(struct contraction *c, struct contracted x);

/* The groups are a batch of the contraction; in a relaxed pass the rest may be replicated. */
struct shards convolve_in_groups(struct contraction *c, struct contracted x);
