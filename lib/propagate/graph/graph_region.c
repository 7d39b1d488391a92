/* SPDX-License-Identifier: Apache-2.0 */
/* Loops, branches, calls and barriers: what flows through regions. */
#include "propagate/graph/graph_walk.h"

/* An edge from sources, one of each list, to a value; of scalars and tokens there is none. */
static void add_edge(struct graph *graph, const struct instruction *instruction,
                     const struct leaves *sources, uint32_t nsources, uint32_t index,
                     uint32_t target, uint32_t region)
{
	if (graph_slot_of(graph, target)->shape->rank == 0)
		return;
	uint32_t node = graph_add_node(graph, NODE_EDGE, instruction, nsources, 1, GRAPH_NONE);
	graph->nodes[node].region = region;
	graph->nodes[node].frame = index;
	for (uint32_t i = 0; i < nsources; i++) {
		graph_use(graph, node, i, sources[i].items[index]);
		graph->uses[graph->nuses - 1].region = sources[i].region;
	}
	graph->nodes[node].values[nsources] = target;
	graph_slot_of(graph, target)->maker = node;
	graph->values[target].node = node;
	graph_set_rule(graph, node);
}

static bool check_leaves(struct graph *graph, const struct instruction *at, struct leaves a,
                         struct leaves b)
{
	if (a.count != b.count)
		return graph_fail(graph, at, "a region gives or takes another number of values");
	for (uint32_t i = 0; i < a.count; i++)
		if (!hlo_shape_same_sizes(graph_slot_of(graph, a.items[i])->shape,
		                          graph_slot_of(graph, b.items[i])->shape))
			return graph_fail(graph, at, "a region gives or takes another shape");
	return true;
}

bool graph_walk_barrier(struct walk *walk, const struct instruction *barrier)
{
	struct graph *graph = walk->graph;
	if (barrier->noperands != 1)
		return graph_fail(graph, barrier, "a barrier has one operand");
	struct leaves operands = graph_walk_leaves(walk, barrier->operands[0]);
	struct leaves results = graph_walk_fresh(graph, barrier->shape, GRAPH_NONE);
	if (!check_leaves(graph, barrier, operands, results))
		return false;
	for (uint32_t i = 0; i < results.count; i++)
		add_edge(graph, barrier, &operands, 1, i, results.items[i], walk->frame->mark);
	graph_walk_give(walk, results);
	return true;
}

bool graph_walk_call(struct walk *walk, const struct instruction *call)
{
	struct graph *graph = walk->graph;
	struct leaves arguments = {0};
	uint32_t *items = NULL;
	size_t room = 0;
	for (uint32_t i = 0; i < call->noperands; i++) {
		struct leaves operand = graph_walk_leaves(walk, call->operands[i]);
		for (uint32_t k = 0; k < operand.count; k++)
			arena_push(graph->arena, items, arguments.count, room, operand.items[k]);
	}
	arguments.items = items;
	struct leaves results = graph_walk_computation(graph, call->called[0], arguments);
	if (graph->failure)
		return false;
	if (results.count != graph_walk_count(call->shape))
		return graph_fail(graph, call, "a call gives another number of values");
	graph_walk_give(walk, results);
	return true;
}

/* Whether what the branches give flows to the results: of stablehlo.case, which takes the number of
 * a branch, but of stablehlo.if, which takes a truth, not in every release (shardy attaches
 * ShardableDataFlowOpInterface to operations). */
static bool flows_out(const struct graph *graph, const struct instruction *conditional)
{
	const struct hlo_shape *chooser = conditional->operands[0]->shape;
	return chooser->tuple || chooser->element->class != DTYPE_BOOL ||
	       (graph->release && graph->release->has[SHARDY_PASSES_IF]);
}

/* Branches read the operands as they are; a result comes from all of them. */
bool graph_walk_conditional(struct walk *walk, const struct instruction *conditional)
{
	struct graph *graph = walk->graph;
	uint32_t branches = conditional->ncalled;
	if (branches == 0 || conditional->noperands != branches + 1)
		return graph_fail(graph, conditional, "a conditional has one operand per branch");
	struct leaves *roots = arena_new(graph->arena, struct leaves, branches);
	struct leaves results = graph_walk_fresh(graph, conditional->shape, GRAPH_NONE);
	for (uint32_t i = 0; i < branches; i++) {
		roots[i] =
		    graph_walk_computation(graph, conditional->called[i],
		                           graph_walk_leaves(walk, conditional->operands[i + 1]));
		if (graph->failure || !check_leaves(graph, conditional, roots[i], results))
			return false;
	}
	for (uint32_t i = 0; i < results.count && flows_out(graph, conditional); i++)
		add_edge(graph, conditional, roots, branches, i, results.items[i],
		         walk->frame->mark);
	graph_walk_give(walk, results);
	return true;
}

/*
 * Whether a loop hands its value `index` on as it is: the body's root gives what the parameter
 * held, be it through inner loops that do the same. Only what is not nested in tuples.
 */
