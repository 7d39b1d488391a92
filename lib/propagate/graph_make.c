/* SPDX-License-Identifier: Apache-2.0 */
/* The walk over a module that makes its graph. */
#include <assert.h>
#include <string.h>

#include "propagate/graph.h"

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

static uint32_t count_leaves(const struct hlo_shape *shape)
{
	if (!shape->tuple)
		return 1;
	uint64_t count = 0;
	for (uint32_t i = 0; i < shape->nelements && count <= MAX_LEAVES; i++)
		count += count_leaves(&shape->elements[i]);
	return count > MAX_LEAVES ? MAX_LEAVES + 1 : (uint32_t)count;
}

/* Appends the array shapes of a shape to a list that has room. */
static void list_leaves(const struct hlo_shape *shape, const struct hlo_shape **list,
                        uint32_t *count)
{
	if (!shape->tuple)
		list[(*count)++] = shape;
	for (uint32_t i = 0; shape->tuple && i < shape->nelements; i++)
		list_leaves(&shape->elements[i], list, count);
}

static struct leaves leaves_of(const struct walk *walk, const struct instruction *instruction)
{
	const uint32_t *first = &walk->frame->first[instruction->number];
	return (struct leaves){&walk->frame->leaves[first[0]], first[1] - first[0],
	                       walk->frame->mark};
}

static void add_leaf(struct walk *walk, uint32_t value)
{
	if (walk->nleaves < walk->room)
		walk->frame->leaves[walk->nleaves] = value;
	walk->nleaves++;
}

static void add_leaves(struct walk *walk, struct leaves leaves)
{
	for (uint32_t i = 0; i < leaves.count; i++)
		add_leaf(walk, leaves.items[i]);
}

static struct leaves build(struct graph *graph, struct computation *computation,
                           struct leaves arguments);

/* Arrays of shape `shape`, one value each, made by a node. */
static struct leaves fresh_leaves(struct graph *graph, const struct hlo_shape *shape, uint32_t node)
{
	uint32_t count = 0, total = count_leaves(shape);
	const struct hlo_shape **shapes = arena_new(graph->arena, const struct hlo_shape *, total);
	uint32_t *items = arena_new(graph->arena, uint32_t, total);
	list_leaves(shape, shapes, &count);
	for (uint32_t i = 0; i < count; i++)
		items[i] = graph_add_value(graph, shapes[i], node);
	return (struct leaves){.items = items, .count = count};
}

static const struct named_sharding *named_of(const struct instruction *instruction, uint32_t index)
{
	return index < instruction->nnamed ? instruction->named[index] : NULL;
}

/* A sharding that the user asked for, as it is compared: without axes of size 1. */
static const struct named_sharding *wanted(struct graph *graph,
                                           const struct named_sharding *sharding)
{
	return sharding ? sharding_pool_keep(&graph->pool, sharding) : NULL;
}

static bool walk_parameter(struct walk *walk, const struct instruction *parameter)
{
	struct graph *graph = walk->graph;
	if (walk->frame->computation == graph->module->entry) {
		struct leaves fresh = fresh_leaves(graph, parameter->shape, GRAPH_NONE);
		for (uint32_t i = 0; i < fresh.count; i++)
			graph_slot(graph, fresh.items[i])->sharding =
			    wanted(graph, named_of(parameter, i));
		add_leaves(walk, fresh);
		return true;
	}
	uint32_t offset = 0, count = count_leaves(parameter->shape);
	for (int64_t i = 0; i < parameter->index; i++) {
		if (i >= walk->frame->computation->nparameters)
			return graph_fail(graph, parameter, "a parameter has a number too many");
		offset += count_leaves(walk->frame->computation->parameters[i]->shape);
	}
	if ((uint64_t)offset + count > walk->arguments.count)
		return graph_fail(graph, parameter, "a region has parameters that nobody gives");
	add_leaves(walk, (struct leaves){.items = walk->arguments.items + offset, .count = count});
	return true;
}

