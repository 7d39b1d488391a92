/* SPDX-License-Identifier: Apache-2.0 */
/*
 * Instructions that XLA rewrites before it partitions, because halos would be exchanged twice. All
 * of jaxlib 0.10.2 (xla::spmd::SpmdPartitioner::PreprocessHlos).
 */
#pragma once

#include "partition/partitioner.h"

/* A slice of a padded value, made as one pad of that value. */
struct pad_of_slice {
	const struct instruction *pad; /* whose operands are padded */
	struct pad_numbers numbers;    /* may be negative; in the arena */
};

/* Whether XLA makes a slice so: both sharded alike, and some dimension sharded, padded and sliced.
 */
bool find_pad_of_slice(struct partitioner *p, const struct instruction *slice,
                       struct pad_of_slice *merged);

/*
 * The elements by which a concatenation of two pieces of one value turns it to the right, along the
 * dimension concatenated, which is sharded; -1: it does not (xla FindRotateRightPattern). *piece is
 * the slice that makes the first: its operand is turned.
 */
int64_t find_rotation(struct partitioner *p, const struct instruction *concatenate,
                      const struct instruction **piece);

/* A value with pieces of itself before and after. */
struct wrap {
	const struct instruction *piece; /* the slice that makes the first: of the value */
	int64_t low, high;               /* elements before and after the value */
	int64_t low_start, high_start;   /* where in the value these begin */
	bool resharded;                  /* an operation on a piece has a tiling of its own */
};

/* Whether a concatenation along a sharded dimension wraps a value so (xla FindPadWithWrapPattern).
 */
bool find_wrap(struct partitioner *p, const struct instruction *concatenate, struct wrap *wrap);
