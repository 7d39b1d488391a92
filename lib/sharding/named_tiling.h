/* SPDX-License-Identifier: Apache-2.0 */
/*
 * Tilings that keep the names of their axes, as XLA's are from jaxlib 0.11.2 on
 * (--xla_enable_hlo_sharding_v3). Each dimension has a list of axes or parts of axes; where a rule
 * of the partitioner needs a list cut at a place at which neither an axis ends nor an axis can be
 * divided, a check fails and the compiler process dies. Found by running jaxlib 0.12.0.1.
 */
#pragma once

#include "sharding/axis_parts.h"

struct named_tiling {
	const struct named_mesh *mesh;
	const struct axis_parts *dims;
	uint32_t rank;
};

/* The named tiling of a tensor whose dimension i is sharded over dims[i]; axes of size 1 vanish. */
const struct named_tiling *named_tiling_make(struct arena *arena, const struct named_mesh *mesh,
                                             const struct axis_parts *dims, uint32_t rank);

/* Dimension `dim` cut in two, `major` tiles and the rest; NULL where its axes cannot be cut so. */
const struct named_tiling *named_tiling_split(struct arena *arena, const struct named_tiling *named,
                                              uint32_t dim, int64_t major);

/* Dimensions `dim` and `dim + 1` made one. */
const struct named_tiling *named_tiling_merged(struct arena *arena,
                                               const struct named_tiling *named, uint32_t dim);

/* Without the axes of the dimensions that `whole` names. */
const struct named_tiling *named_tiling_replicated_on(struct arena *arena,
                                                      const struct named_tiling *named,
                                                      const bool *whole);

/*
 * All but the major `kept` tiles of dimension `source` made the minor part of `target`; NULL where
 * the axes of the source cannot be cut so.
 */
const struct named_tiling *named_tiling_moved(struct arena *arena, const struct named_tiling *named,
                                              uint32_t source, uint32_t target, int64_t kept);

/*
 * The axes nobody uses, in the order of the mesh, dealt out: factors[i] more tiles for dimension i,
 * from the first dimension on. NULL where that would leave a part of size 1.
 */
const struct named_tiling *named_tiling_dealt(struct arena *arena, const struct named_tiling *named,
                                              const int64_t *factors);

/* The tiling carried over to a tensor of `rank` dimensions: dimension i becomes to[i], or its axes
 * are dropped where that is -1. */
const struct named_tiling *named_tiling_mapped(struct arena *arena,
                                               const struct named_tiling *named, const int32_t *to,
                                               uint32_t rank);

/*
 * The coarse tiling, made finer by the other where it has a single tile: a dimension takes over the
 * axes of the finer up to the first that the coarse one has elsewhere. NULL where that is the very
 * first one, or an axis is used in part.
 */
const struct named_tiling *named_tiling_refined(struct arena *arena,
                                                const struct named_tiling *coarse,
                                                const struct named_tiling *fine);
