/* SPDX-License-Identifier: Apache-2.0 */
#include "plan/module/kernel_sink.h"

#include "module/dims.h"

/* What is reshaped. */
struct reshaped {
	int64_t sizes[KERNEL_MAX_RESHAPED];
	uint32_t rank;
	const int64_t *order; /* in which dimensions are placed; NULL: that of the elements */
};

struct sinking {
	struct kernel_graph *graph;
	const struct reshaped *
	    *sources; /* by number: of what is reshaped, or computed before it is */
	bool *before; /* by number: it is computed before a reshape */
	uint32_t count;
};

static void add_size(struct reshaped *source, int64_t size, bool join)
{
	if (join)
		source->sizes[source->rank - 1] *= size;
	else
		source->sizes[source->rank++] = size;
}

/* The matrices that a dot gives. */
static bool are_matrices(const struct instruction *dot, struct reshaped *source)
{
	const struct dot_numbers *n = dot->dot;
	uint32_t lhs = dot->operands[0]->shape->rank - n->nbatch - n->ncontracting;
	uint32_t rhs = dot->operands[1]->shape->rank - n->nbatch - n->ncontracting;
	if ((lhs == 1 && rhs == 1) || n->nbatch + lhs + rhs != dot->shape->rank)
		return false;
	for (uint32_t i = 0; i < n->nbatch; i++)
		add_size(source, dot->shape->dims[i], false);
	add_size(source, 1, false);
	for (uint32_t i = 0; i < lhs; i++)
		add_size(source, dot->shape->dims[n->nbatch + i], true);
	add_size(source, 1, false);
	for (uint32_t i = 0; i < rhs; i++)
		add_size(source, dot->shape->dims[n->nbatch + lhs + i], true);
	return true;
}

static bool find_source(const struct instruction *instruction, struct reshaped *source)
{
	if (instruction->shape->rank + 2 > KERNEL_MAX_RESHAPED)
		return false;
	if (instruction->opcode == OPCODE_DOT && instruction->dot)
		return are_matrices(instruction, source);
	if ((instruction->opcode != OPCODE_RESHAPE && instruction->opcode != OPCODE_TRANSPOSE) ||
	    !instruction->noperands || instruction->operands[0]->shape->rank > KERNEL_MAX_RESHAPED)
		return false;
	const struct hlo_shape *shape = instruction->operands[0]->shape;
	for (uint32_t i = 0; i < shape->rank; i++)
		add_size(source, shape->dims[i], false);
	if (instruction->opcode == OPCODE_TRANSPOSE)
		source->order = instruction->dims;
	return true;
}

static bool same_source(const struct reshaped *a, const struct reshaped *b)
{
	return a->rank == b->rank && memcmp(a->sizes, b->sizes, a->rank * sizeof(*a->sizes)) == 0 &&
	       !a->order == !b->order &&
	       (!a->order || memcmp(a->order, b->order, a->rank * sizeof(*a->order)) == 0);
}

/* Whether it is the same in every shape. */
static bool is_alike(const struct kernel_graph *graph, uint32_t number)
{
	const struct instruction *one = kernel_at(graph, number);
	return one->opcode == OPCODE_CONSTANT ||
	       (one->opcode == OPCODE_BROADCAST && !one->operands[0]->shape->rank);
}

/* What all that an operation of elements reads is reshaped from; NULL: not all is. */
static const struct reshaped *common_source(const struct sinking *s, uint32_t number)
{
	const struct kernel_list *operands = &s->graph->nodes[number].operands;
	const struct reshaped *common = NULL;
	if (opcode_class(kernel_at(s->graph, number)->opcode) != OPCODE_CLASS_ELEMENTWISE ||
	    kernel_steps(s->graph, number) != STEPS_NONE)
		return NULL;
	for (uint32_t i = 0; i < operands->count; i++) {
		const struct reshaped *source = s->sources[operands->items[i]];
		if (is_alike(s->graph, operands->items[i]))
			continue;
		if (!source || (common && !same_source(common, source)))
			return NULL;
		common = source;
	}
	return common;
}

/* Whether all that reads a value is computed before it is reshaped. */
static bool is_read_before(const struct sinking *s, uint32_t number)
{
	const struct kernel_node *node = &s->graph->nodes[number];
	for (uint32_t i = 0; i < node->users.count; i++)
		if (!s->before[node->users.items[i]])
			return false;
	return node->users.count && !node->result;
}

static bool is_source(const struct sinking *s, uint32_t number)
{
	return s->sources[number] && !s->before[number];
}

/* It is computed as it is reshaped. */
static void leave(struct sinking *s, uint32_t number)
{
	s->before[number] = false;
	s->sources[number] = NULL;
}

/* Leaves what reads a value that others read as it is reshaped. */
static bool leave_readers(struct sinking *s, uint32_t number)
{
	const struct kernel_list *users = &s->graph->nodes[number].users;
	bool left = false;
	for (uint32_t i = 0; i < users->count; i++)
		if (s->before[users->items[i]]) {
			leave(s, users->items[i]);
			left = true;
		}
	return left;
}

