/* SPDX-License-Identifier: Apache-2.0 */
#include "plan/module/kernel_reduce.h"

#include <math.h>

#include "plan/module/kernel_dot.h"

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

/* Whether a value joins several of one element along a dimension. */
static bool stacks(const struct kernel_graph *graph, const struct instruction *value, int64_t dim)
{
	if (value->opcode != OPCODE_CONCATENATE || value->noperands < 2 || !value->ndims ||
	    value->dims[0] != dim || kernel_steps(graph, value->number) != STEPS_NONE)
		return false;
	for (uint32_t i = 0; i < value->noperands; i++)
		if (value->operands[i]->shape->dims[dim] != 1)
			return false;
	return true;
}

/* What is stacked, before it is reshaped for that. */
static struct instruction *stacked(const struct kernel_graph *graph, struct instruction *operand,
                                   const struct hlo_shape *shape)
{
	const struct instruction *value = kernel_value(graph, operand);
	bool same = kernel_reshapes(graph, value) && value->noperands &&
	            hlo_shape_same_sizes(value->operands[0]->shape, shape);
	return same ? value->operands[0] : operand;
}

const struct instruction *kernel_unstacked(const struct kernel_graph *graph,
                                           const struct instruction *instruction)
{
	enum opcode by;
	if (!reduces(instruction, &by) || opcode_class(by) != OPCODE_CLASS_ELEMENTWISE ||
	    instruction->ndims != 1 || kernel_steps(graph, instruction->number) != STEPS_NONE ||
	    !instruction->shape->element || instruction->shape->element->bits < 32)
		return instruction;
	const struct instruction *joined = kernel_value(graph, instruction->operands[0]);
	if (!stacks(graph, joined, instruction->dims[0]))
		return instruction;
	struct instruction *sum = arena_copy(graph->arena, instruction, 1, sizeof(*sum));
	sum->opcode = by;
	sum->noperands = joined->noperands;
	sum->operands = arena_new(graph->arena, struct instruction *, sum->noperands);
	for (uint32_t i = 0; i < sum->noperands; i++)
		sum->operands[i] = stacked(graph, joined->operands[i], sum->shape);
	sum->ncalled = 0;
	return sum;
}

/* Windows along the dimensions of a reduction. */
struct windows {
	double cut; /* devices that share them, as far as they are not counted */
	double count, size;
	bool wide;
};

/* Numbers along a dimension that a device reduces; where it is not said which one devices share,
 * the first is cut. */
static double reduced_along(const struct kernel_graph *graph, const struct instruction *value,
                            int64_t dim, bool said, double *cut)
{
	double size = (double)value->shape->dims[dim];
	if (said)
		return (double)kernel_local_size(graph, value, (uint32_t)dim);
	double part = fmax(1, fmin(size, *cut));
	*cut /= part;
	return ceil(size / part);
}

/* Adds those along dimensions of a value. */
static void add_dimensions(struct windows *windows, const struct kernel_graph *graph,
                           const struct instruction *value, const int64_t *dims, uint32_t ndims)
{
	double shared = 1;
	for (uint32_t i = 0; i < ndims; i++)
		shared *= (double)value->shape->dims[dims[i]] /
		          (double)kernel_local_size(graph, value, (uint32_t)dims[i]);
	bool said = shared > 1 && shared <= windows->cut;
	if (said)
		windows->cut /= shared;
	for (uint32_t i = 0; i < ndims; i++) {
		double size = reduced_along(graph, value, dims[i], said, &windows->cut);
		windows->wide |= size > MAX_WINDOW;
		windows->size *= fmin(size, MAX_WINDOW);
		windows->count *= ceil(size / fmin(size, MAX_WINDOW));
	}
}

/* The dimensions that a reshape joins to one, from the first on; 0: it does something else. */
static uint32_t dims_joined(const struct hlo_shape *from, const struct hlo_shape *to, int64_t dim,
                            uint32_t *first)
{
	int64_t before = 1, elements = 1;
	uint32_t end;
	for (int64_t i = 0; i < dim; i++)
		before *= to->dims[i];
	for (*first = 0; *first < from->rank && elements < before; ++*first)
		elements *= from->dims[*first];
	if (elements != before)
		return 0;
	elements = 1;
	for (end = *first; end < from->rank && elements < to->dims[dim]; end++)
		elements *= from->dims[end];
	return elements == to->dims[dim] ? end - *first : 0;
}

/* Adds those along the dimensions of a value that is reshaped, where that only joins them: XLA
 * reduces them as they are. */
static void add_unjoined(struct windows *windows, const struct kernel_graph *graph,
                         const struct instruction *value, const int64_t *dims, uint32_t ndims)
{
	const struct instruction *reshape = kernel_value(graph, value);
	const struct instruction *inner = reshape->noperands ? reshape->operands[0] : NULL;
	int64_t joined[KERNEL_MAX_RESHAPED];
	uint32_t count = 0, first = 0;
	for (uint32_t i = 0; reshape->opcode == OPCODE_RESHAPE && i < ndims; i++) {
		uint32_t added = dims_joined(inner->shape, reshape->shape, dims[i], &first);
		if (!added || count + added > COUNT_OF(joined)) {
			count = 0;
			break;
		}
		for (uint32_t k = 0; k < added; k++)
			joined[count++] = first + k;
	}
	if (count)
		add_dimensions(windows, graph, inner, joined, count);
	else
		add_dimensions(windows, graph, value, dims, ndims);
}

/* Whether two values are reshaped from dots of the same sizes, so that their product is, too
 * (measured: it is not where what is reshaped is computed element by element). */
static bool same_reshape(const struct kernel_graph *graph, const struct instruction *a,
                         const struct instruction *b)
{
	a = kernel_value(graph, a);
	b = kernel_value(graph, b);
	return a->opcode == OPCODE_RESHAPE && b->opcode == OPCODE_RESHAPE &&
	       kernel_unshaped(graph, a->operands[0])->opcode == OPCODE_DOT &&
	       kernel_unshaped(graph, b->operands[0])->opcode == OPCODE_DOT &&
	       hlo_shape_same_sizes(a->operands[0]->shape, b->operands[0]->shape);
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
		add_unjoined(&windows, graph, one->operands[0], one->dims, one->ndims);
	if (windows.wide && read < KERNEL_MIN_LIBRARY) {
		work->once = windows.count * (windows.size - 1);
		work->each = windows.count - results;
		return true;
	}
	if (inner_of(graph, reduce))
		work->each = read - results;
	return false;
}

bool kernel_sum_windows(struct kernel_graph *graph, uint32_t number, double products)
{
	const struct instruction *dot = kernel_at(graph, number);
	const struct instruction *lhs = dot->operands[0];
	struct kernel_work *work = &graph->work[number];
	double results = graph->nodes[number].elements, all = 1;
	for (uint32_t i = 0; i < dot->dot->ncontracting; i++)
		all *= (double)lhs->shape->dims[dot->dot->lhs_contracting[i]];
	struct windows windows = {
	    .cut = products > 0 ? all * results / products : 1, .count = results, .size = 1};
	(same_reshape(graph, lhs, dot->operands[1]) ? add_unjoined : add_dimensions)(
	    &windows, graph, lhs, dot->dot->lhs_contracting, dot->dot->ncontracting);
	work->each = (windows.wide ? windows.count : products) - results;
	if (windows.wide)
		work->once += windows.count * (windows.size - 1);
	return windows.wide;
}
