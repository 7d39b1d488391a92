/* SPDX-License-Identifier: Apache-2.0 */
/* The tilings of the shardings that instructions have: each is made once. */
#include <string.h>

#include "partition/manual.h"
#include "partition/tiling_store.h"
#include "sharding/named_tiling.h"
#include "sharding/tiling_memo.h"

enum { BUCKETS = 256 };

struct stored {
	const struct tile_assignment *tiles; /* NULL: replicated */
	const struct tiling *tiling;         /* NULL: not one of a tensor of this rank */
	uint32_t rank;
	int32_t devices;
	struct stored *next;
};

/* The tiling of a sharding by names, made once for each that is written once. */
struct named_tilings {
	const struct named_sharding *named;
	const struct tiling *tiling; /* NULL: not one of a tensor of this rank */
	uint32_t rank;
	struct named_tilings *next;
};

struct tiling_store {
	struct tiling_memory *memory;
	const struct tiling *replicated[RESHARD_MAX_RANK + 1]; /* the last of each rank, or NULL */
	struct stored *buckets[BUCKETS];
	struct named_tilings *named[BUCKETS];
};

static uint64_t mixed(uint64_t hash, uint64_t value)
{
	hash ^= value + 0x9e3779b97f4a7c15u + (hash << 6) + (hash >> 2);
	return hash;
}

static uint64_t hash_of(const struct tile_assignment *tiles, uint32_t rank, int32_t devices)
{
	uint64_t hash = mixed(rank, (uint64_t)devices);
	for (uint32_t i = 0; tiles && i < tiles->ndims; i++)
		hash = mixed(hash, (uint64_t)tiles->dims[i]);
	for (uint32_t i = 0; tiles && i < tiles->nsizes; i++)
		hash = mixed(hash, (uint64_t)tiles->sizes[i] << 8 ^ tiles->order[i]);
	for (int64_t i = 0; tiles && tiles->list && i < tiles->count && i < 16; i++)
		hash = mixed(hash, (uint64_t)tiles->list[i]);
	return hash;
}

static bool same_list(const int64_t *a, const int64_t *b, int64_t count)
{
	return a == b || (a && b && memcmp(a, b, (size_t)count * sizeof *a) == 0);
}

static bool same_tiles(const struct tile_assignment *a, const struct tile_assignment *b)
{
	if (a == b || !a || !b)
		return a == b;
	return a->ndims == b->ndims && a->nsizes == b->nsizes && a->count == b->count &&
	       memcmp(a->dims, b->dims, a->ndims * sizeof *a->dims) == 0 &&
	       (!a->nsizes || (memcmp(a->sizes, b->sizes, a->nsizes * sizeof *a->sizes) == 0 &&
	                       memcmp(a->order, b->order, a->nsizes * sizeof *a->order) == 0)) &&
	       same_list(a->list, b->list, a->count);
}

/* The ids as places, or NULL when they are not each of 0 to devices - 1 once. */
static int32_t *checked_ids(struct arena *arena, const struct tile_assignment *tiles)
{
	const int64_t *ids = tile_assignment_devices(arena, tiles);
	if (!ids)
		return NULL;
	bool *seen = arena_new(arena, bool, (size_t)tiles->count);
	int32_t *devices = arena_new(arena, int32_t, (size_t)tiles->count);
	for (int64_t i = 0; i < tiles->count; i++) {
		if (ids[i] < 0 || ids[i] >= tiles->count || seen[ids[i]])
			return NULL;
		seen[ids[i]] = true;
		devices[i] = (int32_t)ids[i];
	}
	return devices;
}

static const struct tiling *make_tiling(struct arena *arena, const struct tile_assignment *tiles,
                                        uint32_t rank, int32_t devices)
{
	int32_t counts[TILING_MAX_RANK];
	if (!tiles)
		return tiling_replicated(arena, rank, devices);
	if (tiles->count != devices || (tiles->ndims != rank && tiles->ndims != rank + 1))
		return NULL;
	if (tiles->nsizes && !tile_assignment_is_permutation(tiles))
		return NULL;
	for (uint32_t i = 0; i < tiles->ndims; i++)
		if (tiles->dims[i] < 1)
			return NULL;
	for (uint32_t i = 0; i < rank; i++)
		counts[i] = (int32_t)tiles->dims[i];
	int32_t *ids = checked_ids(arena, tiles);
	int32_t replicas = tiles->ndims > rank ? (int32_t)tiles->dims[rank] : 1;
	return ids ? tiling_make(arena, rank, counts, replicas, ids) : NULL;
}

