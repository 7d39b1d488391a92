/* SPDX-License-Identifier: Apache-2.0 */
/* Tilings made of tilings of other tensors. Follows xla::hlo_sharding_util of jaxlib 0.10.2. */
#pragma once

#include "sharding/tiling.h"

/*
 * The tiling carried over to a tensor of `rank` dimensions: dimension i becomes to[i], or is
 * dropped where that is -1; others have one tile. NULL when a dropped one has several. Replicas
 * stay.
 */
const struct tiling *tiling_mapped(struct arena *arena, const struct tiling *tiling,
                                   const int32_t *to, uint32_t rank);

/* As tiling_mapped, but dropped dimensions are replicated first. */
const struct tiling *tiling_mapped_partly(struct arena *arena, const struct tiling *tiling,
                                          const int32_t *to, uint32_t rank);

/* As tiling_mapped_partly, with the names that the tiling has. */
const struct tiling *tiling_mapped_named(struct arena *arena, const struct tiling *tiling,
                                         const int32_t *to, uint32_t rank);

/* The same array of devices with other tile counts and replicas, of the same product. */
const struct tiling *tiling_reshaped(struct arena *arena, const struct tiling *tiling,
                                     const int32_t *tiles, uint32_t rank, int32_t replicas);

/* The tiling of the tensor without the dimensions, of one tile each, that `removed` names. */
const struct tiling *tiling_without(struct arena *arena, const struct tiling *tiling,
                                    const bool *removed);

/* Replicated along the dimensions that are removed, and without these; names of the others stay. */
const struct tiling *tiling_reduced(struct arena *arena, const struct tiling *tiling,
                                    const bool *removed);

/* Product of the tile counts of a tensor's dimensions: devices that hold different tiles. */
int32_t tiling_tiles(const struct tiling *tiling);

/* Stores the dimensions in which a tiling has several tiles, at most `rank`; how many. */
uint32_t tiling_tiled_dims(const struct tiling *tiling, uint32_t *dims);

/*
 * The coarsest tiling that refines both, of which each has several tiles or one along a dimension;
 * `fine` where `coarse` is replicated. NULL when there is none, it has fewer than `at_least` tiles,
 * or `coarse` has no replicas to give (xla MergeShardingIfCompatible, whose least number is one
 * more than the tiles of `coarse` unless told otherwise).
 */
const struct tiling *tiling_common(struct arena *arena, const struct tiling *fine,
                                   const struct tiling *coarse, int32_t at_least);
