/* SPDX-License-Identifier: Apache-2.0 */
/*
 * Windows that slide over a sharded value: every device of the target gets the elements that its
 * own windows cover, by halo exchanges along one dimension after the other. Slices, pads, sliding
 * reductions, convolutions and reshards of uneven sizes are such windows. Follows
 * PartitionedHlo::ReshardAsWindowedInput of jaxlib 0.10.2.
 */
#pragma once

#include "reshard/resharder.h"

/* How one dimension of the value is cut into the windows of its shards. */
struct window_cut {
	bool moves;              /* false: one tile, or every shard keeps what it has */
	int64_t shards;          /* that take part in the exchange */
	int64_t skip_from, skip; /* so many shards are left out in the middle, from this one on */
	int64_t had;             /* elements per shard before */
	int64_t extent;          /* elements of the value that takes part */
	int64_t before;          /* whole elements of padding before the first one */
	int64_t step;            /* places by which windows of one shard are after those before */
	int64_t start, limit;    /* first place of shard 0's windows and the one after its last */
	int64_t dilation;        /* places per element */
	int64_t size;            /* elements that the windows of a shard cover at most */
};

enum window_outcome {
	WINDOWS_FAIL,    /* no exchange gives these windows */
	WINDOWS_TOO_FAR, /* the dimensions with windows must be gathered first */
	WINDOWS_DONE,
};

/* A window of one element at every place, which leaves a dimension as it is. */
bool window_is_trivial(const struct shards_window *window);

/*
 * Cuts a value with shards of `local` elements and `extents` as a whole along each dimension for
 * the tiles of `target`; tiling->rank cuts in scratch. NULL when there are no such shards: windows
 * longer than the padded value, or ones that would start between elements.
 */
const struct window_cut *windows_cut(struct resharder *resharder, const struct tiling *target,
                                     const int64_t *local, const int64_t *extents,
                                     const struct shards_window *windows);

/*
 * Exchanges what the windows need; `value` is in the tiling for which the cuts were made, and gets
 * the local sizes of the result. Unless it is WINDOWS_DONE, nothing comes to depend on a step.
 */
enum window_outcome windows_exchange(struct resharder *resharder, struct shards *value,
                                     const struct window_cut *cuts);