const struct tiling *tiling_stored(struct arena *arena, struct tiling_store *store,
                                   const struct tile_assignment *tiles, uint32_t rank,
                                   int32_t devices)
{
	if (rank > RESHARD_MAX_RANK)
		return NULL;
	struct stored **bucket = &store->buckets[hash_of(tiles, rank, devices) % BUCKETS];
	for (struct stored *s = *bucket; s; s = s->next)
		if (s->rank == rank && s->devices == devices && same_tiles(s->tiles, tiles))
			return s->tiling;
	struct stored *made = arena_new(arena, struct stored, 1);
	const struct tiling *tiling = make_tiling(arena, tiles, rank, devices);
	if (tiling)
		tiling = tiling_remembered(store->memory, tiling);
	*made = (struct stored){tiles, tiling, rank, devices, *bucket};
	*bucket = made;
	return made->tiling;
}

struct tiling_store *tiling_store_make(struct arena *arena)
{
	struct tiling_store *store = arena_new(arena, struct tiling_store, 1);
	store->memory = tiling_memory_make(arena);
	return store;
}

static const struct tiling *tiling_of_tiles(struct partitioner *p,
                                            const struct hlo_sharding *sharding, uint32_t rank)
{
	bool replicates = sharding->ntypes == 1 && sharding->types[0] == SUBGROUP_REPLICATED;
	if (sharding->ntypes > 1 || (sharding->ntypes && !replicates) ||
	    sharding->tiles.ndims != rank + sharding->ntypes)
		return NULL;
	return tiling_stored(p->arena, p->tilings, &sharding->tiles, rank, p->devices);
}

/* Where the tiling of this sharding is, or the NULL at whose place it belongs. */
static struct named_tilings **named_tiling_place(struct tiling_store *store,
                                                 const struct named_sharding *named, uint32_t rank)
{
	struct named_tilings **place = &store->named[(uintptr_t)named / 16 % BUCKETS];
	while (*place && ((*place)->named != named || (*place)->rank != rank))
		place = &(*place)->next;
	return place;
}

const struct tiling *tiling_nameless(struct arena *arena, const struct tiling *tiling)
{
	struct tiling_key key;
	key.count = 0;
	if (!tiling->named)
		return tiling;
	const struct tiling *before = tiling_recalled(tiling, TILING_NAMELESS, &key);
	return before ? before
	              : tiling_noted(tiling, TILING_NAMELESS, &key,
	                             tiling_with_names(arena, tiling, NULL));
}

/* NULL of NULL. */
static const struct tiling *with_names(struct partitioner *p, const struct tiling *tiling,
                                       const struct named_sharding *named)
{
	if (!tiling || !p->options->rules || !p->options->rules->has[XLA_NAMED_SHARDINGS] ||
	    tiling_is_replicated(tiling))
		return tiling;
	struct axis_parts *dims = arena_new(p->arena, struct axis_parts, named->rank);
	for (uint32_t i = 0; i < named->rank; i++)
		dims[i] = named->dims[i].axes;
	return tiling_remembered(
	    p->tilings->memory,
	    tiling_with_names(p->arena, tiling,
	                      named_tiling_make(p->arena, named->mesh, dims, named->rank)));
}

/* Keeps a tiling at the place that named_tiling_place gave. */
static const struct tiling *keep_named(struct partitioner *p, struct named_tilings **place,
                                       uint32_t rank, const struct named_sharding *named,
                                       const struct tiling *tiling)
{
	*place = arena_new(p->arena, struct named_tilings, 1);
	**place = (struct named_tilings){named, tiling, rank, NULL};
	return tiling;
}

/* The sharding without the axes along which sums are in parts, which the partitioner takes no
 * notice of. */
static const struct named_sharding *without_parts(struct partitioner *p,
                                                  const struct named_sharding *named)
{
	if (!named->unreduced.count && !named->reduced.count)
		return named;
	struct named_sharding *plain = arena_copy(p->arena, named, 1, sizeof *named);
	plain->unreduced.count = plain->reduced.count = 0;
	return plain;
}