static bool walk_element(struct walk *walk, const struct instruction *element)
{
	if (element->noperands != 1 || !element->operands[0]->shape->tuple || element->index < 0 ||
	    element->index >= element->operands[0]->shape->nelements)
		return graph_fail(walk->graph, element, "a tuple lacks the element");
	struct leaves tuple = leaves_of(walk, element->operands[0]);
	const struct hlo_shape *shape = element->operands[0]->shape;
	uint32_t offset = (uint32_t)element->index, count = 1;
	if (tuple.count != shape->nelements) {
		offset = 0;
		for (int64_t i = 0; i < element->index; i++)
			offset += count_leaves(&shape->elements[i]);
		count = count_leaves(&shape->elements[element->index]);
	}
	if (offset + count > tuple.count)
		return graph_fail(walk->graph, element, "a tuple lacks the element");
	add_leaves(walk, (struct leaves){.items = tuple.items + offset, .count = count});
	return true;
}

static bool is_constant_preserving(const struct instruction *instruction)
{
	switch (instruction->opcode) {
	case OPCODE_BROADCAST:
	case OPCODE_RESHAPE:
	case OPCODE_SLICE:
		return true;
	case OPCODE_SHARDING_CONSTRAINT:
		return false;
	default:
		return opcode_class(instruction->opcode) == OPCODE_CLASS_ELEMENTWISE;
	}
}

/* Whether the instruction is a constant expression. */
static bool is_constant(const struct walk *walk, const struct instruction *instruction)
{
	if (instruction->shape->tuple)
		return false;
	if (instruction->opcode == OPCODE_CONSTANT || instruction->opcode == OPCODE_IOTA)
		return true;
	if (instruction->noperands == 0 || !is_constant_preserving(instruction))
		return false;
	for (uint32_t i = 0; i < instruction->noperands; i++) {
		struct leaves leaves = leaves_of(walk, instruction->operands[i]);
		if (leaves.count != 1 || !walk->graph->values[leaves.items[0]].constant)
			return false;
	}
	return true;
}

/* Whether it makes a scalar larger. */
static bool is_expansion(const struct instruction *instruction)
{
	return instruction->opcode == OPCODE_BROADCAST && instruction->noperands == 1 &&
	       instruction->operands[0]->shape->rank == 0;
}

static void walk_template(struct walk *walk, const struct instruction *instruction, bool constant)
{
	struct graph *graph = walk->graph;
	uint32_t mark = graph_add_node(graph, NODE_MARK, instruction, 0, 0, GRAPH_NONE);
	graph->nodes[mark].region = walk->frame->mark;
	uint32_t value = graph_add_value(graph, instruction->shape, mark);
	graph->values[value].kind = VALUE_TEMPLATE;
	graph->values[value].constant = constant;
	graph->values[value].instruction = instruction;
	graph->values[value].frame = walk->index;
	add_leaf(walk, value);
}

/* An operation that takes its operands and makes its results. */
static bool walk_plain(struct walk *walk, const struct instruction *instruction)
{
	struct graph *graph = walk->graph;
	uint32_t noperands = 0, nresults = count_leaves(instruction->shape), at = 0;
	for (uint32_t i = 0; i < instruction->noperands; i++)
		noperands += leaves_of(walk, instruction->operands[i]).count;
	if (noperands > MAX_LEAVES || nresults > MAX_LEAVES)
		return graph_fail(graph, instruction, "a tuple has too many elements");
	uint32_t node =
	    graph_add_node(graph, NODE_OPERATION, instruction, noperands, nresults, GRAPH_NONE);
	graph->nodes[node].region = walk->frame->mark;
	for (uint32_t i = 0; i < instruction->noperands; i++) {
		struct leaves leaves = leaves_of(walk, instruction->operands[i]);
		for (uint32_t k = 0; k < leaves.count; k++)
			graph_use(graph, node, at++, leaves.items[k]);
	}
	struct leaves results = fresh_leaves(graph, instruction->shape, node);
	for (uint32_t i = 0; i < results.count; i++) {
		graph->nodes[node].values[noperands + i] = results.items[i];
		graph->values[results.items[i]].instruction = instruction;
		graph_slot(graph, results.items[i])->sharding =
		    wanted(graph, named_of(instruction, i));
	}
	graph_set_rule(graph, node);
	add_leaves(walk, results);
	return true;
}

