/* SPDX-License-Identifier: Apache-2.0 */
#include "plan/module/kernel_slice.h"

#include "plan/module/kernel_widen.h"

/* Elements that a device computes of an operation. */
static double computed(const struct kernel_graph *graph, const struct instruction *instruction)
{
	const struct partition_share *share =
	    module_share(graph->values->shares, graph->values->computation, instruction);
	return kernel_elements_in(instruction->shape, share->made ? share->made : share->bytes);
}

/* Whether an operation reads a slice of a value: it has as many elements, but a device computes
 * fewer. What is the same everywhere is made anew instead. */
static bool reads_slice(const struct kernel_graph *graph, const struct instruction *instruction,
                        const struct instruction *value)
{
	bool alike = opcode_class(instruction->opcode) == OPCODE_CLASS_ELEMENTWISE &&
	             hlo_shape_same_sizes(instruction->shape, value->shape);
	return (alike || kernel_reshapes(graph, instruction)) && !instruction->shape->tuple &&
	       value->opcode != OPCODE_CONSTANT && !kernel_repeats(graph, value) &&
	       kernel_stored(graph, value) > computed(graph, instruction);
}

uint32_t kernel_slices(const struct kernel_graph *graph, const struct instruction *instruction)
{
	uint32_t count = 0;
	for (uint32_t i = 0; i < instruction->noperands; i++)
		count +=
		    reads_slice(graph, instruction, kernel_value(graph, instruction->operands[i]));
	return count;
}

/* A slice of so many elements that is read already; 0: none. */
static uint32_t same_slice(const struct kernel_graph *graph, uint32_t value, double elements)
{
	const struct kernel_list *users = &graph->nodes[value].users;
	for (uint32_t i = 0; i < users->count; i++) {
		uint32_t user = users->items[i];
		if (user >= graph->values->computation->count &&
		    kernel_at(graph, user)->opcode == OPCODE_DYNAMIC_SLICE &&
		    graph->nodes[user].elements == elements)
			return user;
	}
	return 0;
}

uint32_t kernel_slice_of(struct kernel_graph *graph, uint32_t number, uint32_t value)
{
	const struct instruction *one = kernel_at(graph, value), *user = kernel_at(graph, number);
	if (value >= graph->values->computation->count || !reads_slice(graph, user, one))
		return value;
	double elements = computed(graph, user);
	uint32_t read = kernel_read_as(graph, UINT32_MAX, value);
	uint32_t slice = same_slice(graph, read, elements);
	if (slice)
		return slice;
	struct instruction *made = arena_new(graph->arena, struct instruction, 1);
	*made = *one;
	made->opcode = OPCODE_DYNAMIC_SLICE;
	made->operands = arena_new(graph->arena, struct instruction *, 1);
	made->operands[0] = graph->values->computation->instructions[value];
	made->noperands = 1;
	slice = kernel_put_behind(graph, made, read);
	graph->nodes[slice].elements = elements;
	graph->nodes[slice].value = value;
	return slice;
}
