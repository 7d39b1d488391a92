/* SPDX-License-Identifier: Apache-2.0 */
#include "propagate/constraint.h"

#include "propagate/factor/axis_list.h"

/* Whether two shardings are the same, be dims open or not. */
bool settled_alike(const struct named_sharding *a, const struct named_sharding *b)
{
	if (a->mesh != b->mesh || a->rank != b->rank ||
	    !axis_parts_equal(&a->replicated, &b->replicated) ||
	    !axis_parts_equal(&a->unreduced, &b->unreduced))
		return false;
	for (uint32_t i = 0; i < a->rank; i++)
		if (!axis_parts_equal(&a->dims[i].axes, &b->dims[i].axes))
			return false;
	return true;
}

/* Whether two shardings are the same, dims that are open and replicated axes included. */
static bool shardings_equal(const struct named_sharding *a, const struct named_sharding *b)
{
	if (a == b)
		return true;
	if (!a || !b || !settled_alike(a, b))
		return false;
	for (uint32_t i = 0; i < a->rank; i++)
		if (a->dims[i].open != b->dims[i].open)
			return false;
	return true;
}

static bool is_constraint(const struct graph_node *node)
{
	return node->kind == NODE_OPERATION &&
	       node->instruction->opcode == OPCODE_SHARDING_CONSTRAINT && node->noperands == 1;
}

static const struct named_sharding *constraint_sharding(const struct graph *graph,
                                                        const struct graph_node *node)
{
	return graph_slot_of(graph, node->values[1])->sharding;
}

static bool is_closed(const struct named_sharding *sharding)
{
	for (uint32_t i = 0; i < sharding->rank; i++)
		if (sharding->dims[i].open)
			return false;
	return true;
}

/* What a use by a constraint or a manual computation asks for; NULL: it is no such use. */
static const struct named_sharding *asked_by(const struct graph *graph, const struct use *use)
{
	const struct graph_node *node = &graph->nodes[use->node];
	if (is_constraint(node))
		return constraint_sharding(graph, node);
	if (node->kind == NODE_EDGE && node->manual && node->into)
		return node->manual;
	return NULL;
}

static bool is_contested(const struct graph *graph, uint32_t value,
                         const struct named_sharding *sharding)
{
	for (uint32_t u = graph->values[value].last_use; u != GRAPH_NONE; u = graph->uses[u].next) {
		const struct named_sharding *other = asked_by(graph, &graph->uses[u]);
		if (other && !shardings_equal(other, sharding))
			return true;
	}
	return false;
}

/* Whether a constraint, other than `excluded`, reads the value. */
static bool is_constrained(const struct graph *graph, uint32_t value, uint32_t excluded)
{
	for (uint32_t u = graph->values[value].last_use; u != GRAPH_NONE; u = graph->uses[u].next)
		if (graph->uses[u].node != excluded && asked_by(graph, &graph->uses[u]))
			return true;
	return false;
}

/* Moves uses of one value that `keep` does not name to another, later ones first as they were. */
struct moving {
	uint32_t from, to;
	uint32_t except; /* node */
	/* Only uses behind that of the node `behind` in its region, and no return; GRAPH_NONE: all.
	 */
	uint32_t behind, behind_use;
};

/* Joins two lists of uses, later ones first. */
static uint32_t join_uses(struct graph *graph, uint32_t a, uint32_t b)
{
	uint32_t first = GRAPH_NONE, *end = &first;
	while (a != GRAPH_NONE || b != GRAPH_NONE) {
		bool take_a = b == GRAPH_NONE || (a != GRAPH_NONE && a > b);
		uint32_t *taken = take_a ? &a : &b;
		*end = *taken;
		end = &graph->uses[*taken].next;
		*taken = *end;
	}
	return first;
}

static bool is_moved(const struct graph *graph, const struct moving *moving, uint32_t use)
{
	uint32_t node = graph->uses[use].node;
	if (node == moving->except)
		return false;
	if (moving->behind == GRAPH_NONE)
		return true;
	return graph->nodes[node].kind != NODE_RETURN &&
	       graph->uses[use].region == graph->nodes[moving->behind].region &&
	       use > moving->behind_use;
}

static void move_uses(struct graph *graph, const struct moving *moving)
{
	uint32_t kept = GRAPH_NONE, *kept_end = &kept, moved = GRAPH_NONE, *moved_end = &moved;
	uint32_t u = graph->values[moving->from].last_use, count = 0;
	while (u != GRAPH_NONE) {
		uint32_t next = graph->uses[u].next;
		bool moves = is_moved(graph, moving, u);
		uint32_t **end = moves ? &moved_end : &kept_end;
		**end = u;
		*end = &graph->uses[u].next;
		if (moves) {
			graph->nodes[graph->uses[u].node].values[graph->uses[u].operand] =
			    moving->to;
			count++;
		}
		u = next;
	}
	*kept_end = *moved_end = GRAPH_NONE;
	graph->values[moving->from].last_use = kept;
	graph->values[moving->from].uses -= count;
	graph->values[moving->to].last_use =
	    join_uses(graph, graph->values[moving->to].last_use, moved);
	graph->values[moving->to].uses += count;
}

/* The last of a chain of constraints of which each is the only reader of the one before; of a
 * chain of one, or one that others read, GRAPH_NONE. */
