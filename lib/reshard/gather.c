/* SPDX-License-Identifier: Apache-2.0 */
#include "reshard/gather.h"

#include <assert.h>
#include <string.h>

#include "base/checked.h"
#include "reshard/halo.h"
#include "sharding/tiling_memo.h"

/* How a dimension is made whole. */
enum way {
	LEFT_ALONE,
	BY_BROADCAST,  /* one shard has it all: the others add zeros */
	BY_ALL_REDUCE, /* most shards are empty: each adds its part to zeros of the full size */
	BY_ALL_GATHER,
};

static enum way way_of(struct shards value, uint32_t dim)
{
	assert(dim < value.tiling->rank);
	if (value.tiling->tiles[dim] == 1)
		return LEFT_ALONE;
	if (value.extents[dim] == value.local[dim])
		return BY_BROADCAST;
	return value.extents[dim] <= value.tiling->tiles[dim] / 2 ? BY_ALL_REDUCE : BY_ALL_GATHER;
}

/* One all-reduce over all dimensions of which the first shard has everything. */
static void broadcast(struct resharder *resharder, struct shards value, const enum way *ways)
{
	int32_t kept[TILING_MAX_RANK + 1];
	const struct tiling *tiling = value.tiling;
	bool any = false;
	for (uint32_t i = 0; i < tiling->rank; i++) {
		kept[i] = ways[i] == BY_BROADCAST ? tiling->tiles[i] : 1;
		any = any || ways[i] == BY_BROADCAST;
	}
	kept[tiling->rank] = 1;
	if (!any)
		return;
	double elements = 1;
	for (uint32_t i = 0; i < tiling->rank; i++)
		elements *= (double)value.local[i];
	resharder->chosen += elements;
	struct reshard_step *step = resharder_collective(
	    resharder, RESHARD_ALL_REDUCE, device_groups_make(resharder->scratch, tiling, kept),
	    value.local, value.local, tiling->rank);
	/* One group of all devices is written without an order, as all of them. */
	if (step->group_count == 1)
		step->groups = tiling_replicated(resharder->scratch, 0, step->group_size)->devices;
}

static void all_gather(struct resharder *resharder, struct shards value, const enum way *ways)
{
	const struct tiling *tiling = value.tiling;
	const int64_t *operand = value.local;
	for (uint32_t i = tiling->rank; i-- > 0;) {
		if (ways[i] != BY_ALL_GATHER)
			continue;
		const int64_t *result = resharder_sizes_with(resharder, operand, tiling->rank, i,
		                                             operand[i] * tiling->tiles[i]);
		resharder_collective(resharder, RESHARD_ALL_GATHER,
		                     device_groups_listed_along(resharder->scratch, tiling, i),
		                     operand, result, tiling->rank)
		    ->dim = (int32_t)i;
		operand = result;
	}
}

/*
 * Makes every device of the current groups hold the dimensions that `whole` names: an all-gather
 * for each, last first; an all-reduce where a dimension is so short that most shards are empty (xla
 * PartitionedHlo::ReplicatePartial). The result's tiling is that of the argument: the caller knows
 * the new one.
 */
static struct shards gather_dims(struct resharder *resharder, struct shards value,
                                 const bool *whole)
{
	enum way ways[TILING_MAX_RANK];
	uint32_t rank = value.tiling->rank;
	int64_t *full = resharder_sizes_with(resharder, value.local, rank, 0, value.local[0]);
	for (uint32_t i = 0; i < rank; i++) {
		ways[i] = whole[i] ? way_of(value, i) : LEFT_ALONE;
		if (ways[i] != LEFT_ALONE)
			full[i] = value.extents[i];
	}
	broadcast(resharder, value, ways);
	all_gather(resharder, value, ways);
	for (uint32_t i = rank; i-- > 0;)
		if (ways[i] == BY_ALL_REDUCE)
			resharder_collective(
			    resharder, RESHARD_ALL_REDUCE,
			    device_groups_listed_along(resharder->scratch, value.tiling, i), full,
			    full, rank);
	value.local = full;
	return value;
}

