/* SPDX-License-Identifier: Apache-2.0 */
#include "plan/module/kernel_pad.h"

static bool cuts_off(const struct instruction *pad)
{
	if (!pad->pad || !pad->noperands || pad->operands[0]->shape->rank != pad->shape->rank)
		return false;
	for (uint32_t i = 0; i < pad->shape->rank; i++)
		if (pad->pad->low[i] < 0 || pad->pad->high[i] < 0)
			return true;
	return false;
}

bool kernel_pads_before(const struct instruction *instruction)
{
	if (instruction->opcode != OPCODE_PAD || !cuts_off(instruction))
		return false;
	for (uint32_t i = 0; i < instruction->shape->rank; i++)
		if (instruction->pad->low[i] > 0 || instruction->pad->high[i] > 0 ||
		    instruction->pad->interior[i])
			return true;
	return false;
}

/* What a padding takes of its operand, or of what is padded before. */
static const struct slice_numbers *taken_by(struct arena *arena, const struct instruction *pad)
{
	uint32_t rank = pad->shape->rank;
	int64_t *numbers = arena_new(arena, int64_t, 3 * (size_t)rank + 1);
	for (uint32_t i = 0; i < rank; i++) {
		int64_t low = pad->pad->low[i];
		numbers[i] = low < 0 ? -low : 0;
		numbers[rank + i] = numbers[i] + pad->shape->dims[i];
		numbers[2 * rank + i] = 1;
	}
	struct slice_numbers *slice = arena_new(arena, struct slice_numbers, 1);
	*slice = (struct slice_numbers){numbers, numbers + rank, numbers + 2 * rank};
	return slice;
}

const struct instruction *kernel_cut(const struct kernel_graph *graph,
                                     const struct instruction *instruction)
{
	if (instruction->opcode != OPCODE_PAD || !cuts_off(instruction) ||
	    kernel_steps(graph, instruction->number) != STEPS_NONE)
		return instruction;
	struct instruction *slice = arena_new(graph->arena, struct instruction, 1);
	*slice = *instruction;
	slice->opcode = OPCODE_SLICE;
	slice->noperands = 1;
	slice->slice = taken_by(graph->arena, instruction);
	return slice;
}
