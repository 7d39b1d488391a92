/* SPDX-License-Identifier: Apache-2.0 */
#include "plan/module/kernel_product.h"

#include "plan/module/kernel_constants.h"

/* What is repeated as an operand, if it is no constant; else NULL. */
static const struct instruction *repeated(const struct kernel_graph *graph,
                                          const struct instruction *operand)
{
	const struct instruction *value = kernel_value(graph, operand);
	return value->opcode == OPCODE_BROADCAST && !kernel_is_constant(graph, value)
	           ? kernel_unshaped(graph, value->operands[0])
	           : NULL;
}

/* What a value is a constant's product with, or a quotient by it; else NULL. */
static const struct instruction *scaled(const struct kernel_graph *graph,
                                        const struct instruction *value)
{
	bool multiplies = value->opcode == OPCODE_MULTIPLY;
	if ((!multiplies && value->opcode != OPCODE_DIVIDE) || !kernel_is_real(value) ||
	    kernel_steps(graph, value->number) != STEPS_NONE)
		return NULL;
	if (kernel_is_constant(graph, value->operands[1]))
		return value->operands[0];
	return multiplies && kernel_is_constant(graph, value->operands[0]) ? value->operands[1]
	                                                                   : NULL;
}

const struct instruction *kernel_multiplied(struct kernel_graph *graph,
                                            const struct instruction *instruction, uint32_t operand)
{
	const struct instruction *read = instruction->operands[operand], *inner;
	if (instruction->opcode != OPCODE_MULTIPLY || operand > 1 ||
	    kernel_steps(graph, instruction->number) != STEPS_NONE)
		return read;
	const struct instruction *other = repeated(graph, instruction->operands[1 - operand]);
	while (other && (inner = scaled(graph, kernel_value(graph, read)))) {
		graph->work[instruction->number].once += graph->nodes[other->number].elements;
		read = inner;
	}
	return read;
}