/* Marks what is computed before it is reshaped: until nothing changes, as a pass of XLA runs. */
static void find_computed_before(struct sinking *s)
{
	const uint32_t *ordered = s->graph->ordered;
	for (uint32_t at = 0; at < s->count; at++)
		if (!s->sources[ordered[at]]) {
			s->sources[ordered[at]] = common_source(s, ordered[at]);
			s->before[ordered[at]] = s->sources[ordered[at]] != NULL;
		}
	for (bool changed = true; changed;) {
		changed = false;
		for (uint32_t at = 0; at < s->count; at++)
			if (is_source(s, ordered[at]) && !is_read_before(s, ordered[at]))
				changed |= leave_readers(s, ordered[at]);
		for (uint32_t at = 0; at < s->count; at++)
			if (s->before[ordered[at]] && !common_source(s, ordered[at])) {
				leave(s, ordered[at]);
				changed = true;
			}
	}
}

static void replace(struct kernel_list *list, uint32_t old, uint32_t new)
{
	for (uint32_t i = 0; i < list->count; i++)
		if (list->items[i] == old)
			list->items[i] = new;
}

/* Lets an operation read another node for a value. */
static void read_instead(struct kernel_graph *graph, uint32_t user, uint32_t old, uint32_t new)
{
	replace(&graph->nodes[user].operands, old, new);
	kernel_list_push(graph->arena, &graph->nodes[new].users, user);
	graph->nodes[new].readers++;
	graph->nodes[old].readers--;
}

/* Whether the reshape of a dot's operand gives what its value is reshaped from. */
static bool gives_back(const struct sinking *s, uint32_t reshape, uint32_t value)
{
	const struct kernel_node *node = &s->graph->nodes[reshape];
	const struct hlo_shape *shape = kernel_at(s->graph, value)->shape;
	struct reshaped made = {.rank = 0};
	if (!node->matrices || s->sources[value]->order || shape->rank > KERNEL_MAX_RESHAPED)
		return false;
	for (uint32_t i = 0; i < shape->rank; i++) {
		uint32_t columns = node->nbatch + node->matrices->rows;
		if (node->matrices->order[i] != i)
			return false;
		add_size(&made, shape->dims[i], i > node->nbatch && i != columns);
	}
	return same_source(&made, s->sources[value]);
}

/* A dot reads what its operand is reshaped from. */
static void leave_out(struct kernel_graph *graph, uint32_t reshape, uint32_t value)
{
	struct kernel_node *node = &graph->nodes[reshape];
	graph->nodes[value].readers--;
	for (uint32_t i = 0; i < node->users.count; i++)
		read_instead(graph, node->users.items[i], reshape, value);
	node->users.count = node->operands.count = 0;
	node->gone = true;
}

static bool is_before(const struct sinking *s, uint32_t number)
{
	return number < s->count && s->before[number];
}

static void hand_on(struct kernel_graph *graph, uint32_t value, uint32_t reshape)
{
	graph->nodes[value].result = false;
	graph->nodes[reshape].result = true;
	graph->nodes[value].readers--;
	graph->nodes[reshape].readers++;
	replace(&graph->results, value, reshape);
}

static uint32_t reshape_of(struct kernel_graph *graph, uint32_t value)
{
	struct instruction *made = arena_new(graph->arena, struct instruction, 1);
	*made = (struct instruction){.opcode = OPCODE_BITCAST,
	                             .number = kernel_at(graph, value)->number,
	                             .shape = kernel_at(graph, value)->shape};
	uint32_t reshape = kernel_put_behind(graph, made, value);
	graph->nodes[reshape].value = graph->nodes[value].value;
	return reshape;
}

/* Puts the reshape behind a value that is computed before it. */
static void put_reshape(struct sinking *s, uint32_t value)
{
	struct kernel_graph *graph = s->graph;
	struct kernel_list users = graph->nodes[value].users;
	uint32_t reshape = 0;
	graph->nodes[value].users = (struct kernel_list){.count = 0};
	for (uint32_t i = 0; i < users.count; i++)
		if (is_before(s, users.items[i])) {
			kernel_list_push(graph->arena, &graph->nodes[value].users, users.items[i]);
		} else if (gives_back(s, users.items[i], value)) {
			leave_out(graph, users.items[i], value);
		} else {
			if (!reshape)
				reshape = reshape_of(graph, value);
			read_instead(graph, users.items[i], value, reshape);
		}
	if (graph->nodes[value].result)
		hand_on(graph, value, reshape ? reshape : reshape_of(graph, value));
}

void kernel_sink_reshapes(struct kernel_graph *graph)
{
	struct arena *arena = graph->arena;
	struct reshaped *sources = arena_new(arena, struct reshaped, graph->count);
	struct sinking s = {.graph = graph,
	                    .sources = arena_new(arena, const struct reshaped *, graph->count),
	                    .before = arena_new(arena, bool, graph->count),
	                    .count = graph->count};
	for (uint32_t i = 0; i < graph->values->computation->count; i++) {
		const struct instruction *one = kernel_at(graph, i);
		if (kernel_steps(graph, i) == STEPS_NONE && !kernel_is_name(graph, one) &&
		    find_source(one, &sources[i]))
			s.sources[i] = &sources[i];
	}
	find_computed_before(&s);
	for (uint32_t i = 0; i < s.count; i++)
		if (s.before[i])
			put_reshape(&s, i);
}
