/* SPDX-License-Identifier: Apache-2.0 */
#include "sharding/tiling.h"

#include <assert.h>
#include <stdlib.h>
#include <string.h>

#include "base/order.h"
#include "sharding/named_tiling.h"
#include "sharding/tiling_memo.h"

static bool is_ascending(const int32_t *ids, int32_t count)
{
	for (int32_t i = 1; i < count; i++)
		if (ids[i - 1] > ids[i])
			return false;
	return true;
}

const struct tiling *tiling_make(struct arena *arena, uint32_t rank, const int32_t *tiles,
                                 int32_t replicas, int32_t *devices)
{
	assert(replicas >= 1);
	assert(rank <= TILING_MAX_RANK);
	int32_t *copy = arena_new(arena, int32_t, rank);
	int32_t count = replicas;
	for (uint32_t i = 0; i < rank; i++) {
		copy[i] = tiles[i];
		count *= tiles[i];
	}
	for (int32_t i = 0; replicas > 1 && i < count; i += replicas)
		if (!is_ascending(devices + i, replicas))
			qsort(devices + i, (size_t)replicas, sizeof(*devices), compare_int32);
	struct tiling *tiling = arena_new(arena, struct tiling, 1);
	*tiling = (struct tiling){copy, devices, rank, replicas, count, NULL, false, false, NULL};
	return tiling;
}

const int32_t *tiling_mesh_devices(struct arena *arena, const struct tiling *tiling)
{
	const struct named_mesh *mesh = tiling->named ? tiling->named->mesh : NULL;
	if (!mesh || !mesh->order || mesh->count != tiling->count || tiling->replicas == 1)
		return tiling->devices;
	const int64_t *order = tile_assignment_devices(arena, mesh->order);
	int32_t *places = arena_new(arena, int32_t, (size_t)tiling->count);
	int32_t *devices = arena_new(arena, int32_t, (size_t)tiling->count);
	for (int32_t i = 0; i < tiling->count; i++)
		places[order[i]] = i;
	for (int32_t i = 0; i < tiling->count; i++)
		devices[i] = places[tiling->devices[i]];
	for (int32_t i = 0; i < tiling->count; i += tiling->replicas)
		qsort(devices + i, (size_t)tiling->replicas, sizeof *devices, compare_int32);
	for (int32_t i = 0; i < tiling->count; i++)
		devices[i] = (int32_t)order[devices[i]];
	return devices;
}

const int32_t *tiling_devices_for(struct arena *arena, const struct tiling *tiling,
                                  const struct tiling *other)
{
	return other->named ? tiling_mesh_devices(arena, tiling) : tiling->devices;
}

/* The device at each place of the mesh, in the arena. */
static const int32_t *devices_of(struct arena *arena, const struct named_mesh *mesh)
{
	const int64_t *ids = mesh->order ? tile_assignment_devices(arena, mesh->order) : NULL;
	int32_t *devices = arena_new(arena, int32_t, (size_t)mesh->count);
	for (int32_t i = 0; i < mesh->count; i++)
		devices[i] = ids ? (int32_t)ids[i] : i;
	return devices;
}

const struct tiling *tiling_of_axes(struct arena *arena, const struct named_mesh *mesh,
                                    const struct axis_parts *dims, uint32_t rank)
{
	struct tiling_view view;
	uint32_t order[MAX_TILED_AXES], used = 0;
	int32_t tiles[TILING_MAX_RANK];
	view.count = 0;
	bool is_used[MAX_TILED_AXES] = {false};
	assert(mesh->naxes <= MAX_TILED_AXES && rank <= TILING_MAX_RANK);
	assert(mesh->count >= 1 && mesh->count <= INT32_MAX);
	int32_t replicas = (int32_t)mesh->count;
	for (uint32_t i = 0; i < mesh->naxes; i++)
		tiling_view_add(&view, mesh->axes[i].size);
	for (uint32_t i = 0; i < rank; i++) {
		tiles[i] = 1;
		for (uint32_t k = 0; k < dims[i].count; k++) {
			const struct axis_part *part = &dims[i].items[k];
			assert(axis_part_is_whole(mesh, part) && !is_used[part->axis]);
			tiles[i] *= (int32_t)part->size;
			is_used[part->axis] = true;
			order[used++] = part->axis;
		}
		replicas /= tiles[i];
	}
	for (uint32_t i = 0; i < mesh->naxes; i++)
		if (!is_used[i])
			order[used++] = i;
	return tiling_make(arena, rank, tiles, replicas,
	                   tiling_transposed(arena, devices_of(arena, mesh), &view, order));
}

