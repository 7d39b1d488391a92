/* SPDX-License-Identifier: Apache-2.0 */
/*
 * What branches are given: MLIR's export to HLO hands in the values from outside that a branch
 * names, once what nobody uses is gone from it (MlirToHloConversion, of implicit operands).
 */
#include "stablehlo/reader.h"

/* One branch of a conditional. */
struct branch {
	struct computation *outer, *body;
	struct instruction *conditional;
	uint32_t operand; /* of the conditional: what the branch is given */
	bool *used;       /* elements of it */
	uint32_t count, kept;
};

static bool is_element_of(const struct instruction *element, const struct instruction *tuple)
{
	return element->opcode == OPCODE_GET_TUPLE_ELEMENT && element->operands[0] == tuple;
}

static void find_used(struct arena *scratch, struct branch *branch)
{
	const struct instruction *argument = branch->body->parameters[0];
	branch->count = argument->shape->nelements;
	branch->used = arena_new(scratch, bool, branch->count);
	for (uint32_t i = 0; i < branch->body->count; i++) {
		const struct instruction *element = branch->body->instructions[i];
		if (is_element_of(element, argument))
			branch->used[element->index] = true;
	}
	branch->kept = flags_set(branch->used, branch->count);
}

/* The elements get their new places; what is left alone is the argument itself. */
static void renumber(const struct branch *branch, const struct hlo_shape *shape)
{
	struct instruction *argument = branch->body->parameters[0];
	for (uint32_t i = 0; i < branch->body->count; i++) {
		struct instruction *element = branch->body->instructions[i];
		if (!is_element_of(element, argument))
			continue;
		element->index = flags_set(branch->used, (uint32_t)element->index);
		if (branch->kept != 1)
			continue;
		element->opcode = OPCODE_PARAMETER;
		element->noperands = 0;
		branch->body->parameters[0] = element;
	}
	if (branch->kept == 1)
		argument->opcode = OPCODE_UNKNOWN; /* nobody uses it */
	argument->shape = shape;
}

/* What the conditional gives the branch from now on. */
static void hand_in_used(struct reader *reader, const struct branch *branch)
{
	struct instruction *conditional = branch->conditional;
	const struct instruction *given = conditional->operands[branch->operand];
	struct instruction **values =
	    arena_new(reader->scratch, struct instruction *, branch->kept);
	struct hlo_shape *shapes = arena_new(reader->scratch, struct hlo_shape, branch->kept);
	uint32_t count = 0;
	for (uint32_t i = 0; i < branch->count; i++)
		if (branch->used[i]) {
			values[count] = given->operands[i];
			shapes[count++] = *given->operands[i]->shape;
		}
	const struct hlo_shape *shape =
	    count == 1 ? values[0]->shape : hlo_shape_tuple(reader->arena, shapes, count);
	renumber(branch, shape);
	conditional->operands[branch->operand] =
	    count == 1 ? values[0]
		       : computation_add(branch->outer, OPCODE_TUPLE, shape, values, count);
}

/* Whether the only thing that a branch is given is not used: it is given an empty tuple instead. */
static bool drop_only(struct reader *reader, const struct branch *branch)
{
	struct instruction *argument = branch->body->parameters[0];
	if (argument->users)
		return false;
	argument->shape = hlo_shape_tuple(reader->arena, NULL, 0);
	branch->conditional->operands[branch->operand] =
	    computation_add(branch->outer, OPCODE_TUPLE, argument->shape, NULL, 0);
	return true;
}

/* Whether a branch is no longer given something. */
static bool drop_unused(struct reader *reader, struct branch branch)
{
	const struct instruction *given = branch.conditional->operands[branch.operand];
	if (branch.body->nparameters != 1)
		return false;
	if (given->opcode != OPCODE_TUPLE)
		return drop_only(reader, &branch);
	find_used(reader->scratch, &branch);
	if (branch.kept == branch.count)
		return false;
	hand_in_used(reader, &branch);
	reader_order_one(reader, branch.body);
	return true;
}

static void drop_in(struct reader *reader, struct computation *computation)
{
	struct arena_mark mark = arena_mark(reader->scratch);
	bool any = false;
	for (uint32_t i = 0; i < computation->count; i++) {
		struct instruction *at = computation->instructions[i];
		for (uint32_t k = 0; at->opcode == OPCODE_CONDITIONAL && k < at->ncalled &&
		                     at->noperands == at->ncalled + 1;
		     k++)
			any |= drop_unused(reader, (struct branch){.outer = computation,
			                                           .body = at->called[k],
			                                           .conditional = at,
			                                           .operand = k + 1});
	}
	if (any)
		reader_order_one(reader, computation);
	arena_rewind(reader->scratch, mark);
}

void reader_drop_captures(struct reader *reader)
{
	for (uint32_t i = reader->module->ncomputations; i-- > 0;)
		drop_in(reader, reader->module->computations[i]);
}
