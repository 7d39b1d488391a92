/* SPDX-License-Identifier: Apache-2.0 */
/*
 * Values that a loop carries and never changes are values from outside: XLA makes them so when it
 * reads HLO for Shardy (WhileOpImplicitCapture), opens their shardings
 * (OpenWhileFreeVarsShardingPass), and carries them again, behind the others, when it writes HLO
 * (WhileOp's exporter). They stand in the order in which the condition and then the body name them.
 */
#include "stablehlo/reader.h"

/* The place of what is no element, or is not needed. */
#define NOWHERE UINT32_MAX

/* A loop that carries several values, and what becomes of each. */
struct loop {
	struct instruction *loop;
	struct computation *parent;     /* it stands in */
	struct computation *regions[2]; /* condition, body */
	struct loop *around;            /* whose region the parent is, or NULL */
	struct instruction **start;     /* what each of `count` begins as */
	uint32_t count;
	bool *free;                   /* never changed */
	uint32_t *places;             /* in the new loop; NOWHERE: nobody needs it there */
	uint32_t kept;                /* how many are not free */
	struct instruction **outside; /* the free ones, in their order behind the kept */
	uint32_t noutside;
};

/* The place of the element of a region's argument that an instruction is, or NOWHERE. */
static uint32_t element_of(const struct computation *region, const struct instruction *instruction)
{
	bool element = region->nparameters == 1 &&
	               instruction->opcode == OPCODE_GET_TUPLE_ELEMENT &&
	               instruction->operands[0] == region->parameters[0];
	return element ? (uint32_t)instruction->index : NOWHERE;
}

/* Reads what the loop carries; false when it carries one value, or changes all of them. */
static bool open_loop(struct reader *reader, struct loop *loop)
{
	const struct instruction *start = loop->loop->operands[0], *root = loop->regions[1]->root;
	bool any = false;
	loop->count = loop->loop->shape->tuple ? loop->loop->shape->nelements : 0;
	if (start->opcode != OPCODE_TUPLE || root->opcode != OPCODE_TUPLE || !loop->count)
		return false;
	loop->start = arena_new(reader->names, struct instruction *, loop->count);
	loop->free = arena_new(reader->names, bool, loop->count);
	loop->places = arena_new(reader->names, uint32_t, loop->count);
	loop->outside = arena_new(reader->names, struct instruction *, loop->count);
	for (uint32_t i = 0; i < loop->count; i++) {
		loop->start[i] = reader_resolved(reader, loop->parent, start->operands[i]);
		loop->free[i] = element_of(loop->regions[1], root->operands[i]) == i;
		loop->places[i] = loop->free[i] ? NOWHERE : loop->kept;
		loop->kept += !loop->free[i];
		any = any || loop->free[i];
	}
	return any && loop->kept;
}

/* Gives a free value its place when it is first named: one place for one value. A constant has
 * none, since every region has its own. */
static void name_element(struct loop *loop, uint32_t element)
{
	if (element == NOWHERE || loop->places[element] != NOWHERE ||
	    loop->start[element]->opcode == OPCODE_CONSTANT)
		return;
	for (uint32_t i = 0; i < loop->noutside; i++)
		if (loop->outside[i] == loop->start[element]) {
			loop->places[element] = loop->kept + i;
			return;
		}
	loop->places[element] = loop->kept + loop->noutside;
	loop->outside[loop->noutside++] = loop->start[element];
}

/* Names the operands of an instruction from `first` to the last, then those before. */
static void name_operands(struct loop *loop, const struct computation *region,
                          const struct instruction *user, uint32_t first)
{
	for (uint32_t i = 0; i < user->noperands; i++)
		name_element(loop,
		             element_of(region, user->operands[(first + i) % user->noperands]));
}

/* The uses in one region. A loop in it names what it takes from outside first, since operations
 * are walked before the one that holds them. */
