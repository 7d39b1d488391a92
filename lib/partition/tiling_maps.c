/* SPDX-License-Identifier: Apache-2.0 */
#include "partition/tiling_maps.h"

#include <assert.h>
#include <string.h>

#include "sharding/named_tiling.h"
#include "sharding/tiling_memo.h"

const struct tiling *tiling_mapped(struct arena *arena, const struct tiling *tiling,
                                   const int32_t *to, uint32_t rank)
{
	struct tiling_view view;
	struct tiling_key key;
	uint32_t order[TILING_MAX_RANK + 1], count = 0, from[TILING_MAX_RANK];
	int32_t tiles[TILING_MAX_RANK];
	view.count = 0;
	key.count = 0;
	assert(rank <= TILING_MAX_RANK);
	tiling_key_add(&key, rank);
	for (uint32_t i = 0; i < tiling->rank; i++)
		tiling_key_add(&key, (uint64_t)to[i]);
	const struct tiling *before = tiling_recalled(tiling, TILING_MAPPED, &key);
	if (before)
		return before;
	for (uint32_t i = 0; i < rank; i++) {
		tiles[i] = 1;
		from[i] = UINT32_MAX;
	}
	for (uint32_t i = 0; i < tiling->rank; i++) {
		tiling_view_add(&view, tiling->tiles[i]);
		if (to[i] < 0) {
			if (tiling->tiles[i] > 1)
				return NULL;
			order[count++] = i; /* of size 1: anywhere */
			continue;
		}
		assert((uint32_t)to[i] < rank);
		tiles[to[i]] = tiling->tiles[i];
		from[to[i]] = i;
	}
	for (uint32_t i = 0; i < rank; i++)
		if (from[i] != UINT32_MAX)
			order[count++] = from[i];
	tiling_view_add(&view, tiling->replicas);
	order[count] = tiling->rank;
	return tiling_noted(tiling, TILING_MAPPED, &key,
	                    tiling_make(arena, rank, tiles, tiling->replicas,
	                                tiling_transposed(arena, tiling->devices, &view, order)));
}

const struct tiling *tiling_mapped_partly(struct arena *arena, const struct tiling *tiling,
                                          const int32_t *to, uint32_t rank)
{
	bool whole[TILING_MAX_RANK] = {false}, any = false;
	for (uint32_t i = 0; i < tiling->rank; i++) {
		whole[i] = to[i] < 0 && tiling->tiles[i] > 1;
		any = any || whole[i];
	}
	if (any)
		tiling = tiling_replicated_on(arena, tiling, whole);
	return tiling_mapped(arena, tiling, to, rank);
}

const struct tiling *tiling_mapped_named(struct arena *arena, const struct tiling *tiling,
                                         const int32_t *to, uint32_t rank)
{
	const struct tiling *mapped = tiling_mapped_partly(arena, tiling, to, rank);
	if (!tiling->named)
		return mapped;
	return tiling_with_names(arena, mapped,
	                         named_tiling_mapped(arena, tiling->named, to, rank));
}

const struct tiling *tiling_reshaped(struct arena *arena, const struct tiling *tiling,
                                     const int32_t *tiles, uint32_t rank, int32_t replicas)
{
	struct tiling_key key;
	key.count = 0;
	tiling_key_add(&key, (uint64_t)replicas);
	for (uint32_t i = 0; i < rank; i++)
		tiling_key_add(&key, (uint64_t)tiles[i]);
	const struct tiling *before = tiling_recalled(tiling, TILING_RESHAPED, &key);
	if (before)
		return before;
	const struct tiling *result;
	if (replicas == tiling->replicas) {
		result = tiling_with_tiles(arena, tiling, tiles, rank);
	} else {
		int32_t *devices =
		    arena_copy(arena, tiling->devices, (size_t)tiling->count, sizeof *devices);
		result = tiling_make(arena, rank, tiles, replicas, devices);
	}
	assert(result->count == tiling->count);
	return tiling_noted(tiling, TILING_RESHAPED, &key, result);
}

const struct tiling *tiling_without(struct arena *arena, const struct tiling *tiling,
                                    const bool *removed)
{
	int32_t tiles[TILING_MAX_RANK];
	uint32_t rank = 0;
	for (uint32_t i = 0; i < tiling->rank; i++) {
		assert(!removed[i] || tiling->tiles[i] == 1);
		if (!removed[i])
			tiles[rank++] = tiling->tiles[i];
	}
	return tiling_reshaped(arena, tiling, tiles, rank, tiling->replicas);
}

