/* SPDX-License-Identifier: Apache-2.0 */
#include "plan/module/kernel_library.h"

#include "plan/module/kernel_graph.h"
#include "plan/module/kernel_rules.h"

static bool is_large(const struct kernel_graph *graph, uint32_t number)
{
	const struct kernel_list *operands = &graph->nodes[number].operands;
	if (graph->nodes[number].elements >= KERNEL_MIN_LIBRARY)
		return true;
	for (uint32_t i = 0; i < operands->count; i++)
		if (graph->nodes[operands->items[i]].elements >= KERNEL_MIN_LIBRARY)
			return true;
	return false;
}

static bool is_library_operation(enum opcode opcode)
{
	switch (opcode) {
	case OPCODE_ABS:
	case OPCODE_ADD:
	case OPCODE_CEIL:
	case OPCODE_CONVERT:
	case OPCODE_COS:
	case OPCODE_DIVIDE:
	case OPCODE_ERF:
	case OPCODE_EXP:
	case OPCODE_EXPM1:
	case OPCODE_FLOOR:
	case OPCODE_LOG:
	case OPCODE_LOG1P:
	case OPCODE_LOGISTIC:
	case OPCODE_MAXIMUM:
	case OPCODE_MINIMUM:
	case OPCODE_MULTIPLY:
	case OPCODE_NEGATE:
	case OPCODE_POWER:
	case OPCODE_ROUND_EVEN:
	case OPCODE_RSQRT:
	case OPCODE_SIGN:
	case OPCODE_SIN:
	case OPCODE_SQRT:
	case OPCODE_SUBTRACT:
	case OPCODE_TAN:
	case OPCODE_TANH:
		return true;
	default:
		return false;
	}
}

static bool is_extreme(const struct instruction *reduce)
{
	return kernel_reduces_by(reduce, OPCODE_MAXIMUM) ||
	       kernel_reduces_by(reduce, OPCODE_MINIMUM);
}

/* Whether it is a reduction that a library begins with. */
static bool begins_library(const struct kernel_graph *graph, uint32_t number)
{
	const struct instruction *reduce = kernel_at(graph, number);
	return (kernel_reduces_by(reduce, OPCODE_ADD) || is_extreme(reduce)) &&
	       kernel_is_real(reduce) && is_large(graph, number);
}

/* Whether a library computes it beside a reduction. */
static bool joins_library(const struct kernel_graph *graph, uint32_t number)
{
	const struct instruction *instruction = kernel_at(graph, number);
	const struct kernel_list *operands = &graph->nodes[number].operands;
	if (kernel_steps(graph, number) != STEPS_NONE || !kernel_is_real(instruction) ||
	    graph->nodes[number].library)
		return false;
	if (instruction->opcode == OPCODE_BROADCAST || kernel_reshapes(graph, instruction))
		return true;
	for (uint32_t i = 0; i < operands->count; i++)
		if (!kernel_is_real(kernel_at(graph, operands->items[i])))
			return false;
	return is_library_operation(instruction->opcode) && is_large(graph, number);
}

/* A chain of operations that a library computes has no more of them. */
enum { MAX_JOINED = 256 };

/* What only one call of a library reads is computed there. */
static void join_operands(struct kernel_graph *graph, uint32_t number, int depth)
{
	const struct kernel_list *operands = &graph->nodes[number].operands;
	uint32_t call = graph->nodes[number].library;
	for (uint32_t i = 0; i < operands->count && depth < MAX_JOINED; i++) {
		struct kernel_node *node = &graph->nodes[operands->items[i]];
		bool only = !node->result && joins_library(graph, operands->items[i]);
		for (uint32_t n = 0; only && n < node->users.count; n++)
			only = graph->nodes[node->users.items[n]].library == call;
		if (!only)
			continue;
		node->library = call;
		join_operands(graph, operands->items[i], depth + 1);
	}
}

/* Whether what is repeated of a value divides others: XLA multiplies by its inverse, which is so
 * small that a library does not go on there. */
static bool is_inverted(const struct kernel_graph *graph, uint32_t number)
{
	const struct kernel_list *users = &graph->nodes[number].users;
	if (graph->nodes[number].elements >= KERNEL_MIN_LIBRARY || users->count != 1 ||
	    kernel_at(graph, users->items[0])->opcode != OPCODE_BROADCAST)
		return false;
	users = &graph->nodes[users->items[0]].users;
	for (uint32_t i = 0; i < users->count; i++) {
		const struct instruction *one = kernel_at(graph, users->items[i]);
		const struct instruction *divisor = kernel_divisor(graph, one);
		if (divisor && kernel_unshaped(graph, divisor) ==
		                   kernel_unshaped(graph, kernel_at(graph, number)))
			return true;
	}
	return false;
}

/* Goes on to what alone reads a reduction, as a softmax does, and what alone reads that. */
static void find_library(struct kernel_graph *graph, uint32_t number)
{
	uint32_t call = number + 1;
	graph->nodes[number].library = call;
	join_operands(graph, number, 0);
	while (graph->nodes[number].users.count == 1 && !graph->nodes[number].result &&
	       kernel_steps(graph, number) == STEPS_NONE && !is_inverted(graph, number)) {
		number = graph->nodes[number].users.items[0];
		if (kernel_steps(graph, number) != STEPS_NONE || !joins_library(graph, number))
			return;
		graph->nodes[number].library = call;
		join_operands(graph, number, 0);
	}
}

/* Whether a greatest or least number is that of another reduction, which has its place too. */
static bool has_its_place(const struct kernel_graph *graph, uint32_t number)
{
	const struct instruction *one = kernel_at(graph, number);
	if (!is_extreme(one))
		return false;
	const struct instruction *read = kernel_value(graph, one->operands[0]);
	const struct kernel_list *users = &graph->nodes[read->number].users;
	for (uint32_t i = 0; i < users->count; i++) {
		const struct instruction *other = kernel_at(graph, users->items[i]);
		if (other->opcode == OPCODE_REDUCE && other->shape->tuple &&
		    other->ndims == one->ndims && other->noperands == 4 &&
		    (!one->ndims ||
		     memcmp(other->dims, one->dims, one->ndims * sizeof(*one->dims)) == 0))
			return true;
	}
	return false;
}

/* Takes a reduction out that another one makes too. */
static void leave_out(struct kernel_graph *graph, uint32_t number)
{
	const struct kernel_list *operands = &graph->nodes[number].operands;
	for (uint32_t i = 0; i < operands->count; i++) {
		struct kernel_node *value = &graph->nodes[operands->items[i]];
		value->readers--;
		kernel_list_drop(&value->users, number);
	}
	graph->nodes[number].operands.count = 0;
	graph->nodes[number].library = number + 1;
	graph->work[number].each = graph->work[number].once = 0;
}

void kernel_find_libraries(struct kernel_graph *graph)
{
	for (uint32_t i = graph->values->computation->count; i-- > 0;)
		if (has_its_place(graph, i))
			leave_out(graph, i);
		else if (!graph->nodes[i].library && begins_library(graph, i))
			find_library(graph, i);
}