static void name_uses(struct loop *loop, const struct computation *region)
{
	for (uint32_t i = 0; i < region->count; i++) {
		const struct instruction *user = region->instructions[i],
					 *next = i + 1 < region->count ? region->instructions[i + 1]
		                                                       : user;
		bool given = user->opcode == OPCODE_TUPLE && next->opcode == OPCODE_WHILE &&
		             next->operands[0] == user && next->index < user->noperands;
		if (user == region->root && user->opcode == OPCODE_TUPLE &&
		    region == loop->regions[1])
			continue;
		name_operands(loop, region, user, given ? (uint32_t)next->index : 0);
	}
	const struct instruction *root = region->root;
	if (region == loop->regions[1])
		for (uint32_t i = 0; i < loop->count; i++)
			if (!loop->free[i])
				name_element(loop, element_of(region, root->operands[i]));
	if (region == loop->regions[0])
		name_element(loop, element_of(region, root));
}

/* The sharding that the text gives a value, which may come from outside of several loops. */
static const struct named_sharding *sharding_of(const struct loop *around,
                                                const struct instruction *value)
{
	for (; around; around = around->around) {
		uint32_t element = element_of(around->regions[1], value);
		if (element == NOWHERE)
			element = element_of(around->regions[0], value);
		if (element == NOWHERE || element >= around->count || !around->free[element])
			break;
		value = around->start[element];
	}
	bool written =
	    value->opcode == OPCODE_PARAMETER || value->opcode == OPCODE_SHARDING_CONSTRAINT;
	return written && value->nnamed ? value->named[0] : NULL;
}

/* What the loop gets of a value from outside: one whose sharding is open. */
static struct instruction *opened(struct reader *reader, const struct loop *loop,
                                  struct instruction *value)
{
	const struct named_sharding *sharding = sharding_of(loop->around, value);
	struct region region = {.computation = loop->parent};
	if (!sharding || !sharding->rank || named_sharding_is_open(sharding))
		return value;
	struct instruction *constraint =
	    reader_add(reader, &region, OPCODE_SHARDING_CONSTRAINT, value->shape, &value, 1);
	if (!constraint)
		return NULL;
	struct named_sharding *open = arena_new(reader->arena, struct named_sharding, 1);
	*open = named_sharding_open(reader->arena, sharding->mesh, sharding->rank);
	constraint->named = arena_copy(reader->arena, &open, 1, sizeof(struct named_sharding *));
	constraint->nnamed = 1;
	constraint->name = value->name;
	constraint->at = value->at;
	return constraint;
}

/* A tuple of values in a computation. */
static struct instruction *add_tuple(struct reader *reader, struct computation *computation,
                                     struct instruction *const *values, uint32_t count,
                                     const struct instruction *like)
{
	struct region region = {.computation = computation};
	struct hlo_shape *shapes = arena_new(reader->arena, struct hlo_shape, count);
	for (uint32_t i = 0; i < count; i++)
		shapes[i] = *values[i]->shape;
	struct instruction *tuple =
	    reader_add(reader, &region, OPCODE_TUPLE, hlo_shape_tuple(reader->arena, shapes, count),
	               values, count);
	if (tuple) {
		tuple->at = like->at;
		tuple->origin = like->origin;
	}
	return tuple;
}

/* Numbers the elements of a region's argument anew; free constants become the region's own. */
static void renumber(const struct loop *loop, struct computation *region,
                     const struct hlo_shape *shape)
{
	for (uint32_t i = 0; i < region->count; i++) {
		struct instruction *at = region->instructions[i];
		uint32_t element = element_of(region, at);
		if (element == NOWHERE)
			continue;
		at->index = loop->places[element];
		if (loop->places[element] == NOWHERE &&
		    loop->start[element]->opcode == OPCODE_CONSTANT) {
			at->opcode = OPCODE_CONSTANT;
			at->noperands = 0;
			at->index = 0;
			at->literal = loop->start[element]->literal;
		}
	}
	region->parameters[0]->shape = shape;
}

/* The body returns what it changed, and what is free as it was given. */
static bool close_body(struct reader *reader, const struct loop *loop)
{
	struct computation *body = loop->regions[1];
	uint32_t count = loop->kept + loop->noutside;
	struct region region = {.computation = body};
	struct instruction **returned = arena_new(reader->names, struct instruction *, count);
	for (uint32_t i = 0; i < loop->count; i++)
		if (!loop->free[i])
			returned[loop->places[i]] = body->root->operands[i];
	for (uint32_t i = 0; i < loop->noutside; i++) {
		struct instruction *element =
		    reader_add(reader, &region, OPCODE_GET_TUPLE_ELEMENT, loop->outside[i]->shape,
		               &body->parameters[0], 1);
		if (!element)
			return false;
		element->index = loop->kept + i;
		returned[loop->kept + i] = element;
	}
	body->root = add_tuple(reader, body, returned, count, loop->loop);
	return body->root;
}