const struct tiling *tiling_reduced(struct arena *arena, const struct tiling *tiling,
                                    const bool *removed)
{
	int32_t to[TILING_MAX_RANK], rank = 0;
	if (!tiling->named)
		return tiling_without(arena, tiling_replicated_on(arena, tiling, removed), removed);
	for (uint32_t i = 0; i < tiling->rank; i++)
		to[i] = removed[i] ? -1 : rank++;
	return tiling_mapped_named(arena, tiling, to, (uint32_t)rank);
}

int32_t tiling_tiles(const struct tiling *tiling)
{
	return tiling->count / tiling->replicas;
}

uint32_t tiling_tiled_dims(const struct tiling *tiling, uint32_t *dims)
{
	uint32_t count = 0;
	for (uint32_t i = 0; i < tiling->rank; i++)
		if (tiling->tiles[i] > 1)
			dims[count++] = i;
	return count;
}

/* More orders of the dimensions that replicas are split into than these are not tried. */
enum { MAX_SPLIT = 7 };

/* How the replicas of one side become the tiles that only the other has, and fewer replicas. */
struct split {
	const struct tiling *tiling;
	uint32_t dims[MAX_SPLIT + 1]; /* of the result: new to this side; the last the replicas */
	uint32_t count;               /* 0: it stays as it is */
	bool many;                    /* too many to try */
};

/* The tile counts and replicas of the common tiling; false when there can be none. */
static bool common_tiles(const struct tiling *a, const struct tiling *b, int32_t *tiles,
                         int32_t *replicas)
{
	int64_t product = 1;
	for (uint32_t i = 0; i < a->rank; i++) {
		tiles[i] = a->tiles[i] > b->tiles[i] ? a->tiles[i] : b->tiles[i];
		if (a->tiles[i] != b->tiles[i] && a->tiles[i] != 1 && b->tiles[i] != 1)
			return false;
		product *= tiles[i];
		if (product > a->count)
			return false;
	}
	if (a->count % product != 0)
		return false;
	*replicas = (int32_t)(a->count / product);
	return true;
}

static struct split split_of(const struct tiling *tiling, const int32_t *tiles, int32_t replicas)
{
	struct split split = {.tiling = tiling};
	if (tiling->replicas == 1 || tiling->replicas == replicas)
		return split;
	for (uint32_t i = 0; i < tiling->rank; i++) {
		if (tiling->tiles[i] == tiles[i])
			continue;
		if (split.count == MAX_SPLIT) {
			split.many = true;
			return split;
		}
		split.dims[split.count++] = i;
	}
	if (replicas > 1)
		split.dims[split.count++] = tiling->rank;
	return split;
}

/* The array once the replicas are split into the new dimensions in this order. */
static const int32_t *split_devices(struct arena *arena, const struct split *split,
                                    const uint32_t *permutation, const int32_t *tiles,
                                    int32_t replicas)
{
	const struct tiling *tiling = split->tiling;
	struct tiling_view view;
	uint32_t order[TILING_MAX_RANK + 1];
	view.count = 0;
	if (!split->count)
		return tiling->devices;
	for (uint32_t i = 0; i <= tiling->rank; i++)
		order[i] = UINT32_MAX;
	for (uint32_t i = 0; i < tiling->rank; i++)
		if (tiling->tiles[i] == tiles[i]) {
			order[i] = view.count;
			tiling_view_add(&view, tiles[i]);
		}
	for (uint32_t k = 0; k < split->count; k++) {
		uint32_t dim = split->dims[permutation[k]];
		order[dim] = view.count;
		tiling_view_add(&view, dim < tiling->rank ? tiles[dim] : replicas);
	}
	if (order[tiling->rank] == UINT32_MAX) {
		order[tiling->rank] = view.count;
		tiling_view_add(&view, 1);
	}
	return tiling_transposed(arena, tiling->devices, &view, order);
}

/* The next permutation in lexicographic order; false after the last. */
static bool next_permutation(uint32_t *items, uint32_t count)
{
	uint32_t i = count;
	while (i > 1 && items[i - 2] >= items[i - 1])
		i--;
	if (i <= 1)
		return false;
	uint32_t pivot = i - 2, j = count - 1;
	while (items[j] <= items[pivot])
		j--;
	uint32_t swapped = items[pivot];
	items[pivot] = items[j];
	items[j] = swapped;
	for (uint32_t a = i - 1, b = count - 1; a < b; a++, b--) {
		swapped = items[a];
		items[a] = items[b];
		items[b] = swapped;
	}
	return true;
}

static void first_permutation(uint32_t *items, uint32_t count)
{
	for (uint32_t i = 0; i < count; i++)
		items[i] = i;
}

