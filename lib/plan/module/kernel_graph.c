/* SPDX-License-Identifier: Apache-2.0 */
#include "plan/module/kernel_graph.h"

#include <math.h>

#include "module/dims.h"

/* Tuples in tuples whose elements are read. */
enum { MAX_TUPLES = 4 };

bool kernel_list_has(const struct kernel_list *list, uint32_t item)
{
	for (uint32_t i = 0; i < list->count; i++)
		if (list->items[i] == item)
			return true;
	return false;
}

void kernel_list_push(struct arena *arena, struct kernel_list *list, uint32_t item)
{
	arena_push(arena, list->items, list->count, list->room, item);
}

enum instruction_steps kernel_steps(const struct kernel_graph *graph, uint32_t number)
{
	return graph->values->steps && number < graph->values->computation->count
	           ? (enum instruction_steps)graph->values->steps[number]
	           : STEPS_NONE;
}

/* The element of a tuple that an instruction names; NULL: the tuple is not listed. */
static const struct instruction *element_of(const struct module_values *values,
                                            const struct instruction *get)
{
	const struct instruction *tuple = values->names[get->operands[0]->number].instruction;
	bool listed =
	    values->forms[tuple->number] == VALUE_NAME && (uint64_t)get->index < tuple->noperands;
	return listed ? tuple->operands[get->index] : NULL;
}

bool kernel_reshapes(const struct instruction *instruction)
{
	return instruction->opcode == OPCODE_RESHAPE || instruction->opcode == OPCODE_TRANSPOSE ||
	       instruction->opcode == OPCODE_BITCAST;
}

static const struct instruction *twin_of(const struct module_values *values,
                                         const struct instruction *instruction)
{
	return module_twin(values->shares, values->computation, instruction);
}

const struct instruction *kernel_value(const struct module_values *values,
                                       const struct instruction *operand)
{
	while (values->forms[operand->number] == VALUE_NAME) {
		const struct instruction *twin = twin_of(values, operand);
		if (twin == operand && (operand->noperands > 1 || kernel_reshapes(operand)))
			return operand;
		if (twin != operand)
			operand = twin;
		else if (operand->opcode != OPCODE_GET_TUPLE_ELEMENT)
			operand = operand->operands[0];
		else if (element_of(values, operand))
			operand = element_of(values, operand);
		else
			return operand;
	}
	return operand;
}

/* Whether it joins several values, each of which is read. */
static bool is_several(const struct module_values *values, const struct instruction *value)
{
	return values->forms[value->number] == VALUE_NAME &&
	       value->opcode != OPCODE_GET_TUPLE_ELEMENT && !kernel_reshapes(value);
}

bool kernel_is_name(const struct module_values *values, const struct instruction *instruction)
{
	return values->forms[instruction->number] == VALUE_NAME &&
	       (!kernel_reshapes(instruction) || twin_of(values, instruction) != instruction);
}

const struct instruction *kernel_unshaped(const struct module_values *values,
                                          const struct instruction *operand)
{
	const struct instruction *value = kernel_value(values, operand);
	while (kernel_reshapes(value))
		value = kernel_value(values, value->operands[0]);
	return value;
}

bool kernel_is_real(const struct instruction *instruction)
{
	const struct dtype *element = instruction->shape->element;
	return element && element->class == DTYPE_FLOAT;
}

static void add_edge(struct kernel_graph *graph, uint32_t user, uint32_t value)
{
	struct kernel_node *node = &graph->nodes[user];
	if (kernel_list_has(&node->operands, value))
		return;
	kernel_list_push(graph->arena, &node->operands, value);
	kernel_list_push(graph->arena, &graph->nodes[value].users, user);
	graph->nodes[value].readers++;
}

static void add_operand(struct kernel_graph *graph, uint32_t number,
                        const struct instruction *operand, int depth)
{
	const struct instruction *value = kernel_value(graph->values, operand);
	if (!is_several(graph->values, value))
		add_edge(graph, number, value->number);
	for (uint32_t i = 0;
	     is_several(graph->values, value) && i < value->noperands && depth < MAX_TUPLES; i++)
		add_operand(graph, number, value->operands[i], depth + 1);
}

/* Whether the dimensions of a batch are the first ones of an operand, in order. */
static bool is_batch_first(const int64_t *batch, uint32_t count)
{
	for (uint32_t i = 0; i < count; i++)
		if (batch[i] != i)
			return false;
	return true;
}

/* Whether XLA reshapes or transposes an operand of a dot to matrices (DotDecomposer). */
static bool is_made_matrices(const struct instruction *dot, uint32_t operand)
{
	const struct dot_numbers *n = dot->dot;
	if (dot->opcode != OPCODE_DOT || !n || operand > 1)
		return false;
	const int64_t *batch = operand ? n->rhs_batch : n->lhs_batch;
	uint32_t rank = dot->operands[operand]->shape->rank;
	return rank <= KERNEL_MAX_RESHAPED && n->nbatch + n->ncontracting <= rank &&
	       (n->ncontracting > 1 || rank > n->nbatch + 2 || !is_batch_first(batch, n->nbatch));
}

