/* SPDX-License-Identifier: Apache-2.0 */
/*
 * Halo exchanges: shards whose boundaries move along a dimension get the elements they lack from
 * their neighbours by collective permutes. All of jaxlib 0.10.2.
 */
#pragma once

#include "reshard/resharder.h"

/* What a shard wants beyond its own elements, by the number of the shard along the dimension. */
typedef int64_t halo_size(int64_t shard, const void *context);

struct halo {
	halo_size *left, *right; /* elements before and after its own; negative: it wants fewer */
	const void *context;
	int64_t before; /* elements of padding before the first element of the value */
	int64_t size;   /* elements of the window that every shard gets */
};

/*
 * Exchanges halos along `dim` in as few permutes as have distinct targets, and returns the elements
 * along `dim` of the widest window (xla ExchangeHaloCompact). Positions at or past the extent of
 * the value are padding.
 */
int64_t halo_exchange_compact(struct resharder *resharder, struct shards value, uint32_t dim,
                              struct halo halo);

/*
 * Gives each shard its window along `dim`: whole halos from neighbour after neighbour, farthest on
 * the left first, or, where they reach far, the exchange above (xla ExchangeHaloAndGetValidData).
 * False, with no step made, when that reaches too far.
 */
MUST_USE bool halo_exchange(struct resharder *resharder, struct shards value, uint32_t dim,
                            struct halo halo);

/*
 * Lays the value out anew along `dim` as if `high` elements followed it (fewer, if negative) and
 * they were cut evenly into the same number of shards. Returns the local sizes of the result;
 * *left_over is what each device must still pad by itself. Gathers the dimension when the exchange
 * would reach too far (xla PartitionedHlo::ReshardAsWindowedInput for windows of one element).
 */
const int64_t *halo_relayout(struct resharder *resharder, struct shards value, uint32_t dim,
                             int64_t high, int64_t *left_over);
