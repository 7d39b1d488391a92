/* SPDX-License-Identifier: Apache-2.0 */
#include "reshard/all_to_all.h"

#include <assert.h>
#include <string.h>

#include "base/checked.h"
#include "reshard/gather.h"
#include "reshard/halo.h"
#include "sharding/named_tiling.h"

/* Dimensions by the number of tiles they have on one side, fewest tiles first. */
struct by_size {
	struct {
		int32_t size;
		uint32_t dim;
	} items[TILING_MAX_RANK];
	uint32_t count;
};

static void by_size_add(struct by_size *list, int32_t size, uint32_t dim)
{
	assert(list->count < TILING_MAX_RANK);
	uint32_t at = list->count++;
	for (; at > 0 && list->items[at - 1].size > size; at--)
		list->items[at] = list->items[at - 1];
	list->items[at].size = size;
	list->items[at].dim = dim;
}

static void by_size_remove(struct by_size *list, int32_t size, uint32_t dim)
{
	uint32_t kept = 0;
	for (uint32_t i = 0; i < list->count; i++)
		if (list->items[i].size != size || list->items[i].dim != dim)
			list->items[kept++] = list->items[i];
	list->count = kept;
}

/*
 * A dimension that has `size` tiles at the source and should rather have `wanted` at the target:
 * one such, or, for wanted == 1, one that should have several; the last with `size` when there is
 * none.
 */
static bool find_partner(const struct by_size *sources, const struct tiling *to, int32_t size,
                         int32_t wanted, uint32_t *partner)
{
	bool found = false;
	for (uint32_t i = 0; i < sources->count; i++) {
		if (sources->items[i].size != size)
			continue;
		found = true;
		*partner = sources->items[i].dim;
		int32_t target_size = to->tiles[*partner];
		if (wanted == 1 ? target_size != 1 : target_size == wanted)
			break;
	}
	return found;
}

static bool same_sizes(const struct by_size *a, const struct by_size *b)
{
	for (uint32_t i = 0; i < a->count; i++)
		if (a->items[i].size != b->items[i].size)
			return false;
	return true;
}

bool all_to_all_moves(const struct tiling *from, const struct tiling *to, struct dim_moves *moves)
{
	struct by_size sources = {.count = 0}, targets = {.count = 0};
	moves->count = 0;
	if (from->replicas != to->replicas || tiling_is_replicated(from) || from->rank != to->rank)
		return false;
	for (uint32_t i = 0; i < from->rank; i++) {
		if (from->tiles[i] == to->tiles[i])
			continue;
		by_size_add(&sources, from->tiles[i], i);
		by_size_add(&targets, to->tiles[i], i);
	}
	if (!sources.count || !same_sizes(&sources, &targets))
		return false;
	while (sources.count) {
		int32_t size = sources.items[0].size;
		uint32_t last = 0, partner;
		while (last + 1 < sources.count && sources.items[last + 1].size == size)
			last++;
		uint32_t dim = sources.items[last].dim;
		int32_t target_size = to->tiles[dim];
		if (target_size == size) {
			by_size_remove(&sources, size, dim);
			by_size_remove(&targets, size, dim);
			continue;
		}
		if (target_size % size != 0 ||
		    !find_partner(&sources, to, target_size, size, &partner))
			return false;
		moves->moves[moves->count++] = (struct dim_move){partner, dim};
		by_size_remove(&targets, target_size, dim);
		sources.items[last].dim = partner;
		by_size_remove(&sources, target_size, partner);
	}
	return true;
}

/*
 * The tiling after the minor part of dimension `source` has become the minor part of `target`, the
 * two exchanging their tile counts. NULL where XLA's own check that they divide fails.
 */
static const struct tiling *move_tiles(struct arena *arena, const struct tiling *tiling,
                                       struct dim_move move)
{
	assert(move.source < tiling->rank && move.target < tiling->rank);
	struct tiling_view view;
	uint32_t order[TILING_MAX_RANK + 3], source_minor = 0, target_minor = 0;
	int32_t tiles[TILING_MAX_RANK], kept = tiling->tiles[move.target];
	view.count = 0;
	if (tiling->tiles[move.source] % kept != 0)
		return NULL;
	for (uint32_t i = 0; i < tiling->rank; i++) {
		tiles[i] = tiling->tiles[i];
		tiling_view_add(&view, i == move.source ? kept : tiles[i]);
		if (i != move.source && i != move.target)
			continue;
		*(i == move.source ? &source_minor : &target_minor) = view.count;
		tiling_view_add(&view, i == move.source ? tiles[i] / kept : 1);
	}
	tiling_view_add(&view, tiling->replicas);
	for (uint32_t i = 0; i < view.count; i++)
		order[i] = i;
	order[source_minor] = target_minor;
	order[target_minor] = source_minor;
	tiles[move.target] = tiling->tiles[move.source];
	tiles[move.source] = kept;
	const struct tiling *result =
	    tiling_make(arena, tiling->rank, tiles, tiling->replicas,
	                tiling_transposed(arena, tiling->devices, &view, order));
	if (!tiling->named)
		return result;
	return tiling_with_cut_names(
	    arena, result,
	    named_tiling_moved(arena, tiling->named, move.source, move.target, kept));
}

