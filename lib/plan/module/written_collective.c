/* SPDX-License-Identifier: Apache-2.0 */
#include "plan/module/module_steps.h"

#include "base/checked.h"

/* The shape of what a collective gives: the start of an asynchronous one has its operand before. */
static const struct hlo_shape *result_shape(const struct instruction *instruction)
{
	const struct hlo_shape *shape = instruction->shape;
	bool repeats = instruction->collective->async && shape->tuple && shape->nelements >= 2 &&
	               instruction->opcode != OPCODE_ALL_REDUCE;
	return repeats ? &shape->elements[1] : shape;
}

static int64_t operand_bytes(const struct instruction *instruction)
{
	int64_t bytes = 0;
	for (uint32_t i = 0; i < instruction->noperands; i++)
		if (!checked_add(&bytes, bytes, hlo_shape_bytes(instruction->operands[i]->shape)))
			return INT64_MAX;
	return bytes;
}

/* Copies ids to the width that steps have; NULL when one is none of the module's devices. */
static const int32_t *narrow(struct arena *arena, const int64_t *ids, int64_t count,
                             int64_t devices)
{
	int32_t *narrowed = arena_new(arena, int32_t, (size_t)count);
	for (int64_t i = 0; i < count; i++) {
		int64_t id = ids ? ids[i] : i;
		if (id < 0 || id >= devices)
			return NULL;
		narrowed[i] = (int32_t)id;
	}
	return narrowed;
}

bool written_devices(struct arena *arena, const struct module *module,
                     const struct instruction *instruction, struct reshard_step *step)
{
	const struct collective_numbers *numbers = instruction->collective;
	int64_t devices = module->partitions;
	if (devices > RESHARD_MAX_DEVICES)
		return false;
	if (step->kind == RESHARD_COLLECTIVE_PERMUTE) {
		const int32_t *ids =
		    narrow(arena, numbers->pairs, 2 * (int64_t)numbers->npairs, devices);
		struct reshard_pair *pairs = arena_new(arena, struct reshard_pair, numbers->npairs);
		for (uint32_t i = 0; ids && i < numbers->npairs; i++)
			pairs[i] = (struct reshard_pair){ids[2 * i], ids[2 * i + 1]};
		step->pairs = pairs;
		step->pair_count = numbers->npairs;
		return ids && numbers->pairs;
	}
	int64_t count = numbers->groups ? numbers->ngroups : 1,
		size = numbers->groups ? numbers->group_size : devices;
	if (count * size > RESHARD_MAX_DEVICES)
		return false;
	step->group_count = (int32_t)count;
	step->group_size = (int32_t)size;
	step->groups = narrow(arena, numbers->groups, count * size, devices);
	return step->groups;
}

bool written_collective(const struct instruction *instruction, struct reshard_step *step)
{
	bool splits = instruction->opcode != OPCODE_ALL_REDUCE &&
	              instruction->opcode != OPCODE_COLLECTIVE_PERMUTE;
	*step = (struct reshard_step){.dim = -1};
	if (!written_kind(instruction->opcode, &step->kind))
		return false;
	if (splits)
		step->dim = (int32_t)instruction->collective->dim;
	step->operand_bytes = operand_bytes(instruction);
	step->result_bytes = hlo_shape_bytes(result_shape(instruction));
	return true;
}
