/* SPDX-License-Identifier: Apache-2.0 */
/* Tilings by what they were read from, each made once: equal ones are the same pointer. */
#pragma once

#include "partition/partitioner.h"

/* An empty store, in the arena, which must not be rewound while a tiling of it is used. */
struct tiling_store *tiling_store_make(struct arena *arena);

/*
 * The tiling of a tensor of `rank` dimensions on so many devices; without `tiles` the replicated
 * one. `tiles` is kept. NULL when it is not one of the tensor or the devices.
 */
const struct tiling *tiling_stored(struct arena *arena, struct tiling_store *store,
                                   const struct tile_assignment *tiles, uint32_t rank,
                                   int32_t devices);
