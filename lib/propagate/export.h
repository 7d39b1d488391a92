/* SPDX-License-Identifier: Apache-2.0 */
/* Writes what was propagated into the module. */
#pragma once

#include "propagate/graph/graph.h"

/*
 * Gives the instructions of the module the shardings of the graph; puts in the copies of constants,
 * the constraints before loops, and what brings results to their shardings. The graph fails when a
 * sharding cannot be written as tiles.
 */
void export_graph(struct graph *graph);
