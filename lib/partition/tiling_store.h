/* SPDX-License-Identifier: Apache-2.0 */
/* Tilings by what they were read from, each made once: equal ones are the same pointer. */
#pragma once

#include "partition/partitioner.h"

struct tiling_store *tiling_store_make(struct arena *arena);

/*
 * The tiling of a tensor of `rank` dimensions on so many devices; without `tiles` the replicated
 * one. `tiles` is kept. NULL when it is not one of the tensor or the devices.
 */
const struct tiling *tiling_stored(struct arena *arena, struct tiling_store *store,
                                   const struct tile_assignment *tiles, uint32_t rank,
                                   int32_t devices);

/* Those of shardings by names, each made once for each that is written once. */
struct named_tilings {
	const struct named_sharding *named;
	const struct tiling *tiling; /* NULL: not one of a tensor of this rank */
	uint32_t rank;
	struct named_tilings *next;
};

/* Where the one of this sharding is, or the NULL at whose place it belongs. */
struct named_tilings **named_tiling_place(struct tiling_store *store,
                                          const struct named_sharding *named, uint32_t rank);
