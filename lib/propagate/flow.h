/* SPDX-License-Identifier: Apache-2.0 */
/* The loop of propagation over a graph. */
#pragma once

#include "propagate/graph/graph.h"

/*
 * Brings every value and result of the graph to the sharding it ends with: passes over all nodes
 * with more and more operations taking part (OpPriorityPropagationPass), for each priority that the
 * user gave to dims (UserPriorityPropagationPass).
 */
void flow_run(struct graph *graph);

/* Cuts the shardings of the program's arguments and results to what divides their sizes, and, in
 * dims that were open, to whole axes; and to what divides their sizes those of shard_maps. */
void flow_trim(struct graph *graph);
