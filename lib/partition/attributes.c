/* SPDX-License-Identifier: Apache-2.0 */
#include "partition/attributes.h"

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

/* Whether a tuple result has an array of the operand's rank for each of the first operands. */
static bool results_like_operands(const struct instruction *instruction, uint32_t count)
{
	const struct hlo_shape *shape = instruction->shape;
	if (!shape->tuple)
		return count == 1;
	if (shape->nelements != count)
		return false;
	for (uint32_t i = 0; i < count; i++)
		if (!shape->elements[i].element ||
		    shape->elements[i].rank != rank_of(instruction, i))
			return false;
	return true;
}

/* Whether the rows' dimensions and those of the window make up an array's. */
static bool is_gather(const struct instruction *instruction, uint32_t operands,
                      const struct hlo_shape *windows)
{
	const struct gather_numbers *n = instruction->gather;
	if (!n || rank_of(instruction, 0) == 0 || instruction->noperands <= operands)
		return false;
	uint32_t rank = rank_of(instruction, 0), indices = rank_of(instruction, operands);
	uint32_t rows = indices - (n->index_vector < indices);
	for (uint32_t i = 1; i < operands; i++)
		if (rank_of(instruction, i) != rank)
			return false;
	return n->index_vector >= 0 && n->index_vector <= indices &&
	       are_dims(n->offset, n->noffset, windows->rank) &&
	       are_dims(n->collapsed, n->ncollapsed, rank) &&
	       are_dims(n->start_index_map, n->nstart_index_map, rank) &&
	       are_dims(n->operand_batching, n->nbatching, rank) &&
	       are_dims(n->indices_batching, n->nbatching, indices) &&
	       n->noffset + n->ncollapsed + n->nbatching == rank &&
	       n->noffset + rows == windows->rank;
}

static bool is_scatter(const struct instruction *instruction)
{
	uint32_t count = instruction->noperands / 2;
	if (instruction->noperands % 2 == 0)
		return false;
	for (uint32_t i = 0; i < count; i++)
		if (!is_gather(instruction, count, instruction->operands[count + 1 + i]->shape))
			return false;
	return results_like_operands(instruction, count);
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

static bool is_dynamic_slice(const struct instruction *instruction, uint32_t arrays)
{
	uint32_t rank = rank_of(instruction, 0);
	return same_ranks(instruction, arrays) && instruction->noperands == arrays + rank;
}

/* Whether the numbers of an instruction with operands are those of its operation. */
static bool is_well_formed(const struct instruction *i)
{
	uint32_t rank = i->noperands ? rank_of(i, 0) : 0, result = i->shape->rank;
	switch (i->opcode) {
	case OPCODE_BROADCAST:
		return i->ndims == rank && are_dims(i->dims, i->ndims, result);
	case OPCODE_TRANSPOSE:
		return result == rank && i->ndims == rank && are_dims(i->dims, i->ndims, rank);
	case OPCODE_REVERSE:
		return same_ranks(i, 1) && are_dims(i->dims, i->ndims, rank);
	case OPCODE_CONCATENATE:
		return same_ranks(i, i->noperands) && i->ndims == 1 && are_dims(i->dims, 1, rank);
	case OPCODE_SORT:
		return same_ranks(i, i->noperands) && i->ndims == 1 && are_dims(i->dims, 1, rank) &&
		       results_like_operands(i, i->noperands);
	case OPCODE_SLICE:
	case OPCODE_PAD:
		return same_ranks(i, 1);
	case OPCODE_REDUCE_WINDOW:
		return i->noperands % 2 == 0 && same_ranks(i, i->noperands / 2) &&
		       results_like_operands(i, i->noperands / 2);
	case OPCODE_SELECT_AND_SCATTER:
		return same_ranks(i, 2);
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
	case OPCODE_GATHER:
		return !i->shape->tuple && i->gather && i->gather->slice_sizes &&
		       is_gather(i, 1, i->shape);
	case OPCODE_SCATTER:
		return is_scatter(i);
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
