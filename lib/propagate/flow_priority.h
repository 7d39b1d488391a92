/* SPDX-License-Identifier: Apache-2.0 */
/* Dims that the user gave a priority: [{"x"}p1, {"y"}p0]. Those of 0 go first. */
#pragma once

#include "propagate/graph/graph.h"

/* A value or a result of the program that has such dims. */
struct prioritized {
	const struct named_sharding **place; /* where its sharding stands */
	uint32_t slot;                       /* or GRAPH_NONE: a result */
	const struct named_sharding *asked;
};

struct priorities {
	struct prioritized *items;
	uint32_t count;
	size_t room;
	int64_t *levels; /* those above 0, ascending */
	uint32_t nlevels;
};

/* Takes dims of a priority above 0 out of the graph: they are empty and closed, and their axes are
 * replicated. Memory comes from the graph's arena. */
struct priorities priorities_take(struct graph *graph);

/* Puts those of one level back. */
void priorities_give(struct graph *graph, const struct priorities *priorities, int64_t level);
