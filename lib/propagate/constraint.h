/* SPDX-License-Identifier: Apache-2.0 */
/* What sharding constraints do before anything is propagated. */
#pragma once

#include "propagate/graph/graph.h"

/*
 * Gives what a constraint reads its sharding, or lets all its other readers read the constraint, in
 * the order of the program (ApplyShardingConstraintsPass of openxla/shardy).
 */
void apply_constraints(struct graph *graph);

/* The same, whether dims are open aside. */
bool settled_alike(const struct named_sharding *a, const struct named_sharding *b);
