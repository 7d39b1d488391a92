/* SPDX-License-Identifier: Apache-2.0 */
#include "reshard/reshard_rules.h"

#include <assert.h>
#include <string.h>

#include "base/checked.h"
#include "reshard/all_to_all.h"
#include "reshard/gather.h"
#include "sharding/named_tiling.h"

/* Rules that call rules come back within a few levels; more is a reshard nobody has seen. */
enum { MAX_DEPTH = 64 };

static bool reached(struct shards value, const struct tiling *target)
{
	return value.tiling && tiling_equal(value.tiling, target);
}

/*
 * One side partly replicated, the other not, the same ids, tile counts moved by one dimension:
 * shard or gather the last dimension first, then all-to-all (xla
 * ReshardPartialReplicateWithAllToAll). Gives the tiling in between.
 */
static const struct tiling *shifted_by_one(struct arena *arena, const struct tiling *partial,
                                           const struct tiling *tiled)
{
	uint32_t rank = tiled->rank, last = rank;
	if (!tiling_is_partly_replicated(partial) || tiled->replicas != 1 ||
	    tiling_is_replicated(tiled) || partial->tiles[0] != 1)
		return NULL;
	for (uint32_t i = rank; i-- > 0;) {
		if (tiled->tiles[i] > 1 && last == rank) {
			if (tiled->tiles[i] != partial->replicas)
				return NULL;
			last = i;
		}
		int32_t next = i + 1 < rank ? partial->tiles[i + 1] : partial->replicas;
		if (tiled->tiles[i] != next)
			return NULL;
	}
	if (memcmp(partial->devices, tiled->devices,
	           (size_t)tiled->count * sizeof(*tiled->devices)) != 0)
		return NULL;
	assert(last < rank);
	bool whole[TILING_MAX_RANK] = {false};
	whole[last] = true;
	return tiling_replicated_on(arena, tiled, whole);
}

/* The result as what the latest step has made of the value. */
static struct shards made_latest(const struct resharder *resharder, struct shards result,
                                 struct shards value)
{
	result.made = resharder->latest;
	result.element_bytes = value.element_bytes;
	result.place = value.place;
	result.source = resharder->source;
	result.leaf = value.leaf;
	return result;
}

static struct shards through_shifted(struct resharder *resharder, struct shards value,
                                     const struct tiling *target)
{
	struct dim_moves moves;
	bool from_partial = tiling_is_partly_replicated(value.tiling);
	const struct tiling *between =
	    shifted_by_one(resharder->scratch, from_partial ? value.tiling : target,
	                   from_partial ? target : value.tiling);
	if (!between)
		return shards_none();
	if (from_partial) {
		if (!all_to_all_moves(value.tiling, between, &moves))
			return shards_none();
		struct shards moved = all_to_all(resharder, value, between, &moves);
		moved = made_latest(resharder, moved, value);
		if (value.memory) /* the result can become what is in between again */
			moved.memory = arena_new(resharder->scratch, struct shards_memory, 1);
		return reshard_value(resharder, moved, target, true);
	}
	if (!all_to_all_moves(between, target, &moves))
		return shards_none();
	value = reshard_value(resharder, value, between, true);
	return all_to_all(resharder, value, target, &moves);
}

/*
 * A dimension that has several tiles on both sides, one count dividing the other, to be seen as two
 * dimensions; preferably one whose surplus another dimension takes up (xla
 * PatternMatchMergeOrSplitSharding).
 */
static bool find_split(struct shards value, const struct tiling *target, uint32_t *split)
{
	const int32_t *from = value.tiling->tiles, *to = target->tiles;
	uint32_t rank = target->rank, several[TILING_MAX_RANK], count = 0;
	for (uint32_t i = 0; i < rank; i++) {
		int32_t low = from[i] < to[i] ? from[i] : to[i];
		int32_t high = from[i] < to[i] ? to[i] : from[i];
		if (low > 1 && low != high && high % low == 0 &&
		    ceiling_divide(value.extents[i], low) * low % high == 0)
			several[count++] = i;
	}
	for (uint32_t k = 0; k < count; k++) {
		uint32_t i = *split = several[k];
		for (uint32_t j = 0; j < rank; j++)
			if (from[j] != to[j] && (from[j] == 1 || to[j] == 1) &&
			    (int64_t)from[i] * from[j] == (int64_t)to[i] * to[j])
				return true;
	}
	for (uint32_t k = 0; k < count; k++) {
		*split = several[k];
		if (from[*split] > to[*split])
			return true;
	}
	return false;
}

