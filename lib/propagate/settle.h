/* SPDX-License-Identifier: Apache-2.0 */
/*
 * Operations whose tensors Shardy itself brings to one sharding before the partitioner sees them:
 * concatenations (InsertExplicitReshardsPass and findCommonAxes of openxla/shardy).
 */
#pragma once

#include "propagate/step.h"

/*
 * Stores the sharding to which each tensor of the step has to be brought for the operation,
 * operands first: NULL where it has it. Returns whether there is any. Memory comes from the arena.
 */
bool settle_run(struct arena *arena, const struct step *step,
                const struct named_sharding **settled);
