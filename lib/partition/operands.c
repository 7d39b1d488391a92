/* SPDX-License-Identifier: Apache-2.0 */
#include "partition/operands.h"

#include "reshard/reshard.h"

/* Whether each is a dimension of `rank`, none twice. */
static bool are_dims(const int64_t *dims, uint32_t count, uint32_t rank)
{
	uint64_t seen = 0;
	for (uint32_t i = 0; i < count; i++) {
		if (dims[i] < 0 || dims[i] >= rank || seen >> dims[i] & 1)
			return false;
		seen |= (uint64_t)1 << dims[i];
	}
	return true;
}

static uint32_t rank_of(const struct instruction *instruction, uint32_t operand)
{
	return instruction->operands[operand]->shape->rank;
}

/* Whether the first `count` operands and, of an array, the result have one rank. */
static bool same_ranks(const struct instruction *instruction, uint32_t count)
{
	uint32_t rank = rank_of(instruction, 0);
	for (uint32_t i = 1; i < count; i++)
		if (rank_of(instruction, i) != rank)
			return false;
	return instruction->shape->tuple || instruction->shape->rank == rank;
}

static bool is_convolution(const struct instruction *instruction)
{
	const struct convolution_numbers *n = instruction->convolution;
	int64_t input[RESHARD_MAX_RANK], kernel[RESHARD_MAX_RANK], output[RESHARD_MAX_RANK];
	if (!n || instruction->noperands != 2 || !same_ranks(instruction, 2) ||
	    n->nspatial + 2 != rank_of(instruction, 0) || instruction->shape->tuple)
		return false;
	for (uint32_t i = 0; i < n->nspatial; i++) {
		input[i] = n->input_spatial[i];
		kernel[i] = n->kernel_spatial[i];
		output[i] = n->output_spatial[i];
	}
	input[n->nspatial] = n->input_batch;
	input[n->nspatial + 1] = n->input_feature;
	kernel[n->nspatial] = n->kernel_input;
	kernel[n->nspatial + 1] = n->kernel_output;
	output[n->nspatial] = n->output_batch;
	output[n->nspatial + 1] = n->output_feature;
	uint32_t rank = n->nspatial + 2;
	return are_dims(input, rank, rank) && are_dims(kernel, rank, rank) &&
	       are_dims(output, rank, rank);
}

/* Whether there is a start index for each dimension behind the arrays. */
static bool is_dynamic_slice(const struct instruction *instruction, uint32_t arrays)
{
	return instruction->noperands == arrays + rank_of(instruction, 0);
}

/* Whether operands are as many and of such ranks, and the numbers of a convolution dimensions. */
static bool is_well_formed(const struct instruction *i)
{
	uint32_t rank = i->noperands ? rank_of(i, 0) : 0;
	switch (i->opcode) {
	case OPCODE_CHOLESKY:
		return rank >= 2 && same_ranks(i, 1);
	case OPCODE_TRIANGULAR_SOLVE:
		return rank >= 2 && same_ranks(i, 2);
	case OPCODE_FFT:
		return same_ranks(i, 1);
	case OPCODE_DYNAMIC_SLICE:
		return is_dynamic_slice(i, 1);
	case OPCODE_DYNAMIC_UPDATE_SLICE:
		return is_dynamic_slice(i, 2);
	case OPCODE_CONVOLUTION:
		return is_convolution(i);
	default:
		return true;
	}
}

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
	if (!reason && !is_well_formed(instruction))
		reason = "its dimensions are not those of its operands";
	return reason;
}
