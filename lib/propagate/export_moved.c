/* SPDX-License-Identifier: Apache-2.0 */
/*
 * Constraints that all readers of a value read instead of it. They stand right behind what makes
 * the value, be it outside of the branch or loop whose text has them; regions are handed what they
 * give.
 */
#include "propagate/export_edit.h"

bool export_is_elsewhere(const struct graph *graph, const struct graph_node *node)
{
	const struct computation *computation =
	    graph->frames[export_frame(graph, node)].computation;
	uint32_t number = node->instruction->number;
	return number >= computation->count ||
	       computation->instructions[number] != node->instruction;
}

/* The node of the constraint that readers of each value read instead, or GRAPH_NONE. */
static uint32_t *moved_nodes(const struct graph *graph, struct arena *arena)
{
	uint32_t *nodes = arena_new(arena, uint32_t, graph->nvalues);
	for (uint32_t v = 0; v < graph->nvalues; v++)
		nodes[v] = GRAPH_NONE;
	for (uint32_t n = 0; n < graph->nnodes; n++)
		if (graph->nodes[n].moved)
			nodes[graph->nodes[n].values[0]] = n;
	return nodes;
}

void export_hand_in(struct graph *graph)
{
	struct arena_mark mark = arena_mark(graph->scratch);
	const uint32_t *nodes = moved_nodes(graph, graph->scratch);
	for (uint32_t f = 0; f < graph->nframes; f++) {
		struct frame *frame = &graph->frames[f];
		for (uint32_t i = 0; i < frame->computation->count; i++) {
			bool tuple = frame->computation->instructions[i]->opcode == OPCODE_TUPLE;
			for (uint32_t k = frame->first[i]; k < frame->first[i + 1]; k++) {
				uint32_t node = nodes[frame->leaves[k]];
				if (node == GRAPH_NONE ||
				    (export_frame(graph, &graph->nodes[node]) == f && !tuple))
					continue;
				frame->leaves[k] = graph->nodes[node].values[1];
			}
		}
	}
	arena_rewind(graph->scratch, mark);
}

/* Lets tuples and conditionals of a frame take what stands there for the values. */
static void hand_in(struct export *export, uint32_t f, const uint32_t *nodes)
{
	const struct graph *graph = export->graph;
	const struct frame *frame = &graph->frames[f];
	for (uint32_t i = 0; i < frame->computation->count; i++) {
		struct instruction *taker = frame->computation->instructions[i];
		if (taker->opcode != OPCODE_TUPLE && taker->opcode != OPCODE_CONDITIONAL)
			continue;
		for (uint32_t k = 0; k < taker->noperands; k++) {
			const struct instruction *operand = taker->operands[k];
			if (operand->shape->tuple || operand->number >= frame->computation->count ||
			    frame->computation->instructions[operand->number] != operand)
				continue;
			uint32_t node = nodes[frame->leaves[frame->first[operand->number]]];
			if (node == GRAPH_NONE || export_frame(graph, &graph->nodes[node]) != f)
				continue;
			struct instruction *given =
			    export_constraint(export, graph->nodes[node].values[1]);
			if (given)
				taker->operands[k] = given;
		}
	}
}

void export_handed_in(struct export *export)
{
	const struct graph *graph = export->graph;
	struct arena_mark mark = arena_mark(graph->scratch);
	const uint32_t *nodes = moved_nodes(graph, graph->scratch);
	for (uint32_t f = 0; f < graph->nframes; f++)
		hand_in(export, f, nodes);
	arena_rewind(graph->scratch, mark);
}
