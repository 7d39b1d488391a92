/* SPDX-License-Identifier: Apache-2.0 */
/* How shardings go through reshapes. All of jaxlib 0.10.2. */
#pragma once

#include "partition/partitioner.h"

/*
 * The tiling that a value keeps when it is reshaped without moving data, in terms of the other
 * array; NULL when there is none (xla::hlo_sharding_util::ReshapeSharding). Of the shapes only
 * dimensions are read.
 */
const struct tiling *tiling_through_reshape(struct arena *arena, const struct hlo_shape *from,
                                            const struct hlo_shape *to,
                                            const struct tiling *tiling);

/*
 * The axes of dimensions first to end - 1, dealt out anew in their order to the tiles that those
 * have after a reshape, and dropped when there are no more tiles; NULL where an axis cannot be cut
 * so, or there are no names (measured on jaxlib 0.12.0.1).
 */
const struct named_tiling *names_through_reshape(struct arena *arena, const struct tiling *before,
                                                 uint32_t first, uint32_t end,
                                                 const struct tiling *after);

/* The operand reshaped to an array of `extents` with the tiling `target`, where no tiling of the
 * operand makes that free. */
struct shards reshape_unevenly(struct partitioner *p, struct shards operand,
                               const struct tiling *target, const int64_t *extents);