/* A sharding by names: made once for each that is written once. */
static const struct tiling *tiling_of_named(struct partitioner *p,
                                            const struct named_sharding *named, uint32_t rank)
{
	struct str error;
	struct named_tilings **place = named_tiling_place(p->tilings, named, rank);
	if (*place)
		return (*place)->tiling;
	struct hlo_sharding *tiled = arena_new(p->arena, struct hlo_sharding, 1);
	const struct tiling *tiling = NULL;
	if ((named->any_rank || named->rank == rank) &&
	    hlo_of_named(p->arena, without_parts(p, named), tiled, &error) &&
	    tiled->kind != HLO_NAMED)
		tiling = tiling_of_sharding(p, tiled, rank);
	return keep_named(p, place, rank, named,
	                  named->any_rank ? tiling : with_names(p, tiling, named));
}

/* The tiles of a propagated sharding, with its names for the releases that keep them. */
static const struct tiling *tiling_of_exported(struct partitioner *p,
                                               const struct hlo_sharding *sharding, uint32_t rank)
{
	const struct named_sharding *named = sharding->named;
	if (!named || named->rank != rank || named->manual.count || named->unreduced.count)
		return tiling_of_tiles(p, sharding, rank);
	struct named_tilings **place = named_tiling_place(p->tilings, named, rank);
	if (*place)
		return (*place)->tiling;
	return keep_named(p, place, rank, named,
	                  with_names(p, tiling_of_tiles(p, sharding, rank), named));
}

const struct tiling *tiling_of_sharding(struct partitioner *p, const struct hlo_sharding *sharding,
                                        uint32_t rank)
{
	struct manual_part part;
	if (!sharding)
		return replicated_tiling(p, rank);
	if (sharding->named && sharding->named->unreduced.count && !sharding->named->manual.count)
		return tiling_of_named(p, sharding->named, rank);
	if (may_be_partly_manual(sharding) && manual_part_of(p, sharding, rank, &part))
		return p->manual && device_groups_equal(p->manual, part.groups) ? part.inner : NULL;
	switch (sharding->kind) {
	case HLO_REPLICATED:
	case HLO_MAXIMAL:
	case HLO_MANUAL:
		return replicated_tiling(p, rank);
	case HLO_TILED:
		return tiling_of_exported(p, sharding, rank);
	case HLO_NAMED:
		return tiling_of_named(p, sharding->named, rank);
	case HLO_UNKNOWN:
	case HLO_UNREDUCED:
	case HLO_TUPLE:
		return NULL;
	}
	return NULL;
}

const struct tiling *replicated_tiling(struct partitioner *p, uint32_t rank)
{
	if (rank > RESHARD_MAX_RANK)
		return NULL;
	const struct tiling **last = &p->tilings->replicated[rank];
	if (!*last || (*last)->count != p->devices)
		*last = tiling_stored(p->arena, p->tilings, NULL, rank, p->devices);
	return *last;
}

const struct hlo_sharding *leaf_sharding(const struct instruction *instruction, uint32_t leaf)
{
	const struct hlo_sharding *sharding = instruction->sharding;
	if (!sharding || sharding->kind != HLO_TUPLE)
		return sharding;
	return leaf < sharding->nelements ? &sharding->elements[leaf] : NULL;
}

static bool leaf_is(const struct instruction *instruction, uint32_t leaf, enum hlo_kind kind)
{
	const struct hlo_sharding *sharding = leaf_sharding(instruction, leaf);
	return sharding && sharding->kind == kind;
}

bool leaf_is_manual(const struct instruction *instruction, uint32_t leaf)
{
	const struct hlo_sharding *sharding = leaf_sharding(instruction, leaf);
	if (!sharding || sharding->kind != HLO_NAMED)
		return sharding && sharding->kind == HLO_MANUAL;
	const struct axis_parts *manual = &sharding->named->manual;
	return manual->count && axis_parts_ways(manual) == sharding->named->mesh->count;
}

bool result_is_maximal(const struct instruction *instruction)
{
	return leaf_is(instruction, 0, HLO_MAXIMAL);
}

const struct tiling *leaf_tiling(struct partitioner *p, const struct instruction *instruction,
                                 uint32_t leaf)
{
	uint32_t rank = shape_leaf(instruction->shape, leaf)->rank;
	const struct tiling *tiling = tiling_of_sharding(p, leaf_sharding(instruction, leaf), rank);
	return tiling ? tiling : replicated_tiling(p, rank);
}

const struct tiling *result_tiling(struct partitioner *p, const struct instruction *instruction)
{
	return leaf_tiling(p, instruction, 0);
}
