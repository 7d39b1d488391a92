/* SPDX-License-Identifier: Apache-2.0 */
#include "plan/module/kernel_unread.h"

/* Whether others may read through it, so that it is computed for nothing. */
static bool may_be_unread(const struct kernel_graph *graph, const struct instruction *one)
{
	return opcode_class(one->opcode) == OPCODE_CLASS_ELEMENTWISE ||
	       kernel_reshapes(graph, one) ||
	       (!one->shape->tuple &&
	        (one->opcode == OPCODE_REDUCE || one->opcode == OPCODE_REDUCE_WINDOW ||
	         one->opcode == OPCODE_SLICE || one->opcode == OPCODE_CONCATENATE));
}

static void leave_out(struct kernel_graph *graph, uint32_t number)
{
	struct kernel_node *node = &graph->nodes[number];
	for (uint32_t i = 0; i < node->operands.count; i++) {
		struct kernel_node *read = &graph->nodes[node->operands.items[i]];
		read->readers--;
		kernel_list_drop(&read->users, number);
	}
	graph->work[number].once = 0;
	node->operands.count = 0;
	node->gone = true;
}

/* Leaves out what nothing reads, as transposes that dots read through. */
static void leave_unread(struct kernel_graph *graph)
{
	for (uint32_t at = graph->count; at-- > 0;) {
		uint32_t number = graph->ordered[at];
		const struct kernel_node *node = &graph->nodes[number];
		bool widened = number >= graph->values->computation->count &&
		               node->instruction->opcode == OPCODE_BROADCAST;
		if (!node->readers && !node->result && !node->gone &&
		    (widened || may_be_unread(graph, node->instruction)))
			leave_out(graph, number);
	}
}

/* Leaves out loops of which nothing is read, and what only they read. */
static void leave_loops(struct kernel_graph *graph)
{
	bool any = false;
	const struct computation *computation = graph->values->computation;
	bool *read = arena_new(graph->arena, bool, computation->count);
	for (uint32_t i = 0; i < computation->count; i++) {
		const struct instruction *one = computation->instructions[i];
		bool unread = one->opcode == OPCODE_GET_TUPLE_ELEMENT && !graph->nodes[i].readers &&
		              !graph->nodes[i].result;
		for (uint32_t k = 0; k < one->noperands && !unread; k++)
			read[one->operands[k]->number] = true;
	}
	for (uint32_t i = 0; i < computation->count; i++)
		if (computation->instructions[i]->opcode == OPCODE_WHILE && !read[i] &&
		    computation->root != computation->instructions[i]) {
			leave_out(graph, i);
			any = true;
		}
	if (any)
		leave_unread(graph);
}

void kernel_leave_unread(struct kernel_graph *graph)
{
	leave_unread(graph);
	leave_loops(graph);
}
