/* SPDX-License-Identifier: Apache-2.0 */
/* The tiles a sharding by names stands for: jax named_sharding_to_xla_hlo_sharding, and XLA's
 * NamedSharding to HloSharding. */
#include <assert.h>
#include <stdlib.h>

#include "base/order.h"
#include "notation/hlo_sharding.h"
#include "spec/spec.h"

/* Of all axes together: each is at least 2, and their product at most 2^31. */
enum { MAX_PIECES = MAX_DEVICES_LOG2 };

/* The mesh with its axes cut wherever a part begins or ends. */
struct pieces {
	struct axis_part items[MAX_PIECES]; /* in mesh order */
	bool used[MAX_PIECES];
	uint32_t count;
	uint32_t order[MAX_PIECES]; /* as the tiles take them, major to minor */
	uint32_t placed;
};

/* Where the parts of one axis begin and end, ascending, from 1 to its size. */
static uint32_t cuts_of(struct arena *arena, const struct named_sharding *sharding, uint32_t axis,
                        int64_t **cuts)
{
	assert(axis < sharding->mesh->naxes);
	const struct axis_parts *parts;
	size_t room = 0, count = 0;
	*cuts = NULL;
	for (uint32_t list = 0; (parts = named_sharding_parts(sharding, list)); list++) {
		for (uint32_t i = 0; i < parts->count; i++) {
			const struct axis_part *part = &parts->items[i];
			int64_t ends[] = {part->pre, part->pre * part->size};
			for (int k = 0; part->axis == axis && k < 2; k++) {
				arena_push(arena, *cuts, count, room, ends[k]);
			}
		}
	}
	if (count)
		qsort(*cuts, count, sizeof **cuts, compare_int64);
	return (uint32_t)count;
}

static bool add_piece(struct pieces *pieces, uint32_t axis, int64_t from, int64_t to)
{
	if (to == from)
		return true;
	if (to % from != 0 || pieces->count == MAX_PIECES)
		return false;
	pieces->items[pieces->count++] =
	    (struct axis_part){.axis = axis, .pre = from, .size = to / from};
	return true;
}

static bool cut_axes(struct arena *arena, const struct named_sharding *sharding,
                     struct pieces *pieces)
{
	for (uint32_t axis = 0; axis < sharding->mesh->naxes; axis++) {
		int64_t *cuts, at = 1;
		uint32_t count = cuts_of(arena, sharding, axis, &cuts);
		for (uint32_t i = 0; i < count; at = cuts[i++])
			if (!add_piece(pieces, axis, at, cuts[i]))
				return false;
		if (!add_piece(pieces, axis, at, sharding->mesh->axes[axis].size))
			return false;
	}
	return true;
}

/* Places the pieces of a list of parts; false when one is used already. */
static bool place_pieces(struct pieces *pieces, const struct axis_parts *parts)
{
	for (uint32_t i = 0; i < parts->count; i++) {
		const struct axis_part *part = &parts->items[i];
		for (uint32_t k = 0; k < pieces->count; k++) {
			const struct axis_part *piece = &pieces->items[k];
			if (piece->axis != part->axis || piece->pre < part->pre ||
			    piece->pre >= part->pre * part->size)
				continue;
			if (pieces->used[k])
				return false;
			pieces->used[k] = true;
			pieces->order[pieces->placed++] = k;
		}
	}
	return true;
}

static void place_rest(struct pieces *pieces)
{
	for (uint32_t k = 0; k < pieces->count; k++)
		if (!pieces->used[k])
			pieces->order[pieces->placed++] = k;
}

/* The devices of the mesh in the places of an iota; a list unless the mesh's order is an iota. */
static bool with_order(struct arena *arena, const struct tile_assignment *order,
                       struct tile_assignment *tiles)
{
	const int64_t *places = tile_assignment_devices(arena, tiles),
		      *devices = tile_assignment_devices(arena, order);
	if (!places || !devices)
		return false;
	int64_t *list = arena_new(arena, int64_t, (size_t)tiles->count);
	for (int64_t i = 0; i < tiles->count; i++)
		list[i] = devices[places[i]];
	*tiles = tile_assignment_list(arena, tiles->dims, tiles->ndims, list);
	struct tile_assignment iota;
	if (!order->list && tile_assignment_as_iota(arena, tiles, &iota))
		*tiles = iota;
	return true;
}

static bool tile(struct arena *arena, const struct named_sharding *named, struct pieces *pieces,
                 struct hlo_sharding *sharding)
{
	static const enum subgroup_type group_types[] = {SUBGROUP_MANUAL, SUBGROUP_UNREDUCED,
	                                                 SUBGROUP_REPLICATED};
	const int64_t manual = axis_parts_ways(&named->manual),
		      unreduced = axis_parts_ways(&named->unreduced);
	int64_t *dims = arena_new(arena, int64_t, named->rank + 3u), cut = manual * unreduced;
	int64_t *sizes = arena_new(arena, int64_t, pieces->count);
	enum subgroup_type types[3];
	uint32_t ndims = named->rank, ntypes = 0;
	for (uint32_t i = 0; i < named->rank; i++) {
		dims[i] = axis_parts_ways(&named->dims[i].axes);
		cut *= dims[i];
	}
	const int64_t groups[] = {manual, unreduced, named->mesh->count / cut};
	for (uint32_t i = 0; i < 3; i++) {
		if (groups[i] == 1)
			continue;
		dims[ndims++] = groups[i];
		types[ntypes++] = group_types[i];
	}
	for (uint32_t k = 0; k < pieces->count; k++)
		sizes[k] = pieces->items[k].size;
	struct tile_assignment tiles =
	    tile_assignment_iota(arena, dims, ndims, sizes, pieces->order, pieces->count);
	if (named->mesh->order && !with_order(arena, named->mesh->order, &tiles))
		return false;
	return hlo_sharding_tiled(arena, &tiles, types, ntypes, sharding);
}

/* Whether every device holds all of the value and no axis does anything else. */
static bool cuts_nothing(const struct named_sharding *named)
{
	int64_t ways = axis_parts_ways(&named->manual) * axis_parts_ways(&named->unreduced);
	for (uint32_t i = 0; i < named->rank; i++)
		ways *= axis_parts_ways(&named->dims[i].axes);
	return ways == 1;
}

bool hlo_of_named(struct arena *arena, const struct named_sharding *named,
                  struct hlo_sharding *sharding, struct str *error)
{
	assert(named->mesh);
	struct pieces pieces = {.count = 0};
	*sharding = (struct hlo_sharding){.kind = HLO_REPLICATED};
	if (named->mesh->single) {
		sharding->kind = HLO_MAXIMAL;
		sharding->device = named->mesh->device;
		return true;
	}
	bool apart = cut_axes(arena, named, &pieces);
	for (uint32_t i = 0; apart && i < named->rank; i++)
		apart = place_pieces(&pieces, &named->dims[i].axes);
	if (!apart || !place_pieces(&pieces, &named->manual) ||
	    !place_pieces(&pieces, &named->unreduced)) {
		*error = STR("parts of one axis overlap or do not divide each other");
		return false;
	}
	if (cuts_nothing(named))
		return true;
	place_rest(&pieces);
	if (tile(arena, named, &pieces, sharding))
		return true;
	*error = STR("the devices are too many to be listed");
	return false;
}
