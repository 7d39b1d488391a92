/* SPDX-License-Identifier: Apache-2.0 */
#include "stablehlo/reader.h"

/* Marks of an instruction while its computation is put in order, in `number`. */
enum { UNSEEN = UINT32_MAX, OPEN = UINT32_MAX - 1 };

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

static void count_users(struct computation *computation)
{
	for (uint32_t i = 0; i < computation->count; i++)
		computation->instructions[i]->users = 0;
	for (uint32_t i = 0; i < computation->count; i++) {
		const struct instruction *user = computation->instructions[i];
		for (uint32_t j = 0; j < user->noperands; j++) {
			bool again = false;
			for (uint32_t k = 0; k < j && !again; k++)
				again = user->operands[k] == user->operands[j];
			user->operands[j]->users += !again;
		}
	}
}

static void order_computation(struct order *order, struct computation *computation)
{
	struct instruction *root = computation->root;
	order->out = arena_new(order->scratch, struct instruction *, computation->count);
	order->count = 0;
	for (uint32_t i = 0; i < computation->count; i++)
		computation->instructions[i]->number = UNSEEN;
	for (uint32_t i = 0; i < computation->count; i++)
		if (is_kept(computation, computation->instructions[i]))
			visit(order, computation->instructions[i]);
	for (uint32_t i = 0; i < computation->nparameters; i++)
		visit(order, computation->parameters[i]);
	memcpy(computation->instructions, order->out, order->count * sizeof(*order->out));
	computation->count = order->count;
	count_users(computation);
	computation->root = NULL;
	computation_set_root(computation, root);
}

void reader_order(struct reader *reader)
{
	struct arena_mark mark = arena_mark(reader->scratch);
	for (uint32_t i = 0; i < reader->module->ncomputations; i++) {
		struct order order = {.scratch = reader->scratch};
		order_computation(&order, reader->module->computations[i]);
		arena_rewind(reader->scratch, mark);
	}
}
