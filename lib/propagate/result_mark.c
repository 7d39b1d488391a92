/* SPDX-License-Identifier: Apache-2.0 */
#include "propagate/result_mark.h"

#include "module/order.h"
#include "sharding/named_sharding.h"

bool is_result_mark(const struct instruction *instruction)
{
	return instruction->opcode == OPCODE_SHARDING_CONSTRAINT &&
	       str_equal(instruction->target, STR("xla.sdy.FuncResultSharding")) &&
	       instruction->noperands == 1 && instruction->nnamed == 1 && instruction->named[0];
}

void result_mark_move_root(struct computation *computation, struct instruction *to)
{
	struct instruction *root = computation->root;
	root->has_side_effect = root->root = false;
	computation->root = NULL;
	computation_set_root(computation, to);
}

static bool has_marks(const struct computation *computation)
{
	for (uint32_t i = 0; i < computation->count; i++)
		if (is_result_mark(computation->instructions[i]))
			return true;
	return false;
}

/* Whether it takes its operands to the results of the program. */
static bool is_return(const struct computation *computation, const struct instruction *instruction)
{
	return computation == computation->module->entry && instruction == computation->root &&
	       instruction->opcode == OPCODE_TUPLE;
}

/* Of each instruction, whether it is one that more than the results of the program use. */
static bool *find_used(struct arena *scratch, const struct computation *computation)
{
	bool *used = arena_new(scratch, bool, computation->count);
	bool entry = computation == computation->module->entry;
	for (uint32_t i = 0; i < computation->count; i++) {
		const struct instruction *instruction = computation->instructions[i];
		used[i] = used[i] || !entry;
		if (is_return(computation, instruction) || !instruction->users)
			continue;
		for (uint32_t k = 0; k < instruction->noperands; k++)
			used[instruction->operands[k]->number] = true;
	}
	return used;
}

/* A result for which the program itself asks has a mark of its own, which uses the one before. */
static void use_before_asked(const struct computation *entry, bool *used)
{
	const struct instruction *root = entry->root;
	const struct module *module = entry->module;
	if (!is_return(entry, root)) {
		used[root->number] |= module->nresults && module->results[0].named;
		return;
	}
	for (uint32_t i = 0; i < root->noperands && i < module->nresults; i++)
		used[root->operands[i]->number] |= module->results[i].named != NULL;
}

static void ask_for(struct module *module, uint32_t result, const struct instruction *mark)
{
	if (result < module->nresults && !module->results[result].named)
		module->results[result].named = mark->named[0];
}

/* Asks for what marks say of the results, and takes out those that nothing else uses. */
static void take_from_root(struct computation *entry, const bool *used)
{
	struct instruction *root = entry->root;
	for (uint32_t i = 0; is_return(entry, root) && i < root->noperands; i++) {
		struct instruction *mark = root->operands[i];
		if (!is_result_mark(mark))
			continue;
		ask_for(entry->module, i, mark);
		if (!used[mark->number])
			root->operands[i] = mark->operands[0];
	}
	if (!is_result_mark(root))
		return;
	ask_for(entry->module, 0, root);
	if (used[root->number])
		return;
	result_mark_move_root(entry, root->operands[0]);
}

/* XLA packs a single result into a tuple, and takes it out again: what was packed is the result,
 * and nothing else uses it. */
static void unpack_root(struct arena *scratch, struct computation *entry)
{
	struct instruction *root = entry->root;
	const struct instruction *tuple = root->noperands ? root->operands[0] : root;
	if (root->opcode != OPCODE_GET_TUPLE_ELEMENT || tuple->opcode != OPCODE_TUPLE ||
	    tuple->noperands != 1)
		return;
	result_mark_move_root(entry, tuple->operands[0]);
	computation_order(scratch, entry);
}

static const struct named_sharding *opened(struct arena *arena, const struct named_sharding *closed)
{
	struct named_sharding *open = arena_copy(arena, closed, 1, sizeof *closed);
	open->dims = arena_copy(arena, closed->dims, closed->rank, sizeof *closed->dims);
	for (uint32_t i = 0; i < open->rank; i++)
		open->dims[i].open = true;
	return open;
}

static void become_constraint(struct arena *arena, struct instruction *mark)
{
	const struct named_sharding **named = arena_new(arena, const struct named_sharding *, 1);
	named[0] = opened(arena, mark->named[0]);
	mark->named = named;
	mark->target = STR("");
}

void take_result_marks(struct arena *scratch, struct module *module)
{
	for (uint32_t i = 0; i < module->ncomputations; i++) {
		struct computation *computation = module->computations[i];
		if (!computation->root || !has_marks(computation))
			continue;
		if (computation == module->entry)
			unpack_root(scratch, computation);
		bool *used = find_used(scratch, computation);
		if (computation == module->entry) {
			use_before_asked(computation, used);
			take_from_root(computation, used);
		}
		for (uint32_t k = 0; k < computation->count; k++) {
			struct instruction *instruction = computation->instructions[k];
			if (!is_result_mark(instruction))
				continue;
			instruction->has_side_effect = false;
			if (used[k])
				become_constraint(module->arena, instruction);
		}
		computation_order(scratch, computation);
	}
}
