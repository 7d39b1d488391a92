/* SPDX-License-Identifier: Apache-2.0 */
#include "plan/module/module_formed.h"

#include "partition/operands.h"

static bool are_within(const int64_t *dims, uint32_t count, uint32_t rank)
{
	for (uint32_t i = 0; i < count; i++)
		if (dims[i] < 0 || dims[i] >= rank)
			return false;
	return true;
}

static bool contracts_its_dims(const struct instruction *dot)
{
	const struct dot_numbers *n = dot->dot;
	uint32_t lhs = dot->operands[0]->shape->rank, rhs = dot->operands[1]->shape->rank;
	return are_within(n->lhs_batch, n->nbatch, lhs) &&
	       are_within(n->rhs_batch, n->nbatch, rhs) &&
	       are_within(n->lhs_contracting, n->ncontracting, lhs) &&
	       are_within(n->rhs_contracting, n->ncontracting, rhs);
}

static bool is_well_formed(const struct instruction *instruction)
{
	switch (instruction->opcode) {
	case OPCODE_BROADCAST:
		return !misformed(instruction) &&
		       are_within(instruction->dims, instruction->ndims, instruction->shape->rank);
	case OPCODE_CONCATENATE:
	case OPCODE_REDUCE:
	case OPCODE_REVERSE:
	case OPCODE_SORT:
	case OPCODE_TRANSPOSE:
		return !misformed(instruction) && are_within(instruction->dims, instruction->ndims,
		                                             instruction->operands[0]->shape->rank);
	case OPCODE_DOT:
		return !misformed(instruction) && contracts_its_dims(instruction);
	case OPCODE_CONVOLUTION:
	case OPCODE_GATHER:
	case OPCODE_SCATTER:
		return !misformed(instruction);
	default:
		return true;
	}
}

bool module_is_well_formed(const struct module *module)
{
	for (uint32_t i = 0; i < module->ncomputations; i++)
		for (uint32_t k = 0; k < module->computations[i]->count; k++)
			if (!is_well_formed(module->computations[i]->instructions[k]))
				return false;
	return true;
}
