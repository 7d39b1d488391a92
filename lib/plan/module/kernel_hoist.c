/* SPDX-License-Identifier: Apache-2.0 */
#include "plan/module/kernel_hoist.h"

/* The values that a loop hands from round to round as they are, or NULL: it is no body of one. */
static const bool *unchanged_values(const struct kernel_graph *graph)
{
	const struct computation *body = graph->values->computation;
	const struct instruction *root = body->root;
	if (!graph->repeats || body->nparameters != 1 || !root || root->opcode != OPCODE_TUPLE)
		return NULL;
	bool *unchanged = arena_new(graph->arena, bool, root->noperands);
	for (uint32_t i = 0; i < root->noperands; i++) {
		const struct instruction *next = kernel_value(graph, root->operands[i]);
		unchanged[i] = next->opcode == OPCODE_GET_TUPLE_ELEMENT && next->index == i &&
		               next->operands[0] == body->parameters[0];
	}
	return unchanged;
}

static bool is_handed_unchanged(const struct kernel_graph *graph, const struct instruction *one,
                                const bool *unchanged)
{
	return one->opcode == OPCODE_GET_TUPLE_ELEMENT && one->shape->element &&
	       one->operands[0] == graph->values->computation->parameters[0] &&
	       unchanged[one->index];
}

/* Whether it stands before the loop only together with what reads it. */
static bool is_light(const struct kernel_graph *graph, const struct instruction *one)
{
	switch (one->opcode) {
	case OPCODE_BROADCAST:
	case OPCODE_CONSTANT:
	case OPCODE_IOTA:
	case OPCODE_REVERSE:
	case OPCODE_SLICE:
		return true;
	default:
		return kernel_reshapes(graph, one);
	}
}

static bool reads_invariants(const struct kernel_graph *graph, const struct kernel_node *node)
{
	for (uint32_t i = 0; i < node->operands.count; i++)
		if (graph->nodes[node->operands.items[i]].varies)
			return false;
	return true;
}

/* Whether it gives the same in each round, where it has not been looked at what it reads. */
static bool may_be_invariant(const struct kernel_graph *graph, uint32_t number)
{
	const struct instruction *one = kernel_at(graph, number);
	bool own = number < graph->values->computation->count;
	return one->opcode != OPCODE_PARAMETER && one->opcode != OPCODE_GET_TUPLE_ELEMENT &&
	       !one->has_side_effect && !one->shape->tuple && !(own && kernel_is_name(graph, one));
}

static void place(struct kernel_graph *graph, uint32_t number, const bool *unchanged)
{
	struct kernel_node *node = &graph->nodes[number];
	bool handed = is_handed_unchanged(graph, node->instruction, unchanged);
	node->varies =
	    !handed && (!may_be_invariant(graph, number) || !reads_invariants(graph, node));
	node->hoisted = !node->varies && !handed && !is_light(graph, node->instruction);
}

/* Whether an operation of the body reads it, also through what stands on both sides. */
static bool is_read_in_body(const struct kernel_graph *graph, const struct kernel_node *node)
{
	for (uint32_t i = 0; i < node->users.count; i++) {
		const struct kernel_node *user = &graph->nodes[node->users.items[i]];
		if (!user->hoisted && (user->varies || user->in_body))
			return true;
	}
	return node->result;
}

void kernel_hoist(struct kernel_graph *graph)
{
	const bool *unchanged = unchanged_values(graph);
	for (uint32_t at = 0; unchanged && at < graph->count; at++)
		place(graph, graph->ordered[at], unchanged);
	for (uint32_t at = graph->count; unchanged && at-- > 0;) {
		struct kernel_node *node = &graph->nodes[graph->ordered[at]];
		node->in_body = !node->varies && is_read_in_body(graph, node);
	}
}

bool kernel_stands_with(const struct kernel_graph *graph, uint32_t root, uint32_t value)
{
	return !graph->nodes[value].hoisted || graph->nodes[root].hoisted;
}

void kernel_note_widened_before(const struct kernel_graph *graph)
{
	for (uint32_t i = 0; i < graph->count; i++) {
		const struct kernel_node *node = &graph->nodes[i];
		bool widens = node->hoisted && node->instruction->opcode == OPCODE_CONVERT &&
		              node->instruction->shape->element->id == DTYPE_ID_FLOAT32 &&
		              node->operands.count == 1;
		uint32_t read = widens ? node->operands.items[0] : i;
		if (read != i && kernel_at(graph, read)->opcode == OPCODE_GET_TUPLE_ELEMENT)
			graph->work[read].before += graph->work[i].copies * node->elements;
	}
}
