/* SPDX-License-Identifier: Apache-2.0 */
#include "plan/module/kernel_graph.h"

#include "plan/module/kernel_constants.h"
#include "plan/module/kernel_dot.h"
#include "plan/module/kernel_edge.h"
#include "plan/module/kernel_gather.h"
#include "plan/module/kernel_hoist.h"
#include "plan/module/kernel_moved.h"
#include "plan/module/kernel_order.h"
#include "plan/module/kernel_pad.h"
#include "plan/module/kernel_product.h"
#include "plan/module/kernel_reduce.h"
#include "plan/module/kernel_running.h"
#include "plan/module/kernel_sink.h"
#include "plan/module/kernel_slice.h"
#include "plan/module/kernel_twins.h"
#include "plan/module/kernel_unread.h"
#include "plan/module/kernel_widen.h"

/* Tuples in tuples whose elements are read. */
enum { MAX_TUPLES = 4 };

bool kernel_list_has(const struct kernel_list *list, uint32_t item)
{
	for (uint32_t i = 0; i < list->count; i++)
		if (list->items[i] == item)
			return true;
	return false;
}

void kernel_list_drop(struct kernel_list *list, uint32_t item)
{
	for (uint32_t i = 0; i < list->count; i++)
		if (list->items[i] == item)
			list->items[i--] = list->items[--list->count];
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

static const int64_t other_sizes[] = {-1};

const struct hlo_shape kernel_other_shape = {.dims = other_sizes, .rank = 1};

/* Whether it stays between what it reads and what reads it until all is fused. */
static bool keeps_apart(const struct kernel_graph *graph, const struct instruction *instruction)
{
	return graph->keeps_barriers && instruction->opcode == OPCODE_OPTIMIZATION_BARRIER;
}

int64_t kernel_bytes(const struct kernel_graph *graph, const struct instruction *instruction)
{
	return module_share(graph->values->shares, graph->values->computation, instruction)->bytes;
}

/* Whether it is another name for what it reads. */
static bool is_named(const struct kernel_graph *graph, const struct instruction *instruction)
{
	return graph->values->forms[instruction->number] == VALUE_NAME &&
	       !keeps_apart(graph, instruction);
}

/* The element of a tuple that an instruction names; NULL: the tuple is not listed. */
static const struct instruction *element_of(const struct kernel_graph *graph,
                                            const struct instruction *get)
{
	const struct instruction *read = get->operands[0];
	const struct instruction *tuple = graph->values->names[read->number].instruction;
	bool listed = is_named(graph, tuple) && !keeps_apart(graph, read) &&
	              (uint64_t)get->index < tuple->noperands;
	return listed ? tuple->operands[get->index] : NULL;
}

bool kernel_repeats_nothing(const struct kernel_graph *graph, const struct instruction *broadcast)
{
	uint32_t kept = 0;
	for (uint32_t i = 0; i < broadcast->shape->rank; i++)
		if (kept < broadcast->ndims && broadcast->dims[kept] == i)
			kept++;
		else if (kernel_local_size(graph, broadcast, i) != 1)
			return false;
	return kept == broadcast->ndims && broadcast->noperands == 1;
}

bool kernel_reduces_nothing(const struct kernel_graph *graph, const struct instruction *reduce)
{
	if (reduce->shape->tuple || reduce->noperands != 2 || !reduce->ndims ||
	    kernel_steps(graph, reduce->number) != STEPS_NONE)
		return false;
	for (uint32_t i = 0; i < reduce->ndims; i++)
		if (kernel_local_size(graph, reduce->operands[0], (uint32_t)reduce->dims[i]) != 1)
			return false;
	return true;
}

bool kernel_reduces_by(const struct instruction *reduce, enum opcode opcode)
{
	return reduce->opcode == OPCODE_REDUCE && !reduce->shape->tuple && reduce->ncalled &&
	       reduce->called[0]->root && reduce->called[0]->root->opcode == opcode;
}

static const struct instruction *twin_of(const struct kernel_graph *graph,
                                         const struct instruction *instruction)
{
	return graph->values->computation->instructions[graph->twins.first[instruction->number]];
}

const struct instruction *kernel_value(const struct kernel_graph *graph,
                                       const struct instruction *operand)
{
	for (;;) {
		const struct instruction *twin = twin_of(graph, operand);
		if (twin == operand && (!is_named(graph, operand) || operand->noperands > 1 ||
		                        kernel_reshapes(graph, operand)))
			return operand;
		if (twin != operand)
			operand = twin;
		else if (operand->opcode != OPCODE_GET_TUPLE_ELEMENT)
			operand = operand->operands[0];
		else if (element_of(graph, operand))
			operand = element_of(graph, operand);
		else
			return operand;
	}
}

/* Whether it joins several values, each of which is read. */
static bool is_several(const struct kernel_graph *graph, const struct instruction *value)
{
	return is_named(graph, value) && value->opcode != OPCODE_GET_TUPLE_ELEMENT &&
	       !kernel_reshapes(graph, value);
}

bool kernel_is_name(const struct kernel_graph *graph, const struct instruction *instruction)
{
	return graph->twins.first[instruction->number] != instruction->number ||
	       (is_named(graph, instruction) && !kernel_reshapes(graph, instruction));
}

const struct instruction *kernel_unshaped(const struct kernel_graph *graph,
                                          const struct instruction *operand)
{
	const struct instruction *value = kernel_value(graph, operand);
	while (kernel_reshapes(graph, value))
		value = kernel_value(graph, value->operands[0]);
	return value;
}

bool kernel_is_real(const struct instruction *instruction)
{
	const struct dtype *element = instruction->shape->element;
	return element && element->class == DTYPE_FLOAT;
}

bool kernel_is_whole(const struct instruction *instruction)
{
	const struct dtype *element = instruction->shape->element;
	return element && (element->class == DTYPE_SIGNED || element->class == DTYPE_UNSIGNED);
}

void kernel_add_edge(struct kernel_graph *graph, uint32_t user, uint32_t value)
{
	struct kernel_node *node = &graph->nodes[user];
	if (kernel_list_has(&node->operands, value))
		return;
	kernel_list_push(graph->arena, &node->operands, value);
	kernel_list_push(graph->arena, &graph->nodes[value].users, user);
	graph->nodes[value].readers++;
}

uint32_t kernel_put_behind(struct kernel_graph *graph, const struct instruction *instruction,
                           uint32_t value)
{
	uint32_t number = graph->count++;
	graph->nodes[number] = (struct kernel_node){
	    .instruction = instruction, .elements = graph->nodes[value].elements, .value = number};
	kernel_add_edge(graph, number, value);
	return number;
}

const struct plan_step *const *kernel_steps_of(const struct kernel_graph *graph, uint32_t number)
{
	static const struct plan_step *const none[] = {NULL};
	const struct module_transients *t = graph->transients;
	const uint32_t *first = t->first[graph->values->computation->number];
	bool has = first && number < graph->values->computation->count && first[number];
	return has ? (const struct plan_step *const *)&t->steps[first[number]] : none;
}

const struct instruction *kernel_slice(struct kernel_graph *graph, uint32_t value)
{
	struct instruction *slice = arena_new(graph->arena, struct instruction, 1);
	*slice = (struct instruction){.opcode = OPCODE_SLICE,
	                              .number = kernel_at(graph, value)->number,
	                              .shape = kernel_at(graph, value)->shape};
	return slice;
}

/* What an operation reads of a value, which a collective may move for it. */
static uint32_t read_of(struct kernel_graph *graph, uint32_t number, uint32_t value)
{
	const struct plan_step *step =
	    kernel_at(graph, value)->shape->element ? kernel_step_of(graph, number, value) : NULL;
	if (step) {
		value = kernel_moved(graph, number, value, step);
		graph->nodes[number].moved = true;
	} else {
		value = kernel_slice_of(graph, number, value);
	}
	return kernel_read_as(graph, number, value);
}

/* Whether it gives the columns of matrices as rows. */
static bool transposes_matrices(const struct instruction *value)
{
	uint32_t rank = value->shape->rank;
	if (value->opcode != OPCODE_TRANSPOSE || rank < 2 || !value->dims ||
	    value->dims[rank - 1] != rank - 2 || value->dims[rank - 2] != rank - 1)
		return false;
	for (uint32_t i = 0; i + 2 < rank; i++)
		if (value->dims[i] != i)
			return false;
	return true;
}

/* What a dot multiplies when it reads columns for rows itself (TransposeFolding). */
static const struct instruction *untransposed(const struct kernel_graph *graph,
                                              const struct instruction *user,
                                              const struct instruction *value)
{
	return transposes_matrices(value) && kernel_reads_columns(graph, user)
	           ? kernel_value(graph, value->operands[0])
	           : value;
}

static void add_operand(struct kernel_graph *graph, uint32_t number,
                        const struct instruction *operand, int depth)
{
	const struct instruction *value =
	    untransposed(graph, kernel_at(graph, number), kernel_value(graph, operand));
	if (!is_several(graph, value))
		kernel_add_edge(graph, number, read_of(graph, number, value->number));
	for (uint32_t i = 0; is_several(graph, value) && i < value->noperands && depth < MAX_TUPLES;
	     i++)
		add_operand(graph, number, value->operands[i], depth + 1);
}

/* The reshape that another dot has made of the same value; 0: none. */
static uint32_t same_matrices(const struct kernel_graph *graph, const struct kernel_node *value,
                              const struct kernel_matrices *wanted)
{
	for (uint32_t i = 0; i < value->users.count; i++) {
		const struct kernel_node *one = &graph->nodes[value->users.items[i]];
		if (one->matrices && kernel_same_matrices(one->matrices, wanted))
			return value->users.items[i];
	}
	return 0;
}

/* Puts an operation between another one and its operand. */
static void add_through(struct kernel_graph *graph, uint32_t number, uint32_t operand,
                        const struct instruction *between)
{
	const struct instruction *value =
	    kernel_value(graph, kernel_at(graph, number)->operands[operand]);
	uint32_t read = read_of(graph, number, value->number);
	kernel_add_edge(graph, number, kernel_put_behind(graph, between, read));
}

/* Puts what XLA makes of indices and updates between an operation and its operand. */
static void add_gathered(struct kernel_graph *graph, uint32_t number, uint32_t operand)
{
	const struct instruction *one = kernel_at(graph, number);
	const struct instruction *value = kernel_value(graph, one->operands[operand]);
	uint32_t read = read_of(graph, number, value->number);
	kernel_add_edge(graph, number, kernel_gathered_as(graph, one, operand, read));
}

/* Whether an operand is what a barrier gives. */
static bool is_behind_barrier(const struct kernel_graph *graph, const struct instruction *operand)
{
	while (operand && is_named(graph, operand) && operand->noperands == 1 &&
	       !kernel_reshapes(graph, operand)) {
		if (operand->opcode == OPCODE_OPTIMIZATION_BARRIER ||
		    operand->operands[0]->opcode == OPCODE_OPTIMIZATION_BARRIER)
			return true;
		operand = operand->opcode == OPCODE_GET_TUPLE_ELEMENT ? element_of(graph, operand)
		                                                      : operand->operands[0];
	}
	return false;
}

/* Puts a reshape between a dot and its operand. */
static void add_matrices(struct kernel_graph *graph, uint32_t dot, uint32_t operand)
{
	static const struct instruction reshape = {.opcode = OPCODE_BITCAST,
	                                           .shape = &kernel_other_shape};
	const struct instruction *value =
	    kernel_value(graph, kernel_at(graph, dot)->operands[operand]);
	struct kernel_matrices made = kernel_matrices_of(kernel_at(graph, dot), operand);
	made.thins &= !kernel_turns_matrix(graph, kernel_at(graph, dot), operand);
	made.kept = kernel_reshapes(graph, value) &&
	            is_behind_barrier(graph, kernel_at(graph, dot)->operands[operand]);
	uint32_t read = read_of(graph, dot, value->number);
	uint32_t number = same_matrices(graph, &graph->nodes[read], &made);
	if (!number) {
		number = kernel_put_behind(graph, &reshape, read);
		graph->nodes[number].matrices = arena_copy(graph->arena, &made, 1, sizeof(made));
	}
	kernel_add_edge(graph, dot, number);
}

/* Transposes a matrix for a dot, or does not when that is what is transposed. */
static void add_turned(struct kernel_graph *graph, uint32_t dot, uint32_t operand)
{
	const struct instruction *value =
	    kernel_value(graph, kernel_at(graph, dot)->operands[operand]);
	if (!transposes_matrices(value)) {
		add_matrices(graph, dot, operand);
		return;
	}
	value = kernel_value(graph, value->operands[0]);
	kernel_add_edge(graph, dot, read_of(graph, dot, value->number));
}

static const struct hlo_shape summed_shape = {.rank = 0};

/* Stands for sums of windows, of whatever. */
static const struct instruction summed_windows = {.opcode = OPCODE_REDUCE_WINDOW,
                                                  .shape = &summed_shape};

/* Lets a dot sum what is multiplied before it. */
static void add_products(struct kernel_graph *graph, uint32_t number)
{
	const struct instruction *dot = kernel_at(graph, number);
	uint32_t products = graph->count++;
	graph->nodes[products] = kernel_products_of(graph, dot);
	for (uint32_t i = 0; i < 2; i++)
		kernel_add_edge(
		    graph, products,
		    read_of(graph, number, kernel_value(graph, dot->operands[i])->number));
	if (kernel_sum_windows(graph, number, graph->nodes[products].elements))
		products = kernel_put_behind(graph, &summed_windows, products);
	kernel_add_edge(graph, number, products);
	graph->nodes[number].instruction = kernel_sum_of(graph, dot);
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

/* Whether a function of LAPACK writes its result over an operand, of which it gets a copy
 * (LayoutAssignment). The partitioner forgets of calls for a part that they do so. */
static bool is_overwritten(const struct kernel_graph *graph, const struct instruction *instruction,
                           uint32_t operand)
{
	if (instruction->opcode != OPCODE_CUSTOM_CALL ||
	    !str_starts_with(instruction->target, STR("lapack_")))
		return false;
	bool solves = str_ends_with(instruction->target, STR("trsm_ffi"));
	const struct instruction *given = instruction->operands[operand];
	int64_t elements;
	return operand == (solves ? 1 : 0) && hlo_shape_elements(given->shape, &elements) &&
	       graph->nodes[given->number].elements == (double)elements;
}

/* Sums windows of what a reduction reads. */
static void add_windows(struct kernel_graph *graph, uint32_t number)
{
	const struct instruction *read = kernel_reduced(graph, kernel_at(graph, number), 0);
	uint32_t as = read_of(graph, number, kernel_value(graph, read)->number);
	kernel_add_edge(graph, number, kernel_put_behind(graph, &summed_windows, as));
}

static void add_results(struct kernel_graph *graph, const struct instruction *root, int depth)
{
	const struct instruction *value = kernel_value(graph, root);
	bool several = is_several(graph, value);
	if (!several) {
		uint32_t number = kernel_read_as(graph, UINT32_MAX, value->number);
		struct kernel_node *node = &graph->nodes[number];
		if (!node->result)
			kernel_list_push(graph->arena, &graph->results, number);
		node->readers += !node->result;
		node->result = true;
	}
	for (uint32_t i = 0; several && i < value->noperands && depth < MAX_TUPLES; i++)
		add_results(graph, value->operands[i], depth + 1);
}

double kernel_elements_in(const struct hlo_shape *shape, int64_t bytes)
{
	return shape->element && shape->element->bits ? (double)bytes * 8 / shape->element->bits
	                                              : 0;
}

double kernel_stored(const struct kernel_graph *graph, const struct instruction *instruction)
{
	return kernel_elements_in(instruction->shape, kernel_bytes(graph, instruction));
}

/* Lets all read the result of an operation as it is moved. */
static void move_result(struct kernel_graph *graph, uint32_t number)
{
	const struct plan_step *step = kernel_at(graph, number)->shape->element &&
	                                       kernel_steps(graph, number) == STEPS_OPERANDS
	                                   ? kernel_step_of(graph, number, number)
	                                   : NULL;
	if (!step)
		return;
	graph->nodes[number].sent =
	    kernel_elements_in(kernel_at(graph, number)->shape, step->operand_bytes);
	uint32_t read = kernel_moved(graph, number, number, step);
	graph->nodes[number].handed = read;
	graph->nodes[number].moved = true;
}

/* What an instruction reads as an operand, behind what is simplified away. */
static const struct instruction *
read_through(struct kernel_graph *graph, const struct instruction *instruction, uint32_t operand)
{
	if (instruction->opcode == OPCODE_REDUCE)
		return kernel_reduced(graph, instruction, operand);
	const struct instruction *inner = kernel_behind_constants(graph, instruction, operand);
	if (!inner)
		inner = kernel_chosen(graph, instruction, operand);
	if (!inner)
		inner = kernel_clamped(graph, instruction, operand);
	return inner ? inner : kernel_multiplied(graph, instruction, operand);
}

/* Whether a slice cuts off what a padding has below nothing, and more is padded before. */
static bool cuts_padded(const struct kernel_graph *graph, const struct instruction *instruction)
{
	return instruction->opcode == OPCODE_SLICE &&
	       kernel_pads_before(graph->values->computation->instructions[instruction->number]);
}

/* Whether XLA computes an operation when it compiles: nothing is read for it. */
static bool is_folded(const struct kernel_graph *graph, const struct instruction *instruction)
{
	return opcode_class(instruction->opcode) == OPCODE_CLASS_ELEMENTWISE &&
	       instruction->noperands && kernel_is_folded(graph, instruction);
}

/* Whether an operation only adds up over devices once more what another one has computed; it reads
 * that. */
static bool adds_again(struct kernel_graph *graph, const struct instruction *instruction)
{
	uint32_t number = instruction->number, summed = graph->twins.summed[number];
	if (summed == number)
		return false;
	kernel_add_edge(graph, number, summed);
	graph->work[number].each = 0;
	return true;
}

/* What an instruction reads, with the operations that XLA puts before it. */
static void find_operands(struct kernel_graph *graph, const struct instruction *instruction)
{
	static const struct instruction turn = {.opcode = OPCODE_TRANSPOSE,
	                                        .shape = &kernel_other_shape};
	static const struct instruction part = {.opcode = OPCODE_BITCAST,
	                                        .shape = &kernel_other_shape};
	static const struct instruction padded = {.opcode = OPCODE_PAD,
	                                          .shape = &kernel_other_shape};
	uint32_t number = instruction->number;
	graph->work[number].each = -1;
	if (kernel_is_name(graph, instruction) || is_folded(graph, instruction) ||
	    adds_again(graph, instruction))
		return;
	bool running = kernel_running_sums(graph, number) >= 0;
	bool windows = kernel_reduce_windows(graph, number);
	bool products = kernel_sums_products(graph, instruction);
	if (windows)
		add_windows(graph, number);
	if (products)
		add_products(graph, number);
	bool shifted = kernel_add_edges(graph, number) && kernel_puts_edges(graph, instruction);
	uint32_t first = products ? 2 : windows;
	for (uint32_t i = first; i < instruction->noperands && !shifted; i++)
		if (kernel_makes_matrices(graph, instruction, i))
			add_matrices(graph, number, i);
		else if (kernel_turns_matrix(graph, instruction, i))
			add_turned(graph, number, i);
		else if (is_turned(instruction, i))
			add_through(graph, number, i, &turn);
		else if ((running && !i) || is_overwritten(graph, instruction, i))
			add_through(graph, number, i, &part);
		else if (cuts_padded(graph, instruction))
			add_through(graph, number, i, &padded);
		else if (kernel_gathers_otherwise(instruction, i))
			add_gathered(graph, number, i);
		else
			add_operand(graph, number, read_through(graph, instruction, i), 0);
	move_result(graph, number);
	if (kernel_gives_otherwise(instruction) && !graph->nodes[number].handed)
		graph->nodes[number].handed = kernel_given_as(graph, number);
	if (running)
		graph->nodes[number].handed = kernel_running_given(graph, number);
}

/* Operations that XLA may put between others. */
static size_t most_between(const struct kernel_graph *graph)
{
	const struct module_transients *t = graph->transients;
	const struct computation *computation = graph->values->computation;
	size_t count = 0;
	const uint32_t *first = t->first[computation->number];
	for (uint32_t i = 0; first && i < computation->count; i++)
		for (uint32_t n = first[i];
		     n && t->steps[n] && t->steps[n]->instruction == computation->instructions[i];
		     n++)
			count += 3 + KERNEL_MAX_SLICES;
	for (uint32_t i = 0; i < computation->count; i++) {
		count += kernel_slices(graph, computation->instructions[i]);
		if (kernel_is_narrow(computation->instructions[i]))
			count += 2;
		switch (computation->instructions[i]->opcode) {
		case OPCODE_DOT:
		case OPCODE_CONVOLUTION: /* of each operand a reshape and a conversion, and what is
		                            summed, in windows too */
			count += 6;
			break;
		case OPCODE_REDUCE_WINDOW:
			count += 2;
			break;
		case OPCODE_REDUCE:
		case OPCODE_PAD:    /* what a slice cuts off of it */
		case OPCODE_DIVIDE: /* the inverse */
		case OPCODE_CUSTOM_CALL:
			count++;
			break;
		case OPCODE_GATHER:
		case OPCODE_SCATTER:
			count += computation->instructions[i]->noperands + 1;
			break;
		default:
			break;
		}
	}
	return count;
}

struct kernel_graph kernel_graph_of(struct arena *arena, const struct module_values *values,
                                    const struct module_transients *transients,
                                    const struct jax_rules *rules, bool repeats)
{
	const struct computation *computation = values->computation;
	size_t count = computation->count;
	struct kernel_graph graph = {
	    .arena = arena,
	    .values = values,
	    .transients = transients,
	    .keeps_narrow = rules && rules->has[XLA_CPU_KEEPS_BF16],
	    .keeps_barriers = rules && rules->has[XLA_CPU_KEEPS_RECOMPUTED],
	    .keeps_softmax = rules && rules->has[XLA_CPU_KEEPS_SOFTMAX],
	    .expands_abs = rules && rules->has[XLA_CPU_EXPANDS_ABS],
	    .packs_largest = rules && rules->has[XLA_PACKS_LARGEST],
	    .joins_by_bytes = rules && rules->has[XLA_CPU_JOINS_BY_BYTES],
	    .repeats = repeats,
	    .keeps_constants_apart = rules && rules->has[XLA_CPU_KEEPS_CONSTANTS_APART],
	    .count = (uint32_t)count,
	    .twins = kernel_twins(arena, values, repeats),
	};
	size_t most = 2 * (count + most_between(&graph));
	graph.nodes = arena_new(arena, struct kernel_node, most);
	graph.work = arena_new(arena, struct kernel_work, most);
	for (uint32_t i = 0; i < count; i++) {
		graph.nodes[i].instruction =
		    kernel_unstacked(&graph, kernel_cut(&graph, computation->instructions[i]));
		graph.nodes[i].elements = kernel_stored(&graph, computation->instructions[i]);
		graph.nodes[i].value = i;
	}
	kernel_find_widened(&graph);
	for (uint32_t i = 0; i < count; i++)
		find_operands(&graph, graph.nodes[i].instruction);
	if (computation->root)
		add_results(&graph, computation->root, 0);
	kernel_join_quotients(&graph);
	kernel_order(&graph);
	kernel_leave_unread(&graph);
	kernel_sink_reshapes(&graph);
	kernel_order(&graph);
	kernel_hoist(&graph);
	return graph;
}
