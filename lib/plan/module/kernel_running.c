/* SPDX-License-Identifier: Apache-2.0 */
#include "plan/module/kernel_running.h"

#include <math.h>

#include "base/checked.h"
#include "module/operation_work.h"

/* Numbers along a dimension that are summed from the first on in one window; more are summed in
 * parts. */
enum { PART = 16 };

/* The numbers that are summed along the one dimension of running sums; 0: it is none. */
static double numbers_along(const struct kernel_graph *graph, uint32_t number)
{
	const struct instruction *one = kernel_at(graph, number);
	int64_t along = 0;
	if (one->opcode != OPCODE_REDUCE_WINDOW || one->shape->tuple)
		return 0;
	for (uint32_t i = 0; i < one->shape->rank && one->window; i++) {
		const struct window_dim *w = &one->window[i];
		int64_t size = one->shape->dims[i];
		if (w->size == 1 && !w->low && !w->high)
			continue;
		int64_t padding;
		if (along || w->size != size || w->stride != 1 ||
		    !checked_add(&padding, w->low, w->high) || padding != size - 1)
			return 0;
		along = size;
	}
	return kernel_steps(graph, number) == STEPS_NONE ? (double)along : 0;
}

/* All numbers of the parts. */
static double padded(double size)
{
	return ceil(size / PART) * PART;
}

/* Sums of all numbers before each of `size` numbers, and of all. */
static double sums_before(double size)
{
	if (size <= PART)
		return (size + 1) * (size - 1);
	return padded(size) * PART + sums_before(ceil(size / PART));
}

/* Operations of what is applied to two numbers. */
static double applied(const struct instruction *one)
{
	static const struct operation_sizes whole = {.result = NULL};
	double flops = 0;
	for (uint32_t i = 0; one->ncalled && i < one->called[0]->count; i++)
		flops += operation_work(one->called[0]->instructions[i], &whole).flops;
	return flops > 0 ? flops : 1;
}

double kernel_running_sums(const struct kernel_graph *graph, uint32_t number)
{
	double along = numbers_along(graph, number);
	return along > PART
	           ? graph->nodes[number].elements / along * applied(kernel_at(graph, number)) *
	                 (padded(along) * (PART - 1) + sums_before(ceil(along / PART)))
	           : -1;
}

double kernel_running_times(const struct kernel_graph *graph, uint32_t number)
{
	double along = numbers_along(graph, number), elements = graph->nodes[number].elements;
	if (along <= PART)
		return -1;
	double sums = kernel_running_sums(graph, number) / applied(kernel_at(graph, number));
	return sums + elements / along * padded(along);
}

uint32_t kernel_running_given(struct kernel_graph *graph, uint32_t number)
{
	struct instruction *add = arena_new(graph->arena, struct instruction, 1);
	double along = numbers_along(graph, number);
	*add = (struct instruction){
	    .opcode = OPCODE_ADD, .number = number, .shape = kernel_at(graph, number)->shape};
	uint32_t behind = kernel_put_behind(graph, add, number);
	graph->nodes[behind].value = number;
	graph->nodes[behind].elements *= padded(along) / along * applied(kernel_at(graph, number));
	return behind;
}
