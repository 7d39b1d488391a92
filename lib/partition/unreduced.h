/* SPDX-License-Identifier: Apache-2.0 */
/* Values of which each device holds a part of a sum: `unreduced` of their shardings. */
#pragma once

#include "partition/partitioner.h"

/* Whether the sum that the instruction makes is left in parts. JAX asks that the axes be those that
 * shard what is summed over. */
bool awaits_sum(const struct instruction *instruction);

/* Why the instruction may not be given parts of sums that an operand has, or NULL. */
const char *beyond_parts_of_sums(const struct instruction *instruction);

/* Whether a copy makes parts of sums of what its operand has, along more axes than that is in. */
bool begins_parts(struct partitioner *p, const struct instruction *instruction);

/* The tiling of which such a copy makes parts without sending anything: its own, but for dims from
 * whose minor end it takes axes for the parts (insertUnreducedCollectives of Shardy). NULL: none is
 * known. */
const struct tiling *tiling_before_parts(struct partitioner *p, const struct instruction *copy);

/* Whether a copy is given parts of sums along axes along which its result is not in parts. */
bool ends_parts(struct partitioner *p, const struct instruction *instruction);

/* Whether such a copy ends just what its operand, a copy too, has begun: then it is as if it were
 * given that, whole (AllReduceOfReplicatedToUnreducedPattern and its like of Shardy). */
bool undoes_parts(struct partitioner *p, const struct instruction *copy);

/* The value that such a copy is given, added up along the axes that it ends unless it undoes them.
 */
struct shards summed_parts(struct partitioner *p, const struct instruction *copy,
                           struct shards value);
