/* SPDX-License-Identifier: Apache-2.0 */
/* Edges of what devices have that they send to their neighbours, as for stencils: each is cut off
 * by a kernel, which computes again what it is cut off of. */
#pragma once

#include "plan/module/kernel_graph.h"

/* Whether a step sends the edge of what a device has to its neighbour, which has a part of its own
 * besides. */
bool kernel_sends_edge(const struct kernel_graph *graph, const struct plan_step *step);

/* Whether an operation puts edges that neighbours send it in the place of some of what the device
 * has: it turns around what it joins, or begins elsewhere and is no larger. */
bool kernel_puts_edges(const struct kernel_graph *graph, const struct instruction *instruction);

/* Lets an operation read the edges that neighbours send it, each of which they have cut off; of one
 * that shifts also the rest. Whether there are any. */
bool kernel_add_edges(struct kernel_graph *graph, uint32_t number);