/* A set of dimensions once `dim` is seen as two. */
static uint64_t dims_split(uint64_t dims, uint32_t dim)
{
	assert(dim < TILING_MAX_RANK);
	if (dim >= 63)
		return dims;
	uint64_t upto = ((uint64_t)2 << dim) - 1, both = dims >> dim & 1;
	return (dims & upto) | both << (dim + 1) | (dims & ~upto) << 1;
}

/* The inverse: in the set if both were. */
static uint64_t dims_merged(uint64_t dims, uint32_t dim)
{
	assert(dim < TILING_MAX_RANK);
	if (dim >= 63)
		return dims;
	uint64_t below = ((uint64_t)1 << dim) - 1, both = dims >> dim & dims >> (dim + 1) & 1;
	return (dims & below) | both << dim | (dims >> 1 & ~(below << 1 | 1));
}

/* The value with dimension `dim` seen as (tiles, elements within what is left of the tiling). */
static struct shards split_value(struct resharder *resharder, struct shards value, uint32_t dim,
                                 int32_t major)
{
	assert(dim < value.tiling->rank && major > 0);
	uint32_t rank = value.tiling->rank;
	int64_t *local = arena_new(resharder->scratch, int64_t, rank + 1);
	int64_t *extents = arena_new(resharder->scratch, int64_t, rank + 1);
	const struct tiling *tiling = tiling_split(resharder->scratch, value.tiling, dim, major);
	for (uint32_t i = 0; i < rank; i++) {
		local[i + (i > dim)] = value.local[i];
		extents[i + (i > dim)] = value.extents[i];
	}
	int64_t minor = value.local[dim] * tiling->tiles[dim + 1];
	local[dim] = 1;
	local[dim + 1] = value.local[dim];
	extents[dim] = value.extents[dim] / minor;
	extents[dim + 1] = minor;
	struct shards split = shards_of(tiling, local, extents);
	split.constant_dims = dims_split(value.constant_dims, dim);
	return split;
}

/* The inverse; the extents are those the value had before, whatever the split made of them. */
static struct shards merge_value(struct resharder *resharder, struct shards value, uint32_t dim)
{
	assert(dim + 1 < value.tiling->rank);
	uint32_t rank = value.tiling->rank - 1;
	int64_t *local = arena_new(resharder->scratch, int64_t, rank);
	int64_t *extents = arena_new(resharder->scratch, int64_t, rank);
	for (uint32_t i = 0; i < rank; i++) {
		local[i] = value.local[i + (i > dim)];
		extents[i] = value.extents[i + (i > dim)];
	}
	local[dim] *= value.local[dim + 1];
	extents[dim] *= value.extents[dim + 1];
	const struct tiling *tiling = tiling_merged(resharder->scratch, value.tiling, dim);
	struct shards merged = shards_of(tiling, local, extents);
	merged.constant_dims = dims_merged(value.constant_dims, dim);
	return merged;
}

static struct shards through_split(struct resharder *resharder, struct shards value,
                                   const struct tiling *target, uint32_t dim)
{
	int32_t from = value.tiling->tiles[dim], to = target->tiles[dim];
	int32_t major = from < to ? from : to;
	if (value.tiling->rank >= TILING_MAX_RANK) {
		resharder_stop(resharder, RESHARD_UNKNOWN, "dimensions are split too often");
		return shards_none();
	}
	const struct tiling *split_target = tiling_split(resharder->scratch, target, dim, major);
	struct shards split = split_value(resharder, value, dim, major);
	if (!resharder_can_name(resharder, split.tiling) ||
	    !resharder_can_name(resharder, split_target))
		return shards_none();
	split = reshard_value(resharder, split, split_target, false);
	if (!reached(split, split_target))
		return shards_none();
	struct shards result = merge_value(resharder, split, dim);
	result = reshard_value(resharder, result, target, false);
	if (!reached(result, target))
		return shards_none();
	result.extents = value.extents;
	return result;
}

/*
 * Makes one dimension whole whose devices, with the replicas there are, are as many as the target's
 * replicas (xla PatternMatchPartiallyReplicateDim); NULL when there is none.
 */
static const struct tiling *replicate_one(struct arena *arena, const struct tiling *from,
                                          const struct tiling *to)
{
	bool whole[TILING_MAX_RANK] = {false};
	if (!tiling_is_partly_replicated(to))
		return NULL;
	for (uint32_t i = 0; i < from->rank; i++) {
		if (from->tiles[i] == 1 || (int64_t)from->tiles[i] * from->replicas != to->replicas)
			continue;
		whole[i] = true;
		return tiling_replicated_on(arena, from, whole);
	}
	return NULL;
}

