/* SPDX-License-Identifier: Apache-2.0 */
#include "plan/module/kernel_edge.h"

#include "plan/module/kernel_dot.h"
#include "plan/module/kernel_widen.h"

bool kernel_sends_edge(const struct kernel_graph *graph, const struct plan_step *step)
{
	return step->collective && step->collective->kind == RESHARD_COLLECTIVE_PERMUTE &&
	       step->instruction->opcode != OPCODE_DOT && /* a device's part of an operand */
	       step->operand && step->operand->shape->element &&
	       computation_has(graph->values->computation, step->operand) &&
	       step->operand_bytes < kernel_bytes(graph, step->operand);
}

/* Whether a padding begins elsewhere along a dimension of which a device has no more behind it. */
static bool shifts(const struct kernel_graph *graph, const struct instruction *pad)
{
	for (uint32_t i = 0; pad->pad && i < pad->shape->rank; i++) {
		int64_t size = kernel_local_size(graph, pad, i);
		if (pad->pad->low[i] > 0 && size < pad->shape->dims[i] &&
		    size <= kernel_local_size(graph, pad->operands[0], i))
			return true;
	}
	return false;
}

bool kernel_puts_edges(const struct kernel_graph *graph, const struct instruction *instruction)
{
	switch (instruction->opcode) {
	case OPCODE_CONCATENATE:
	case OPCODE_SLICE:
		return true;
	case OPCODE_PAD:
		return kernel_bytes(graph, instruction) <=
		           kernel_bytes(graph, instruction->operands[0]) ||
		       shifts(graph, instruction);
	default:
		return false;
	}
}

bool kernel_add_edges(struct kernel_graph *graph, uint32_t number)
{
	static const struct instruction sent = {.opcode = OPCODE_COLLECTIVE_PERMUTE,
	                                        .shape = &kernel_other_shape};
	const struct plan_step *const *steps = kernel_steps_of(graph, number);
	for (; *steps && (*steps)->instruction == kernel_at(graph, number); steps++) {
		if (!kernel_sends_edge(graph, *steps) || (*steps)->operand->number == number)
			continue;
		uint32_t value = kernel_value(graph, (*steps)->operand)->number;
		uint32_t read = kernel_read_as(graph, number, value);
		uint32_t edge = kernel_put_behind(graph, kernel_slice(graph, value), read);
		kernel_add_edge(graph, number, kernel_put_behind(graph, &sent, edge));
		if (!graph->nodes[number].moved &&
		    kernel_puts_edges(graph, kernel_at(graph, number)))
			kernel_add_edge(graph, number,
			                kernel_put_behind(graph, kernel_slice(graph, value), read));
		graph->nodes[number].moved = true;
	}
	return graph->nodes[number].moved;
}