/* The devices among which the minor `parts` of each dimension are spread. */
static const struct device_groups *minor_groups(struct arena *arena, const struct tiling *tiling,
                                                const int32_t *parts)
{
	int32_t kept[TILING_MAX_RANK + 1];
	memcpy(kept, parts, tiling->rank * sizeof(*parts));
	kept[tiling->rank] = 1;
	return device_groups_listed(arena, tiling, kept);
}

static struct shards stop_on_check(struct resharder *resharder, struct shards value)
{
	resharder_stop(resharder, RESHARD_ABORTS,
	               "the partitioner moves tiles to a dimension whose tile count does not "
	               "divide them, and its check fails");
	return value;
}

/* The operand and result of an all-to-all have the split dimension in front of the target. */
static void emit_move(struct resharder *resharder, const struct tiling *moved, struct dim_move move,
                      const int64_t *local)
{
	int32_t parts[TILING_MAX_RANK];
	uint32_t rank = moved->rank;
	int64_t *split = arena_new(resharder->scratch, int64_t, rank + 1);
	for (uint32_t i = 0; i < rank; i++) {
		parts[i] = 1;
		split[i + (i >= move.target)] = local[i];
	}
	int64_t size = moved->tiles[move.target] / moved->tiles[move.source];
	parts[move.target] = (int32_t)size;
	split[move.target] = size;
	split[move.target + 1] = local[move.target] / size;
	resharder_collective(resharder, RESHARD_ALL_TO_ALL,
	                     minor_groups(resharder->scratch, moved, parts), split, split, rank + 1)
	    ->dim = (int32_t)move.target;
}

/* Elements along a dimension, rounded up to whole shards. */
static int64_t rounded_up(int64_t extent, int64_t tiles)
{
	return ceiling_divide(extent, tiles) * tiles;
}

/* The local sizes after the split dimension has been padded to whole parts. */
static const int64_t *pad_target(struct resharder *resharder, struct shards value, uint32_t dim,
                                 int64_t tiles)
{
	int64_t left_over, high = rounded_up(value.extents[dim], tiles) -
	                          value.local[dim] * value.tiling->tiles[dim];
	const int64_t *local = halo_relayout(resharder, value, dim, high, &left_over);
	return left_over ? resharder_sizes_with(resharder, local, value.tiling->rank, dim,
	                                        local[dim] + left_over)
	                 : local;
}

/* The local sizes once the joined dimension, padded in its old tiles, is cut into the new ones. */
static const int64_t *trim_source(struct resharder *resharder, struct shards moved, uint32_t dim,
                                  int64_t padded, const int64_t *extents)
{
	int64_t left_over, high = rounded_up(extents[dim], moved.tiling->tiles[dim]) - padded;
	moved.extents = resharder_sizes_with(resharder, extents, moved.tiling->rank, dim, padded);
	const int64_t *local = halo_relayout(resharder, moved, dim, high, &left_over);
	return left_over ? resharder_shard(resharder, moved.tiling, extents) : local;
}

/* One all-to-all (xla ReshardWithAllToAll for one pair of dimensions). */
static struct shards move_one(struct resharder *resharder, struct shards value,
                              struct dim_move move)
{
	uint32_t source = move.source, target = move.target;
	const struct tiling *moved = move_tiles(resharder->scratch, value.tiling, move);
	if (!moved)
		return stop_on_check(resharder, value);
	if (!resharder_can_name(resharder, moved))
		return value;
	const int64_t *padded = pad_target(resharder, value, target, moved->tiles[target]);
	int64_t size = moved->tiles[target] / moved->tiles[source];
	emit_move(resharder, moved, move, padded);
	int64_t *local =
	    resharder_sizes_with(resharder, padded, moved->rank, target, padded[target] / size);
	local[source] *= size;
	struct shards result = shards_of(moved, local, value.extents);
	result.local =
	    trim_source(resharder, result, source,
	                value.local[source] * value.tiling->tiles[source], value.extents);
	resharder_holds(resharder, result);
	return result;
}

