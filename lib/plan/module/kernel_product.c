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

/* Whether a value is rounded before others read it, so that no constant of theirs is joined with
 * one of its own: it is computed as float32. */
static bool is_rounded(const struct instruction *value)
{
	return value->shape->element && value->shape->element->id == DTYPE_ID_BFLOAT16;
}

/* What a value is a constant's product with, or a quotient by it; else NULL. */
static const struct instruction *scaled(const struct kernel_graph *graph,
                                        const struct instruction *value)
{
	bool multiplies = value->opcode == OPCODE_MULTIPLY;
	if ((!multiplies && value->opcode != OPCODE_DIVIDE) || !kernel_is_real(value) ||
	    is_rounded(value) || kernel_steps(graph, value->number) != STEPS_NONE)
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
	if (instruction->opcode != OPCODE_MULTIPLY || operand > 1 || graph->keeps_constants_apart ||
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

/* What a truth value is converted from; NULL: it is something else, or moved for what reads it. */
static const struct instruction *truth_of(const struct kernel_graph *graph,
                                          const struct instruction *value)
{
	const struct instruction *truth =
	    value->opcode == OPCODE_CONVERT ? value->operands[0] : NULL;
	return truth && truth->shape->element && truth->shape->element->class == DTYPE_BOOL &&
	               kernel_steps(graph, value->number) == STEPS_NONE
	           ? truth
	           : NULL;
}

/* Lets a quotient of a truth value by what is repeated choose the inverse or 0. */
static void choose_inverse(struct kernel_graph *graph, const struct instruction *quotient)
{
	const struct instruction *divisor = kernel_divisor(graph, quotient);
	const struct instruction *value = kernel_value(graph, quotient->operands[0]);
	const struct instruction *truth = divisor ? truth_of(graph, value) : NULL;
	if (truth && !kernel_is_narrow(quotient) &&
	    kernel_list_has(&graph->nodes[quotient->number].operands, value->number))
		read_instead(graph, quotient->number, value->number,
		             kernel_value(graph, truth)->number);
}

const struct instruction *kernel_chosen(const struct kernel_graph *graph,
                                        const struct instruction *instruction, uint32_t operand)
{
	if (instruction->opcode != OPCODE_MULTIPLY || kernel_is_narrow(instruction) ||
	    kernel_steps(graph, instruction->number) != STEPS_NONE)
		return NULL;
	const struct instruction *truth =
	    truth_of(graph, kernel_value(graph, instruction->operands[operand]));
	bool second =
	    operand == 0 && truth_of(graph, kernel_value(graph, instruction->operands[1]));
	return second ? NULL : truth; /* of two the second one chooses */
}

/* Whether the inverse is computed in the place of the value, and is no more than that: of a root
 * the inverse root, of a power the one with the negative exponent, of a quotient the quotient
 * turned around. */
static bool has_own_inverse(const struct kernel_graph *graph, const struct instruction *one)
{
	switch (one->opcode) {
	case OPCODE_SQRT:
	case OPCODE_RSQRT:
	case OPCODE_DIVIDE:
		return true;
	case OPCODE_POWER:
		return kernel_is_constant(graph, one->operands[1]);
	default:
		return false;
	}
}

/* Whether it is such a value, and read for nothing else. */
static bool is_only_inverted(const struct kernel_graph *graph, const struct instruction *divisor)
{
	const struct instruction *root = kernel_unshaped(graph, divisor);
	const struct instruction *one = divisor;
	for (; one != root; one = kernel_value(graph, one->operands[0]))
		if (graph->nodes[one->number].users.count != 1 || graph->nodes[one->number].result)
			return false;
	const struct kernel_node *node = &graph->nodes[root->number];
	return has_own_inverse(graph, root) && node->users.count == 1 && !node->result &&
	       kernel_steps(graph, root->number) == STEPS_NONE;
}

/* Puts the inverse behind what is repeated for a quotient, for all that is repeated of it. */
static void add_inverse(struct kernel_graph *graph, const struct instruction *quotient)
{
	const struct instruction *divisor = kernel_divisor(graph, quotient);
	if (!divisor || divisor->opcode == OPCODE_CONSTANT || kernel_is_narrow(quotient) ||
	    graph->nodes[divisor->number].users.count != 1 || is_only_inverted(graph, divisor))
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
	for (uint32_t i = 0; i < computation->count; i++)
		if (divides(graph, i)) {
			if (!graph->keeps_constants_apart)
				join_quotient(graph, computation->instructions[i]);
			choose_inverse(graph, computation->instructions[i]);
		}
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
	bool whole = kernel_is_whole(value) && value->opcode != OPCODE_DIVIDE;
	if ((value->opcode != both && value->opcode != right) ||
	    (!kernel_is_real(value) && !whole) || kernel_steps(graph, value->number) != STEPS_NONE)
		return UINT32_MAX;
	if (is_seen(graph, value, 1))
		return 0;
	return value->opcode == both && is_seen(graph, value, 0) ? 1 : UINT32_MAX;
}

/* The same of what another operation applies a constant to: it may be taken from one too. */
static uint32_t applied_before(const struct kernel_graph *graph, const struct instruction *value,
                               bool adds)
{
	bool number = kernel_is_real(value) || kernel_is_whole(value);
	bool taken = adds && value->opcode == OPCODE_SUBTRACT && number &&
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
	if (found != operand || is_rounded(instruction) ||
	    (graph->keeps_constants_apart && kernel_is_real(instruction)))
		return NULL;
	const struct instruction *value = kernel_value(graph, instruction->operands[operand]);
	while ((found = applied_before(graph, value, adds)) != UINT32_MAX) {
		behind = value->operands[found];
		value = kernel_value(graph, behind);
	}
	return behind;
}

/* What a constant bounds; NULL: it is no such bound. */
static const struct instruction *bounded(const struct kernel_graph *graph,
                                         const struct instruction *one, enum opcode opcode)
{
	if (one->opcode != opcode || kernel_is_narrow(one) ||
	    kernel_steps(graph, one->number) != STEPS_NONE)
		return NULL;
	for (uint32_t i = 0; i < 2; i++)
		if (kernel_is_constant(graph, one->operands[i]))
			return one->operands[1 - i];
	return NULL;
}

const struct instruction *kernel_clamped(const struct kernel_graph *graph,
                                         const struct instruction *instruction, uint32_t operand)
{
	enum opcode other = instruction->opcode == OPCODE_MAXIMUM ? OPCODE_MINIMUM : OPCODE_MAXIMUM;
	if ((instruction->opcode != OPCODE_MINIMUM && instruction->opcode != OPCODE_MAXIMUM) ||
	    bounded(graph, instruction, instruction->opcode) != instruction->operands[operand])
		return NULL;
	return bounded(graph, kernel_value(graph, instruction->operands[operand]), other);
}
