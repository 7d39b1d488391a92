/* SPDX-License-Identifier: Apache-2.0 */
#include "module/inline.h"

#include "module/order.h"

/* The inlining of a module. */
struct inliner {
	struct arena *scratch;
	struct module *module, out; /* out: the computations made so far, in order */
	uint64_t instructions;
	bool too_many;
};

static struct computation *copy_computation(struct inliner *inliner,
                                            const struct computation *original);

/* Whether an instruction's computations are regions in it rather than what it reduces by. */
static bool has_regions(const struct instruction *instruction)
{
	switch (instruction->opcode) {
	case OPCODE_WHILE:
	case OPCODE_CONDITIONAL:
	case OPCODE_CALL:
	case OPCODE_MANUAL_COMPUTATION:
		return true;
	default:
		return false;
	}
}

/* What an inlined call hands out is an instruction in the caller. */
static bool is_inlined(const struct instruction *call)
{
	return call->opcode == OPCODE_CALL && call->ncalled == 1 && call->called[0]->root &&
	       !str_starts_with(call->called[0]->name, STR("xla.sdy."));
}

static void append(struct inliner *inliner, struct computation *computation,
                   struct instruction *instruction)
{
	arena_push(inliner->module->arena, computation->instructions, computation->count,
	           computation->room, instruction);
	inliner->too_many = inliner->too_many || ++inliner->instructions > MAX_INLINED;
}

/* Numbers instructions by their places, once all stand there. */
static void renumber(struct computation *computation)
{
	for (uint32_t i = 0; i < computation->count; i++)
		computation->instructions[i]->number = i;
}

/* What an element of a tuple that stands there is (TupleSimplifier of xla), or NULL. */
static struct instruction *element_there(const struct instruction *element,
                                         const struct instruction *tuple)
{
	if (element->opcode != OPCODE_GET_TUPLE_ELEMENT || element->nnamed ||
	    tuple->opcode != OPCODE_TUPLE || element->index < 0 ||
	    element->index >= tuple->noperands)
		return NULL;
	struct instruction *there = tuple->operands[element->index];
	return hlo_shape_equal(there->shape, element->shape) ? there : NULL;
}

/* A copy with the operands that `made` has for those of the original. */
static struct instruction *copy_instruction(struct inliner *inliner,
                                            const struct instruction *original,
                                            struct instruction *const *made)
{
	struct arena *arena = inliner->module->arena;
	struct instruction *copy = arena_new(arena, struct instruction, 1);
	*copy = *original;
	copy->root = false;
	copy->operands = arena_new(arena, struct instruction *, original->noperands);
	for (uint32_t i = 0; i < original->noperands; i++)
		copy->operands[i] = made[original->operands[i]->number];
	if (!has_regions(original))
		return copy;
	copy->called = arena_new(arena, struct computation *, original->ncalled);
	for (uint32_t i = 0; i < original->ncalled; i++)
		copy->called[i] = copy_computation(inliner, original->called[i]);
	return copy;
}

/* Appends copies of a computation's instructions; its parameters are the operands of the call,
 * where it stands then, or copies too when there is none. Returns what the root became. */
static struct instruction *copy_body(struct inliner *inliner, struct computation *into,
                                     const struct computation *original,
                                     const struct instruction *call)
{
	struct instruction *const *given = call ? call->operands : NULL;
	struct instruction **made =
	    arena_new(inliner->scratch, struct instruction *, original->count);
	for (uint32_t i = 0; i < original->count && !inliner->too_many; i++) {
		const struct instruction *instruction = original->instructions[i];
		if (given && instruction->opcode == OPCODE_PARAMETER) {
			made[i] = given[instruction->index];
			continue;
		}
		made[i] = instruction->noperands
		              ? element_there(instruction, made[instruction->operands[0]->number])
		              : NULL;
		if (made[i])
			continue;
		made[i] = copy_instruction(inliner, instruction, made);
		append(inliner, into, made[i]);
		if (call)
			made[i]->place = call->place;
		if (instruction->opcode == OPCODE_PARAMETER &&
		    instruction->index < original->nparameters)
			into->parameters[instruction->index] = made[i];
	}
	return inliner->too_many ? NULL : made[original->root->number];
}

