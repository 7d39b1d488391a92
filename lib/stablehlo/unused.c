/* SPDX-License-Identifier: Apache-2.0 */
/*
 * Sorts and reductions of several arrays: XLA leaves out those whose result nobody uses and which
 * decide nothing about the others (SortOpDropUnusedArgs, ReduceOpUnusedResultCanon).
 */
#include "stablehlo/reader.h"

/* An operation of several results, and which of them and of its arrays stay. */
struct carrier {
	struct instruction *at;
	uint32_t count;
	bool *used, *kept; /* results; arrays */
};

/* Whether the operation may lose some. */
static bool is_carrier(const struct instruction *at)
{
	bool several = (at->opcode == OPCODE_SORT || at->opcode == OPCODE_REDUCE) &&
	               at->shape->tuple && at->ncalled == 1;
	if (!several)
		return false;
	uint32_t count = at->shape->nelements, each = at->opcode == OPCODE_SORT ? 1 : 2;
	return at->noperands == each * count && at->called[0]->nparameters == 2 * count;
}

/* Of a sort: what is used or compared. */
static bool keep_compared(const struct carrier *carrier)
{
	struct computation *comparator = carrier->at->called[0];
	for (uint32_t i = 0; i < carrier->count; i++)
		carrier->kept[i] = carrier->used[i] || comparator->parameters[2 * i]->users ||
		                   comparator->parameters[2 * i + 1]->users;
	return flags_set(carrier->kept, carrier->count) < carrier->count;
}

/* Of a reduction: what the used results are computed from, if it is as much as they are. */
static bool keep_reduced(struct arena *scratch, const struct carrier *carrier)
{
	const struct computation *reducer = carrier->at->called[0];
	if (reducer->root->opcode != OPCODE_TUPLE || reducer->root->noperands != carrier->count)
		return false;
	bool *needed = arena_new(scratch, bool, reducer->count);
	for (uint32_t i = 0; i < carrier->count; i++)
		if (carrier->used[i])
			needed[reducer->root->operands[i]->number] = true;
	for (uint32_t i = reducer->count; i-- > 0;)
		for (uint32_t j = 0; needed[i] && j < reducer->instructions[i]->noperands; j++)
			needed[reducer->instructions[i]->operands[j]->number] = true;
	for (uint32_t i = 0; i < 2 * carrier->count; i++)
		if (needed[reducer->parameters[i]->number])
			carrier->kept[i % carrier->count] = true;
	uint32_t used = flags_set(carrier->used, carrier->count);
	return used && flags_set(carrier->kept, carrier->count) == used;
}

/* Takes the arguments of what is left out from the region, where nothing that stays uses them. */
static void drop_parameters(const struct carrier *carrier)
{
	struct computation *region = carrier->at->called[0];
	uint32_t count = 0;
	for (uint32_t i = 0; i < region->nparameters; i++) {
		struct instruction *parameter = region->parameters[i];
		bool sorts = carrier->at->opcode == OPCODE_SORT;
		bool kept = carrier->kept[sorts ? i / 2 : i % carrier->count];
		parameter->index = kept ? count : 0;
		if (kept)
			region->parameters[count++] = parameter;
		else
			parameter->opcode = OPCODE_CONSTANT;
	}
	region->nparameters = count;
}

/* A tuple without what is left out; what is left alone is no tuple. */
static const struct hlo_shape *shape_left(struct arena *arena, const struct hlo_shape *shape,
                                          const bool *kept)
{
	struct hlo_shape *elements = arena_new(arena, struct hlo_shape, shape->nelements);
	uint32_t count = 0;
	for (uint32_t i = 0; i < shape->nelements; i++)
		if (kept[i])
			elements[count++] = shape->elements[i];
	return count == 1 ? elements : hlo_shape_tuple(arena, elements, count);
}

/* What a reducer returns for the results that stay. */
static void drop_returned(struct reader *reader, const struct carrier *carrier)
{
	struct computation *reducer = carrier->at->called[0];
	struct instruction *root = reducer->root;
	root->shape = shape_left(reader->arena, root->shape, carrier->used);
	uint32_t count = 0;
	for (uint32_t i = 0; i < carrier->count; i++)
		if (carrier->used[i])
			root->operands[count++] = root->operands[i];
	root->noperands = count;
	if (count == 1)
		reducer->root = root->operands[0];
}

