/* SPDX-License-Identifier: Apache-2.0 */
/* Gathering dimensions, wholly or in groups, and its inverse, slicing. All of jaxlib 0.10.2. */
#pragma once

#include "reshard/resharder.h"

/* Makes every device hold everything (xla PartitionedHlo::Replicate). */
struct shards gather_all(struct resharder *resharder, struct shards value);

/*
 * To a partly replicated target whose tiles are unions of the value's: a permute if they do not
 * nest, then a gather of the minor part of each dimension (xla
 * ReshardToPartialReplicateWithAllGather). None when a tile count is no multiple.
 */
struct shards gather_to_partial(struct resharder *resharder, struct shards value,
                                const struct tiling *target);

/*
 * From a partly replicated value to a target whose tile counts are multiples: a local slice, and a
 * permute of what is left if the replicas were dealt out in another order (xla
 * ReshardFromPartialReplicateWithDynamicSlice). None when a tile count is no multiple.
 */
struct shards slice_from_partial(struct resharder *resharder, struct shards value,
                                 const struct tiling *target);

/* From a replicated value: each device takes its tile. */
struct shards slice_from_replicated(struct resharder *resharder, struct shards value,
                                    const struct tiling *target);

/* Sends every shard to the device that holds it in `target`, which has the same tiles (xla
 * ReshardWithCollectivePermute). */
struct shards permute_shards(struct resharder *resharder, struct shards value,
                             const struct tiling *target);