static struct computation *copy_computation(struct inliner *inliner,
                                            const struct computation *original)
{
	struct arena *arena = inliner->module->arena;
	struct computation *copy = arena_new(arena, struct computation, 1);
	*copy = (struct computation){
	    .name = original->name,
	    .module = inliner->module,
	    .parameters = arena_new(arena, struct instruction *, original->nparameters),
	    .nparameters = original->nparameters,
	    .placed = original->placed,
	};
	struct instruction *root = original->root ? copy_body(inliner, copy, original, NULL) : NULL;
	if (root)
		computation_set_root(copy, root);
	renumber(copy);
	arena_push(arena, inliner->out.computations, inliner->out.ncomputations, inliner->out.room,
	           copy);
	return copy;
}

/* Whether the call gives what the computation takes. */
static bool fits(const struct instruction *call)
{
	const struct computation *called = call->called[0];
	for (uint32_t i = 0; i < called->count; i++)
		if (called->instructions[i]->opcode == OPCODE_PARAMETER &&
		    called->instructions[i]->index >= call->noperands)
			return false;
	return true;
}

/* Puts the calls of a computation, whose callees have none any more, in place. */
static void inline_computation(struct inliner *inliner, struct computation *computation)
{
	struct instruction **old = computation->instructions, *root = computation->root;
	uint32_t count = computation->count;
	struct instruction **instead = arena_new(inliner->scratch, struct instruction *, count);
	computation->instructions = NULL;
	computation->count = 0;
	computation->room = 0;
	for (uint32_t i = 0; i < count && !inliner->too_many; i++) {
		for (uint32_t k = 0; k < old[i]->noperands; k++)
			old[i]->operands[k] = instead[old[i]->operands[k]->number];
		if (is_inlined(old[i]) && fits(old[i])) {
			instead[i] = copy_body(inliner, computation, old[i]->called[0], old[i]);
			continue;
		}
		instead[i] = old[i]->noperands ? element_there(old[i], old[i]->operands[0]) : NULL;
		if (instead[i])
			continue;
		instead[i] = old[i];
		append(inliner, computation, old[i]);
	}
	if (inliner->too_many)
		return;
	root->root = false;
	computation->root = NULL;
	computation_set_root(computation, instead[root->number]);
	renumber(computation);
	computation_order(inliner->scratch, computation);
}

static bool has_calls(const struct computation *computation)
{
	for (uint32_t i = 0; i < computation->count; i++)
		if (is_inlined(computation->instructions[i]))
			return true;
	return false;
}

bool module_inline_calls(struct arena *scratch, struct module *module)
{
	struct inliner inliner = {.scratch = scratch, .module = module};
	bool any = false;
	for (uint32_t i = 0; i < module->ncomputations; i++)
		any = any || has_calls(module->computations[i]);
	for (uint32_t i = 0; any && i < module->ncomputations && !inliner.too_many; i++) {
		struct arena_mark mark = arena_mark(scratch);
		struct computation *computation = module->computations[i];
		if (computation->root && has_calls(computation))
			inline_computation(&inliner, computation);
		arena_push(module->arena, inliner.out.computations, inliner.out.ncomputations,
		           inliner.out.room, computation);
		arena_rewind(scratch, mark);
	}
	if (!any || inliner.too_many)
		return !any;
	module->computations = inliner.out.computations;
	module->ncomputations = inliner.out.ncomputations;
	module->room = inliner.out.room;
	for (uint32_t i = 0; i < module->ncomputations; i++)
		module->computations[i]->number = i;
	return true;
}
