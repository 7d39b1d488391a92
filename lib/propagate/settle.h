/* SPDX-License-Identifier: Apache-2.0 */
/*
 * Operations whose tensors Shardy itself brings to other shardings before the partitioner sees
 * them: concatenations and some contractions (InsertExplicitReshardsPass and findCommonAxes of
 * openxla/shardy).
 */
#pragma once

#include "propagate/factor/step.h"

/*
 * Stores the sharding to which each tensor of the step has to be brought for the operation,
 * operands first: NULL where it has it. Returns whether there is any. Memory comes from the arena.
 */
bool settle_run(struct arena *arena, const struct step *step,
                const struct named_sharding **settled);

/* The same for a contraction, of which at most the result is brought to another sharding, and then
 * back to its own. */
bool settle_dot(struct arena *arena, const struct step *step,
                const struct named_sharding **settled);