struct shards gather_all(struct resharder *resharder, struct shards value)
{
	bool whole[TILING_MAX_RANK];
	for (uint32_t i = 0; i < value.tiling->rank; i++)
		whole[i] = true;
	value = gather_dims(resharder, value, whole);
	value.tiling = tiling_replicated_on(resharder->scratch, value.tiling, whole);
	value.memory = NULL;
	value.constant_dims = 0;
	resharder_holds(resharder, value);
	return value;
}

/* Whether tiles are in other places only along dimensions in which the value does not change. */
static bool is_same_data(struct arena *scratch, struct shards value, const struct tiling *target)
{
	bool whole[TILING_MAX_RANK] = {false};
	if (!value.constant_dims)
		return false;
	for (uint32_t i = 0; i < target->rank && i < 64; i++)
		whole[i] = value.constant_dims >> i & 1;
	return tiling_equal(tiling_replicated_on(scratch, value.tiling, whole),
	                    tiling_replicated_on(scratch, target, whole));
}

struct shards permute_shards(struct resharder *resharder, struct shards value,
                             const struct tiling *target)
{
	assert(target->count == value.tiling->count);
	if (is_same_data(resharder->scratch, value, target)) {
		value.tiling = target;
		return value;
	}
	uint32_t count = (uint32_t)target->count;
	struct reshard_pair *pairs = arena_new(resharder->scratch, struct reshard_pair, count);
	for (uint32_t i = 0; i < count; i++) {
		pairs[i].source = value.tiling->devices[i];
		pairs[i].target = target->devices[i];
	}
	resharder_permute(resharder, pairs, count, value.local, target->rank);
	value = shards_of(target, value.local, value.extents);
	resharder_holds(resharder, value);
	return value;
}

/* Shard boundaries of the finer and the coarser tiling of a dimension of uneven size. */
struct boundaries {
	int64_t shift;  /* elements by which boundary number 1 moves to the right */
	int64_t factor; /* shards that move together */
};

static int64_t merged_left(int64_t shard, const void *context)
{
	const struct boundaries *b = context;
	return b->shift * (shard / b->factor);
}

static int64_t merged_right(int64_t shard, const void *context)
{
	return -merged_left(shard, context);
}

static int64_t spread_left(int64_t shard, const void *context)
{
	return -((const struct boundaries *)context)->shift * shard;
}

static int64_t spread_right(int64_t shard, const void *context)
{
	return ((const struct boundaries *)context)->shift * (shard + 1);
}

/* Exchanges what the boundaries of a dimension pass when they move to the right; to the left none
 * does. */
static struct shards move_boundaries(struct resharder *resharder, struct shards value, uint32_t dim,
                                     halo_size *left, halo_size *right,
                                     struct boundaries boundaries)
{
	if (boundaries.shift <= 0)
		return value;
	struct halo halo = {.left = left, .right = right, .context = &boundaries};
	int64_t size = halo_exchange_compact(resharder, value, dim, halo);
	value.local = resharder_sizes_with(resharder, value.local, value.tiling->rank, dim, size);
	return value;
}

/* True when a device's shard has the sizes of the padded whole, which XLA takes for no padding. */
static bool is_padded_whole(struct shards value, const struct tiling *target)
{
	for (uint32_t i = 0; i < target->rank; i++)
		if (ceiling_divide(value.extents[i], target->tiles[i]) * target->tiles[i] !=
		    value.local[i])
			return false;
	return true;
}

/*
 * Before `factor` shards become one of the target's: when together they are longer than it, their
 * elements move left first, shard by shard (xla TileToPartialReplicateHaloExchange).
 */
static struct shards move_before_gather(struct resharder *resharder, struct shards value,
                                        const struct tiling *target)
{
	if (is_padded_whole(value, target))
		return value;
	for (uint32_t i = 0; i < target->rank; i++) {
		int64_t factor = value.tiling->tiles[i] / target->tiles[i];
		if (factor == 1 || target->tiles[i] == 1)
			continue;
		struct boundaries boundaries = {
		    factor * ceiling_divide(value.extents[i], value.tiling->tiles[i]) -
			ceiling_divide(value.extents[i], target->tiles[i]),
		    factor,
		};
		value = move_boundaries(resharder, value, i, merged_left, merged_right, boundaries);
	}
	return value;
}

