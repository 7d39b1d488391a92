/* SPDX-License-Identifier: Apache-2.0 */
/* Whether the operands of an operation without a builder of its own, its dims and its result fit
 * together; what reads a module relies on it. */
#include "base/checked.h"
#include "stablehlo/build.h"

enum { ANY = -1 };

/* How many operands operations take that are not elementwise on one. */
static const struct arity_row {
	enum opcode opcode;
	int operands;
} arities[] = {
    {OPCODE_ADD, 2},
    {OPCODE_AND, 2},
    {OPCODE_ATAN2, 2},
    {OPCODE_COMPARE, 2},
    {OPCODE_COMPLEX, 2},
    {OPCODE_DIVIDE, 2},
    {OPCODE_MAXIMUM, 2},
    {OPCODE_MINIMUM, 2},
    {OPCODE_MULTIPLY, 2},
    {OPCODE_NEXT_AFTER, 2},
    {OPCODE_OR, 2},
    {OPCODE_POLYGAMMA, 2},
    {OPCODE_POWER, 2},
    {OPCODE_REMAINDER, 2},
    {OPCODE_SHIFT_LEFT, 2},
    {OPCODE_SHIFT_RIGHT_ARITHMETIC, 2},
    {OPCODE_SHIFT_RIGHT_LOGICAL, 2},
    {OPCODE_SUBTRACT, 2},
    {OPCODE_XOR, 2},
    {OPCODE_ZETA, 2},
    {OPCODE_CLAMP, 3},
    {OPCODE_SELECT, 3},
    {OPCODE_IOTA, 0},
    {OPCODE_PARTITION_ID, 0},
    {OPCODE_REPLICA_ID, 0},
    {OPCODE_RNG, 3},
    {OPCODE_TRIANGULAR_SOLVE, 2},
    {OPCODE_BATCH_NORM_TRAINING, 3},
    {OPCODE_BATCH_NORM_INFERENCE, 5},
    {OPCODE_BATCH_NORM_GRAD, 5},
    {OPCODE_CONCATENATE, ANY},
    {OPCODE_DYNAMIC_UPDATE_SLICE, ANY},
    {OPCODE_MAP, ANY},
    {OPCODE_TUPLE, ANY},
    {OPCODE_AFTER_ALL, ANY},
    {OPCODE_UNKNOWN, ANY},
};

static int arity_of(enum opcode opcode)
{
	for (size_t i = 0; i < COUNT_OF(arities); i++)
		if (arities[i].opcode == opcode)
			return arities[i].operands;
	return 1;
}

static bool same_sizes(const struct hlo_shape *a, const struct hlo_shape *b)
{
	return a->element && b->element && hlo_shape_same_sizes(a, b);
}

/* The condition of a select and the bounds of a clamp may be scalars. */
static bool elementwise_fits(const struct instruction *at)
{
	bool scalars = at->opcode == OPCODE_SELECT || at->opcode == OPCODE_CLAMP;
	for (uint32_t i = 0; i < at->noperands; i++) {
		const struct hlo_shape *shape = at->operands[i]->shape;
		bool scalar = scalars && shape->element && !shape->rank;
		if (!scalar && !same_sizes(shape, at->shape))
			return false;
	}
	return true;
}

static bool reshape_fits(const struct instruction *at)
{
	int64_t from, to;
	return at->shape->element && at->operands[0]->shape->element &&
	       hlo_shape_elements(at->operands[0]->shape, &from) &&
	       hlo_shape_elements(at->shape, &to) && from == to;
}

static bool transpose_fits(const struct instruction *at)
{
	const struct hlo_shape *operand = at->operands[0]->shape;
	uint64_t seen = 0;
	if (!operand->element || operand->rank != at->shape->rank || at->ndims != operand->rank)
		return false;
	for (uint32_t i = 0; i < at->ndims; i++) {
		if (seen >> at->dims[i] & 1 || at->shape->dims[i] != operand->dims[at->dims[i]])
			return false;
		seen |= (uint64_t)1 << at->dims[i];
	}
	return true;
}

/* Along one dim, in which sizes add up; the others are equal. */
static bool concatenation_fits(const struct instruction *at)
{
	int64_t sum = 0;
	if (at->ndims != 1 || !at->noperands || at->dims[0] >= at->shape->rank)
		return false;
	for (uint32_t i = 0; i < at->noperands; i++) {
		const struct hlo_shape *shape = at->operands[i]->shape;
		if (!shape->element || shape->rank != at->shape->rank ||
		    !checked_add(&sum, sum, shape->dims[at->dims[0]]))
			return false;
		for (uint32_t k = 0; k < shape->rank; k++)
			if (k != at->dims[0] && shape->dims[k] != at->shape->dims[k])
				return false;
	}
	return sum == at->shape->dims[at->dims[0]];
}

static bool update_fits(const struct instruction *at)
{
	uint32_t rank = at->shape->rank;
	if (at->noperands != rank + 2 || !same_sizes(at->operands[0]->shape, at->shape))
		return false;
	const struct hlo_shape *update = at->operands[1]->shape;
	if (!update->element || update->rank != rank)
		return false;
	for (uint32_t i = 0; i < rank; i++)
		if (update->dims[i] > at->shape->dims[i] || at->operands[i + 2]->shape->rank)
			return false;
	return true;
}

static bool fits(const struct instruction *at)
{
	if (opcode_class(at->opcode) == OPCODE_CLASS_ELEMENTWISE)
		return elementwise_fits(at);
	switch (at->opcode) {
	case OPCODE_RESHAPE:
		return reshape_fits(at);
	case OPCODE_TRANSPOSE:
		return transpose_fits(at);
	case OPCODE_CONCATENATE:
		return concatenation_fits(at);
	case OPCODE_DYNAMIC_UPDATE_SLICE:
		return update_fits(at);
	case OPCODE_REVERSE:
		return same_sizes(at->operands[0]->shape, at->shape);
	case OPCODE_IOTA:
		return at->shape->element && at->ndims == 1 && at->dims[0] < at->shape->rank;
	default:
		return true;
	}
}

bool build_check(struct reader *reader, const struct operation *operation,
                 const struct instruction *instruction)
{
	int operands = arity_of(instruction->opcode);
	if (operands != ANY && instruction->noperands != (uint32_t)operands)
		return build_refuse(reader, operation, "another number of operands than it takes");
	return fits(instruction) ||
	       build_refuse(reader, operation, "its operands and its result do not fit together");
}