const struct tiling *tiling_copy(struct arena *arena, const struct tiling *tiling)
{
	int32_t *devices =
	    arena_copy(arena, tiling->devices, (size_t)tiling->count, sizeof *devices);
	return tiling_make(arena, tiling->rank, tiling->tiles, tiling->replicas, devices);
}

const struct tiling *tiling_with_names(struct arena *arena, const struct tiling *tiling,
                                       const struct named_tiling *named)
{
	assert(!named || named->rank == tiling->rank);
	struct tiling *copy = arena_new(arena, struct tiling, 1);
	*copy = *tiling;
	copy->named = named;
	copy->memo = NULL;
	return copy;
}

const struct tiling *tiling_with_cut_names(struct arena *arena, const struct tiling *tiling,
                                           const struct named_tiling *named)
{
	struct tiling *copy = arena_new(arena, struct tiling, 1);
	*copy = *tiling;
	copy->named = named;
	copy->memo = NULL;
	copy->uncuttable = !named;
	return copy;
}

struct tiling *tiling_with_tiles(struct arena *arena, const struct tiling *tiling,
                                 const int32_t *tiles, uint32_t rank)
{
	int32_t *copy = arena_copy(arena, tiles, rank, sizeof *copy);
	struct tiling *result = arena_new(arena, struct tiling, 1);
	*result = (struct tiling){
	    copy, tiling->devices, rank, tiling->replicas, tiling->count, NULL, false, false, NULL,
	};
	return result;
}

const struct tiling *tiling_iota(struct arena *arena, uint32_t rank, const int32_t *tiles,
                                 int32_t replicas)
{
	int32_t count = replicas;
	for (uint32_t i = 0; i < rank; i++)
		count *= tiles[i];
	int32_t *devices = arena_new(arena, int32_t, (size_t)count);
	for (int32_t i = 0; i < count; i++)
		devices[i] = i;
	return tiling_make(arena, rank, tiles, replicas, devices);
}

const struct tiling *tiling_replicated(struct arena *arena, uint32_t rank, int32_t count)
{
	int32_t tiles[TILING_MAX_RANK];
	for (uint32_t i = 0; i < rank; i++)
		tiles[i] = 1;
	return tiling_iota(arena, rank, tiles, count);
}

bool tiling_is_replicated(const struct tiling *tiling)
{
	return tiling->count == tiling->replicas;
}

bool tiling_is_partly_replicated(const struct tiling *tiling)
{
	return tiling->replicas > 1 && tiling->replicas < tiling->count;
}

bool tiling_same_tiles(const struct tiling *a, const struct tiling *b)
{
	return a->rank == b->rank && a->replicas == b->replicas &&
	       memcmp(a->tiles, b->tiles, a->rank * sizeof(*a->tiles)) == 0;
}

bool tiling_equal(const struct tiling *a, const struct tiling *b)
{
	assert(a->count > 0 && b->count > 0);
	if (a == b || !tiling_same_tiles(a, b))
		return a == b;
	if (a->devices == b->devices || tiling_remembered_together(a, b))
		return a->devices == b->devices;
	return memcmp(a->devices, b->devices, (size_t)a->count * sizeof(*a->devices)) == 0;
}

void tiling_view_add(struct tiling_view *view, int64_t size)
{
	assert(view->count < sizeof(view->sizes) / sizeof(view->sizes[0]));
	view->sizes[view->count++] = size;
}

