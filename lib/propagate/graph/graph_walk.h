/* SPDX-License-Identifier: Apache-2.0 */
/* The walk over a module that makes its graph, shared by the files that do it. */
#pragma once

#include "propagate/graph/graph.h"

enum {
	MAX_REGION_DEPTH = 64,
	MAX_LEAVES = 1 << 26, /* arrays of all tuples */
};

/* Arrays that a computation is given, or gives. */
struct leaves {
	const uint32_t *items;
	uint32_t count;
	uint32_t region; /* in which they are given */
};

/* The walk of one computation. */
struct walk {
	struct graph *graph;
	struct frame *frame;
	struct leaves arguments; /* of all parameters, in order; of the entry none */
	uint32_t index;          /* of the frame */
	uint32_t nleaves, room;
};

/* How many arrays a shape is; more than MAX_LEAVES: too many. */
uint32_t graph_walk_count(const struct hlo_shape *shape);

/* The arrays that an instruction before this one gives. */
struct leaves graph_walk_leaves(const struct walk *walk, const struct instruction *instruction);

/* Notes the arrays that the instruction gives, in order. */
void graph_walk_give(struct walk *walk, struct leaves leaves);

/* New values for the arrays of a shape, made by a node. */
struct leaves graph_walk_fresh(struct graph *graph, const struct hlo_shape *shape, uint32_t node);

/* A sharding that the user asked for, as it is compared: without axes of size 1, and over the first
 * of meshes that are the same; NULL of NULL. */
const struct named_sharding *graph_walk_wanted(struct graph *graph,
                                               const struct named_sharding *sharding);

/* Walks a computation and returns what its root gives; nothing after a failure. */
struct leaves graph_walk_computation(struct graph *graph, struct computation *computation,
                                     struct leaves arguments);

/* The instructions that hold regions, or let values pass; each notes what the instruction gives.
 * False after a failure. */

/* A loop: each carry is one slot of three values, for the condition, the body and the result, with
 * an edge from what goes in and what the body gives. A carry that the body hands on is read from
 * outside. */
bool graph_walk_while(struct walk *walk, const struct instruction *loop);

/* A conditional: branches read the operands as they are, and a result has an edge from what each
 * branch gives. */
bool graph_walk_conditional(struct walk *walk, const struct instruction *conditional);

/* A call: the computation is walked in its place on all arrays of the operands, and what it gives
 * is what the call gives, without edges. */
bool graph_walk_call(struct walk *walk, const struct instruction *call);

/* An optimization barrier of one operand, a tuple: an edge from each of its arrays to a new value
 * of the same shape. */
bool graph_walk_barrier(struct walk *walk, const struct instruction *barrier);

/* A shard_map: its body is walked with values of its own for the arguments, and edges in and out
 * carry the axes that are not manual. */
bool graph_walk_manual(struct walk *walk, const struct instruction *manual);
