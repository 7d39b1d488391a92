/* SPDX-License-Identifier: Apache-2.0 */
/* Values as the windows of their readers need them. All of jaxlib 0.10.2. */
#pragma once

#include "partition/partitioner.h"

/*
 * The value with, on each device, what the windows of that device's tile of `target` cover; its
 * local sizes are those that the windows need. Resharded to the target, or gathered along the
 * windows, where XLA does that; remembered for the next reader of the same windows. `target` is not
 * replicated. None when no exchange gives these windows (xla
 * PartitionedHlo::ReshardAsWindowedInput).
 */
struct shards windowed(struct partitioner *p, struct shards value,
                       const struct shards_window *windows, const struct tiling *target);

/* `rank` windows of one element at every place, to be changed. In the arena. */
struct shards_window *trivial_windows(struct partitioner *p, uint32_t rank);

/* The array of devices with some dimensions turned round (xla ReverseSharding). */
const struct tiling *tiling_reversed(struct arena *arena, const struct tiling *tiling,
                                     const bool *turned);
