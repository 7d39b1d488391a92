/* SPDX-License-Identifier: Apache-2.0 */
/*
 * A tiling: which device holds which tile of a tensor, written as XLA writes it, an array of device
 * ids with one dimension per tensor dimension and a last one for the replicas of a tile. Two
 * shardings are the same exactly when these arrays are: axes of size 1 vanish, ('x', 'y') differs
 * from ('y', 'x'). Follows xla::HloSharding and xla::TileAssignment of jaxlib 0.10.2.
 */
#pragma once

#include <assert.h>
#include <stdbool.h>
#include <stdint.h>

#include "sharding/axis_parts.h"

struct named_tiling;
struct tiling_memo;

/* Dimensions a tiling may have: those of a tensor (64) and those the rules split off on the way. */
enum { TILING_MAX_RANK = 96 };

/* Axes that the mesh of a tiling may have. */
enum { MAX_TILED_AXES = 64 };

struct tiling {
	const int32_t
	    *tiles; /* per tensor dimension, how many tiles it is cut into; `rank` of them */
	const int32_t *devices; /* `count` ids, row-major over (tiles..., replicas) */
	uint32_t rank;
	int32_t replicas; /* devices that hold the same tile; their ids ascend */
	int32_t count;    /* product of the tiles and the replicas */
	/* The axes behind it where the compiler keeps them, else NULL; and whether the compiler
	 * dies making it, because they cannot be cut as the tiles are. */
	const struct named_tiling *named;
	bool any_form; /* compared with those with names and without alike */
	bool uncuttable;
	struct tiling_memo *memo; /* what was made of it before; NULL: it is not remembered */
};

/* An array of device ids seen as one of `count` dimensions, for reshaping and transposing it. */
struct tiling_view {
	int64_t sizes[2 * (TILING_MAX_RANK + 1)];
	uint32_t count;
};

/*
 * The tiling whose array is `devices` (rewritten: replicas are put in ascending order; kept).
 * `tiles` is copied. Memory comes from the arena.
 */
const struct tiling *tiling_make(struct arena *arena, uint32_t rank, const int32_t *tiles,
                                 int32_t replicas, int32_t *devices);

/*
 * The tiling of a tensor whose dimension i is sharded over dims[i], whole axes of which none comes
 * twice. The mesh is over the devices 0, 1, 2 …, no more than an int32_t counts. As JAX lowers a
 * PartitionSpec to an HloSharding: axes nobody uses make replicas.
 */
const struct tiling *tiling_of_axes(struct arena *arena, const struct named_mesh *mesh,
                                    const struct axis_parts *dims, uint32_t rank);

/* Tiles along a dimension, or the replicas for the dimension `rank`. */
static inline int32_t tiling_size(const struct tiling *tiling, uint32_t dim)
{
	assert(dim <= tiling->rank);
	return dim < tiling->rank ? tiling->tiles[dim] : tiling->replicas;
}

/* A copy in the arena, without names and what was made of it. */
const struct tiling *tiling_copy(struct arena *arena, const struct tiling *tiling);

/* The same devices in the same order under other tile counts of the same product, without names;
 * `tiles` is copied. */
struct tiling *tiling_with_tiles(struct arena *arena, const struct tiling *tiling,
                                 const int32_t *tiles, uint32_t rank);

/* The same tiling with these names; NULL: without any. */
const struct tiling *tiling_with_names(struct arena *arena, const struct tiling *tiling,
                                       const struct named_tiling *named);

/* The same tiling with the names that a rule gave it; NULL: the rule could not cut the axes. */
const struct tiling *tiling_with_cut_names(struct arena *arena, const struct tiling *tiling,
                                           const struct named_tiling *named);

/* The tiling that holds all of a tensor of `rank` dimensions on each of `count` devices. */
const struct tiling *tiling_replicated(struct arena *arena, uint32_t rank, int32_t count);

/* The devices 0, 1, 2 ... in the order of the array with these tiles; `tiles` is copied. */
const struct tiling *tiling_iota(struct arena *arena, uint32_t rank, const int32_t *tiles,
                                 int32_t replicas);

/* True when every device holds the whole tensor. */
bool tiling_is_replicated(const struct tiling *tiling);

/* True when tiles are held by several devices each, but not the whole tensor by all. */
bool tiling_is_partly_replicated(const struct tiling *tiling);

/* True when both cut every dimension alike, whichever device holds a tile. */
bool tiling_same_tiles(const struct tiling *a, const struct tiling *b);

/* True when both are the same array: every device holds the same tile. */
bool tiling_equal(const struct tiling *a, const struct tiling *b);

/* Adds a dimension at the minor end of the view. */
void tiling_view_add(struct tiling_view *view, int64_t size);

/*
 * The array seen as `view` (row-major) with its dimensions brought into `order`: dimension k of the
 * result is dimension order[k] of the view. A new array in the arena.
 */
int32_t *tiling_transposed(struct arena *arena, const int32_t *devices,
                           const struct tiling_view *view, const uint32_t *order);

/*
 * The tiling with the dimensions that `whole` names made one tile each; their devices become
 * replicas (xla::hlo_sharding_util::PartiallyReplicateTiledShardingOnDims).
 */
const struct tiling *tiling_replicated_on(struct arena *arena, const struct tiling *tiling,
                                          const bool *whole);

/*
 * The array with the replicas of a tile in the order in which they lie in the mesh, where the axes
 * have names: what takes replicas apart by axes finds them so, whatever their ids are.
 */
const int32_t *tiling_mesh_devices(struct arena *arena, const struct tiling *tiling);

/* The same where the axes of `other` have names too, else the array as it is. */
const int32_t *tiling_devices_for(struct arena *arena, const struct tiling *tiling,
                                  const struct tiling *other);

/* The place in the array of each device. In the arena. */
const int32_t *tiling_places(struct arena *arena, const struct tiling *tiling);

/* The same array with dimension `dim` cut in two, `major` tiles and the rest. */
const struct tiling *tiling_split(struct arena *arena, const struct tiling *tiling, uint32_t dim,
                                  int32_t major);

/* The same array with dimensions `dim` and `dim + 1` made one. */
const struct tiling *tiling_merged(struct arena *arena, const struct tiling *tiling, uint32_t dim);

/*
 * True when every device's tile of `fine` lies inside its tile of `coarse`. The tiles of `fine`
 * must be multiples of those of `coarse` (xla::hlo_sharding_util::IsSubTilingOrEqualSharding).
 */
bool tiling_is_nested(struct arena *scratch, const struct tiling *fine,
                      const struct tiling *coarse);

/*
 * The tiling with the tile counts of `fine` that refines `coarse` without moving data: `fine`
 * itself when it is nested in `coarse`, else the replicas of `coarse` dealt out to the dimensions
 * that grow, in their order. NULL when a tile count of `fine` is no multiple (xla
 * PartialReplicateReshardCompatibleSharding).
 */
const struct tiling *tiling_refined(struct arena *arena, const struct tiling *coarse,
                                    const struct tiling *fine);
