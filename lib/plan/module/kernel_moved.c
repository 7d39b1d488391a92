/* SPDX-License-Identifier: Apache-2.0 */
#include "plan/module/kernel_moved.h"

#include "plan/module/kernel_edge.h"
#include "plan/module/kernel_widen.h"

static bool adds_up(const struct plan_step *step)
{
	return step->collective && (step->collective->kind == RESHARD_ALL_REDUCE ||
	                            step->collective->kind == RESHARD_REDUCE_SCATTER);
}

const struct plan_step *kernel_adding_step(const struct kernel_graph *graph, uint32_t number)
{
	const struct plan_step *const *steps = kernel_steps_of(graph, number);
	for (; *steps && (*steps)->instruction == kernel_at(graph, number); steps++)
		if (adds_up(*steps))
			return *steps;
	return NULL;
}

/* The one operand of an operation that is an element of this tuple and has so many bytes on a
 * device; NULL: none, or several. */
static const struct instruction *element_moved(const struct kernel_graph *graph,
                                               const struct instruction *one,
                                               const struct instruction *tuple, int64_t bytes)
{
	const struct instruction *found = NULL;
	for (uint32_t i = 0; i < one->noperands; i++) {
		const struct instruction *value = kernel_value(graph, one->operands[i]);
		if (value->opcode != OPCODE_GET_TUPLE_ELEMENT || value->operands[0] != tuple ||
		    kernel_bytes(graph, value) != bytes || found == value)
			continue;
		if (found)
			return NULL;
		found = value;
	}
	return found;
}

/* What a step moves. Where that was made for a dot on the way, it is the one operand of it that has
 * so many bytes on a device, if its result has not. */
static const struct instruction *moved_by(const struct kernel_graph *graph,
                                          const struct plan_step *step)
{
	const struct instruction *one = step->instruction, *found = step->operand;
	if (found && found->shape->tuple)
		return element_moved(graph, one, found, step->operand_bytes);
	if (step->operand != one || one->opcode != OPCODE_DOT ||
	    kernel_bytes(graph, one) == step->operand_bytes)
		return step->operand;
	for (uint32_t i = 0; i < one->noperands; i++) {
		if (kernel_bytes(graph, one->operands[i]) != step->operand_bytes)
			continue;
		if (found != one)
			return step->operand;
		found = one->operands[i];
	}
	return found;
}

const struct plan_step *kernel_step_of(const struct kernel_graph *graph, uint32_t number,
                                       uint32_t value)
{
	const struct instruction *one = kernel_at(graph, number);
	const struct plan_step *const *steps = kernel_steps_of(graph, number);
	if (opcode_class(one->opcode) == OPCODE_CLASS_COLLECTIVE)
		return NULL;
	for (; *steps && (*steps)->instruction == one; steps++) {
		const struct plan_step *step = *steps;
		bool moves = step->collective && !adds_up(step) && !kernel_sends_edge(graph, step);
		const struct instruction *operand = moves ? moved_by(graph, step) : NULL;
		if (operand && (operand == one) == (number == value) &&
		    computation_has(graph->values->computation, operand) &&
		    kernel_value(graph, operand)->number == value)
			return step;
	}
	return NULL;
}

/* Lets slices read a value, each for another device. */
static void add_slices(struct kernel_graph *graph, uint32_t user, uint32_t value,
                       const struct plan_step *step)
{
	const struct instruction *slice = kernel_slice(graph, value);
	for (int32_t i = 0; i < step->collective->group_size && i < KERNEL_MAX_SLICES; i++)
		kernel_add_edge(graph, user, kernel_put_behind(graph, slice, value));
}

/* What a collective gives of a value. */
static uint32_t moved_once(struct kernel_graph *graph, uint32_t value, const struct plan_step *step)
{
	struct instruction *made = arena_new(graph->arena, struct instruction, 1);
	*made = *kernel_at(graph, value);
	made->opcode =
	    step->collective->kind == RESHARD_ALL_TO_ALL ? OPCODE_ALL_TO_ALL : OPCODE_ALL_GATHER;
	made->noperands = 0;
	uint32_t number = graph->count++;
	graph->nodes[number] =
	    (struct kernel_node){.instruction = made,
	                         .elements = kernel_elements_in(made->shape, step->result_bytes),
	                         .value = number};
	uint32_t read = kernel_read_as(graph, number, value);
	if (step->collective->kind == RESHARD_ALL_TO_ALL)
		add_slices(graph, number, read, step);
	else
		kernel_add_edge(graph, number, read);
	graph->nodes[number].value = value;
	return number;
}

uint32_t kernel_moved(struct kernel_graph *graph, uint32_t user, uint32_t value,
                      const struct plan_step *step)
{
	const struct plan_step *const *steps = kernel_steps_of(graph, user);
	const struct plan_step *last = step;
	uint32_t number = moved_once(graph, value, step);
	while (*steps && *steps != step)
		steps++;
	for (; *steps && (*steps)->instruction == step->instruction; steps++)
		if (*steps != step && (*steps)->collective && (*steps)->operand == step->operand &&
		    (*steps)->operand_bytes == last->result_bytes && !adds_up(*steps)) {
			last = *steps;
			number = moved_once(graph, number, last);
		}
	return number;
}
