/* SPDX-License-Identifier: Apache-2.0 */
/* The order in which the rules of a reshard are tried. */
#pragma once

#include "reshard/resharder.h"

/*
 * Brings the value to `target` (xla PartitionedHlo::ReshardNoCache, jaxlib 0.10.2). Without
 * `allow_full` the last resort, gathering everything, is not taken: the value comes back with its
 * own tiling and what was tried is forgotten.
 */
struct shards reshard_value(struct resharder *resharder, struct shards value,
                            const struct tiling *target, bool allow_full);
