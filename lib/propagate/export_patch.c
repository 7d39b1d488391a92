/* SPDX-License-Identifier: Apache-2.0 */
/* Changes of the module that are more than shardings on instructions that are there. */
#include "propagate/constraint.h"
#include "propagate/export_edit.h"
#include "propagate/settle.h"

/* The array that an instruction of a frame gives. */
static uint32_t leaf_of(const struct frame *frame, const struct instruction *instruction)
{
	return frame->leaves[frame->first[instruction->number]];
}

/* The first instruction of a frame that gives this value, or NULL. */
static struct instruction *find_maker(const struct frame *frame, uint32_t value)
{
	for (uint32_t i = 0; i < frame->computation->count; i++) {
		struct instruction *instruction = frame->computation->instructions[i];
		if (!instruction->shape->tuple && leaf_of(frame, instruction) == value)
			return instruction;
	}
	return NULL;
}

struct instruction *export_constraint(const struct export *export, uint32_t value)
{
	const struct graph *graph = export->graph;
	uint32_t node = graph->values[value].node;
	if (node != GRAPH_NONE &&
	    (graph->nodes[node].inserted ||
	     (graph->nodes[node].moved && export_is_elsewhere(graph, &graph->nodes[node]))))
		return export->made[node];
	if (node == GRAPH_NONE || graph->nodes[node].kind != NODE_OPERATION ||
	    graph->nodes[node].opening || !graph->values[value].instruction ||
	    graph->values[value].instruction->opcode != OPCODE_SHARDING_CONSTRAINT)
		return NULL;
	const struct frame *frame = &graph->frames[export_frame(graph, &graph->nodes[node])];
	return frame->computation->instructions[graph->values[value].instruction->number];
}

/* What an operand that is the array `value` is in a frame from now on; NULL: as it was. */
static struct instruction *becomes(const struct export *export, const struct frame *frame,
                                   uint32_t value)
{
	uint32_t maker = export->graph->values[value].node;
	if (export->graph->values[value].kind != VALUE_PLAIN || maker == GRAPH_NONE)
		return NULL;
	const struct graph *graph = export->graph;
	if (!node_is_copy(&graph->nodes[maker]))
		return &graph->frames[export_frame(graph, &graph->nodes[maker])] == frame
		           ? export_constraint(export, value)
		           : NULL;
	uint32_t to = export->frames[maker];
	return to != GRAPH_NONE && &export->graph->frames[to] == frame ? export->made[maker] : NULL;
}

/* Makes an operand, which is the array `value`, what the graph says. */
static void patch(const struct export *export, const struct frame *frame,
                  struct instruction *instruction, uint32_t operand, uint32_t value)
{
	if (!instruction || operand >= instruction->noperands)
		return;
	const struct instruction *old = instruction->operands[operand];
	struct instruction *new = becomes(export, frame, value);
	if (!new || new == old || old->shape->tuple || old->number >= frame->computation->count ||
	    frame->computation->instructions[old->number] != old)
		return;
	if (leaf_of(frame, old) != value)
		instruction->operands[operand] = new;
}

static struct instruction *root_tuple(const struct computation *computation)
{
	return computation->root->opcode == OPCODE_TUPLE ? computation->root : NULL;
}

/* The frame that a shard_map stands in; NULL: none is. Edges into it stand in that of its body. */
static const struct frame *frame_around(const struct graph *graph, const struct instruction *manual)
{
	for (uint32_t i = 0; i < graph->nframes; i++) {
		const struct computation *computation = graph->frames[i].computation;
		if (manual->number >= computation->count)
			continue;
		const struct instruction *there = computation->instructions[manual->number];
		if (there->opcode == manual->opcode && there->ncalled &&
		    there->called[0] == manual->called[0])
			return &graph->frames[i];
	}
	return NULL;
}

/* What goes into a shard_map or comes out of it. */
static void patch_border(const struct export *export, const struct graph_node *edge)
{
	const struct computation *called = edge->instruction->called[0];
	const struct frame *body = graph_frame(export->graph, called);
	if (!edge->into) {
		patch(export, body, root_tuple(called), edge->frame, edge->values[0]);
		return;
	}
	const struct frame *frame = frame_around(export->graph, edge->instruction);
	if (frame)
		patch(export, frame, frame->computation->instructions[edge->instruction->number],
		      edge->frame, edge->values[0]);
}

