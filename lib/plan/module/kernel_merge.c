/* SPDX-License-Identifier: Apache-2.0 */
#include "plan/module/kernel_merge.h"

#include "plan/module/kernel_dot.h"
#include "plan/module/module_twins.h"
#include "plan/module/twin_index.h"

struct merging {
	struct kernel_graph *graph;
	uint32_t *class;    /* by number: the first that gives the same */
	uint32_t *computed; /* by number: the first that computes the same, before it is added up */
	uint32_t *kernel;   /* by class, + 1: the first kernel of it */
	uint32_t *merged;   /* by number: the kernel that computes it */
	struct twin_index index;
};

static bool is_between(const struct merging *m, uint32_t number)
{
	return number >= m->graph->values->computation->count;
}

/* The class of what an operation of the program reads. */
static uint32_t class_read(const void *context, const struct instruction *one, uint32_t operand)
{
	const struct merging *m = context;
	return m->class[kernel_value(m->graph, one->operands[operand])->number];
}

static bool same_operands(const struct merging *m, const struct kernel_list *x,
                          const struct kernel_list *y)
{
	for (uint32_t i = 0; i < x->count && x->count == y->count; i++)
		if (m->class[x->items[i]] != m->class[y->items[i]])
			return false;
	return x->count == y->count;
}

static bool same_between(const struct merging *m, uint32_t a, uint32_t b)
{
	const struct kernel_node *x = &m->graph->nodes[a], *y = &m->graph->nodes[b];
	return x->instruction->opcode == y->instruction->opcode &&
	       x->instruction->shape->element == y->instruction->shape->element &&
	       same_operands(m, &x->operands, &y->operands) && !x->matrices == !y->matrices &&
	       (!x->matrices || kernel_same_matrices(x->matrices, y->matrices));
}

static bool same(const void *context, uint32_t a, uint32_t b)
{
	const struct merging *m = context;
	const struct instruction *x = kernel_at(m->graph, a), *y = kernel_at(m->graph, b);
	if (is_between(m, a) || is_between(m, b))
		return is_between(m, a) && is_between(m, b) && same_between(m, a, b);
	return m->graph->nodes[a].elements == m->graph->nodes[b].elements &&
	       twin_same_reads(x, y, class_read, m) && module_same_operation(x, y);
}

static uint64_t hash_of(const struct merging *m, uint32_t number)
{
	const struct instruction *one = kernel_at(m->graph, number);
	return is_between(m, number)
	           ? twin_hash((uint64_t)one->opcode + 1,
	                       m->class[m->graph->nodes[number].operands.items[0]])
	           : twin_hash_reads(one, class_read, m);
}

/* Whether XLA puts no two of it that are the same: for each device another, or a collective. */
static bool is_unique(enum opcode opcode)
{
	return opcode == OPCODE_SLICE || opcode_class(opcode) == OPCODE_CLASS_COLLECTIVE;
}

static void classify(struct merging *m, uint32_t number)
{
	m->class[number] = m->computed[number] = number;
	if (is_between(m, number) && is_unique(kernel_at(m->graph, number)->opcode))
		return;
	if (!is_between(m, number) && (!module_can_be_twin(kernel_at(m->graph, number)) ||
	                               kernel_steps(m->graph, number) == STEPS_OPERANDS ||
	                               kernel_is_name(m->graph, kernel_at(m->graph, number))))
		return;
	m->computed[number] = twin_index_find(&m->index, hash_of(m, number), number, same, m);
	if (kernel_steps(m->graph, number) == STEPS_NONE)
		m->class[number] = m->computed[number];
}

static bool reads(const struct merging *m, const struct kernel_node *kernel, uint32_t value)
{
	for (uint32_t i = 0; i < kernel->reads.count; i++)
		if (m->merged[kernel->reads.items[i]] == value)
			return true;
	return false;
}

static bool same_kernel(const struct merging *m, uint32_t a, uint32_t b)
{
	const struct kernel_node *x = &m->graph->nodes[a], *y = &m->graph->nodes[b];
	if (x->members.count != y->members.count || x->reads.count != y->reads.count)
		return false;
	for (uint32_t i = 0; i < y->reads.count; i++)
		if (!reads(m, x, m->merged[y->reads.items[i]]))
			return false;
	return true;
}

static void merge(struct merging *m, uint32_t number)
{
	const struct kernel_node *node = &m->graph->nodes[number];
	uint32_t *first = &m->kernel[m->computed[number]];
	if (!*first)
		*first = number + 1;
	if (*first == number + 1 || !same_kernel(m, *first - 1, number))
		return;
	if (kernel_steps(m->graph, number) == STEPS_NONE)
		m->merged[number] = *first - 1;
	m->graph->work[number].copies--;
	for (uint32_t i = 0; i < node->members.count; i++)
		m->graph->work[node->members.items[i]].copies--;
}

void kernel_merge(struct kernel_graph *graph)
{
	struct arena *arena = graph->arena;
	struct merging m = {.graph = graph,
	                    .class = arena_new(arena, uint32_t, graph->count),
	                    .computed = arena_new(arena, uint32_t, graph->count),
	                    .kernel = arena_new(arena, uint32_t, graph->count),
	                    .merged = arena_new(arena, uint32_t, graph->count),
	                    .index = twin_index_make(arena, graph->count)};
	for (uint32_t at = 0; at < graph->count; at++)
		classify(&m, graph->ordered[at]);
	for (uint32_t at = 0; at < graph->count; at++) {
		uint32_t number = graph->ordered[at];
		m.merged[number] = number;
		if (!graph->nodes[number].gone && graph->work[number].copies)
			merge(&m, number);
	}
}
