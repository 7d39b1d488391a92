/* SPDX-License-Identifier: Apache-2.0 */
#include "partition/slice/windowed.h"

#include "base/checked.h"
#include "reshard/windows.h"

struct shards_window *trivial_windows(struct partitioner *p, uint32_t rank)
{
	struct shards_window *windows = arena_new(p->arena, struct shards_window, rank);
	for (uint32_t i = 0; i < rank; i++)
		windows[i] = (struct shards_window){1, 1, 0, 0, 1, 1};
	return windows;
}

/* The target with the dimensions that have windows made one tile. */
static const struct tiling *whole_where_windowed(struct partitioner *p,
                                                 const struct shards_window *windows,
                                                 const struct tiling *target)
{
	bool whole[TILING_MAX_RANK];
	for (uint32_t i = 0; i < target->rank; i++)
		whole[i] = !window_is_trivial(&windows[i]);
	return tiling_replicated_on(p->arena, target, whole);
}

/* Every device has all that its windows need: it takes them. */
static struct shards taken(struct partitioner *p, struct shards value,
                           const struct window_cut *cuts, const struct tiling *target)
{
	p->taken_whole = true;
	int64_t *local = arena_new(p->arena, int64_t, target->rank);
	for (uint32_t i = 0; i < target->rank; i++)
		local[i] = cuts[i].moves && cuts[i].shards > 1
		               ? cuts[i].size
		               : ceiling_divide(value.extents[i], target->tiles[i]);
	value = renewed(p, value);
	value.tiling = target;
	value.local = local;
	value.splat = false;
	return value;
}

static struct shards windowed_within(struct partitioner *p, struct shards value,
                                     const struct shards_window *windows,
                                     const struct tiling *target, bool may_reshard);

/* The exchange itself, of a value in the target's tiling. */
static struct shards exchanged(struct partitioner *p, struct shards value,
                               const struct window_cut *cuts, const struct shards_window *windows,
                               const struct tiling *target, const struct tiling *whole)
{
	struct shards result = value;
	struct resharder *resharder = begin_at(p, value);
	enum window_outcome outcome = windows_exchange(resharder, &result, cuts);
	if (outcome == WINDOWS_FAIL)
		return shards_none();
	if (outcome == WINDOWS_TOO_FAR)
		return tiling_equal(whole, target)
		           ? taken(p, value, cuts, target)
		           : windowed_within(p, reshard(p, value, whole), windows, target, false);
	result = renewed(p, result);
	result.made = resharder->latest;
	result.splat = false;
	result = settle(p, result, value);
	remember(p, value, windows, target, result);
	return result;
}

static struct shards windowed_within(struct partitioner *p, struct shards value,
                                     const struct shards_window *windows,
                                     const struct tiling *target, bool may_reshard)
{
	struct shards known = recall(p, value, windows, target);
	if (known.tiling || partition_ended(p))
		return known;
	const struct window_cut *cuts =
	    windows_cut(begin_at(p, value), target, value.local, value.extents, windows);
	if (!cuts && p->resharder.outcome == RESHARD_UNKNOWN)
		return settle(p, value, value);
	if (!cuts)
		return shards_none();
	const struct tiling *whole = whole_where_windowed(p, windows, target);
	bool same = tiling_equal(value.tiling, target);
	if (tiling_is_replicated(value.tiling) || (!same && tiling_equal(value.tiling, whole))) {
		struct shards result = taken(p, value, cuts, target);
		remember(p, value, windows, target, result);
		return result;
	}
	if (same)
		return exchanged(p, value, cuts, windows, target, whole);
	return may_reshard ? windowed_within(p, reshard(p, value, target), windows, target, false)
	                   : shards_none();
}

struct shards windowed(struct partitioner *p, struct shards value,
                       const struct shards_window *windows, const struct tiling *target)
{
	p->taken_whole = false;
	return windowed_within(p, value, windows, tiling_nameless(p->arena, target), true);
}

const struct tiling *tiling_reversed(struct arena *arena, const struct tiling *tiling,
                                     const bool *turned)
{
	int32_t *devices = arena_new(arena, int32_t, (size_t)tiling->count);
	for (int32_t at = 0; at < tiling->count; at++) {
		int32_t rest = at / tiling->replicas, from = 0, stride = tiling->replicas;
		for (uint32_t i = tiling->rank; i-- > 0;) {
			int32_t tiles = tiling->tiles[i], index = rest % tiles;
			rest /= tiles;
			from += (turned[i] ? tiles - 1 - index : index) * stride;
			stride *= tiles;
		}
		devices[at] = tiling->devices[from + at % tiling->replicas];
	}
	return tiling_make(arena, tiling->rank, tiling->tiles, tiling->replicas, devices);
}
