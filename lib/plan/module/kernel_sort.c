/* SPDX-License-Identifier: Apache-2.0 */
#include "plan/module/kernel_sort.h"

#include <math.h>

#include "plan/module/kernel_constants.h"
#include "plan/module/kernel_rules.h"

/* A number of 16 bits and its place are one integer: the operations that make it and that take the
 * number and the place out of it again. */
enum { PACK = 6, UNPACK_NUMBER = 6, UNPACK_PLACE = 2 };

/* Places that have room in such an integer. */
enum { MAX_PLACES = 1 << 16 };

/* Whether a slice begins with the first elements and has all rows. */
static bool takes_first(const struct instruction *slice)
{
	if (!slice->slice)
		return false;
	const struct hlo_shape *of = slice->operands[0]->shape;
	for (uint32_t i = 0; i < of->rank; i++)
		if (slice->slice->start[i] != 0 || slice->slice->stride[i] != 1 ||
		    (i + 1 < of->rank && slice->slice->limit[i] != of->dims[i]))
			return false;
	return true;
}

/* Whether others slice the largest elements again: it is then a slice of what is sorted, which is
 * no longer all of them. */
static bool is_sliced(const struct kernel_graph *graph, uint32_t element)
{
	const struct kernel_node *node = &graph->nodes[element];
	for (uint32_t i = 0; i < node->users.count; i++) {
		const struct instruction *user = kernel_at(graph, node->users.items[i]);
		bool other = !graph->packs_largest && !takes_first(user);
		if (user->opcode == OPCODE_SLICE && user->slice &&
		    (node->result || node->users.count > 1 || other))
			return true;
	}
	return false;
}

/* Elements that a device computes before it takes its part of them. */
static double found_of(const struct instruction *top, double sorted)
{
	const struct hlo_shape *of = top->operands[0]->shape;
	return sorted / (double)of->dims[of->rank - 1] * (double)top->index;
}

/* The next element that is read of what an operation gives, from a number on; NULL: none. */
static const struct instruction *next_element(const struct kernel_graph *graph,
                                              const struct instruction *top, uint32_t *from)
{
	const struct computation *computation = graph->values->computation;
	while (*from < computation->count) {
		const struct instruction *one = computation->instructions[(*from)++];
		if (one->opcode == OPCODE_GET_TUPLE_ELEMENT &&
		    kernel_value(graph, one->operands[0]) == top && kernel_value(graph, one) == one)
			return one;
	}
	return NULL;
}

/* Whether a library finds them. */
static bool is_left(const struct kernel_graph *graph, const struct instruction *top, double sorted)
{
	const struct instruction *element;
	uint32_t from = top->number;
	if (top->operands[0]->shape->element->id != DTYPE_ID_FLOAT32)
		return false;
	while ((element = next_element(graph, top, &from)) != NULL) {
		bool cut = graph->nodes[element->number].elements < found_of(top, sorted);
		if (!cut && is_sliced(graph, element->number))
			return false;
	}
	return true;
}

/* What is computed of bf16 besides: integers before and after they are sorted; else they are sorted
 * as float32, of which all are rounded, and widened again to take the first. */
static double converting(const struct kernel_graph *graph, const struct instruction *top,
                         double sorted)
{
	bool packs = graph->packs_largest;
	double work = packs ? sorted * PACK : 0, found = found_of(top, sorted);
	const struct instruction *element;
	uint32_t from = top->number;
	while ((element = next_element(graph, top, &from)) != NULL) {
		bool places = element->index == 1;
		if (packs)
			work += found * (places ? UNPACK_PLACE : UNPACK_NUMBER);
		else
			work += places ? 0 : 2 * sorted + found;
	}
	return work;
}

double kernel_sorted_for_largest(const struct kernel_graph *graph, uint32_t number)
{
	const struct instruction *top = kernel_at(graph, number);
	const struct kernel_list *operands = &graph->nodes[number].operands;
	if (top->opcode != OPCODE_TOPK || operands->count != 1 || !top->operands[0]->shape->rank)
		return -1;
	double sorted = graph->nodes[operands->items[0]].elements;
	if (sorted <= 1 || is_left(graph, top, sorted))
		return -1;
	const struct hlo_shape *of = top->operands[0]->shape;
	bool converts = of->element->id == DTYPE_ID_BFLOAT16 && of->dims[of->rank - 1] < MAX_PLACES;
	return sorted * ceil(log2(sorted)) + (converts ? converting(graph, top, sorted) : 0);
}
