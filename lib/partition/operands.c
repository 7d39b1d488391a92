/* SPDX-License-Identifier: Apache-2.0 */
#include "partition/operands.h"

#include "partition/numbers.h"
#include "reshard/reshard.h"

/* Operands that the operation has at least. */
static uint32_t least_operands(enum opcode opcode)
{
	switch (opcode) {
	case OPCODE_SELECT_AND_SCATTER:
	case OPCODE_SCATTER:
		return 3;
	case OPCODE_DOT:
	case OPCODE_CONVOLUTION:
	case OPCODE_PAD:
	case OPCODE_REDUCE:
	case OPCODE_REDUCE_WINDOW:
	case OPCODE_GATHER:
	case OPCODE_TRIANGULAR_SOLVE:
	case OPCODE_DYNAMIC_UPDATE_SLICE:
		return 2;
	case OPCODE_PARAMETER:
	case OPCODE_CONSTANT:
	case OPCODE_IOTA:
	case OPCODE_PARTITION_ID:
	case OPCODE_REPLICA_ID:
	case OPCODE_RNG:
	case OPCODE_TUPLE:
	case OPCODE_AFTER_ALL:
	case OPCODE_CALL:
	case OPCODE_CUSTOM_CALL:
	case OPCODE_MANUAL_COMPUTATION:
		return 0;
	default:
		return 1;
	}
}

/* Operations that take tuples, or tokens, as they take arrays. */
static bool takes_tuples(enum opcode opcode)
{
	switch (opcode) {
	case OPCODE_TUPLE:
	case OPCODE_GET_TUPLE_ELEMENT:
	case OPCODE_OPTIMIZATION_BARRIER:
	case OPCODE_AFTER_ALL:
	case OPCODE_WHILE:
	case OPCODE_CONDITIONAL:
	case OPCODE_CALL:
	case OPCODE_CUSTOM_CALL:
	case OPCODE_MANUAL_COMPUTATION:
		return true;
	default:
		return false;
	}
}

const char *array_beyond_limits(const struct hlo_shape *shape)
{
	if (shape->rank > RESHARD_MAX_RANK)
		return "an array has more than 64 dimensions";
	for (uint32_t i = 0; i < shape->rank; i++)
		if (shape->dims[i] < 0 || shape->dims[i] > RESHARD_MAX_EXTENT)
			return "a dimension has more than 2^40 elements, or its size is not known";
	return NULL;
}

const char *misformed(const struct instruction *instruction)
{
	const char *reason = array_beyond_limits(instruction->shape);
	for (uint32_t i = 0; i < instruction->noperands && !reason; i++) {
		const struct hlo_shape *shape = instruction->operands[i]->shape;
		if (!takes_tuples(instruction->opcode) && !shape->element)
			return "an operand is no array";
		reason = array_beyond_limits(shape);
	}
	if (!reason && instruction->noperands < least_operands(instruction->opcode))
		reason = "it has fewer operands than such an operation needs";
	return reason ? reason : mistake_in_numbers(instruction);
}
