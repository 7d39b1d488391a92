/* SPDX-License-Identifier: Apache-2.0 */
/* What sharding constraints do before anything is propagated. */
#pragma once

#include "propagate/graph/graph.h"

/*
 * Gives what a constraint reads its sharding, or lets all its other readers read the constraint, in
 * the order of the program (ApplyShardingConstraintsPass of openxla/shardy).
 */
void apply_constraints(struct graph *graph);

/* Puts a constraint that the program does not have behind a value, and lets all its readers read
 * that; its result. */
uint32_t read_constrained(struct graph *graph, uint32_t value,
                          const struct named_sharding *sharding);

/* The same, whether dims are open aside. */
bool settled_alike(const struct named_sharding *a, const struct named_sharding *b);
