/* SPDX-License-Identifier: Apache-2.0 */
/* The state of writing a graph into its module, shared by the files that do. */
#pragma once

#include "base/pointer_table.h"
#include "propagate/graph/graph.h"

/* An instruction to be put in, and the place in `insertions` of the next one there; behind the last
 * is the first. */
struct insertion {
	struct instruction *instruction;
	uint32_t next;
};

/* What changes in one computation, per instruction. */
struct edit {
	uint32_t *before, *behind; /* the last insertion, from 1 on; 0: none */
	bool *dropped;             /* it goes to another place */
	/* What all that take it take from now on, or NULL; NULL: none is replaced. */
	struct instruction **instead;
};

struct export
{
	struct graph *graph;
	struct edit *edits; /* per frame */
	struct insertion *insertions;
	uint32_t ninsertions;
	size_t insertions_room;
	struct instruction **made; /* per node: a copy of a constant */
	uint32_t *frames;          /* per node that is a copy: where it goes; GRAPH_NONE: nowhere */
	uint32_t *anchors;         /* and before which instruction, when not at its original */
	uint32_t *firsts;          /* per node that is a copy: the one that it becomes */
	struct table merged;       /* copies that others may be, by what they are, to their nodes */
	struct pointer_table tiles; /* of shardings that were converted: struct hlo_sharding */
};

/* Puts an instruction in at a place, behind those that are there. */
void export_insert(struct export *export, uint32_t *place, struct instruction *instruction);

/* Lets all that take an instruction of a frame take another from now on. */
void export_replace(struct export *export, uint32_t frame, uint32_t number,
                    struct instruction *instead);

/* An instruction of one operand, made for another. */
struct instruction *export_unary(struct export *export, enum opcode opcode,
                                 const struct hlo_shape *shape, struct instruction *operand,
                                 const struct instruction *like);

/* The sharding in tiles; NULL of NULL. */
const struct hlo_sharding *export_sharding(struct export *export,
                                           const struct named_sharding *sharding);

/* The frame that a node stands in. */
static inline uint32_t export_frame(const struct graph *graph, const struct graph_node *node)
{
	return graph->nodes[node->region].frame;
}

/* The tuple that an instruction takes, if nothing else does; else NULL. */
struct instruction *export_own_tuple(const struct instruction *instruction, uint32_t operand);

/* Whether a constraint was moved out of the computation that has its instruction. */
bool export_is_elsewhere(const struct graph *graph, const struct graph_node *node);

/* The constraint whose result a value is, if all readers were moved to it; else NULL. */
struct instruction *export_constraint(const struct export *export, uint32_t value);

/* Notes in the frames what their regions are handed: what constraints give that were moved. */
void export_hand_in(struct graph *graph);

/* Lets what hands values into regions take these constraints, which stand there already. */
void export_handed_in(struct export *export);

/* Lets operations take the copies of constants that are theirs, and what constraints made of their
 * operands; moves these constraints. */
void export_operands(struct export *export);

/* Puts a reshape, as XLA does, behind each result that is laid out in another order. */
void export_layouts(struct export *export);

/* Puts a copy before each result that is given in parts of sums and not asked for so, which adds
 * them up (InsertExplicitReshardsPass of Shardy), once the computations are listed anew. */
void export_sums(struct export *export);

/* Puts in the copies that bring the tensors of concatenations to one sharding. */
void export_settled(struct export *export);

/* Writes shard_maps as calls. */
void export_manual(struct export *export);

/* The sharding of a value of a frame, which may be inside of shard_maps: then all values have one,
 * which says so. */
const struct named_sharding *export_inside(struct export *export, const struct frame *frame,
                                           const struct named_sharding *sharding, uint32_t rank);

/* The sharding that a leaf ended with, or NULL. */
const struct named_sharding *export_leaf(const struct graph *graph, uint32_t value);
