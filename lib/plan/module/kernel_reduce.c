/* SPDX-License-Identifier: Apache-2.0 */
#include "plan/module/kernel_reduce.h"

#include <math.h>

/* Sums of as many numbers along a dimension are those of windows first. */
enum { MAX_WINDOW = 32 };

/* Whether it is a reduction of one array, and by what. */
static bool reduces(const struct instruction *one, enum opcode *by)
{
	if (one->opcode != OPCODE_REDUCE || one->shape->tuple || one->noperands != 2 ||
	    !one->ncalled || !one->called[0]->root)
		return false;
	*by = one->called[0]->root->opcode;
	return true;
}

/* The reduction of the same kind that a reduction reads, or NULL. */
static const struct instruction *inner_of(const struct kernel_graph *graph,
                                          const struct instruction *reduce)
{
	const struct instruction *inner = kernel_value(graph, reduce->operands[0]);
	enum opcode by, inner_by;
	bool same =
	    reduces(reduce, &by) && reduces(inner, &inner_by) && by == inner_by &&
	    kernel_value(graph, reduce->operands[1]) == kernel_value(graph, inner->operands[1]);
	return same && kernel_steps(graph, inner->number) == STEPS_NONE ? inner : NULL;
}

const struct instruction *kernel_reduced(const struct kernel_graph *graph,
                                         const struct instruction *instruction, uint32_t operand)
{
	const struct instruction *inner;
	if (operand || instruction->opcode != OPCODE_REDUCE)
		return instruction->operands[operand];
	while ((inner = inner_of(graph, instruction)))
		instruction = inner;
	return instruction->operands[0];
}

/* Windows along the dimensions of a reduction. */
struct windows {
	double cut; /* devices that share them, as far as they are not counted */
	double count, size;
	bool wide;
};

/* Numbers along a dimension that a device reduces; where devices share several, the first is cut.
 */
static double reduced_along(const struct instruction *reduce, uint32_t dim, double *cut)
{
	double size = (double)reduce->operands[0]->shape->dims[reduce->dims[dim]];
	double part = fmax(1, fmin(size, *cut));
	*cut /= part;
	return ceil(size / part);
}

static void add_dimensions(struct windows *windows, const struct instruction *reduce)
{
	for (uint32_t i = 0; i < reduce->ndims; i++) {
		double size = reduced_along(reduce, i, &windows->cut);
		windows->wide |= size > MAX_WINDOW;
		windows->size *= fmin(size, MAX_WINDOW);
		windows->count *= ceil(size / fmin(size, MAX_WINDOW));
	}
}

/* Numbers that are reduced to one, on all devices. */
static double reduced_to_one(const struct kernel_graph *graph, const struct instruction *reduce)
{
	double all = 1;
	for (; reduce; reduce = inner_of(graph, reduce))
		for (uint32_t i = 0; i < reduce->ndims; i++)
			all *= (double)reduce->operands[0]->shape->dims[reduce->dims[i]];
	return all;
}

bool kernel_reduce_windows(struct kernel_graph *graph, uint32_t number)
{
	const struct instruction *reduce = kernel_at(graph, number);
	struct kernel_work *work = &graph->work[number];
	enum opcode by;
	if (!reduces(reduce, &by))
		return false;
	double results = graph->nodes[number].elements;
	const struct instruction *value = kernel_value(graph, kernel_reduced(graph, reduce, 0));
	double read = graph->nodes[value->number].elements;
	double all = reduced_to_one(graph, reduce);
	struct windows windows = {
	    .cut = results > 0 && read > 0 ? all * results / read : 1, .count = results, .size = 1};
	for (const struct instruction *one = reduce; one; one = inner_of(graph, one))
		add_dimensions(&windows, one);
	if (windows.wide && read < KERNEL_MIN_LIBRARY) {
		work->once = windows.count * (windows.size - 1);
		work->each = windows.count - results;
		return true;
	}
	if (inner_of(graph, reduce))
		work->each = read - results;
	return false;
}