static bool is_invariant(const struct computation *body, uint32_t index, uint32_t depth)
{
	const struct instruction *at = body->root;
	if (depth > MAX_REGION_DEPTH || !at || at->opcode != OPCODE_TUPLE || index >= at->noperands)
		return false;
	at = at->operands[index];
	while (at->opcode == OPCODE_GET_TUPLE_ELEMENT && at->noperands == 1) {
		const struct instruction *tuple = at->operands[0];
		uint64_t element = (uint64_t)at->index;
		if (tuple->opcode == OPCODE_PARAMETER)
			return element == index;
		if (tuple->opcode == OPCODE_WHILE && tuple->ncalled == 2 && tuple->noperands == 1) {
			if (!is_invariant(tuple->called[1], (uint32_t)element, depth + 1))
				return false;
			tuple = tuple->operands[0];
		}
		if (tuple->opcode != OPCODE_TUPLE || element >= tuple->noperands)
			return false;
		at = tuple->operands[element];
	}
	return false;
}

static bool is_flat(const struct hlo_shape *shape)
{
	for (uint32_t i = 0; shape->tuple && i < shape->nelements; i++)
		if (shape->elements[i].tuple)
			return false;
	return shape->tuple;
}

static bool says_something(const struct named_sharding *sharding)
{
	return sharding && !named_sharding_is_open(sharding);
}

/* What the loop's regions read for a value from outside. */
static uint32_t read_from_outside(struct graph *graph, uint32_t value, uint32_t mark,
                                  uint32_t carry)
{
	if (graph->values[value].kind == VALUE_TEMPLATE ||
	    graph_slot_of(graph, value)->shape->rank == 0 ||
	    (graph->values[value].kind == VALUE_PLAIN &&
	     !says_something(graph_slot_of(graph, value)->sharding)))
		return value;
	struct graph_value opened = graph->values[value];
	opened.kind = VALUE_OPENED;
	opened.origin = value;
	opened.opened = GRAPH_NONE;
	opened.node = mark;
	opened.frame = carry;
	arena_push(graph->arena, graph->values, graph->nvalues, graph->value_room, opened);
	return graph->nvalues - 1;
}

/* The values of a loop: of each carry one for the condition, the body and the result, all of one
 * slot; of what is only handed on the one from outside. */
struct carries {
	uint32_t *condition, *body, *results;
	bool *invariant;
};

static void make_carry(struct graph *graph, struct carries *carries, uint32_t i,
                       const struct hlo_shape *shape)
{
	uint32_t result = graph_add_value(graph, shape, GRAPH_NONE);
	uint32_t inner[2];
	for (int k = 0; k < 2; k++) {
		inner[k] = graph->nvalues;
		struct graph_value value = graph->values[result];
		arena_push(graph->arena, graph->values, graph->nvalues, graph->value_room, value);
	}
	carries->condition[i] = inner[0];
	carries->body[i] = inner[1];
	carries->results[i] = result;
	struct graph_slot *slot = graph_slot_of(graph, result);
	slot->nvalues = 3;
	slot->values[0] = inner[0];
	slot->values[1] = inner[1];
	slot->values[2] = result;
}

bool graph_walk_while(struct walk *walk, const struct instruction *loop)
{
	struct graph *graph = walk->graph;
	if (loop->ncalled != 2 || loop->noperands != 1)
		return graph_fail(graph, loop, "a loop has a condition, a body and one operand");
	struct leaves start = graph_walk_leaves(walk, loop->operands[0]);
	struct carries carries;
	carries.condition = arena_new(graph->arena, uint32_t, start.count);
	carries.body = arena_new(graph->arena, uint32_t, start.count);
	carries.results = arena_new(graph->arena, uint32_t, start.count);
	carries.invariant = arena_new(graph->arena, bool, start.count);
	bool flat = is_flat(loop->shape);
	uint32_t mark = graph_add_node(graph, NODE_MARK, loop, 0, 0, GRAPH_NONE);
	graph->nodes[mark].region = walk->frame->mark;
	for (uint32_t i = 0; i < start.count; i++) {
		const struct hlo_shape *shape = graph_slot_of(graph, start.items[i])->shape;
		carries.invariant[i] = flat && is_invariant(loop->called[1], i, 0);
		if (carries.invariant[i]) {
			uint32_t outside = read_from_outside(graph, start.items[i], mark, i);
			carries.condition[i] = carries.body[i] = outside;
			carries.results[i] = start.items[i];
		} else {
			make_carry(graph, &carries, i, shape);
		}
	}
	struct leaves condition = {.items = carries.condition, .count = start.count};
	struct leaves body = {.items = carries.body, .count = start.count};
	condition = graph_walk_computation(graph, loop->called[0], condition);
	if (graph->failure)
		return false;
	struct leaves root = graph_walk_computation(graph, loop->called[1], body);
	struct leaves results = {.items = carries.results, .count = start.count};
	if (graph->failure || !check_leaves(graph, loop, root, results))
		return false;
	if (graph_walk_count(loop->shape) != start.count)
		return graph_fail(graph, loop, "a loop gives another number of values");
	struct leaves sources[2] = {start, root};
	for (uint32_t i = 0; i < start.count; i++) {
		if (carries.invariant[i])
			continue;
		graph->values[carries.condition[i]].node = condition.region;
		graph->values[carries.body[i]].node = root.region;
		add_edge(graph, loop, sources, 2, i, carries.results[i], walk->frame->mark);
	}
	graph_walk_give(walk, results);
	return true;
}
