/* SPDX-License-Identifier: Apache-2.0 */
/* The walk over a module that makes its graph. */
#include "propagate/graph/graph_walk.h"

uint32_t graph_walk_count(const struct hlo_shape *shape)
{
	if (!shape->tuple)
		return 1;
	uint64_t count = shape->nested ? 0 : shape->nelements;
	for (uint32_t i = 0; shape->nested && i < shape->nelements && count <= MAX_LEAVES; i++)
		count += graph_walk_count(&shape->elements[i]);
	return count > MAX_LEAVES ? MAX_LEAVES + 1 : (uint32_t)count;
}

struct leaves graph_walk_leaves(const struct walk *walk, const struct instruction *instruction)
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

void graph_walk_give(struct walk *walk, struct leaves leaves)
{
	for (uint32_t i = 0; i < leaves.count; i++)
		add_leaf(walk, leaves.items[i]);
}

/* Adds a value for each array of a shape, and stores it at *next, which goes on. */
static void add_fresh(struct graph *graph, const struct hlo_shape *shape, uint32_t node,
                      uint32_t **next)
{
	if (!shape->tuple)
		*(*next)++ = graph_add_value(graph, shape, node);
	for (uint32_t i = 0; shape->tuple && i < shape->nelements; i++)
		add_fresh(graph, &shape->elements[i], node, next);
}

/* Arrays of shape `shape`, one value each, made by a node. */
struct leaves graph_walk_fresh(struct graph *graph, const struct hlo_shape *shape, uint32_t node)
{
	uint32_t count = graph_walk_count(shape);
	uint32_t *items = arena_new(graph->arena, uint32_t, count), *next = items;
	add_fresh(graph, shape, node, &next);
	return (struct leaves){.items = items, .count = count};
}

static const struct named_sharding *named_of(const struct instruction *instruction, uint32_t index)
{
	return index < instruction->nnamed ? instruction->named[index] : NULL;
}

const struct named_sharding *graph_walk_wanted(struct graph *graph,
                                               const struct named_sharding *sharding)
{
	if (!sharding)
		return NULL;
	struct named_sharding kept = *sharding;
	for (uint32_t i = 0; i < graph->module->nmeshes; i++) {
		const struct named_mesh *mesh = graph->module->meshes[i].mesh;
		if (mesh == sharding->mesh)
			break;
		if (named_mesh_equal(graph->scratch, mesh, sharding->mesh)) {
			kept.mesh = mesh;
			break;
		}
	}
	return sharding_pool_keep(&graph->pool, &kept);
}

static bool walk_parameter(struct walk *walk, const struct instruction *parameter)
{
	struct graph *graph = walk->graph;
	if (walk->frame->computation == graph->module->entry) {
		struct leaves fresh = graph_walk_fresh(graph, parameter->shape, GRAPH_NONE);
		for (uint32_t i = 0; i < fresh.count; i++)
			graph_slot_of(graph, fresh.items[i])->sharding =
			    graph_walk_wanted(graph, named_of(parameter, i));
		graph_walk_give(walk, fresh);
		return true;
	}
	uint32_t offset = 0, count = graph_walk_count(parameter->shape);
	for (int64_t i = 0; i < parameter->index; i++) {
		if (i >= walk->frame->computation->nparameters)
			return graph_fail(graph, parameter, "a parameter has a number too many");
		offset += graph_walk_count(walk->frame->computation->parameters[i]->shape);
	}
	if ((uint64_t)offset + count > walk->arguments.count)
		return graph_fail(graph, parameter, "a region has parameters that nobody gives");
	graph_walk_give(walk,
	                (struct leaves){.items = walk->arguments.items + offset, .count = count});
	return true;
}

static bool walk_element(struct walk *walk, const struct instruction *element)
{
	if (element->noperands != 1 || !element->operands[0]->shape->tuple || element->index < 0 ||
	    element->index >= element->operands[0]->shape->nelements)
		return graph_fail(walk->graph, element, "a tuple lacks the element");
	struct leaves tuple = graph_walk_leaves(walk, element->operands[0]);
	const struct hlo_shape *shape = element->operands[0]->shape;
	uint32_t offset = (uint32_t)element->index, count = 1;
	if (tuple.count != shape->nelements) {
		offset = 0;
		for (int64_t i = 0; i < element->index; i++)
			offset += graph_walk_count(&shape->elements[i]);
		count = graph_walk_count(&shape->elements[element->index]);
	}
	if (offset + count > tuple.count)
		return graph_fail(walk->graph, element, "a tuple lacks the element");
	graph_walk_give(walk, (struct leaves){.items = tuple.items + offset, .count = count});
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
		struct leaves leaves = graph_walk_leaves(walk, instruction->operands[i]);
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
	uint32_t noperands = 0, nresults = graph_walk_count(instruction->shape), at = 0;
	if (str_starts_with(instruction->target, STR("xla.sdy.")))
		return graph_fail(
		    graph, instruction,
		    "an operation of Shardy stands in HLO; its StableHLO can be planned");
	for (uint32_t i = 0; i < instruction->noperands; i++)
		noperands += graph_walk_leaves(walk, instruction->operands[i]).count;
	if (noperands > MAX_LEAVES || nresults > MAX_LEAVES)
		return graph_fail(graph, instruction, "a tuple has too many elements");
	uint32_t node =
	    graph_add_node(graph, NODE_OPERATION, instruction, noperands, nresults, GRAPH_NONE);
	graph->nodes[node].region = walk->frame->mark;
	for (uint32_t i = 0; i < instruction->noperands; i++) {
		struct leaves leaves = graph_walk_leaves(walk, instruction->operands[i]);
		for (uint32_t k = 0; k < leaves.count; k++)
			graph_use(graph, node, at++, leaves.items[k]);
	}
	struct leaves results = graph_walk_fresh(graph, instruction->shape, node);
	for (uint32_t i = 0; i < results.count; i++) {
		graph->nodes[node].values[noperands + i] = results.items[i];
		graph->values[results.items[i]].instruction = instruction;
		graph_slot_of(graph, results.items[i])->sharding =
		    graph_walk_wanted(graph, named_of(instruction, i));
	}
	graph_set_rule(graph, node);
	graph_walk_give(walk, results);
	return true;
}