static struct kernel_matrices matrices_of(const struct instruction *dot, uint32_t operand)
{
	const struct dot_numbers *n = dot->dot;
	const int64_t *batch = operand ? n->rhs_batch : n->lhs_batch;
	const int64_t *summed = operand ? n->rhs_contracting : n->lhs_contracting;
	uint32_t rank = dot->operands[operand]->shape->rank;
	uint32_t nfree = rank - n->nbatch - n->ncontracting, at = 0;
	struct kernel_matrices made = {.rows = operand ? n->ncontracting : nfree};
	for (uint32_t i = 0; i < n->nbatch; i++)
		made.order[at++] = batch[i];
	for (uint32_t i = 0; operand && i < n->ncontracting; i++)
		made.order[at++] = summed[i];
	for (uint32_t i = 0; i < rank; i++)
		if (!dims_hold(batch, n->nbatch, i) && !dims_hold(summed, n->ncontracting, i))
			made.order[at++] = i;
	for (uint32_t i = 0; !operand && i < n->ncontracting; i++)
		made.order[at++] = summed[i];
	return made;
}

/* The reshape that another dot has made of the same value; 0: none. */
static uint32_t same_matrices(const struct kernel_graph *graph, const struct kernel_node *value,
                              const struct kernel_matrices *wanted, uint32_t nbatch)
{
	for (uint32_t i = 0; i < value->users.count; i++) {
		const struct kernel_node *one = &graph->nodes[value->users.items[i]];
		if (one->matrices && one->nbatch == nbatch &&
		    memcmp(one->matrices, wanted, sizeof(*wanted)) == 0)
			return value->users.items[i];
	}
	return 0;
}

/* An operation of XLA's own that reads a value. */
static uint32_t put_between(struct kernel_graph *graph, const struct instruction *instruction,
                            uint32_t value)
{
	uint32_t number = graph->count++;
	graph->nodes[number] = (struct kernel_node){.instruction = instruction,
	                                            .elements = graph->nodes[value].elements};
	add_edge(graph, number, value);
	return number;
}

static const int64_t other_sizes[] = {-1};

static const struct hlo_shape other_shape = {.dims = other_sizes, .rank = 1};

/* Puts a transpose between a convolution and its operand. */
static void add_turned(struct kernel_graph *graph, uint32_t number, uint32_t operand)
{
	static const struct instruction turn = {.opcode = OPCODE_TRANSPOSE, .shape = &other_shape};
	const struct instruction *value =
	    kernel_value(graph->values, kernel_at(graph, number)->operands[operand]);
	add_edge(graph, number, put_between(graph, &turn, value->number));
}

/* Puts a reshape between a dot and its operand. */
static void add_matrices(struct kernel_graph *graph, uint32_t dot, uint32_t operand)
{
	static const struct instruction reshape = {.opcode = OPCODE_BITCAST, .shape = &other_shape};
	const struct instruction *value =
	    kernel_value(graph->values, kernel_at(graph, dot)->operands[operand]);
	struct kernel_matrices made = matrices_of(kernel_at(graph, dot), operand);
	uint32_t nbatch = kernel_at(graph, dot)->dot->nbatch;
	uint32_t number = same_matrices(graph, &graph->nodes[value->number], &made, nbatch);
	if (!number) {
		number = put_between(graph, &reshape, value->number);
		graph->nodes[number].matrices = arena_copy(graph->arena, &made, 1, sizeof(made));
		graph->nodes[number].nbatch = nbatch;
	}
	add_edge(graph, dot, number);
}

/* Whether dimensions stand in their order. */
static bool are_in_order(const int64_t *spatial, uint32_t count, int64_t from)
{
	for (uint32_t i = 0; i < count; i++)
		if (spatial[i] != from + i)
			return false;
	return true;
}

/* Whether XLA transposes an operand of a convolution (ConvCanonicalization). */
static bool is_turned(const struct instruction *instruction, uint32_t operand)
{
	const struct convolution_numbers *n = instruction->convolution;
	if (instruction->opcode != OPCODE_CONVOLUTION || !n || operand > 1)
		return false;
	return operand ? !are_in_order(n->kernel_spatial, n->nspatial, 0) ||
	                     n->kernel_input != n->nspatial
	               : n->input_batch != 0 || !are_in_order(n->input_spatial, n->nspatial, 1);
}

/* Sums of as many numbers along a dimension are those of windows first (TreeReductionRewriter). */
enum { MAX_WINDOW = 32 };

/* Numbers along a dimension that a device reduces; where devices share several, the first is cut.
 */
