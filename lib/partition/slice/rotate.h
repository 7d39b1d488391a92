/* SPDX-License-Identifier: Apache-2.0 */
/* Concatenations that XLA makes as permutes of pieces of shards. All of jaxlib 0.10.2. */
#pragma once

#include "partition/partitioner.h"

/* The concatenation as a rotation of one value, or as a value wrapped at both ends (padded and
 * rotated twice), when it is one; false when it is neither. */
bool partition_as_rotation(struct partitioner *p, const struct instruction *concatenate);
