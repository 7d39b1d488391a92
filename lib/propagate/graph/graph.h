/* SPDX-License-Identifier: Apache-2.0 */
/*
 * A module as propagation sees it: arrays, each with the operation that makes it and those that
 * take it. Tuples are taken apart; calls and branches read the values of what is around them; a
 * value that a loop only hands on is the one from outside; constants are copied for each use. So
 * the compiler has it before it propagates (passes of xla/service/spmd/shardy and of sdy/transforms
 * /import of openxla/shardy).
 */
#pragma once

#include "base/cache.h"
#include "propagate/factor/factor_pool.h"
#include "propagate/graph/sharding_pool.h"
#include "release/rules.h"

#define GRAPH_NONE UINT32_MAX

/* An operand place of a node. */
struct use {
	uint32_t node, operand;
	uint32_t region; /* in which it stands */
	uint32_t next;   /* an earlier one of the same value, or GRAPH_NONE */
};

enum graph_value_kind {
	VALUE_PLAIN,
	VALUE_TEMPLATE, /* of a constant expression: copied for each use */
	VALUE_OPENED, /* of a loop, from outside, with a sharding: a constraint without axes stands
	                 before the loop once there is a use */
};

/* An array under one name, that is one result or parameter. */
struct graph_value {
	enum graph_value_kind kind : 8;
	bool constant : 1; /* TEMPLATE: not a scalar from elsewhere made larger */
	uint32_t slot;
	uint32_t uses, last_use; /* operand places that take it; GRAPH_NONE: none */
	uint32_t node;           /* that makes it, or behind which it would be made */
	uint32_t origin;         /* OPENED: the value outside; once used, `opened` */
	uint32_t opened;
	uint32_t round; /* of copying, in which `opened` is the copy of a template */
	const struct instruction *instruction; /* TEMPLATE; of a plain one as the rules need it */
	uint32_t frame; /* TEMPLATE: where its operands are; OPENED: index of the carry */
};

/* What has one sharding: one value, or the result and the parameters of a loop's carry. */
struct graph_slot {
	const struct hlo_shape *shape;
	const struct named_sharding *sharding; /* NULL: none */
	uint32_t values[3]; /* that may be used inside regions, then the one that `maker` makes */
	uint32_t nvalues;
	uint32_t maker;   /* node, or GRAPH_NONE */
	uint32_t changed; /* time of the last change */
	/* Of values that are sharded as the last value is: the group's index and 1; or 0. What
	 * holds inside of a loop alone is changed by the others of its group, and does not change
	 * them. */
	uint32_t group;
};

/* Values that are to be sharded alike. */
struct graph_group {
	uint32_t *values;
	uint32_t count;
};

enum graph_node_kind {
	NODE_OPERATION,
	NODE_EDGE,   /* from what goes into a loop, a branch or a barrier to what comes out of it */
	NODE_RETURN, /* of the whole program */
	NODE_MARK,   /* a place in the order: the start of a region, or an original of copies */
};

/* When sharding goes through an operation at all, whatever its factors. */
enum graph_flow {
	FLOW_FACTORS, /* as the kinds of its factors say */
	FLOW_FREE,    /* at once, both ways */
	FLOW_FORWARD, /* at once from operands to results */
	FLOW_BROADCAST,
};

struct graph_node {
	enum graph_node_kind kind : 8;
	enum graph_flow flow : 8;
	bool elementwise : 1;
	bool shared : 1; /* an operand is used by others too */
	bool queued : 1;
	bool opening : 1;  /* a constraint that was put before a loop */
	bool chained : 1;  /* the head of a chain of constraints that later readers go behind */
	bool moved : 1;    /* a constraint that all readers of its operand read now */
	bool into : 1;     /* of an edge over the border of a shard_map */
	bool inserted : 1; /* a constraint that a shard_map puts on its operand */
	unsigned ran_as : 8;
	uint32_t ran; /* time of the last step, if nothing changed in it; else 0 */
	const struct instruction *instruction;
	const struct factor_rule *rule; /* NULL: nothing goes through it */
	uint32_t *values;               /* operands, then results */
	uint32_t noperands, nresults;
	uint32_t before, after; /* in the order of the program */
	uint32_t region;        /* the mark at the start of the region it stands in */
	uint32_t frame;         /* of such a mark; of an opening and an edge: index of the value */
	uint32_t mark;          /* of a copy: the mark of its original */
	/* Of an edge over the border of a shard_map, into it or out: the sharding outside. */
	const struct named_sharding *manual;
};

