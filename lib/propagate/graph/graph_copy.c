/* SPDX-License-Identifier: Apache-2.0 */
/* Uses of values: constants are copied for each of them, and a loop opens the sharding of what it
 * reads from outside. */
#include <stdlib.h>

#include "base/order.h"
#include "propagate/graph/graph.h"

/* Copies of constants that a module may need, however small it is. */
enum { MAX_COPIES = 1 << 18 };

const struct instruction graph_opening = {.opcode = OPCODE_SHARDING_CONSTRAINT};

static void record(struct graph *graph, uint32_t node, uint32_t operand, uint32_t value)
{
	struct graph_value *used = &graph->values[value];
	graph->nodes[node].values[operand] = value;
	if (graph->slots[used->slot].shape->rank == 0)
		return;
	struct use use = {.node = node,
	                  .operand = operand,
	                  .region = graph->nodes[node].region,
	                  .next = used->last_use};
	used->uses++;
	used->last_use = graph->nuses;
	arena_push(graph->arena, graph->uses, graph->nuses, graph->use_room, use);
}

static bool needs_copy(const struct graph *graph, uint32_t value)
{
	return graph->values[value].kind == VALUE_TEMPLATE &&
	       graph_slot_of(graph, value)->shape->rank > 0;
}

/* The operand leaves of the instruction that a template stands for. */
static const uint32_t *template_operands(const struct graph *graph, uint32_t value, uint32_t index)
{
	const struct graph_value *template = &graph->values[value];
	const struct frame *frame = &graph->frames[template->frame];
	return &frame->leaves[frame->first[template->instruction->operands[index]->number]];
}

/* Makes the copy of one template whose operands are copied already. */
static void copy_one(struct graph *graph, uint32_t value)
{
	const struct instruction *instruction = graph->values[value].instruction;
	uint32_t mark = graph->values[value].node;
	uint32_t node =
	    graph_add_node(graph, NODE_OPERATION, instruction, instruction->noperands, 1, mark);
	uint32_t copy = graph_add_value(graph, graph_slot_of(graph, value)->shape, node);
	graph->nodes[node].mark = mark;
	for (uint32_t i = 0; i < instruction->noperands; i++) {
		uint32_t operand = *template_operands(graph, value, i);
		record(graph, node, i,
		       needs_copy(graph, operand) ? graph->values[operand].opened : operand);
	}
	graph->nodes[node].values[instruction->noperands] = copy;
	graph->values[copy].instruction = instruction;
	if (instruction->nnamed && instruction->named[0])
		graph_slot_of(graph, copy)->sharding =
		    sharding_pool_keep(&graph->pool, instruction->named[0]);
	graph->values[value].opened = copy;
	graph_set_rule(graph, node);
}

/* Copies a constant expression, operands first, and returns the copy. */
static uint32_t copy_template(struct graph *graph, uint32_t value)
{
	uint32_t *list = NULL, count = 0;
	size_t room = 0;
	uint32_t round = ++graph->round;
	graph->values[value].round = round;
	arena_push(graph->arena, list, count, room, value);
	for (uint32_t k = 0; k < count; k++) {
		uint32_t operands = graph->values[list[k]].instruction->noperands;
		for (uint32_t i = 0; i < operands; i++) {
			uint32_t operand = *template_operands(graph, list[k], i);
			if (!needs_copy(graph, operand) || graph->values[operand].round == round)
				continue;
			graph->values[operand].round = round;
			arena_push(graph->arena, list, count, room, operand);
		}
	}
	qsort(list, count, sizeof *list, compare_uint32);
	for (uint32_t k = 0; k < count; k++)
		copy_one(graph, list[k]);
	graph->copies += count;
	return graph->values[value].opened;
}

/* The constraint without axes before the loop, which is made for the first use. */
static uint32_t open_value(struct graph *graph, uint32_t value)
{
	if (graph->values[value].opened != GRAPH_NONE)
		return graph->values[value].opened;
	uint32_t mark = graph->values[value].node, origin = graph->values[value].origin;
	uint32_t node = graph_add_node(graph, NODE_OPERATION, &graph_opening, 1, 1, mark);
	const struct hlo_shape *shape = graph_slot_of(graph, value)->shape;
	graph->nodes[node].opening = true;
	graph->nodes[node].frame = graph->values[value].frame;
	graph->nodes[node].mark = mark;
	graph_use(graph, node, 0, origin);
	uint32_t opened = graph_add_value(graph, shape, node);
	struct named_sharding open = named_sharding_open(
	    graph->arena, graph_slot_of(graph, origin)->sharding->mesh, shape->rank);
	graph_slot_of(graph, opened)->sharding = sharding_pool_keep(&graph->pool, &open);
	graph->nodes[node].values[1] = opened;
	graph->values[value].opened = opened;
	graph_set_rule(graph, node);
	return opened;
}

bool is_sharding_group(const struct instruction *instruction)
{
	return instruction && instruction->opcode == OPCODE_UNKNOWN &&
	       str_equal(instruction->target, STR("sharding_group")) && instruction->noperands == 1;
}

void graph_use(struct graph *graph, uint32_t node, uint32_t operand, uint32_t value)
{
	if (graph->values[value].kind == VALUE_OPENED)
		value = open_value(graph, value);
	if (needs_copy(graph, value) && !is_sharding_group(graph->nodes[node].instruction)) {
		if (graph->copies > MAX_COPIES + 2 * graph->ninstructions)
			graph_fail(graph, graph->values[value].instruction,
			           "constants are used too often");
		else
			value = copy_template(graph, value);
	}
	record(graph, node, operand, value);
}
