/* SPDX-License-Identifier: Apache-2.0 */
#include "plan/module/kernel_product.h"

#include "plan/module/kernel_constants.h"
#include "plan/module/kernel_rules.h"
#include "plan/module/kernel_widen.h"

/* What is repeated as an operand, if it is no constant, or one that is computed of others, which is
 * known later; else NULL. */
static const struct instruction *repeated(const struct kernel_graph *graph,
                                          const struct instruction *operand)
{
	const struct instruction *value = kernel_value(graph, operand);
	if (value->opcode == OPCODE_CONVERT) /* it is converted before it is repeated */
		value = kernel_value(graph, value->operands[0]);
	const struct instruction *inner = value;
	while (inner->opcode == OPCODE_BROADCAST)
		inner = kernel_unshaped(graph, inner->operands[0]);
	bool known = kernel_is_constant(graph, value);
	bool later = known && inner->opcode != OPCODE_CONSTANT && !graph->keeps_constants_apart;
	return value->opcode == OPCODE_BROADCAST && (!known || later)
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
	double more =
	    other && !kernel_is_constant(graph, other) ? graph->nodes[other->number].elements : 0;
	while (other && (inner = scaled(graph, kernel_value(graph, read)))) {
		graph->work[instruction->number].once += more;
		read = inner;
	}
	return read;
}

/* Lets a quotient read another value as what is divided. */
static void read_instead(struct kernel_graph *graph, uint32_t number, uint32_t old, uint32_t read)
{
	struct kernel_node *node = &graph->nodes[number];
	kernel_list_drop(&node->operands, old);
	kernel_list_drop(&graph->nodes[old].users, number);
	graph->nodes[old].readers--;
	kernel_add_edge(graph, number, read);
}

/* Divides what is behind products with constants by what is repeated, as far as it multiplies by
 * the inverse, and multiplies that by the constants. */
static void join_quotient(struct kernel_graph *graph, const struct instruction *quotient)
{
	const struct instruction *divisor = kernel_divisor(graph, quotient), *inner;
	const struct instruction *value = kernel_value(graph, quotient->operands[0]);
	if (!divisor || divisor->opcode == OPCODE_CONSTANT || kernel_is_narrow(quotient))
		return;
	while (kernel_list_has(&graph->nodes[quotient->number].operands, value->number) &&
	       (inner = scaled(graph, value))) {
		graph->work[quotient->number].once += graph->nodes[divisor->number].elements;
		inner = kernel_value(graph, inner);
		read_instead(graph, quotient->number, value->number, inner->number);
		value = inner;
	}
}

/* Puts the inverse behind what is repeated for a quotient, for all that is repeated of it. */
static void add_inverse(struct kernel_graph *graph, const struct instruction *quotient)
{
	const struct instruction *divisor = kernel_divisor(graph, quotient);
	if (!divisor || divisor->opcode == OPCODE_CONSTANT || kernel_is_narrow(quotient) ||
	    graph->nodes[divisor->number].users.count != 1)
		return;
	uint32_t user = graph->nodes[divisor->number].users.items[0];
	struct instruction *inverse = arena_new(graph->arena, struct instruction, 1);
	*inverse = *divisor;
	inverse->opcode = OPCODE_DIVIDE;
	inverse->operands = arena_new(graph->arena, struct instruction *, 2);
	inverse->operands[0] = inverse->operands[1] =
	    graph->values->computation->instructions[divisor->number];
	inverse->noperands = 2;
	graph->nodes[divisor->number].users.count = 0;
	graph->nodes[divisor->number].readers--;
	kernel_list_drop(&graph->nodes[user].operands, divisor->number);
	uint32_t number = kernel_put_behind(graph, inverse, divisor->number);
	graph->nodes[number].value = divisor->number;
	kernel_add_edge(graph, user, number);
}

static bool divides(const struct kernel_graph *graph, uint32_t number)
{
	const struct instruction *one = kernel_at(graph, number);
	return one->opcode == OPCODE_DIVIDE && kernel_steps(graph, number) == STEPS_NONE &&
	       !kernel_is_name(graph, one);
}

void kernel_join_quotients(struct kernel_graph *graph)
{
	const struct computation *computation = graph->values->computation;
	for (uint32_t i = 0; i < computation->count && !graph->keeps_constants_apart; i++)
		if (divides(graph, i))
			join_quotient(graph, computation->instructions[i]);
	for (uint32_t i = 0; i < computation->count; i++)
		if (divides(graph, i))
			add_inverse(graph, computation->instructions[i]);
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