static bool same_dims(const struct hlo_shape *a, const struct hlo_shape *b)
{
	return a->rank == b->rank &&
	       (!a->rank || memcmp(a->dims, b->dims, a->rank * sizeof *a->dims) == 0);
}

/* An edge from sources, one of each list, to a value; of scalars and tokens there is none. */
static void add_edge(struct graph *graph, const struct instruction *instruction,
                     const struct leaves *sources, uint32_t nsources, uint32_t index,
                     uint32_t target, uint32_t region)
{
	if (graph_slot(graph, target)->shape->rank == 0)
		return;
	uint32_t node = graph_add_node(graph, NODE_EDGE, instruction, nsources, 1, GRAPH_NONE);
	graph->nodes[node].region = region;
	for (uint32_t i = 0; i < nsources; i++) {
		graph_use(graph, node, i, sources[i].items[index]);
		graph->uses[graph->nuses - 1].region = sources[i].region;
	}
	graph->nodes[node].values[nsources] = target;
	graph_slot(graph, target)->maker = node;
	graph->values[target].node = node;
	graph_set_rule(graph, node);
}

static bool check_leaves(struct graph *graph, const struct instruction *at, struct leaves a,
                         struct leaves b)
{
	if (a.count != b.count)
		return graph_fail(graph, at, "a region gives or takes another number of values");
	for (uint32_t i = 0; i < a.count; i++)
		if (!same_dims(graph_slot(graph, a.items[i])->shape,
		               graph_slot(graph, b.items[i])->shape))
			return graph_fail(graph, at, "a region gives or takes another shape");
	return true;
}

static bool walk_barrier(struct walk *walk, const struct instruction *barrier)
{
	struct graph *graph = walk->graph;
	if (barrier->noperands != 1)
		return graph_fail(graph, barrier, "a barrier has one operand");
	struct leaves operands = leaves_of(walk, barrier->operands[0]);
	struct leaves results = fresh_leaves(graph, barrier->shape, GRAPH_NONE);
	if (!check_leaves(graph, barrier, operands, results))
		return false;
	for (uint32_t i = 0; i < results.count; i++)
		add_edge(graph, barrier, &operands, 1, i, results.items[i], walk->frame->mark);
	add_leaves(walk, results);
	return true;
}

static bool walk_call(struct walk *walk, const struct instruction *call)
{
	struct graph *graph = walk->graph;
	struct leaves arguments = {0};
	uint32_t *items = NULL;
	size_t room = 0;
	for (uint32_t i = 0; i < call->noperands; i++) {
		struct leaves operand = leaves_of(walk, call->operands[i]);
		for (uint32_t k = 0; k < operand.count; k++)
			arena_push(graph->arena, items, arguments.count, room, operand.items[k]);
	}
	arguments.items = items;
	struct leaves results = build(graph, call->called[0], arguments);
	if (graph->failure)
		return false;
	if (results.count != count_leaves(call->shape))
		return graph_fail(graph, call, "a call gives another number of values");
	add_leaves(walk, results);
	return true;
}

/* Branches read the operands as they are; a result comes from all of them. */
static bool walk_conditional(struct walk *walk, const struct instruction *conditional)
{
	struct graph *graph = walk->graph;
	uint32_t branches = conditional->ncalled;
	if (branches == 0 || conditional->noperands != branches + 1)
		return graph_fail(graph, conditional, "a conditional has one operand per branch");
	struct leaves *roots = arena_new(graph->arena, struct leaves, branches);
	struct leaves results = fresh_leaves(graph, conditional->shape, GRAPH_NONE);
	for (uint32_t i = 0; i < branches; i++) {
		roots[i] = build(graph, conditional->called[i],
		                 leaves_of(walk, conditional->operands[i + 1]));
		if (graph->failure || !check_leaves(graph, conditional, roots[i], results))
			return false;
	}
	for (uint32_t i = 0; i < results.count; i++)
		add_edge(graph, conditional, roots, branches, i, results.items[i],
		         walk->frame->mark);
	add_leaves(walk, results);
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

/* Whether a sharding says anything. */
static bool says_something(const struct named_sharding *sharding)
{
	for (uint32_t i = 0; sharding && i < sharding->rank; i++)
		if (sharding->dims[i].axes.count || !sharding->dims[i].open)
			return true;
	return sharding && sharding->replicated.count;
}

/* What the loop's regions read for a value from outside. */
static uint32_t read_from_outside(struct graph *graph, uint32_t value, uint32_t mark,
                                  uint32_t carry)
{
	if (graph->values[value].kind == VALUE_TEMPLATE ||
	    graph_slot(graph, value)->shape->rank == 0 ||
	    (graph->values[value].kind == VALUE_PLAIN &&
	     !says_something(graph_slot(graph, value)->sharding)))
		return value;
	struct value opened = graph->values[value];
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
		struct value value = graph->values[result];
		arena_push(graph->arena, graph->values, graph->nvalues, graph->value_room, value);
	}
	carries->condition[i] = inner[0];
	carries->body[i] = inner[1];
	carries->results[i] = result;
	struct slot *slot = graph_slot(graph, result);
	slot->nvalues = 3;
	slot->values[0] = inner[0];
	slot->values[1] = inner[1];
	slot->values[2] = result;
}