/* The moves one after the other, then a permute where devices are in another order. */
static struct shards move_in_turn(struct resharder *resharder, struct shards value,
                                  const struct tiling *target, const struct dim_moves *moves)
{
	for (uint32_t i = 0; i < moves->count; i++) {
		if (tiling_equal(value.tiling, target))
			return value;
		value = move_one(resharder, value, moves->moves[i]);
		if (resharder->outcome != RESHARD_PREDICTED)
			return value;
	}
	if (tiling_equal(value.tiling, target))
		return value;
	if (!tiling_same_tiles(value.tiling, target))
		return stop_on_check(resharder, value);
	return permute_shards(resharder, value, target);
}

/* Sorts the moves by target, stably, and deals them out: those that can be made at once, the rest.
 */
static void deal_out(struct shards value, const struct tiling *target,
                     const struct dim_moves *moves, struct dim_moves *together,
                     struct dim_moves *apart)
{
	struct dim_moves sorted = {.count = 0};
	for (uint32_t i = 0; i < moves->count; i++) {
		uint32_t at = sorted.count++;
		for (; at > 0 && sorted.moves[at - 1].target > moves->moves[i].target; at--)
			sorted.moves[at] = sorted.moves[at - 1];
		sorted.moves[at] = moves->moves[i];
	}
	bool seen[TILING_MAX_RANK] = {false};
	together->count = apart->count = 0;
	for (uint32_t i = 0; i < sorted.count; i++) {
		struct dim_move m = sorted.moves[i];
		bool even = value.extents[m.source] % value.tiling->tiles[m.source] == 0 &&
		            value.extents[m.target] % target->tiles[m.target] == 0;
		bool fits = even && !seen[m.source] && !seen[m.target];
		struct dim_moves *list = fits ? together : apart;
		list->moves[list->count++] = m;
		if (fits)
			seen[m.source] = seen[m.target] = true;
	}
}

/*
 * Several moves in one all-to-all, which splits a new dimension 0 made of the parts that leave each
 * target (xla TryMultipleSourceTargetDims).
 */
static struct shards move_together(struct resharder *resharder, struct shards value,
                                   const struct dim_moves *moves)
{
	struct arena *scratch = resharder->scratch;
	const struct tiling *tiling = value.tiling;
	uint32_t rank = tiling->rank;
	int32_t parts[TILING_MAX_RANK];
	int64_t *local = resharder_sizes_with(resharder, value.local, rank, 0, value.local[0]);
	int64_t *split = arena_new(scratch, int64_t, rank + 1);
	split[0] = 1;
	for (uint32_t i = 0; i < rank; i++)
		parts[i] = 1;
	for (uint32_t i = 0; i < moves->count; i++) {
		struct dim_move move = moves->moves[i];
		int32_t size = tiling->tiles[move.source] / tiling->tiles[move.target];
		if (size == 0) {
			resharder_stop(
			    resharder, RESHARD_ABORTS,
			    "the partitioner makes several moves in one all-to-all, gets "
			    "a group of size 0 and divides by it (SIGFPE)");
			return value;
		}
		parts[move.target] = size;
		split[0] *= size;
		local[move.target] /= size;
	}
	memcpy(split + 1, local, rank * sizeof(*local));
	const struct tiling *moved = tiling;
	for (uint32_t i = 0; i < moves->count; i++) {
		moved = move_tiles(scratch, moved, moves->moves[i]);
		if (!moved)
			return stop_on_check(resharder, value);
		if (!resharder_can_name(resharder, moved))
			return value;
	}
	resharder_collective(resharder, RESHARD_ALL_TO_ALL, minor_groups(scratch, moved, parts),
	                     split, split, rank + 1)
	    ->dim = 0;
	for (uint32_t i = 0; i < moves->count; i++)
		local[moves->moves[i].source] *= parts[moves->moves[i].target];
	struct shards result = shards_of(moved, local, value.extents);
	resharder_holds(resharder, result);
	return result;
}

struct shards all_to_all(struct resharder *resharder, struct shards value,
                         const struct tiling *target, const struct dim_moves *moves)
{
	assert(moves->count > 0);
	struct dim_moves together, apart;
	deal_out(value, target, moves, &together, &apart);
	if (together.count < 2)
		return move_in_turn(resharder, value, target, moves);
	value = move_together(resharder, value, &together);
	if (resharder->outcome != RESHARD_PREDICTED)
		return value;
	return move_in_turn(resharder, value, target, &apart);
}
