/* SPDX-License-Identifier: Apache-2.0 */
#include "module/trip_count.h"

#include "base/checked.h"

/* What a value is, copies and changes of type aside; not more of them than compilers leave. */
static const struct instruction *behind_copies(const struct instruction *value)
{
	enum { MOST = 16 };
	for (int i = 0; i < MOST && value->noperands == 1; i++) {
		switch (value->opcode) {
		case OPCODE_COPY:
		case OPCODE_CONVERT:
		case OPCODE_BITCAST:
		case OPCODE_RESHAPE:
		case OPCODE_SHARDING_CONSTRAINT:
			value = value->operands[0];
			break;
		default:
			return value;
		}
	}
	return value;
}

static bool is_constant(const struct instruction *value, int64_t *number)
{
	value = behind_copies(value);
	if (value->opcode != OPCODE_CONSTANT || !value->literal.splat || !value->literal.known)
		return false;
	*number = value->literal.values[0];
	return true;
}

/* The carry of a loop that a value of its body or condition is; -1: none. */
static int64_t carry_of(const struct instruction *value)
{
	value = behind_copies(value);
	if (value->opcode != OPCODE_GET_TUPLE_ELEMENT || value->noperands != 1 ||
	    behind_copies(value->operands[0])->opcode != OPCODE_PARAMETER)
		return -1;
	return value->index;
}

/* A part of a tuple; NULL where the value is not put together by an instruction. */
static const struct instruction *part(const struct instruction *tuple, int64_t index)
{
	tuple = behind_copies(tuple);
	if (tuple->opcode != OPCODE_TUPLE || index < 0 || index >= tuple->noperands)
		return NULL;
	return tuple->operands[index];
}

/* The number that a value of the condition is in every round: a constant, or a carry that starts
 * as one and is handed on as it is. */
static bool is_fixed(const struct instruction *loop, const struct instruction *value,
                     int64_t *number)
{
	int64_t carry = carry_of(value);
	if (carry < 0)
		return is_constant(value, number);
	const struct instruction *start = part(loop->operands[0], carry),
				 *next = part(loop->called[1]->root, carry);
	return start && next && carry_of(next) == carry && is_constant(start, number);
}

/* What the counter is advanced by each round. */
static bool step_of(const struct instruction *loop, int64_t carry, int64_t *step)
{
	const struct instruction *next = part(loop->called[1]->root, carry);
	next = next ? behind_copies(next) : NULL;
	if (!next || next->opcode != OPCODE_ADD || next->noperands != 2)
		return false;
	for (int i = 0; i < 2; i++)
		if (carry_of(next->operands[i]) == carry)
			return is_fixed(loop, next->operands[1 - i], step);
	return false;
}

/* Rounds of `for (i = start; i < limit; i += step)`. */
static int64_t rounds(int64_t start, int64_t limit, int64_t step)
{
	int64_t distance;
	if (limit <= start)
		return 0;
	if (step <= 0 || __builtin_sub_overflow(limit, start, &distance))
		return -1;
	return ceiling_divide(distance, step);
}

static int64_t trips_of(const struct instruction *loop)
{
	if (loop->ncalled != 2 || loop->noperands != 1)
		return -1;
	const struct instruction *compare = behind_copies(loop->called[0]->root), *start;
	if (compare->opcode != OPCODE_COMPARE || compare->noperands != 2)
		return -1;
	bool less = str_equal(compare->direction, STR("LT")),
	     most = str_equal(compare->direction, STR("LE")),
	     greater = str_equal(compare->direction, STR("GT")),
	     least = str_equal(compare->direction, STR("GE"));
	int counter = greater || least; /* limit > i */
	int64_t carry = carry_of(compare->operands[counter]), from, limit, step;
	if (!(less || most || greater || least) || carry < 0)
		return -1;
	start = part(loop->operands[0], carry);
	if (!start || !is_constant(start, &from) ||
	    !is_fixed(loop, compare->operands[1 - counter], &limit) ||
	    !step_of(loop, carry, &step) || ((most || least) && !checked_add(&limit, limit, 1)))
		return -1;
	return rounds(from, limit, step);
}

void module_count_trips(struct module *module)
{
	for (uint32_t i = 0; i < module->ncomputations; i++) {
		const struct computation *computation = module->computations[i];
		for (uint32_t k = 0; k < computation->count; k++) {
			struct instruction *instruction = computation->instructions[k];
			if (instruction->opcode == OPCODE_WHILE && instruction->trip_count < 0)
				instruction->trip_count = trips_of(instruction);
		}
	}
}
