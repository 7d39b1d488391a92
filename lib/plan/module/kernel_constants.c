/* SPDX-License-Identifier: Apache-2.0 */
#include "plan/module/kernel_constants.h"

/* Constants that are computed of others. */
enum { MAX_FOLDED = 8 };

/* What is known of all elements of a value. */
enum number { NUMBER_UNKNOWN, NUMBER_CONSTANT, NUMBER_ZERO, NUMBER_ONE };

static enum number literal_number(const struct hlo_literal *literal)
{
	if (!literal->splat)
		return NUMBER_UNKNOWN;
	if (literal->zero)
		return NUMBER_ZERO;
	return literal->one ? NUMBER_ONE : NUMBER_CONSTANT;
}

/* What an operation makes of two constants. */
static enum number combined(enum opcode opcode, enum number a, enum number b)
{
	switch (opcode) {
	case OPCODE_ADD:
		if (a == NUMBER_ZERO || b == NUMBER_ZERO)
			return a == NUMBER_ZERO ? b : a;
		break;
	case OPCODE_SUBTRACT:
		if (b == NUMBER_ZERO)
			return a;
		if (a == NUMBER_ONE && b == NUMBER_ONE)
			return NUMBER_ZERO;
		break;
	case OPCODE_MULTIPLY:
		if (a == NUMBER_ZERO || b == NUMBER_ZERO)
			return NUMBER_ZERO;
		if (a == NUMBER_ONE || b == NUMBER_ONE)
			return a == NUMBER_ONE ? b : a;
		break;
	case OPCODE_DIVIDE:
		if (b == NUMBER_ONE)
			return a;
		break;
	default:
		break;
	}
	return NUMBER_CONSTANT;
}

static enum number number_of(const struct kernel_graph *graph, const struct instruction *operand,
                             int depth)
{
	const struct instruction *value = kernel_unshaped(graph, operand);
	if (value->opcode == OPCODE_CONSTANT)
		return literal_number(&value->literal);
	if (depth >= MAX_FOLDED || !value->noperands ||
	    (value->opcode != OPCODE_BROADCAST &&
	     opcode_class(value->opcode) != OPCODE_CLASS_ELEMENTWISE))
		return NUMBER_UNKNOWN;
	enum number number = number_of(graph, value->operands[0], depth + 1);
	for (uint32_t i = 1; i < value->noperands && number != NUMBER_UNKNOWN; i++) {
		enum number other = number_of(graph, value->operands[i], depth + 1);
		number = other == NUMBER_UNKNOWN ? NUMBER_UNKNOWN
		                                 : combined(value->opcode, number, other);
	}
	bool same = value->noperands > 1 || value->opcode == OPCODE_BROADCAST ||
	            value->opcode == OPCODE_CONVERT;
	return number == NUMBER_UNKNOWN || same ? number : NUMBER_CONSTANT;
}

/* Whether it gives its other operand when this one is that number. */
static bool gives_other(const struct instruction *one, uint32_t operand, enum number number)
{
	switch (one->opcode) {
	case OPCODE_ADD:
		return number == NUMBER_ZERO;
	case OPCODE_SUBTRACT:
		return number == NUMBER_ZERO && operand == 1;
	case OPCODE_MULTIPLY:
		return number == NUMBER_ONE;
	case OPCODE_DIVIDE:
		return number == NUMBER_ONE && operand == 1;
	default:
		return false;
	}
}

/* Whether an operand is the bound that a reduction begins with, which gives the other one. */
static bool is_bound_already(const struct kernel_graph *graph, const struct instruction *one,
                             uint32_t operand)
{
	const struct instruction *bound = kernel_unshaped(graph, one->operands[operand]);
	const struct instruction *value = kernel_unshaped(graph, one->operands[1 - operand]);
	if (bound->opcode == OPCODE_BROADCAST)
		bound = kernel_unshaped(graph, bound->operands[0]);
	return kernel_reduces_by(value, one->opcode) &&
	       kernel_unshaped(graph, value->operands[1]) == bound;
}

const struct instruction *kernel_given(const struct kernel_graph *graph,
                                       const struct instruction *one)
{
	if (one->noperands != 2)
		return NULL;
	bool bounds = one->opcode == OPCODE_MAXIMUM || one->opcode == OPCODE_MINIMUM;
	for (uint32_t i = 0; i < 2; i++)
		if (bounds ? is_bound_already(graph, one, i)
		           : gives_other(one, i, number_of(graph, one->operands[i], 0)))
			return one->operands[1 - i];
	return NULL;
}

bool kernel_is_known(const struct kernel_graph *graph, const struct instruction *one)
{
	if (opcode_class(one->opcode) != OPCODE_CLASS_ELEMENTWISE || !one->noperands)
		return false;
	for (uint32_t i = 0; i < one->noperands; i++)
		if (number_of(graph, one->operands[i], 0) == NUMBER_UNKNOWN)
			return kernel_given(graph, one) != NULL;
	return true;
}