static bool walk_while(struct walk *walk, const struct instruction *loop)
{
	struct graph *graph = walk->graph;
	if (loop->ncalled != 2 || loop->noperands != 1)
		return graph_fail(graph, loop, "a loop has a condition, a body and one operand");
	struct leaves start = leaves_of(walk, loop->operands[0]);
	struct carries carries;
	carries.condition = arena_new(graph->arena, uint32_t, start.count);
	carries.body = arena_new(graph->arena, uint32_t, start.count);
	carries.results = arena_new(graph->arena, uint32_t, start.count);
	carries.invariant = arena_new(graph->arena, bool, start.count);
	bool flat = is_flat(loop->shape);
	uint32_t mark = graph_add_node(graph, NODE_MARK, loop, 0, 0, GRAPH_NONE);
	graph->nodes[mark].region = walk->frame->mark;
	for (uint32_t i = 0; i < start.count; i++) {
		const struct hlo_shape *shape = graph_slot(graph, start.items[i])->shape;
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
	condition = build(graph, loop->called[0], condition);
	if (graph->failure)
		return false;
	struct leaves root = build(graph, loop->called[1], body);
	struct leaves results = {.items = carries.results, .count = start.count};
	if (graph->failure || !check_leaves(graph, loop, root, results))
		return false;
	if (count_leaves(loop->shape) != start.count)
		return graph_fail(graph, loop, "a loop gives another number of values");
	struct leaves sources[2] = {start, root};
	for (uint32_t i = 0; i < start.count; i++) {
		if (carries.invariant[i])
			continue;
		graph->values[carries.condition[i]].node = condition.region;
		graph->values[carries.body[i]].node = root.region;
		add_edge(graph, loop, sources, 2, i, carries.results[i], walk->frame->mark);
	}
	add_leaves(walk, results);
	return true;
}

static bool walk_instruction(struct walk *walk, const struct instruction *instruction)
{
	switch (instruction->opcode) {
	case OPCODE_PARAMETER:
		return walk_parameter(walk, instruction);
	case OPCODE_TUPLE:
		for (uint32_t i = 0; i < instruction->noperands; i++)
			add_leaves(walk, leaves_of(walk, instruction->operands[i]));
		return true;
	case OPCODE_GET_TUPLE_ELEMENT:
		return walk_element(walk, instruction);
	case OPCODE_OPTIMIZATION_BARRIER:
		return walk_barrier(walk, instruction);
	case OPCODE_WHILE:
		return walk_while(walk, instruction);
	case OPCODE_CONDITIONAL:
		return walk_conditional(walk, instruction);
	case OPCODE_CALL:
		if (instruction->ncalled == 1)
			return walk_call(walk, instruction);
		return walk_plain(walk, instruction);
	default:
		break;
	}
	bool constant = is_constant(walk, instruction);
	if (!constant && !is_expansion(instruction))
		return walk_plain(walk, instruction);
	walk_template(walk, instruction, constant);
	return true;
}

/* Notes that a computation is built; false when it was before. */
static bool note_built(struct graph *graph, const struct computation *computation)
{
	const struct computation **key = arena_new(graph->arena, const struct computation *, 1);
	*key = computation;
	struct str text = {.s = (const char *)key, .len = sizeof(*key)};
	bool added;
	table_add(graph->arena, &graph->built, text, graph->nframes, &added);
	return added;
}

const struct frame *graph_frame(const struct graph *graph, const struct computation *computation)
{
	struct str key = {(const char *)&computation, sizeof(computation)};
	const uint32_t *index = table_find(&graph->built, key);
	return index ? &graph->frames[*index] : NULL;
}

/* Room for the values of all instructions; false when tuples make them too many. */
static bool make_room(struct walk *walk)
{
	const struct computation *computation = walk->frame->computation;
	uint64_t room = 0;
	for (uint32_t i = 0; i < computation->count && room <= MAX_LEAVES; i++)
		room += count_leaves(computation->instructions[i]->shape);
	if (room > MAX_LEAVES)
		return graph_fail(walk->graph, computation->root, "tuples have too many elements");
	walk->room = (uint32_t)room;
	walk->frame->first = arena_new(walk->graph->arena, uint32_t, computation->count + 1u);
	walk->frame->leaves = arena_new(walk->graph->arena, uint32_t, walk->room);
	return true;
}

static void walk_all(struct walk *walk)
{
	struct frame *frame = walk->frame;
	for (uint32_t i = 0; i < frame->computation->count; i++) {
		const struct instruction *instruction = frame->computation->instructions[i];
		uint32_t end = walk->nleaves + count_leaves(instruction->shape);
		frame->first[i] = walk->nleaves;
		if (!walk_instruction(walk, instruction))
			return;
		if (walk->nleaves != end) {
			graph_fail(walk->graph, instruction, "a tuple has another shape");
			return;
		}
		frame->first[i + 1] = end;
	}
}

static struct leaves build(struct graph *graph, struct computation *computation,
                           struct leaves arguments)
{
	static const struct leaves none = {0};
	if (graph->depth >= MAX_REGION_DEPTH || !computation->root ||
	    !note_built(graph, computation)) {
		graph_fail(graph, computation->root, "a region is used twice or nested too deep");
		return none;
	}
	struct frame frame = {.computation = computation};
	struct walk walk = {
	    .graph = graph, .frame = &frame, .arguments = arguments, .index = graph->nframes};
	if (!make_room(&walk))
		return none;
	frame.mark = graph_add_node(graph, NODE_MARK, NULL, 0, 0, GRAPH_NONE);
	graph->nodes[frame.mark].region = frame.mark;
	graph->nodes[frame.mark].frame = walk.index;
	arena_push(graph->arena, graph->frames, graph->nframes, graph->frame_room, frame);
	graph->depth++;
	walk_all(&walk);
	graph->depth--;
	return graph->failure ? none : leaves_of(&walk, computation->root);
}

/* Takes over what the user asked for: of parameters and results. */
static void set_shardings(struct graph *graph, struct leaves results)
{
	const struct module *module = graph->module;
	graph->results = arena_new(graph->arena, const struct named_sharding *, results.count);
	for (uint32_t i = 0; i < results.count && i < module->nresults; i++)
		graph->results[i] = wanted(graph, module->results[i].named);
}

struct graph *graph_make(struct arena *arena, struct module *module)
{
	struct graph *graph = arena_new(arena, struct graph, 1);
	*graph = (struct graph){
	    .arena = arena, .module = module, .first = GRAPH_NONE, .last = GRAPH_NONE};
	graph->pool.arena = arena;
	if (!module->entry || !module->entry->root) {
		graph_fail(graph, NULL, "the module has no entry");
		return graph;
	}
	graph->mesh = module->mesh;
	struct leaves results = build(graph, module->entry, (struct leaves){0});
	if (graph->failure)
		return graph;
	graph->result = graph_add_node(graph, NODE_RETURN, NULL, results.count, 0, GRAPH_NONE);
	graph->nodes[graph->result].region = results.region;
	for (uint32_t i = 0; i < results.count; i++)
		graph_use(graph, graph->result, i, results.items[i]);
	set_shardings(graph, results);
	return graph;
}
