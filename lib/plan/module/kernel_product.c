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

/* Whether XLA sees that an operand is a constant: it moves one from the left to the right, but not
 * where it is constrained, as on explicit axes. */
static bool is_seen(const struct kernel_graph *graph, const struct instruction *one,
                    uint32_t operand)
{
	enum opcode opcode = one->operands[operand]->opcode;
	bool copied = opcode == OPCODE_COPY || opcode == OPCODE_SHARDING_CONSTRAINT;
	return (operand == 1 || !one->shape->rank || !copied) &&
	       kernel_is_constant(graph, one->operands[operand]);
}

/* The operand that a value applies a constant to, by the operation or one that undoes such: of a
 * sum that is a difference too, of a product a quotient. UINT32_MAX: it does not. */
static uint32_t applied_to(const struct kernel_graph *graph, const struct instruction *value,
                           bool adds)
{
	enum opcode both = adds ? OPCODE_ADD : OPCODE_MULTIPLY,
		    right = adds ? OPCODE_SUBTRACT : OPCODE_DIVIDE;
	if ((value->opcode != both && value->opcode != right) || !kernel_is_real(value) ||
	    kernel_steps(graph, value->number) != STEPS_NONE)
		return UINT32_MAX;
	if (is_seen(graph, value, 1))
		return 0;
	return value->opcode == both && is_seen(graph, value, 0) ? 1 : UINT32_MAX;
}

/* The same of what another operation applies a constant to: it may be taken from one too. */
static uint32_t applied_before(const struct kernel_graph *graph, const struct instruction *value,
                               bool adds)
{
	bool taken = adds && value->opcode == OPCODE_SUBTRACT && kernel_is_real(value) &&
	             kernel_steps(graph, value->number) == STEPS_NONE &&
	             kernel_is_constant(graph, value->operands[0]);
	return taken ? 1 : applied_to(graph, value, adds);
}

const struct instruction *kernel_behind_constants(const struct kernel_graph *graph,
                                                  const struct instruction *instruction,
                                                  uint32_t operand)
{
	bool adds = instruction->opcode == OPCODE_ADD || instruction->opcode == OPCODE_SUBTRACT;
	const struct instruction *behind = NULL;
	uint32_t found = applied_to(graph, instruction, adds);
	if (graph->keeps_constants_apart || found != operand)
		return NULL;
	const struct instruction *value = kernel_value(graph, instruction->operands[operand]);
	while ((found = applied_before(graph, value, adds)) != UINT32_MAX) {
		behind = value->operands[found];
		value = kernel_value(graph, behind);
	}
	return behind;
}