static bool walk_instruction(struct walk *walk, const struct instruction *instruction)
{
	switch (instruction->opcode) {
	case OPCODE_PARAMETER:
		return walk_parameter(walk, instruction);
	case OPCODE_TUPLE:
		for (uint32_t i = 0; i < instruction->noperands; i++)
			graph_walk_give(walk, graph_walk_leaves(walk, instruction->operands[i]));
		return true;
	case OPCODE_GET_TUPLE_ELEMENT:
		return walk_element(walk, instruction);
	case OPCODE_OPTIMIZATION_BARRIER:
		return graph_walk_barrier(walk, instruction);
	case OPCODE_WHILE:
		return graph_walk_while(walk, instruction);
	case OPCODE_CONDITIONAL:
		return graph_walk_conditional(walk, instruction);
	case OPCODE_MANUAL_COMPUTATION:
		return graph_walk_manual(walk, instruction);
	case OPCODE_CALL:
		if (instruction->ncalled == 1)
			return graph_walk_call(walk, instruction);
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
		room += graph_walk_count(computation->instructions[i]->shape);
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
		uint32_t end = walk->nleaves + graph_walk_count(instruction->shape);
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

struct leaves graph_walk_computation(struct graph *graph, struct computation *computation,
                                     struct leaves arguments)
{
	static const struct leaves none = {0};
	if (graph->depth >= MAX_REGION_DEPTH || !computation->root ||
	    !note_built(graph, computation)) {
		graph_fail(graph, computation->root, "a region is used twice or nested too deep");
		return none;
	}
	struct frame frame = {
	    .computation = computation, .manual = graph->manual, .mesh = graph->manual_mesh};
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
	return graph->failure ? none : graph_walk_leaves(&walk, computation->root);
}

/* Takes over what the user asked for: of parameters and results. */
static void set_shardings(struct graph *graph, struct leaves results)
{
	const struct module *module = graph->module;
	graph->results = arena_new(graph->arena, const struct named_sharding *, results.count);
	for (uint32_t i = 0; i < results.count && i < module->nresults; i++)
		graph->results[i] = graph_walk_wanted(graph, module->results[i].named);
}

/* Whether it gives values that there are already, or come from outside: it makes no node. */
static bool is_name(const struct instruction *instruction)
{
	return instruction->opcode == OPCODE_PARAMETER || instruction->opcode == OPCODE_TUPLE ||
	       instruction->opcode == OPCODE_GET_TUPLE_ELEMENT;
}

/* Room for what a program without loops takes, as there may be much of it; and some more, for
 * copies of its constants. */
static void reserve(struct graph *graph)
{
	size_t count = 64, nodes = 64;
	for (uint32_t i = 0; i < graph->module->ncomputations; i++) {
		const struct computation *computation = graph->module->computations[i];
		count += computation->count;
		for (uint32_t k = 0; k < computation->count; k++)
			nodes += !is_name(computation->instructions[k]);
	}
	graph->ninstructions = count;
	count += count / 8;
	nodes += nodes / 8;
	graph->nodes = arena_new(graph->arena, struct graph_node, nodes);
	graph->values = arena_new(graph->arena, struct graph_value, count);
	graph->slots = arena_new(graph->arena, struct graph_slot, count);
	graph->uses = arena_new(graph->arena, struct use, 2 * count);
	graph->node_room = nodes;
	graph->value_room = graph->slot_room = count;
	graph->use_room = 2 * count;
}

struct graph *graph_make(struct arena *arena, struct arena *scratch, struct module *module,
                         const struct jax_rules *release)
{
	struct graph *graph = arena_new(arena, struct graph, 1);
	*graph = (struct graph){
	    .arena = arena, .module = module, .first = GRAPH_NONE, .last = GRAPH_NONE};
	graph->release = release;
	graph->scratch = scratch;
	graph->pool.arena = graph->rules.arena = arena;
	reserve(graph);
	if (!module->entry || !module->entry->root) {
		graph_fail(graph, NULL, "the module has no entry");
		return graph;
	}
	graph->mesh = module->mesh;
	struct leaves results = graph_walk_computation(graph, module->entry, (struct leaves){0});
	if (graph->failure)
		return graph;
	graph->result = graph_add_node(graph, NODE_RETURN, NULL, results.count, 0, GRAPH_NONE);
	graph->nodes[graph->result].region = results.region;
	for (uint32_t i = 0; i < results.count; i++)
		graph_use(graph, graph->result, i, results.items[i]);
	set_shardings(graph, results);
	return graph;
}