/* The places in a group that keeps so many tiles of each dimension, in their order. */
static const struct tiling *inner_tiling(struct arena *arena, const struct tiling *tiling,
                                         const int32_t *kept)
{
	struct tiling_key key;
	key.count = 0;
	for (uint32_t i = 0; i < tiling->rank; i++)
		tiling_key_add(&key, (uint64_t)kept[i]);
	const struct tiling *before = tiling_recalled(tiling, TILING_INSIDE, &key);
	if (before)
		return before;
	return tiling_noted(tiling, TILING_INSIDE, &key,
	                    tiling_iota(arena, tiling->rank, kept, tiling->replicas));
}

struct shards gather_to_partial(struct resharder *resharder, struct shards value,
                                const struct tiling *target)
{
	assert(target->rank == value.tiling->rank);
	const struct tiling *nested = tiling_refined(resharder->scratch, target, value.tiling);
	if (!nested || !resharder_can_name(resharder, nested))
		return shards_none();
	if (!tiling_equal(nested, value.tiling))
		value = permute_shards(resharder, value, nested);
	bool whole[TILING_MAX_RANK];
	int32_t kept[TILING_MAX_RANK + 1];
	for (uint32_t i = 0; i < target->rank; i++) {
		int32_t factor = nested->tiles[i] / target->tiles[i];
		whole[i] = factor > 1;
		kept[i] = whole[i] ? factor : nested->tiles[i];
	}
	kept[target->rank] = nested->replicas;
	struct shards result = move_before_gather(resharder, value, target);
	struct device_groups groups = *device_groups_make(resharder->scratch, nested, kept);
	groups.outer = resharder->groups;
	resharder->groups = &groups;
	result.tiling = inner_tiling(resharder->scratch, nested, kept);
	result.extents = resharder_shard(resharder, target, value.extents);
	result = gather_dims(resharder, result, whole);
	resharder->groups = groups.outer;
	result = shards_of(target, result.local, value.extents);
	resharder_holds(resharder, result);
	return result;
}

/*
 * Before a shard is cut into the target's tiles: when those reach farther, with their padding, its
 * boundaries move right first (xla PadFromPartialReplicateShape).
 */
static void move_before_slice(struct resharder *resharder, struct shards value,
                              const struct tiling *target)
{
	if (is_padded_whole(value, target))
		return;
	for (uint32_t i = 0; i < target->rank; i++) {
		int64_t tiles = value.tiling->tiles[i];
		if (tiles == 1 || target->tiles[i] <= tiles)
			continue;
		int64_t padded =
		    ceiling_divide(value.extents[i], target->tiles[i]) * target->tiles[i];
		struct boundaries boundaries = {
		    padded / tiles - ceiling_divide(value.extents[i], tiles),
		    1,
		};
		value = move_boundaries(resharder, value, i, spread_left, spread_right, boundaries);
	}
}

struct shards slice_from_partial(struct resharder *resharder, struct shards value,
                                 const struct tiling *target)
{
	assert(target->rank == value.tiling->rank);
	const struct tiling *refined = tiling_refined(resharder->scratch, value.tiling, target);
	if (!refined || !resharder_can_name(resharder, refined))
		return shards_none();
	move_before_slice(resharder, value, refined);
	const int64_t *local = resharder_shard(resharder, refined, value.extents);
	resharder_slice(resharder, value, refined, local);
	struct shards result = shards_of(refined, local, value.extents);
	result.constant_dims = value.constant_dims;
	resharder_holds(resharder, result);
	return tiling_equal(refined, target) ? result : permute_shards(resharder, result, target);
}

struct shards slice_from_replicated(struct resharder *resharder, struct shards value,
                                    const struct tiling *target)
{
	assert(tiling_is_replicated(value.tiling));
	struct shards result =
	    shards_of(target, resharder_shard(resharder, target, value.local), value.extents);
	result.constant_dims = value.constant_dims;
	resharder_slice(resharder, value, target, result.local);
	resharder_holds(resharder, result);
	return result;
}