int32_t *tiling_transposed(struct arena *arena, const int32_t *devices,
                           const struct tiling_view *view, const uint32_t *order)
{
	int64_t total = 1;
	for (uint32_t i = 0; i < view->count; i++)
		total *= view->sizes[i];
	int32_t *result = transposed_places(arena, view->sizes, order, view->count);
	for (int64_t i = 0; i < total; i++)
		result[i] = devices[result[i]];
	return result;
}

const struct tiling *tiling_replicated_on(struct arena *arena, const struct tiling *tiling,
                                          const bool *whole)
{
	struct tiling_view view;
	struct tiling_key key;
	uint32_t order[TILING_MAX_RANK + 1], kept = 0;
	int32_t tiles[TILING_MAX_RANK], replicas = tiling->replicas;
	view.count = 0;
	key.count = 0;
	for (uint32_t i = 0; i < tiling->rank; i++)
		tiling_key_add(&key, whole[i]);
	const struct tiling *before = tiling_recalled(tiling, TILING_REPLICATED_ON, &key);
	if (before)
		return before;
	for (uint32_t i = 0; i < tiling->rank; i++) {
		tiling_view_add(&view, tiling->tiles[i]);
		tiles[i] = whole[i] ? 1 : tiling->tiles[i];
		if (whole[i])
			replicas *= tiling->tiles[i];
		else
			order[kept++] = i;
	}
	for (uint32_t i = 0; i < tiling->rank; i++)
		if (whole[i])
			order[kept++] = i;
	tiling_view_add(&view, tiling->replicas);
	order[kept] = tiling->rank;
	int32_t *devices = tiling_transposed(arena, tiling->devices, &view, order);
	struct tiling *result = arena_new(arena, struct tiling, 1);
	*result = *tiling_make(arena, tiling->rank, tiles, replicas, devices);
	result->any_form = true;
	if (tiling->named)
		result->named = named_tiling_replicated_on(arena, tiling->named, whole);
	return tiling_noted(tiling, TILING_REPLICATED_ON, &key, result);
}

const int32_t *tiling_places(struct arena *arena, const struct tiling *tiling)
{
	int32_t *places = arena_new(arena, int32_t, (size_t)tiling->count);
	for (int32_t i = 0; i < tiling->count; i++)
		places[tiling->devices[i]] = i;
	return places;
}

const struct tiling *tiling_split(struct arena *arena, const struct tiling *tiling, uint32_t dim,
                                  int32_t major)
{
	assert(dim < tiling->rank && tiling->tiles[dim] % major == 0);
	assert(tiling->rank < TILING_MAX_RANK);
	int32_t tiles[TILING_MAX_RANK];
	for (uint32_t i = 0; i < tiling->rank; i++)
		tiles[i + (i > dim)] = tiling->tiles[i];
	tiles[dim] = major;
	tiles[dim + 1] = tiling->tiles[dim] / major;
	struct tiling *result = tiling_with_tiles(arena, tiling, tiles, tiling->rank + 1);
	if (tiling->named) {
		result->named = named_tiling_split(arena, tiling->named, dim, major);
		result->uncuttable = !result->named;
	}
	return result;
}

const struct tiling *tiling_merged(struct arena *arena, const struct tiling *tiling, uint32_t dim)
{
	assert(dim + 1 < tiling->rank);
	int32_t tiles[TILING_MAX_RANK];
	for (uint32_t i = 0; i < tiling->rank; i++)
		tiles[i - (i > dim)] = tiling->tiles[i];
	tiles[dim] = tiling->tiles[dim] * tiling->tiles[dim + 1];
	struct tiling *result = tiling_with_tiles(arena, tiling, tiles, tiling->rank - 1);
	if (tiling->named)
		result->named = named_tiling_merged(arena, tiling->named, dim);
	return result;
}

/* A place in the tiles of `fine` and the tile of `coarse` that it belongs to, going on tile by
 * tile. */