/* Gives all the replicas to the first dimension that can use them; NULL when there is none. */
static const struct tiling *shard_over_replicas(struct arena *arena, const struct tiling *from,
                                                const struct tiling *to)
{
	uint32_t dim = 0;
	if (!tiling_is_partly_replicated(from) || tiling_is_partly_replicated(to))
		return NULL;
	while (dim < from->rank && (from->tiles[dim] != 1 || to->tiles[dim] == 1 ||
	                            to->tiles[dim] % from->replicas != 0))
		dim++;
	if (dim == from->rank)
		return NULL;
	struct tiling_view view;
	uint32_t order[TILING_MAX_RANK + 1];
	int32_t tiles[TILING_MAX_RANK];
	view.count = 0;
	for (uint32_t i = 0; i < from->rank; i++) {
		tiles[i] = from->tiles[i];
		tiling_view_add(&view, tiles[i]);
		order[i] = i;
	}
	tiling_view_add(&view, from->replicas);
	tiles[dim] = from->replicas;
	order[dim] = from->rank;
	order[from->rank] = dim;
	const struct tiling *result = tiling_make(
	    arena, from->rank, tiles, 1,
	    tiling_transposed(arena, tiling_devices_for(arena, from, to), &view, order));
	if (!from->named)
		return result;
	int64_t factors[TILING_MAX_RANK];
	for (uint32_t i = 0; i < from->rank; i++)
		factors[i] = i == dim ? from->replicas : 1;
	return tiling_with_names(arena, result, named_tiling_dealt(arena, from->named, factors));
}

/* The rules that go through a tiling in between (xla TryComplexReshardHandling). */
static struct shards through_between(struct resharder *resharder, struct shards value,
                                     const struct tiling *target)
{
	struct arena *scratch = resharder->scratch;
	uint32_t dim;
	if (value.tiling->replicas == target->replicas && find_split(value, target, &dim))
		return through_split(resharder, value, target, dim);
	const struct tiling *between = replicate_one(scratch, value.tiling, target);
	if (!between)
		between = shard_over_replicas(scratch, value.tiling, target);
	if (!between)
		return shards_none();
	value = reshard_value(resharder, value, between, true);
	value.memory = NULL; /* the second half is not remembered by itself */
	value = reshard_value(resharder, value, target, false);
	return reached(value, target) ? value : shards_none();
}

/*
 * Dimensions with the same number of tiles on both sides stay as they are: the rest is solved
 * inside the groups that they make of the source's devices, and a permute follows when the target's
 * groups are others.
 */
static struct shards within_equal_dims(struct resharder *resharder, struct shards value,
                                       const struct tiling *target)
{
	const struct tiling *from = value.tiling;
	uint32_t rank = from->rank;
	int32_t kept_from[TILING_MAX_RANK + 1], kept_to[TILING_MAX_RANK + 1];
	struct split_dims apart;
	int64_t *extents =
	    resharder_sizes_with(resharder, value.extents, rank, 0, value.extents[0]);
	apart.count = 0;
	for (uint32_t i = 0; i < rank; i++) {
		bool equal = from->tiles[i] > 1 && from->tiles[i] == target->tiles[i];
		kept_from[i] = equal ? 1 : from->tiles[i];
		kept_to[i] = equal ? 1 : target->tiles[i];
		if (!equal)
			continue;
		apart.dims[apart.count] = i;
		apart.sizes[apart.count++] = from->tiles[i];
		extents[i] = value.local[i];
	}
	if (!apart.count)
		return shards_none();
	kept_from[rank] = from->replicas;
	kept_to[rank] = target->replicas;
	struct device_groups groups = *device_groups_make(resharder->scratch, from, kept_from);
	const struct tiling *inner = device_groups_align(
	    resharder->scratch, tiling_iota(resharder->scratch, rank, kept_to, target->replicas),
	    device_groups_make(resharder->scratch, target, kept_to), &groups, false);
	struct resharder_level level = {resharder->level, &groups, &apart, value.extents};
	groups.outer = resharder->groups;
	resharder->groups = &groups;
	resharder->level = &level;
	struct shards result = shards_of(
	    tiling_iota(resharder->scratch, rank, kept_from, from->replicas), value.local, extents);
	result.constant_dims = value.constant_dims;
	result = reshard_value(resharder, result, inner, true);
	resharder->groups = groups.outer;
	resharder->level = level.outer;
	result.tiling = device_groups_expand(resharder->scratch, &groups, inner, &apart);
	result.extents = value.extents;
	result.memory = NULL;
	return reshard_value(resharder, result, target, true);
}