/* Arrays that both sides can be split into; the last pair that agrees, or NULL. */
static const int32_t *common_split(struct arena *arena, const struct tiling *a,
                                   const struct tiling *b, const int32_t *tiles, int32_t replicas)
{
	struct split first = split_of(b, tiles, replicas), second = split_of(a, tiles, replicas);
	uint32_t p[MAX_SPLIT + 1], q[MAX_SPLIT + 1];
	const int32_t *found = NULL;
	size_t bytes = (size_t)a->count * sizeof(int32_t);
	if (first.many || second.many || (first.count > 4 && second.count > 4))
		return NULL;
	first_permutation(p, first.count);
	do {
		const int32_t *left = split_devices(arena, &first, p, tiles, replicas);
		first_permutation(q, second.count);
		do {
			const int32_t *right = split_devices(arena, &second, q, tiles, replicas);
			if (memcmp(left, right, bytes) == 0)
				found = left;
		} while (next_permutation(q, second.count));
	} while (next_permutation(p, first.count));
	return found;
}

/* For each device the tile of the common tiling that its tiles on both sides meet in, or -1. */
static int32_t *common_tile_of(struct arena *arena, const struct tiling *a, const struct tiling *b,
                               const int32_t *tiles)
{
	const struct tiling *sides[2] = {a, b};
	int32_t *tile_of[2], *result = arena_new(arena, int32_t, (size_t)a->count);
	for (uint32_t s = 0; s < 2; s++) {
		tile_of[s] = arena_new(arena, int32_t, (size_t)a->count);
		for (int32_t i = 0; i < a->count; i++)
			tile_of[s][sides[s]->devices[i]] = i / sides[s]->replicas;
	}
	for (int32_t id = 0; id < a->count; id++) {
		int32_t at_a = tile_of[0][id], at_b = tile_of[1][id], stride = 1;
		for (uint32_t i = a->rank; i-- > 0;) {
			int32_t x = at_a % a->tiles[i], y = at_b % b->tiles[i];
			at_a /= a->tiles[i];
			at_b /= b->tiles[i];
			if (a->tiles[i] > 1 && b->tiles[i] > 1 && x != y) {
				result[id] = -1;
				break;
			}
			result[id] += (x > y ? x : y) * stride;
			stride *= tiles[i];
		}
	}
	return result;
}

/* Each tile held by the devices that hold it on both sides, in ascending order; or NULL. */
static const int32_t *common_members(struct arena *arena, const struct tiling *a,
                                     const struct tiling *b, const int32_t *tiles, int32_t replicas)
{
	const int32_t *tile_of = common_tile_of(arena, a, b, tiles);
	int32_t *used = arena_new(arena, int32_t, (size_t)(a->count / replicas));
	int32_t *devices = arena_new(arena, int32_t, (size_t)a->count);
	for (int32_t id = 0; id < a->count; id++) {
		int32_t tile = tile_of[id];
		if (tile < 0 || used[tile] == replicas)
			return NULL;
		devices[tile * replicas + used[tile]++] = id;
	}
	return devices;
}

/* Where XLA keeps the names of axes, what they have in common remains where tiles conflict. */
static const struct tiling *common_by_names(struct arena *arena, const struct tiling *fine,
                                            const struct tiling *coarse, int32_t at_least)
{
	if (!fine->named || !coarse->named || fine->rank != coarse->rank ||
	    fine->named->mesh != coarse->named->mesh || !tiling_is_partly_replicated(coarse))
		return NULL;
	const struct named_tiling *names = named_tiling_refined(arena, coarse->named, fine->named);
	if (!names)
		return NULL;
	const struct tiling *tiling = tiling_of_axes(arena, names->mesh, names->dims, names->rank);
	return tiling_tiles(tiling) < at_least ? NULL : tiling_with_names(arena, tiling, names);
}

/* The same by tiles and devices alone. */
static const struct tiling *common_by_tiles(struct arena *arena, const struct tiling *fine,
                                            const struct tiling *coarse, int32_t at_least)
{
	int32_t tiles[TILING_MAX_RANK], replicas;
	if (!tiling_is_partly_replicated(coarse) || fine->rank != coarse->rank ||
	    fine->count != coarse->count || !common_tiles(fine, coarse, tiles, &replicas) ||
	    fine->count / replicas < at_least)
		return NULL;
	const int32_t *devices = common_split(arena, fine, coarse, tiles, replicas);
	if (!devices)
		devices = common_members(arena, fine, coarse, tiles, replicas);
	if (!devices)
		return NULL;
	return tiling_make(arena, fine->rank, tiles, replicas,
	                   arena_copy(arena, devices, (size_t)fine->count, sizeof *devices));
}

const struct tiling *tiling_common(struct arena *arena, const struct tiling *fine,
                                   const struct tiling *coarse, int32_t at_least)
{
	if (tiling_is_replicated(fine))
		return NULL;
	if (tiling_is_replicated(coarse))
		return fine;
	const struct tiling *both = common_by_tiles(arena, fine, coarse, at_least);
	return both ? both : common_by_names(arena, fine, coarse, at_least);
}