static double reduced_along(const struct instruction *reduce, uint32_t dim, double *cut)
{
	double size = (double)reduce->operands[0]->shape->dims[reduce->dims[dim]];
	double part = fmax(1, fmin(size, *cut));
	*cut /= part;
	return ceil(size / part);
}

/* Whether windows are summed first; then what they and the rest of the reduction compute. */
static bool is_in_windows(const struct kernel_graph *graph, uint32_t number,
                          struct kernel_work *work)
{
	const struct instruction *reduce = kernel_at(graph, number);
	if (reduce->opcode != OPCODE_REDUCE || reduce->shape->tuple || reduce->noperands != 2)
		return false;
	double results = graph->nodes[number].elements, windows = results, window = 1, all = 1;
	double read =
	    graph->nodes[kernel_value(graph->values, reduce->operands[0])->number].elements;
	for (uint32_t i = 0; i < reduce->ndims; i++)
		all *= (double)reduce->operands[0]->shape->dims[reduce->dims[i]];
	double cut = results > 0 && read > 0 ? all * results / read : 1;
	bool wide = false;
	for (uint32_t i = 0; i < reduce->ndims; i++) {
		double size = reduced_along(reduce, i, &cut);
		wide |= size > MAX_WINDOW;
		window *= fmin(size, MAX_WINDOW);
		windows *= ceil(size / fmin(size, MAX_WINDOW));
	}
	work->once = windows * (window - 1);
	work->each = windows - results;
	return wide && read < KERNEL_MIN_LIBRARY;
}

/* Sums windows of what a reduction reads. */
static void add_windows(struct kernel_graph *graph, uint32_t number)
{
	static const struct hlo_shape shape = {.rank = 0};
	static const struct instruction windows = {.opcode = OPCODE_REDUCE_WINDOW, .shape = &shape};
	const struct instruction *read =
	    kernel_value(graph->values, kernel_at(graph, number)->operands[0]);
	add_edge(graph, number, put_between(graph, &windows, read->number));
}

static void add_results(struct kernel_graph *graph, const struct instruction *root, int depth)
{
	const struct instruction *value = kernel_value(graph->values, root);
	bool several = is_several(graph->values, value);
	if (!several) {
		graph->nodes[value->number].readers += !graph->nodes[value->number].result;
		graph->nodes[value->number].result = true;
	}
	for (uint32_t i = 0; several && i < value->noperands && depth < MAX_TUPLES; i++)
		add_results(graph, value->operands[i], depth + 1);
}

static double elements_of(const struct kernel_graph *graph, const struct instruction *instruction)
{
	const struct partition_share *share =
	    module_share(graph->values->shares, graph->values->computation, instruction);
	const struct dtype *element = instruction->shape->element;
	return element && element->bits ? (double)share->bytes * 8 / element->bits : 0;
}

/* What an instruction reads, with the operations that XLA puts before it. */
static void find_operands(struct kernel_graph *graph, const struct instruction *instruction)
{
	uint32_t number = instruction->number;
	struct kernel_work work;
	graph->work[number].each = -1;
	if (kernel_is_name(graph->values, instruction))
		return;
	bool windows = is_in_windows(graph, number, &work);
	if (windows) {
		graph->work[number] = work;
		add_windows(graph, number);
	}
	for (uint32_t i = windows; i < instruction->noperands; i++)
		if (is_made_matrices(instruction, i))
			add_matrices(graph, number, i);
		else if (is_turned(instruction, i))
			add_turned(graph, number, i);
		else
			add_operand(graph, number, instruction->operands[i], 0);
}

/* Operations that XLA may put between others. */
static size_t most_between(const struct computation *computation)
{
	size_t count = 0;
	for (uint32_t i = 0; i < computation->count; i++)
		switch (computation->instructions[i]->opcode) {
		case OPCODE_DOT:
		case OPCODE_CONVOLUTION:
			count += 2;
			break;
		case OPCODE_REDUCE:
			count++;
			break;
		default:
			break;
		}
	return count;
}

struct kernel_graph kernel_graph_of(struct arena *arena, const struct module_values *values)
{
	const struct computation *computation = values->computation;
	size_t count = computation->count, most = count + most_between(computation);
	struct kernel_graph graph = {
	    .arena = arena,
	    .values = values,
	    .nodes = arena_new(arena, struct kernel_node, most),
	    .count = (uint32_t)count,
	    .work = arena_new(arena, struct kernel_work, most),
	};
	for (uint32_t i = 0; i < count; i++) {
		graph.nodes[i].instruction = computation->instructions[i];
		graph.nodes[i].elements = elements_of(&graph, computation->instructions[i]);
	}
	for (uint32_t i = 0; i < count; i++)
		find_operands(&graph, computation->instructions[i]);
	if (computation->root)
		add_results(&graph, computation->root, 0);
	return graph;
}