/* What flows along an edge stands in tuples: the operand's, and those of the regions' roots. */
static void patch_edge(const struct export *export, const struct graph_node *edge)
{
	const struct graph *graph = export->graph;
	const struct instruction *instruction = edge->instruction;
	const struct frame *frame = &graph->frames[export_frame(graph, edge)];
	bool branches = instruction->opcode == OPCODE_CONDITIONAL;
	if (edge->manual) {
		patch_border(export, edge);
		return;
	}
	uint32_t index = edge->frame;
	for (uint32_t i = 0; i < edge->noperands; i++) {
		if (!branches && i == 0) {
			patch(export, frame, export_own_tuple(instruction, 0), index,
			      edge->values[i]);
			continue;
		}
		const struct frame *region =
		    graph_frame(graph, instruction->called[branches ? i : 1]);
		if (region)
			patch(export, region, root_tuple(region->computation), index,
			      edge->values[i]);
	}
}

static void patch_node(const struct export *export, const struct graph_node *node)
{
	const struct graph *graph = export->graph;
	const struct frame *frame = &graph->frames[export_frame(graph, node)];
	if (node->kind == NODE_EDGE) {
		patch_edge(export, node);
		return;
	}
	const struct instruction *instruction = node->instruction;
	if (node->kind == NODE_RETURN) {
		for (uint32_t i = 0; i < node->noperands; i++)
			patch(export, frame, root_tuple(frame->computation), i, node->values[i]);
		return;
	}
	if (node->kind != NODE_OPERATION || node->opening || node_is_copy(node) ||
	    node->noperands != instruction->noperands ||
	    (node->moved && export_is_elsewhere(graph, node)))
		return;
	struct instruction *own = frame->computation->instructions[instruction->number];
	for (uint32_t i = 0; i < node->noperands; i++)
		patch(export, frame, own, i, node->values[i]);
}

/* A constraint that the program does not have becomes a copy. */
static void insert_constraint(struct export *export, uint32_t f, uint32_t index,
                              struct instruction *maker)
{
	struct graph *graph = export->graph;
	if (!maker)
		return;
	const struct graph_slot *slot = graph_slot_of(graph, graph->nodes[index].values[1]);
	struct instruction *copy = export_unary(export, OPCODE_COPY, slot->shape, maker, maker);
	copy->sharding = export_sharding(
	    export, export_inside(export, &graph->frames[f], slot->sharding, slot->shape->rank));
	export->made[index] = copy;
	export_insert(export, &export->edits[f].behind[maker->number], copy);
}

void export_operands(struct export *export)
{
	struct graph *graph = export->graph;
	for (uint32_t n = 0; n < graph->nnodes; n++) {
		const struct graph_node *node = &graph->nodes[n];
		if (!node->moved)
			continue;
		uint32_t f = export_frame(graph, node), number = node->instruction->number;
		const struct frame *frame = &graph->frames[f];
		struct instruction *maker = find_maker(frame, node->values[0]);
		if (node->inserted || export_is_elsewhere(graph, node)) {
			insert_constraint(export, f, n, maker);
			continue;
		}
		if (!maker || maker->number > number)
			continue;
		export->edits[f].dropped[number] = true;
		export_insert(export, &export->edits[f].behind[maker->number],
		              frame->computation->instructions[number]);
	}
	for (uint32_t n = 0; n < graph->nnodes; n++) {
		const struct graph_node *node = &graph->nodes[n];
		if (node->kind == NODE_OPERATION && is_sharding_group(node->instruction))
			export->edits[export_frame(graph, node)]
			    .dropped[node->instruction->number] = true;
		else
			patch_node(export, node);
	}
	export_handed_in(export);
}

static bool same_sharding(const struct named_sharding *a, const struct named_sharding *b)
{
	if (!a || !b)
		return a == b;
	return settled_alike(a, b);
}