/* The last resort, which XLA warns of: gathers everything and takes a slice. */
static struct shards through_replicated(struct resharder *resharder, struct shards value,
                                        const struct tiling *target)
{
	bool before = resharder->rematerializing;
	resharder->rematerializing = true;
	resharder->rematerialized = true;
	value =
	    reshard_value(resharder, value,
	                  tiling_replicated(resharder->scratch, target->rank, target->count), true);
	resharder->rematerializing = before;
	return reshard_value(resharder, value, target, true);
}

typedef struct shards reshard_rule(struct resharder *resharder, struct shards value,
                                   const struct tiling *target);

/* What the rule gives, or none, which depends on none of its steps. */
static struct shards attempt(struct resharder *resharder, reshard_rule *rule, struct shards value,
                             const struct tiling *target)
{
	uint32_t latest = resharder->latest;
	struct shards result = rule(resharder, value, target);
	if (result.tiling)
		return result;
	resharder->latest = latest;
	resharder_finds(resharder, value);
	return result;
}

static struct shards try_rules(struct resharder *resharder, struct shards value,
                               const struct tiling *target, reshard_rule *const *rules)
{
	for (; *rules; rules++) {
		struct shards result = attempt(resharder, *rules, value, target);
		if (result.tiling || resharder->outcome != RESHARD_PREDICTED)
			return result;
	}
	return shards_none();
}

/* A partly replicated tiling with names and one without: XLA does not see that tiles only move from
 * one dimension to another. What it has itself made replicated along dimensions is not so. */
static bool differ_in_form(const struct resharder *resharder, const struct tiling *a,
                           const struct tiling *b)
{
	return resharder->forms_matter && tiling_is_partly_replicated(a) && !a->any_form &&
	       !b->any_form && !a->named != !b->named;
}

static struct shards reshard_by_rules(struct resharder *resharder, struct shards value,
                                      const struct tiling *target, bool allow_full)
{
	static reshard_rule *const from_partial[] = {slice_from_partial, through_shifted, NULL};
	static reshard_rule *const to_partial[] = {gather_to_partial, through_shifted, NULL};
	static reshard_rule *const tiled[] = {through_between, within_equal_dims, NULL};
	const struct tiling *from = value.tiling;
	struct dim_moves moves;
	struct shards result = shards_none();
	if (tiling_is_replicated(from))
		return slice_from_replicated(resharder, value, target);
	if (tiling_is_replicated(target))
		return gather_all(resharder, value);
	if (tiling_same_tiles(from, target))
		return permute_shards(resharder, value, target);
	if (!differ_in_form(resharder, from, target) && all_to_all_moves(from, target, &moves))
		return all_to_all(resharder, value, target, &moves);
	if (tiling_is_partly_replicated(from))
		result = try_rules(resharder, value, target, from_partial);
	if (!result.tiling && tiling_is_partly_replicated(target))
		result = try_rules(resharder, value, target, to_partial);
	if (!result.tiling)
		result = try_rules(resharder, value, target, tiled);
	if (result.tiling)
		return result;
	return allow_full ? through_replicated(resharder, value, target) : value;
}

struct shards reshard_value(struct resharder *resharder, struct shards value,
                            const struct tiling *target, bool allow_full)
{
	if (resharder->outcome != RESHARD_PREDICTED || tiling_equal(value.tiling, target))
		return value;
	if (resharder->depth == MAX_DEPTH) {
		resharder_stop(resharder, RESHARD_UNKNOWN, "the rules do not come to an end");
		return value;
	}
	struct shards result = shards_recall(resharder, value, NULL, target);
	if (result.tiling) {
		resharder->latest = result.made;
		resharder->source = result.source;
		resharder_finds(resharder, result);
		return result;
	}
	resharder_finds(resharder, value);
	resharder->depth++;
	result =
	    made_latest(resharder, reshard_by_rules(resharder, value, target, allow_full), value);
	resharder->depth--;
	if (value.memory && resharder->outcome == RESHARD_PREDICTED && reached(result, target)) {
		if (!result.memory)
			result.memory = arena_new(resharder->scratch, struct shards_memory, 1);
		shards_remember(resharder, value, NULL, target, result);
	}
	return result;
}
