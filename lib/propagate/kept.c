/* SPDX-License-Identifier: Apache-2.0 */
#include "propagate/kept.h"

#include "module/order.h"
#include "propagate/result_mark.h"

static bool is_python(const struct instruction *instruction)
{
	return instruction->opcode == OPCODE_CUSTOM_CALL &&
	       str_has_word(STR("xla_python_cpu_callback xla_ffi_python_cpu_callback "
	                        "xla_python_gpu_callback xla_ffi_python_gpu_callback"),
	                    instruction->target);
}

static bool keeps(const struct instruction *instruction)
{
	return instruction->opcode == OPCODE_PARAMETER ||
	       instruction->opcode == OPCODE_SHARDING_CONSTRAINT || is_python(instruction);
}

/* The same without priorities. */
static const struct named_sharding *leveled(struct arena *arena, const struct named_sharding *named)
{
	bool level = true;
	for (uint32_t i = 0; named && i < named->rank; i++)
		level = level && named->dims[i].priority == NO_PRIORITY;
	if (!named || level)
		return named;
	struct named_sharding *copy = arena_copy(arena, named, 1, sizeof *named);
	copy->dims = arena_copy(arena, named->dims, named->rank, sizeof *named->dims);
	for (uint32_t i = 0; i < copy->rank; i++)
		copy->dims[i].priority = NO_PRIORITY;
	return copy;
}

static void level_all(struct arena *arena, struct instruction *instruction)
{
	const struct named_sharding **named =
	    arena_new(arena, const struct named_sharding *, instruction->nnamed);
	for (uint32_t i = 0; i < instruction->nnamed; i++)
		named[i] = leveled(arena, instruction->named[i]);
	instruction->named = named;
}

/* What marks are of, in their place. */
static void pass_marks(struct arena *scratch, struct computation *computation)
{
	bool any = false;
	for (uint32_t i = 0; i < computation->count; i++) {
		struct instruction *instruction = computation->instructions[i];
		for (uint32_t k = 0; k < instruction->noperands; k++)
			while (is_result_mark(instruction->operands[k])) {
				instruction->operands[k] = instruction->operands[k]->operands[0];
				any = true;
			}
	}
	while (computation->root && is_result_mark(computation->root)) {
		result_mark_move_root(computation, computation->root->operands[0]);
		any = true;
	}
	if (any)
		computation_order(scratch, computation);
}

/* The root's own sharding is that of the result, where nothing else is asked for. */
static void ask_by_root(struct module *module)
{
	const struct instruction *root = module->entry->root;
	if (root && module->nresults == 1 && !module->results[0].named && root->nnamed == 1 &&
	    !root->shape->tuple)
		module->results[0].named = root->named[0];
}

static void keep_in(struct arena *arena, struct computation *computation, bool named)
{
	for (uint32_t i = 0; i < computation->count; i++) {
		struct instruction *instruction = computation->instructions[i];
		if (!keeps(instruction))
			instruction->nnamed = 0;
		else if (named && instruction->nnamed)
			level_all(arena, instruction);
	}
}

void keep_shardings(struct arena *scratch, struct module *module, const struct jax_rules *rules)
{
	bool named = rules && rules->has[XLA_NAMED_SHARDINGS];
	for (uint32_t i = 0; named && i < module->ncomputations; i++)
		pass_marks(scratch, module->computations[i]);
	if (named)
		ask_by_root(module);
	for (uint32_t i = 0; i < module->ncomputations; i++)
		keep_in(module->arena, module->computations[i], named);
	for (uint32_t i = 0; named && i < module->nresults; i++)
		module->results[i].named = leveled(module->arena, module->results[i].named);
}