struct nested_place {
	int32_t at[TILING_MAX_RANK]; /* along each dimension */
	int32_t tile;
};

static void next_place(struct nested_place *place, const struct tiling *fine,
                       const struct tiling *coarse)
{
	int32_t stride = 1;
	for (uint32_t i = fine->rank; i-- > 0; stride *= coarse->tiles[i]) {
		if (fine->tiles[i] == 1)
			continue;
		int32_t parts = fine->tiles[i] / coarse->tiles[i];
		if (++place->at[i] < fine->tiles[i]) {
			place->tile += place->at[i] % parts == 0 ? stride : 0;
			return;
		}
		place->at[i] = 0;
		place->tile -= (coarse->tiles[i] - 1) * stride;
	}
}

bool tiling_is_nested(struct arena *scratch, const struct tiling *fine, const struct tiling *coarse)
{
	assert(fine->count == coarse->count && fine->rank == coarse->rank);
	if (fine->devices == coarse->devices && tiling_same_tiles(fine, coarse))
		return true;
	struct arena_mark mark = arena_mark(scratch);
	int32_t *tile_of = arena_new(scratch, int32_t, (size_t)coarse->count);
	struct nested_place place = {.tile = 0};
	for (int32_t i = 0, tile = 0; i < coarse->count; tile++)
		for (int32_t k = 0; k < coarse->replicas; k++)
			tile_of[coarse->devices[i++]] = tile;
	bool nested = true;
	for (int32_t i = 0; nested && i < fine->count; i += fine->replicas) {
		for (int32_t k = 0; k < fine->replicas; k++)
			nested = nested && tile_of[fine->devices[i + k]] == place.tile;
		next_place(&place, fine, coarse);
	}
	arena_rewind(scratch, mark);
	return nested;
}

/* The replicas of `coarse` dealt out to the dimensions in which `fine` has more tiles. */
static const struct tiling *deal_replicas(struct arena *arena, const struct tiling *coarse,
                                          const struct tiling *fine)
{
	struct tiling_view view;
	uint32_t order[2 * TILING_MAX_RANK + 1], count = 0, part = coarse->rank;
	int64_t factors[TILING_MAX_RANK];
	view.count = 0;
	for (uint32_t i = 0; i < coarse->rank; i++)
		tiling_view_add(&view, coarse->tiles[i]);
	for (uint32_t i = 0; i < coarse->rank; i++) {
		order[count++] = i;
		factors[i] = fine->tiles[i] / coarse->tiles[i];
		if (factors[i] == 1)
			continue;
		tiling_view_add(&view, (int32_t)factors[i]);
		order[count++] = part++;
	}
	tiling_view_add(&view, fine->replicas);
	order[count] = part;
	int32_t *devices =
	    tiling_transposed(arena, tiling_devices_for(arena, coarse, fine), &view, order);
	const struct tiling *result =
	    tiling_make(arena, fine->rank, fine->tiles, fine->replicas, devices);
	if (!coarse->named)
		return result;
	return tiling_with_cut_names(arena, result,
	                             named_tiling_dealt(arena, coarse->named, factors));
}

const struct tiling *tiling_refined(struct arena *arena, const struct tiling *coarse,
                                    const struct tiling *fine)
{
	assert(coarse->rank == fine->rank);
	struct tiling_key key;
	key.count = 0;
	for (uint32_t i = 0; i < coarse->rank; i++)
		if (fine->tiles[i] % coarse->tiles[i] != 0)
			return NULL;
	tiling_key_add_address(&key, fine);
	const struct tiling *before = tiling_recalled(coarse, TILING_REFINED, &key);
	if (before)
		return before;
	if (!tiling_is_nested(arena, fine, coarse))
		return tiling_noted(coarse, TILING_REFINED, &key,
		                    deal_replicas(arena, coarse, fine));
	tiling_note(coarse, TILING_REFINED, &key, fine);
	return fine;
}
