/* SPDX-License-Identifier: Apache-2.0 */
/* Moving the sharding of one dimension to another with all-to-alls. All of jaxlib 0.10.2. */
#pragma once

#include "reshard/resharder.h"

/* Tiles go from dimension `source` to dimension `target`. */
struct dim_move {
	uint32_t source, target;
};

struct dim_moves {
	struct dim_move moves[2 * TILING_MAX_RANK];
	uint32_t count;
};

/*
 * Finds the moves that turn the tile counts of `from` into those of `to`; false when the counts
 * that differ are not the same ones in another order, or do not divide (xla
 * GetReshardAllToAllSourceTargetDims).
 */
bool all_to_all_moves(const struct tiling *from, const struct tiling *to, struct dim_moves *moves);

/*
 * Carries out the moves, two or more at once where they concern different dimensions of even size,
 * and a permute if devices are then in another order (xla ReshardWithAllToAll).
 */
struct shards all_to_all(struct resharder *resharder, struct shards value,
                         const struct tiling *target, const struct dim_moves *moves);