static void drop_unused(struct reader *reader, const struct carrier *carrier)
{
	struct instruction *at = carrier->at;
	bool sorts = at->opcode == OPCODE_SORT;
	uint32_t count = 0;
	at->shape = shape_left(reader->arena, at->shape, sorts ? carrier->kept : carrier->used);
	at->named = NULL; /* it is a new operation */
	at->nnamed = 0;
	for (uint32_t i = 0; i < at->noperands; i++)
		if (carrier->kept[i % carrier->count])
			at->operands[count++] = at->operands[i];
	at->noperands = count;
	drop_parameters(carrier);
	if (!sorts)
		drop_returned(reader, carrier);
	reader_order_one(reader, at->called[0]);
}

/* What is known of the instructions of a computation, by their numbers, while it is walked from
 * the last to the first. */
struct needs {
	struct reader *reader;
	struct computation *computation;
	bool *live;  /* used by something that is */
	bool *whole; /* and as it is, not an element of it */
	bool **used; /* the elements of a carrier, or NULL */
	bool **left; /* those of its results that stay, or NULL: all */
	bool any;    /* some lost something */
};

static void need_operands(struct needs *needs, const struct instruction *user)
{
	for (uint32_t i = 0; i < user->noperands; i++) {
		const struct instruction *operand = user->operands[i];
		bool element = user->opcode == OPCODE_GET_TUPLE_ELEMENT && is_carrier(operand);
		bool **used = &needs->used[operand->number];
		needs->live[operand->number] = true;
		if (element && !*used)
			*used = arena_new(needs->reader->scratch, bool, operand->shape->nelements);
		if (element)
			(*used)[user->index] = true;
		else
			needs->whole[operand->number] = true;
	}
}

static void shrink(struct needs *needs, struct instruction *at)
{
	struct arena *scratch = needs->reader->scratch;
	struct carrier carrier = {at, at->shape->nelements, needs->used[at->number], NULL};
	if (needs->whole[at->number] || !carrier.used ||
	    flags_set(carrier.used, carrier.count) == carrier.count)
		return;
	bool sorts = at->opcode == OPCODE_SORT;
	carrier.kept = arena_new(scratch, bool, carrier.count);
	if (!(sorts ? keep_compared(&carrier) : keep_reduced(scratch, &carrier)))
		return;
	needs->left[at->number] = sorts ? carrier.kept : carrier.used;
	needs->any = true;
	drop_unused(needs->reader, &carrier);
}

/* The elements of what lost some get their new places. */
static void renumber_elements(const struct needs *needs)
{
	for (uint32_t i = 0; i < needs->computation->count; i++) {
		struct instruction *element = needs->computation->instructions[i];
		if (element->opcode != OPCODE_GET_TUPLE_ELEMENT)
			continue;
		struct instruction *of = element->operands[0];
		if (!needs->left[of->number])
			continue;
		element->index = flags_set(needs->left[of->number], (uint32_t)element->index);
		if (!of->shape->tuple)
			reader_note(needs->reader, needs->computation, element)->replacement = of;
	}
}

static void drop_in(struct reader *reader, struct computation *computation)
{
	struct arena_mark mark = arena_mark(reader->scratch);
	uint32_t count = computation->count;
	struct needs needs = {.reader = reader, .computation = computation};
	needs.live = arena_new(reader->scratch, bool, count);
	needs.whole = arena_new(reader->scratch, bool, count);
	needs.used = arena_new(reader->scratch, bool *, count);
	needs.left = arena_new(reader->scratch, bool *, count);
	for (uint32_t i = count; i-- > 0;) {
		struct instruction *at = computation->instructions[i];
		if (at == computation->root)
			needs.live[i] = needs.whole[i] = true;
		if (is_carrier(at) && needs.live[i])
			shrink(&needs, at);
		if (needs.live[i] || at->has_side_effect)
			need_operands(&needs, at);
	}
	if (needs.any) {
		renumber_elements(&needs);
		reader_resolve(reader, computation);
		reader_order_one(reader, computation);
	}
	arena_rewind(reader->scratch, mark);
}

void reader_drop_unused(struct reader *reader)
{
	for (uint32_t i = 0; i < reader->module->ncomputations; i++)
		drop_in(reader, reader->module->computations[i]);
}