static uint32_t chain_tail(const struct graph *graph, uint32_t head)
{
	uint32_t input = graph->nodes[head].values[0];
	const struct graph_value *value = &graph->values[input];
	if ((value->node != GRAPH_NONE && is_constraint(&graph->nodes[value->node])) ||
	    graph_slot_of(graph, input)->sharding || is_constrained(graph, input, head))
		return GRAPH_NONE;
	uint32_t tail = head;
	for (;;) {
		const struct graph_value *result = &graph->values[graph->nodes[tail].values[1]];
		if (result->uses != 1)
			break;
		uint32_t user = graph->uses[result->last_use].node;
		if (!is_constraint(&graph->nodes[user]))
			break;
		tail = user;
	}
	if (tail == head || is_constrained(graph, graph->nodes[tail].values[1], GRAPH_NONE))
		return GRAPH_NONE;
	return tail;
}

/* Lets what reads the value behind a chain of constraints read the end of the chain. */
static void read_tail(struct graph *graph, uint32_t head, uint32_t tail)
{
	struct moving moving = {.from = graph->nodes[head].values[0],
	                        .to = graph->nodes[tail].values[1],
	                        .except = head,
	                        .behind = tail};
	graph->nodes[head].chained = true;
	moving.behind_use = graph->values[graph->nodes[tail].values[0]].last_use;
	move_uses(graph, &moving);
}

/* A constraint that the program does not have. */
static uint32_t insert_constraint(struct graph *graph, uint32_t input,
                                  const struct named_sharding *sharding)
{
	uint32_t node = graph_add_node(graph, NODE_OPERATION, &graph_opening, 1, 1, GRAPH_NONE);
	graph->nodes[node].inserted = true;
	graph_use(graph, node, 0, input);
	uint32_t value = graph_add_value(graph, graph_slot_of(graph, input)->shape, node);
	graph_slot_of(graph, value)->sharding = sharding;
	graph->nodes[node].values[1] = value;
	graph_set_rule(graph, node);
	return node;
}

/* Whether the operation that makes it has given a sharding to another of its results: they are
 * written as one list, in which the others are open. */
static bool is_opened_beside(const struct graph *graph, const struct graph_slot *slot)
{
	const struct graph_node *maker =
	    slot->maker == GRAPH_NONE ? NULL : &graph->nodes[slot->maker];
	if (!maker || maker->kind != NODE_OPERATION)
		return false;
	for (uint32_t i = 0; i < maker->nresults; i++)
		if (graph_slot_of(graph, maker->values[maker->noperands + i])->sharding)
			return true;
	return false;
}

/* Whether what a constraint reads has a layout that the constraint leaves to it. */
static bool is_laid_out(const struct graph *graph, const struct graph_slot *slot)
{
	bool lays_open = graph->release && graph->release->has[SHARDY_CONSTRAINS_OPEN];
	if (!slot->sharding)
		return !lays_open && is_opened_beside(graph, slot);
	return !lays_open || !named_sharding_is_open(slot->sharding);
}

/* An opening that no line is written for stands for the constraint that lays it out. */
static void place_opening(struct graph *graph, uint32_t value, const struct instruction *asker)
{
	uint32_t maker = graph->values[value].node;
	if (maker == GRAPH_NONE || !is_constraint(&graph->nodes[maker]) ||
	    graph->nodes[maker].opening)
		return;
	const struct frame *frame = &graph->frames[graph->nodes[graph->nodes[maker].region].frame];
	uint32_t number = graph->nodes[maker].instruction->number;
	struct instruction *opening = frame->computation->instructions[number];
	if (opening->origin.file.len)
		return;
	opening->origin = asker->origin;
	opening->at = asker->at;
}

/* Puts a constraint right behind what it reads, which all others read through it from now on. */
static void read_behind(struct graph *graph, uint32_t node)
{
	uint32_t input = graph->nodes[node].values[0], maker = graph->values[input].node;
	graph_move_behind(graph, node, maker == GRAPH_NONE ? graph->frames[0].mark : maker);
	graph->nodes[node].moved = true;
	struct moving moving = {.from = input,
	                        .to = graph->nodes[node].values[1],
	                        .except = node,
	                        .behind = GRAPH_NONE};
	move_uses(graph, &moving);
}

static void apply_constraint(struct graph *graph, uint32_t node,
                             const struct named_sharding *sharding)
{
	uint32_t input = graph->nodes[node].values[0];
	struct graph_slot *slot = graph_slot_of(graph, input);
	if (!sharding || is_laid_out(graph, slot) || !is_closed(sharding) ||
	    is_contested(graph, input, sharding))
		return;
	bool target = slot->maker != GRAPH_NONE && graph->nodes[slot->maker].kind == NODE_EDGE;
	if (!target) {
		if (slot->sharding)
			place_opening(graph, input, graph->nodes[node].instruction);
		slot->sharding = sharding;
		slot->changed = ++graph->time;
		return;
	}
	if (graph->nodes[node].kind == NODE_EDGE)
		node = insert_constraint(graph, input, sharding);
	read_behind(graph, node);
}

uint32_t read_constrained(struct graph *graph, uint32_t value,
                          const struct named_sharding *sharding)
{
	uint32_t node = insert_constraint(graph, value, sharding);
	read_behind(graph, node);
	return graph->nodes[node].values[1];
}

void apply_constraints(struct graph *graph)
{
	uint32_t next;
	for (uint32_t node = graph->first; node != GRAPH_NONE; node = next) {
		next = graph->nodes[node].after;
		if (graph->nodes[node].kind == NODE_EDGE && graph->nodes[node].manual &&
		    graph->nodes[node].into)
			apply_constraint(graph, node, graph->nodes[node].manual);
		if (!is_constraint(&graph->nodes[node]) ||
		    graph_slot_of(graph, graph->nodes[node].values[1])->shape->rank == 0)
			continue;
		uint32_t tail = chain_tail(graph, node);
		if (tail != GRAPH_NONE) {
			read_tail(graph, node, tail);
		}
		apply_constraint(graph, node, constraint_sharding(graph, &graph->nodes[node]));
	}
}
