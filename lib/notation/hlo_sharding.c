/* SPDX-License-Identifier: Apache-2.0 */
/* The form in which XLA keeps a tiled sharding. */
#include "notation/hlo_sharding.h"

#include <inttypes.h>

/* Drops or sorts the last dim, whose devices are replicas (HloSharding::PartialTile). */
static bool finish_replicas(struct arena *arena, struct hlo_sharding *sharding)
{
	struct tile_assignment tiles = sharding->tiles;
	int64_t last = tiles.dims[tiles.ndims - 1];
	if (tiles.ndims == 1 || last == tiles.count) {
		sharding->kind = HLO_REPLICATED;
		sharding->ntypes = 0;
		return true;
	}
	if (last == 1) {
		sharding->tiles =
		    tile_assignment_reshaped(arena, &tiles, tiles.dims, tiles.ndims - 1);
		sharding->ntypes--;
		return true;
	}
	return tile_assignment_sorted(arena, &tiles, &sharding->tiles);
}

static bool finish(struct arena *arena, struct hlo_sharding *sharding)
{
	const struct tile_assignment *tiles = &sharding->tiles;
	uint32_t n = sharding->ntypes;
	if (n == 1 && sharding->types[0] == SUBGROUP_MANUAL &&
	    tiles->count == tiles->dims[tiles->ndims - 1]) {
		sharding->kind = HLO_MANUAL;
		sharding->ntypes = 0;
		return true;
	}
	if (n && sharding->types[n - 1] == SUBGROUP_REPLICATED)
		return finish_replicas(arena, sharding);
	return true;
}

/* The dims of the array once the last ones are sorted and joined by type, and how to get there. */
struct grouping {
	uint32_t *order; /* of all dims; those of size 1 that are dropped come last */
	int64_t *dims;
	uint32_t placed, ndims;
};

static struct grouping group_dims(struct arena *arena, const struct tile_assignment *tiles,
                                  const enum subgroup_type *types, uint32_t data,
                                  struct hlo_sharding *sharding)
{
	struct grouping grouping = {arena_new(arena, uint32_t, tiles->ndims),
	                            arena_new(arena, int64_t, tiles->ndims), data, data};
	for (uint32_t i = 0; i < data; i++) {
		grouping.order[i] = i;
		grouping.dims[i] = tiles->dims[i];
	}
	for (uint32_t type = 0; type < SUBGROUP_TYPES; type++) {
		int64_t size = 1;
		for (uint32_t i = data; i < tiles->ndims; i++) {
			if (types[i - data] != type || tiles->dims[i] == 1)
				continue;
			grouping.order[grouping.placed++] = i;
			size *= tiles->dims[i];
		}
		if (size != 1) {
			grouping.dims[grouping.ndims++] = size;
			sharding->types[sharding->ntypes++] = (enum subgroup_type)type;
		}
	}
	for (uint32_t i = data; i < tiles->ndims; i++)
		if (tiles->dims[i] == 1)
			grouping.order[grouping.placed++] = i;
	return grouping;
}

/* The kind of a sharding whose devices all do the same, without tiles of data. */
static bool plain_kind(enum subgroup_type type, enum hlo_kind *kind)
{
	*kind = type == SUBGROUP_MANUAL      ? HLO_MANUAL
	        : type == SUBGROUP_UNREDUCED ? HLO_UNREDUCED
	                                     : HLO_REPLICATED;
	return type != SUBGROUP_MAXIMAL;
}

bool hlo_sharding_tiled(struct arena *arena, const struct tile_assignment *tiles,
                        const enum subgroup_type *types, size_t ntypes,
                        struct hlo_sharding *sharding)
{
	*sharding = (struct hlo_sharding){.kind = HLO_TILED, .tiles = *tiles};
	if (!ntypes || !tiles->count)
		return true;
	uint32_t data = tiles->ndims - (uint32_t)ntypes;
	int64_t cut = 1;
	bool same = true;
	for (uint32_t i = 0; i < data; i++)
		cut *= tiles->dims[i];
	for (size_t i = 1; i < ntypes; i++)
		same &= types[i] == types[0];
	if (same && cut == 1 && plain_kind(types[0], &sharding->kind))
		return true;
	sharding->kind = HLO_TILED;
	struct grouping grouping = group_dims(arena, tiles, types, data, sharding);
	struct tile_assignment transposed;
	if (!tile_assignment_transposed(arena, tiles, grouping.order, &transposed))
		return false;
	sharding->tiles =
	    tile_assignment_reshaped(arena, &transposed, grouping.dims, grouping.ndims);
	return finish(arena, sharding);
}

void hlo_write_numbers(struct buf *out, const int64_t *numbers, int64_t count)
{
	for (int64_t i = 0; i < count; i++)
		buf_printf(out, "%s%" PRId64, i ? "," : "", numbers[i]);
}