/* The elements of the loop: those of free values are what the loop was given. */
static void replace_elements(struct reader *reader, const struct loop *loop)
{
	for (uint32_t i = 0; i < loop->parent->count; i++) {
		struct instruction *at = loop->parent->instructions[i];
		if (at->opcode != OPCODE_GET_TUPLE_ELEMENT || at->operands[0] != loop->loop)
			continue;
		if (loop->free[at->index])
			reader_note(reader, loop->parent, at)->replacement = loop->start[at->index];
		else
			at->index = loop->places[at->index];
	}
}

static bool rewrite_loop(struct reader *reader, struct loop *loop)
{
	uint32_t count = loop->kept + loop->noutside;
	struct instruction **given = arena_new(reader->names, struct instruction *, count);
	for (uint32_t i = 0; i < loop->count; i++)
		if (!loop->free[i])
			given[loop->places[i]] = loop->start[i];
	for (uint32_t i = 0; i < loop->noutside; i++) {
		given[loop->kept + i] = opened(reader, loop, loop->outside[i]);
		if (!given[loop->kept + i])
			return false;
	}
	struct instruction *start = add_tuple(reader, loop->parent, given, count, loop->loop);
	if (!start)
		return false;
	for (int i = 0; i < 2; i++)
		renumber(loop, loop->regions[i], start->shape);
	if (!close_body(reader, loop))
		return false;
	replace_elements(reader, loop);
	loop->loop->operands[0] = start;
	loop->loop->shape = start->shape;
	loop->loop->index = loop->kept;
	return true;
}

static bool free_computation(struct reader *reader, struct computation *computation,
                             struct loop *around);

static bool free_loop(struct reader *reader, struct instruction *at, struct computation *parent,
                      struct loop *around)
{
	struct loop loop = {.loop = at,
	                    .parent = parent,
	                    .regions = {at->called[0], at->called[1]},
	                    .around = around};
	bool any = open_loop(reader, &loop);
	at->index = loop.count;
	for (int i = 0; i < 2; i++)
		if (!free_computation(reader, loop.regions[i], any ? &loop : NULL))
			return false;
	if (!any)
		return true;
	name_uses(&loop, loop.regions[0]);
	name_uses(&loop, loop.regions[1]);
	return rewrite_loop(reader, &loop);
}

/* Whether what was in order when there were so many instructions is so still: a loop that is made
 * anew adds some, and what is kept for its side effects may move each time. */
static bool is_ordered(const struct reader *reader, uint64_t instructions)
{
	return reader->instructions == instructions && !reader->side_effects;
}

/* Loops of a computation and of the regions in it, the inner ones first. Regions stand in each
 * other no deeper than MAX_NESTING. */
static bool free_computation(struct reader *reader, struct computation *computation,
                             struct loop *around)
{
	uint64_t before = reader->instructions;
	for (uint32_t i = 0; i < computation->count; i++) {
		struct instruction *at = computation->instructions[i];
		bool regions = at->opcode == OPCODE_CONDITIONAL || at->opcode == OPCODE_CALL ||
		               at->opcode == OPCODE_MANUAL_COMPUTATION;
		for (uint32_t j = 0; regions && j < at->ncalled; j++)
			if (!free_computation(reader, at->called[j], NULL))
				return false;
		if (at->opcode == OPCODE_WHILE && !free_loop(reader, at, computation, around))
			return false;
	}
	if (is_ordered(reader, before))
		return true;
	reader_resolve(reader, computation);
	reader_order_one(reader, computation);
	return true;
}

bool reader_free_loops(struct reader *reader)
{
	uint64_t before = reader->instructions;
	if (!free_computation(reader, reader->module->entry, NULL))
		return false;
	if (!is_ordered(reader, before))
		reader_order(reader);
	return true;
}