/* The step of a concatenation whose tensors are not all sharded alike; false when they are. */
static bool make_step(const struct graph *graph, const struct graph_node *node, struct step *step)
{
	uint32_t count = node->noperands + node->nresults;
	const struct named_sharding **shardings =
	    arena_new(graph->scratch, const struct named_sharding *, count);
	int64_t *elements = arena_new(graph->scratch, int64_t, count);
	bool differ = false;
	*step = (struct step){.rule = node->rule, .shardings = shardings, .elements = elements};
	for (uint32_t i = 0; i < count; i++) {
		const struct graph_slot *slot = graph_slot_of(graph, node->values[i]);
		shardings[i] = slot->sharding;
		if (!hlo_shape_elements(slot->shape, &elements[i]))
			elements[i] = INT64_MAX;
		differ = differ || !same_sharding(shardings[i], shardings[0]);
		if (!shardings[i])
			continue;
		if (shardings[i]->mesh->single || (step->mesh && step->mesh != shardings[i]->mesh))
			return false;
		step->mesh = shardings[i]->mesh;
	}
	return differ && step->mesh;
}

/* Shardings are made in the scratch. */
static void settle(struct export *export, const struct graph_node *node)
{
	struct graph *graph = export->graph;
	struct step step;
	if (!make_step(graph, node, &step))
		return;
	const struct named_sharding **settled =
	    arena_new(graph->scratch, const struct named_sharding *, node->noperands + 1u);
	bool dot = node->instruction->opcode == OPCODE_DOT;
	if (dot ? !settle_dot(graph->scratch, &step, settled)
	        : !settle_run(graph->scratch, &step, settled))
		return;
	uint32_t f = export_frame(graph, node), number = node->instruction->number;
	struct instruction *own = graph->frames[f].computation->instructions[number];
	for (uint32_t i = 0; i < node->noperands; i++) {
		if (!settled[i])
			continue;
		struct instruction *copy = export_unary(
		    export, OPCODE_COPY, own->operands[i]->shape, own->operands[i], own);
		copy->sharding = export_sharding(
		    export, export_inside(export, &graph->frames[f],
		                          sharding_pool_keep(&graph->pool, settled[i]),
		                          own->operands[i]->shape->rank));
		own->operands[i] = copy;
		export_insert(export, &export->edits[f].before[number], copy);
	}
	if (!settled[node->noperands])
		return;
	struct instruction *copy = export_unary(export, OPCODE_COPY, own->shape, own, own);
	copy->sharding = own->sharding;
	own->sharding =
	    export_sharding(export, sharding_pool_keep(&graph->pool, settled[node->noperands]));
	export_insert(export, &export->edits[f].behind[number], copy);
	export_replace(export, f, number, copy);
}

void export_settled(struct export *export)
{
	const struct graph *graph = export->graph;
	for (uint32_t n = 0; n < graph->nnodes; n++) {
		const struct graph_node *node = &graph->nodes[n];
		if (node->kind == NODE_OPERATION && node->rule && !node_is_copy(node) &&
		    (node->instruction->opcode == OPCODE_CONCATENATE ||
		     node->instruction->opcode == OPCODE_DOT) &&
		    node->nresults == 1 && node->noperands == node->instruction->noperands) {
			struct arena_mark mark = arena_mark(graph->scratch);
			settle(export, node);
			arena_rewind(graph->scratch, mark);
		}
	}
}

/* Whether HLO lays an array out in another order than that of its dims: a transpose as it is. */
static bool is_laid_out_otherwise(const struct instruction *instruction)
{
	while (instruction->opcode == OPCODE_SHARDING_CONSTRAINT && instruction->noperands == 1)
		instruction = instruction->operands[0];
	if (instruction->opcode != OPCODE_TRANSPOSE)
		return false;
	for (uint32_t i = 0; i < instruction->ndims; i++)
		if (instruction->dims[i] != i)
			return true;
	return false;
}

void export_layouts(struct export *export)
{
	struct graph *graph = export->graph;
	struct computation *entry = graph->module->entry;
	const struct graph_node *node = &graph->nodes[graph->result];
	struct instruction *root = root_tuple(entry);
	bool any = false;
	for (uint32_t i = 0; i < node->noperands; i++)
		any = any || graph->results[i];
	if (!any || !root || root->noperands != node->noperands)
		return;
	for (uint32_t i = 0; i < root->noperands; i++) {
		struct instruction *operand = root->operands[i];
		if (!is_laid_out_otherwise(operand) || operand->number >= entry->count ||
		    entry->instructions[operand->number] != operand)
			continue;
		struct instruction *reshape =
		    export_unary(export, OPCODE_RESHAPE, operand->shape, operand, operand);
		reshape->sharding = export_sharding(export, graph->results[i]);
		root->operands[i] = reshape;
		export_insert(export, &export->edits[0].behind[operand->number], reshape);
	}
}