/* The values of a computation's instructions: of instruction i leaves[first[i]] to first[i + 1]. */
struct frame {
	struct computation *computation;
	uint32_t *first, *leaves;
	uint32_t mark;                 /* of its start */
	struct axis_parts manual;      /* axes of the shard_maps it is in */
	const struct named_mesh *mesh; /* of these axes */
};

struct graph {
	struct arena *arena;
	struct module *module;
	const struct jax_rules *release; /* NULL: as jaxlib 0.10.2 */
	const struct named_mesh *mesh;
	struct graph_value *values;
	struct graph_slot *slots;
	struct graph_node *nodes;
	struct use *uses;
	struct frame *frames;
	struct graph_group *groups;
	uint32_t nvalues, nslots, nnodes, nuses, nframes, ngroups;
	size_t value_room, slot_room, node_room, use_room, frame_room, group_room;
	struct arena *scratch;
	struct sharding_pool pool;
	struct factor_pool rules;
	struct cache sized;                    /* rules that are made of sizes alone, by these */
	struct table built;                    /* computations that have a frame */
	uint32_t first, last;                  /* nodes in the order of the program */
	uint32_t result;                       /* the node of kind RETURN */
	const struct named_sharding **results; /* shardings of what is returned, or NULL */
	uint32_t time, round, depth;
	uint64_t copies, ninstructions;
	struct axis_parts manual; /* axes of the shard_maps that are being walked */
	const struct named_mesh *manual_mesh;
	const char *failure; /* why it cannot be propagated, or NULL */
	const struct instruction *failed_at;
};

/* The graph of a module's entry, which keeps nothing of the scratch. With `failure` nothing else of
 * it is of use. */
struct graph *graph_make(struct arena *arena, struct arena *scratch, struct module *module,
                         const struct jax_rules *release);

/* Says why the module cannot be propagated; false. */
COLD bool graph_fail(struct graph *graph, const struct instruction *at, const char *why);

/* Adds a node behind the last one, or before another; of `noperands` operands, yet to be set. */
uint32_t graph_add_node(struct graph *graph, enum graph_node_kind kind,
                        const struct instruction *instruction, uint32_t noperands,
                        uint32_t nresults, uint32_t before);

/* Adds a value with a slot of its own, made by the node. */
uint32_t graph_add_value(struct graph *graph, const struct hlo_shape *shape, uint32_t node);

/* What stands for a constraint that was put before a loop. */
extern const struct instruction graph_opening;

/* Makes a value an operand; copies constants, but for what only says of which group they are, and
 * opens what a loop reads from outside. */
void graph_use(struct graph *graph, uint32_t node, uint32_t operand, uint32_t value);

/* Whether it says of its operand to which group of values sharded alike it belongs, `index`. */
bool is_sharding_group(const struct instruction *instruction);

/* Gives a node its rule, once its values are set. */
void graph_set_rule(struct graph *graph, uint32_t node);

/* The values of a computation, or NULL: it has none. */
const struct frame *graph_frame(const struct graph *graph, const struct computation *computation);

/* Whether a node is the copy of a constant expression. */
static inline bool node_is_copy(const struct graph_node *node)
{
	return node->mark != GRAPH_NONE && !node->opening;
}

/* Moves a node to behind another. */
void graph_move_behind(struct graph *graph, uint32_t node, uint32_t other);

static inline struct graph_slot *graph_slot_of(const struct graph *graph, uint32_t value)
{
	return &graph->slots[graph->values[value].slot];
}
