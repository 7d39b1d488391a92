/* SPDX-License-Identifier: Apache-2.0 */
#include "plan/module/kernel_gather.h"

#include "plan/module/kernel_widen.h"

/* Each stands for what is made of indices, wherever. */
static const struct instruction rows = {.opcode = OPCODE_BITCAST, .shape = &kernel_other_shape},
				with_batch = {.opcode = OPCODE_CONCATENATE,
                                              .shape = &kernel_other_shape};

/* The operand that holds indices. */
static uint32_t indices_of(const struct instruction *instruction)
{
	return instruction->opcode == OPCODE_GATHER ? 1 : (instruction->noperands - 1) / 2;
}

static bool has_numbers(const struct instruction *instruction)
{
	return (instruction->opcode == OPCODE_GATHER || instruction->opcode == OPCODE_SCATTER) &&
	       instruction->gather;
}

/* Whether the indices are no rows of a matrix yet. */
static bool are_no_rows(const struct instruction *instruction)
{
	const struct hlo_shape *indices = instruction->operands[indices_of(instruction)]->shape;
	return indices->rank != 2 || instruction->gather->index_vector != 1;
}

bool kernel_gives_otherwise(const struct instruction *instruction)
{
	return instruction->opcode == OPCODE_GATHER && has_numbers(instruction) &&
	       (are_no_rows(instruction) || instruction->gather->ncollapsed ||
	        instruction->gather->nbatching);
}

bool kernel_gathers_otherwise(const struct instruction *instruction, uint32_t operand)
{
	if (!has_numbers(instruction) || operand < indices_of(instruction))
		return false;
	const struct gather_numbers *n = instruction->gather;
	return n->nbatching || are_no_rows(instruction) ||
	       (operand > indices_of(instruction) && n->ncollapsed);
}

/* The node that is made so of a value, for all that read it. */
static uint32_t made(struct kernel_graph *graph, const struct instruction *how, uint32_t value)
{
	const struct kernel_list *users = &graph->nodes[value].users;
	for (uint32_t i = 0; i < users->count; i++)
		if (kernel_at(graph, users->items[i]) == how)
			return users->items[i];
	return kernel_put_behind(graph, how, value);
}

uint32_t kernel_gathered_as(struct kernel_graph *graph, const struct instruction *instruction,
                            uint32_t operand, uint32_t value)
{
	if (operand == indices_of(instruction) && instruction->gather->nbatching)
		value = made(graph, &with_batch, value);
	return are_no_rows(instruction) || operand > indices_of(instruction)
	           ? made(graph, &rows, value)
	           : value;
}

uint32_t kernel_given_as(struct kernel_graph *graph, uint32_t gather)
{
	struct instruction *reshape = arena_new(graph->arena, struct instruction, 1);
	*reshape = (struct instruction){
	    .opcode = OPCODE_BITCAST, .number = gather, .shape = kernel_at(graph, gather)->shape};
	uint32_t number =
	    kernel_put_behind(graph, reshape, kernel_read_as(graph, UINT32_MAX, gather));
	graph->nodes[number].value = gather;
	return number;
}
