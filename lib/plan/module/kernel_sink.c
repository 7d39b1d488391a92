/* SPDX-License-Identifier: Apache-2.0 */
#include "plan/module/kernel_sink.h"

#include "module/dims.h"
#include "plan/module/kernel_dot.h"

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
	bool *moved;  /* the same of the round that is looked at */
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

/* The sizes on a device; of a dot without those of 1, which are no dimensions of what XLA makes of
 * it (AlgebraicSimplifier::RemoveDegenerateDimensionFromDot). */
static void add_local(const struct kernel_graph *graph, const struct instruction *value,
                      struct reshaped *source)
{
	for (uint32_t i = 0; i < value->shape->rank; i++) {
		int64_t size = kernel_local_size(graph, value, i);
		if (value->opcode != OPCODE_DOT || size != 1)
			add_size(source, size, false);
	}
}

/* Whether two values have the same sizes on a device besides those of 1. */
static bool same_but_units(const struct kernel_graph *graph, const struct instruction *a,
                           const struct instruction *b)
{
	uint32_t i = 0, k = 0;
	for (;; i++, k++) {
		while (i < a->shape->rank && kernel_local_size(graph, a, i) == 1)
			i++;
		while (k < b->shape->rank && kernel_local_size(graph, b, k) == 1)
			k++;
		if (i >= a->shape->rank || k >= b->shape->rank)
			return i >= a->shape->rank && k >= b->shape->rank;
		if (kernel_local_size(graph, a, i) != kernel_local_size(graph, b, k))
			return false;
	}
}

static bool has_units(const struct kernel_graph *graph, const struct instruction *value)
{
	for (uint32_t i = 0; i < value->shape->rank; i++)
		if (kernel_local_size(graph, value, i) == 1)
			return true;
	return false;
}

/* Whether it reads what is reshaped: that reshape may be moved behind it, and undone there. */
static bool reads_reshaped(const struct kernel_graph *graph, const struct instruction *value)
{
	for (uint32_t i = 0; i < value->noperands; i++)
		if (kernel_reshapes(graph, kernel_value(graph, value->operands[i])))
			return true;
	return false;
}

/* What a value is reshaped from by nothing but dimensions of one element; NULL: it is not. */
static const struct instruction *without_units(const struct kernel_graph *graph,
                                               const struct instruction *value)
{
	if (value->opcode == OPCODE_DOT && value->dot)
		return has_units(graph, value) ? value : NULL;
	if ((value->opcode != OPCODE_RESHAPE && value->opcode != OPCODE_BROADCAST) ||
	    !kernel_reshapes(graph, value))
		return NULL;
	const struct instruction *from = kernel_unshaped(graph, value);
	return from->shape->rank <= KERNEL_MAX_RESHAPED && same_but_units(graph, from, value)
	           ? from
	           : NULL;
}

static bool find_source(const struct kernel_graph *graph, const struct instruction *instruction,
                        struct reshaped *source)
{
	if (instruction->shape->rank + 2 > KERNEL_MAX_RESHAPED)
		return false;
	const struct instruction *from = without_units(graph, instruction);
	if (from && from != instruction && reads_reshaped(graph, from))
		return false;
	if (from) {
		add_local(graph, from, source);
		return true;
	}
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

/* Rounds of the passes that simplify; each moves reshapes behind one operation. */
enum { MAX_ROUNDS = 25 };

/* Whether a reshape is moved from what reads it in this round: all must be, or it would stay. */
static bool leaves_all(const struct sinking *s, uint32_t number)
{
	const struct kernel_node *node = &s->graph->nodes[number];
	for (uint32_t i = 0; i < node->users.count; i++)
		if (!s->moved[node->users.items[i]])
			return false;
	return !node->result;
}

/* Whether all that it reads is reshaped for nothing else. */
static bool leaves_operands(const struct sinking *s, uint32_t number)
{
	const struct kernel_list *operands = &s->graph->nodes[number].operands;
	for (uint32_t i = 0; i < operands->count; i++)
		if (s->sources[operands->items[i]] && !leaves_all(s, operands->items[i]))
			return false;
	return true;
}

/* Finds behind which operations reshapes are moved in a round. */
static void find_moved(struct sinking *s)
{
	for (uint32_t i = 0; i < s->count; i++)
		s->moved[i] = !s->sources[i] && common_source(s, i);
	for (bool changed = true; changed;) {
		changed = false;
		for (uint32_t i = 0; i < s->count; i++)
			if (s->moved[i] && !leaves_operands(s, i)) {
				s->moved[i] = false;
				changed = true;
			}
	}
}

/* Marks what is computed before it is reshaped. */
static void find_computed_before(struct sinking *s)
{
	bool changed = true;
	for (uint32_t round = 0; round < MAX_ROUNDS && changed; round++) {
		changed = false;
		find_moved(s);
		for (uint32_t i = 0; i < s->count; i++)
			changed |= s->moved[i];
		for (uint32_t i = 0; i < s->count; i++)
			if (s->moved[i])
				s->before[i] = true;
		for (uint32_t at = 0; at < s->count; at++) {
			uint32_t number = s->graph->ordered[at];
			if (s->moved[number])
				s->sources[number] = common_source(s, number);
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

/* The same where what it is reshaped from has no dimensions of one element: of rows and of columns
 * one dimension each is left: a vector is made a matrix again. */
static bool gives_units_back(const struct sinking *s, uint32_t reshape, uint32_t value)
{
	const struct kernel_matrices *matrices = s->graph->nodes[reshape].matrices;
	const struct instruction *one = kernel_at(s->graph, value);
	struct reshaped made = {.rank = 0};
	uint32_t rows = 0, columns = 0;
	for (uint32_t i = 0; i < one->shape->rank; i++) {
		int64_t size = kernel_local_size(s->graph, one, i);
		if (matrices->order[i] != i)
			return false;
		if (size == 1)
			continue;
		rows += i >= matrices->nbatch && i < matrices->nbatch + matrices->rows;
		columns += i >= matrices->nbatch + matrices->rows;
		add_size(&made, size, false);
	}
	return rows == 1 && columns == 1 && same_source(&made, s->sources[value]);
}

/* Whether the reshape of a dot's operand gives what its value is reshaped from. */
static bool gives_back(const struct sinking *s, uint32_t reshape, uint32_t value)
{
	const struct kernel_node *node = &s->graph->nodes[reshape];
	const struct hlo_shape *shape = kernel_at(s->graph, value)->shape;
	struct reshaped made = {.rank = 0};
	if (!node->matrices || s->sources[value]->order || shape->rank > KERNEL_MAX_RESHAPED)
		return false;
	if (gives_units_back(s, reshape, value))
		return true;
	for (uint32_t i = 0; i < shape->rank; i++) {
		uint32_t columns = node->matrices->nbatch + node->matrices->rows;
		if (node->matrices->order[i] != i)
			return false;
		add_size(&made, shape->dims[i], i > node->matrices->nbatch && i != columns);
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
	                    .moved = arena_new(arena, bool, graph->count),
	                    .count = graph->count};
	for (uint32_t i = 0; i < graph->values->computation->count; i++) {
		const struct instruction *one = kernel_at(graph, i);
		if (kernel_steps(graph, i) == STEPS_NONE && !kernel_is_name(graph, one) &&
		    find_source(graph, one, &sources[i]))
			s.sources[i] = &sources[i];
	}
	find_computed_before(&s);
	for (uint32_t i = 0; i < s.count; i++)
		if (s.before[i])
			put_reshape(&s, i);
}
