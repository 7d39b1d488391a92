/* SPDX-License-Identifier: Apache-2.0 */
/* Values of which each device holds a part of a sum: `unreduced` of their shardings. */
#pragma once

#include "partition/partitioner.h"

/* Whether the value of an array is in parts of sums along some axes. */
bool is_unreduced(const struct instruction *instruction);

/* Whether the sum that the instruction makes is left in parts. JAX asks that the axes be those that
 * shard what is summed over. */
bool awaits_sum(const struct instruction *instruction);

/* Why the instruction may not be given parts of sums that an operand has, or NULL. */
const char *beyond_parts_of_sums(const struct instruction *instruction);

/* The value of a source in parts, added up along its axes. */
struct shards summed_parts(struct partitioner *p, const struct instruction *source,
                           struct shards value);
