/* SPDX-License-Identifier: Apache-2.0 */
#include "module/order.h"

#include <string.h>

/* Marks of an instruction while its computation is put in order, in `number`. */
#define UNSEEN UINT32_MAX
#define OPEN (UINT32_MAX - 1)

struct order {
	struct instruction **stack;
	uint32_t depth;
	size_t room;
	struct arena *scratch;
	struct instruction **out;
	uint32_t count;
};

/* Operands first, the first of them first: HloComputation::ComputeInstructionPostOrder. */
static void visit(struct order *order, struct instruction *root)
{
	arena_push(order->scratch, order->stack, order->depth, order->room, root);
	while (order->depth) {
		struct instruction *top = order->stack[order->depth - 1];
		if (top->number != UNSEEN) {
			order->depth--;
			if (top->number == OPEN) {
				top->number = order->count;
				order->out[order->count++] = top;
			}
			continue;
		}
		top->number = OPEN;
		for (uint32_t i = top->noperands; i-- > 0;)
			if (top->operands[i]->number == UNSEEN)
				arena_push(order->scratch, order->stack, order->depth, order->room,
				           top->operands[i]);
	}
}

/* Whether it is kept though nobody uses it. */
static bool is_kept(const struct computation *computation, const struct instruction *instruction)
{
	return instruction == computation->root || instruction->has_side_effect;
}

/* Counts each user of an instruction once. */
static void count_users(struct arena *scratch, struct computation *computation)
{
	uint32_t *last = arena_new(scratch, uint32_t, computation->count);
	for (uint32_t i = 0; i < computation->count; i++)
		computation->instructions[i]->users = 0;
	for (uint32_t i = 0; i < computation->count; i++) {
		const struct instruction *user = computation->instructions[i];
		for (uint32_t j = 0; j < user->noperands; j++) {
			struct instruction *operand = user->operands[j];
			operand->users += last[operand->number] != i + 1;
			last[operand->number] = i + 1;
		}
	}
}

/* Puts what was visited behind the parameters that were not, which stay as they are given. */
static void store(const struct order *order, struct computation *computation)
{
	struct instruction **instructions = computation->instructions;
	uint32_t unused = 0;
	for (uint32_t i = 0; i < computation->count; i++)
		if (instructions[i]->number == UNSEEN &&
		    instructions[i]->opcode == OPCODE_PARAMETER)
			instructions[unused++] = instructions[i];
	memcpy(instructions + unused, order->out, order->count * sizeof(*order->out));
	computation->count = unused + order->count;
	for (uint32_t i = 0; i < computation->count; i++)
		instructions[i]->number = i;
}

/* Keeps where the instructions stand before they are first brought into order. */
static void keep_places(struct computation *computation)
{
	for (uint32_t i = 0; i < computation->count && !computation->placed; i++)
		computation->instructions[i]->place = i + 1;
	computation->placed = true;
}

/* Visits what is kept and what is marked in `half`, which may be NULL. */
static struct order visit_from(struct arena *scratch, struct computation *computation,
                               const bool *half)
{
	struct order order = {.scratch = scratch};
	order.out = arena_new(scratch, struct instruction *, computation->count);
	for (uint32_t i = 0; i < computation->count; i++)
		computation->instructions[i]->number = UNSEEN;
	for (uint32_t i = 0; i < computation->count; i++)
		if (is_kept(computation, computation->instructions[i]) || (half && half[i]))
			visit(&order, computation->instructions[i]);
	return order;
}

/* Which of those that are needed are half used; NULL: none. */
static const bool *find_half_used(struct arena *scratch, const struct computation *computation)
{
	bool *half = NULL;
	for (uint32_t i = 0; i < computation->count; i++) {
		const struct instruction *instruction = computation->instructions[i];
		if (!instruction->half_used || instruction->number == UNSEEN)
			continue;
		if (!half)
			half = arena_new(scratch, bool, computation->count);
		half[i] = true;
	}
	return half;
}

void computation_order(struct arena *scratch, struct computation *computation)
{
	keep_places(computation);
	struct arena_mark mark = arena_mark(scratch);
	struct instruction *root = computation->root;
	struct order order = visit_from(scratch, computation, NULL);
	const bool *half = find_half_used(scratch, computation);
	if (half)
		order = visit_from(scratch, computation, half);
	store(&order, computation);
	count_users(scratch, computation);
	computation->root = NULL;
	computation_set_root(computation, root);
	arena_rewind(scratch, mark);
}

enum { CALL_UNSEEN, CALL_BEGUN, CALL_DONE };

/* Computations that are to be visited, on top the next one. */
struct nest {
	struct arena *scratch;
	struct computation **stack, **out;
	uint8_t *states; /* by their old numbers */
	size_t room;
	uint32_t depth, count;
};

static void push_callees(struct nest *nest, const struct computation *computation)
{
	for (uint32_t i = computation->count; i-- > 0;) {
		const struct instruction *instruction = computation->instructions[i];
		for (uint32_t k = instruction->ncalled; k-- > 0;)
			if (nest->states[instruction->called[k]->number] == CALL_UNSEEN)
				arena_push(nest->scratch, nest->stack, nest->depth, nest->room,
				           instruction->called[k]);
	}
}

/* Visits the one on top: what it calls first, then itself. */
static void visit_computation(struct nest *nest)
{
	struct computation *top = nest->stack[nest->depth - 1];
	uint8_t *state = &nest->states[top->number];
	if (*state == CALL_UNSEEN) {
		*state = CALL_BEGUN;
		push_callees(nest, top);
		return;
	}
	nest->depth--;
	if (*state == CALL_BEGUN)
		nest->out[nest->count++] = top;
	*state = CALL_DONE;
}

/* Visits a computation and what it calls. */
static void visit_all(struct nest *nest, struct computation *computation)
{
	arena_push(nest->scratch, nest->stack, nest->depth, nest->room, computation);
	while (nest->depth)
		visit_computation(nest);
}

void module_order(struct arena *scratch, struct module *module)
{
	struct arena_mark mark = arena_mark(scratch);
	struct nest nest = {.scratch = scratch,
	                    .out = arena_new(scratch, struct computation *, module->ncomputations),
	                    .states = arena_new(scratch, uint8_t, module->ncomputations)};
	for (uint32_t i = 0; i < module->ncomputations; i++)
		if (module->computations[i] != module->entry)
			visit_all(&nest, module->computations[i]);
	visit_all(&nest, module->entry);
	memcpy(module->computations, nest.out, nest.count * sizeof(*nest.out));
	for (uint32_t i = 0; i < module->ncomputations; i++)
		module->computations[i]->number = i;
	arena_rewind(scratch, mark);
}
