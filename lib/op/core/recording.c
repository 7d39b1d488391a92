/* SPDX-License-Identifier: Apache-2.0 */
#include "op/core/recording.h"

#include <assert.h>

#include "base/table.h"
#include "op/core/primitive.h"
#include "op/core/recording_prune.h"

void recording_begin(struct op *op, struct recording *recording)
{
	*recording = (struct recording){.outer = op->recording};
	if (op->recording)
		op->recording = recording;
}

struct recorded_body recording_end(struct op *op, const struct recording *recording)
{
	struct recorded_body body = {.equations = recording->equations, .count = recording->count};
	assert(!op->recording || op->recording == recording);
	op->recording = recording->outer;
	return body;
}

void recording_again(struct op *op)
{
	if (op->recording)
		*op->recording = (struct recording){.outer = op->recording->outer};
}

void recording_resume(struct op *op, struct recording *recording, const struct recorded_body *body)
{
	recording_begin(op, recording);
	recording_inline(op, body);
}

struct str array_key(const struct array *array)
{
	return (struct str){(const char *)&array->number, sizeof array->number};
}

const struct array *array_whole(const struct op *op, const struct array *array)
{
	while (array && array->level > op->staged && array->mapped)
		array = array->mapped;
	return array;
}

const struct recorded_vmaps *recorded_vmaps_now(struct op *op, const struct array *const *operands,
                                                const struct array *const *results)
{
	if (op->nmappings == op->staged)
		return NULL;
	struct recorded_vmaps *vmaps = arena_new(op->arena, struct recorded_vmaps, 1);
	*vmaps = (struct recorded_vmaps){
	    .mappings = arena_copy(op->arena, op->mappings, op->nmappings, sizeof *op->mappings),
	    .count = op->nmappings,
	    .staged = op->staged,
	    .operands = operands,
	    .results = results};
	return vmaps;
}

const struct array *const *recorded_arrays(struct op *op, const struct array *const *arrays,
                                           uint32_t count)
{
	const struct array **wholes = arena_new(op->arena, const struct array *, count);
	for (uint32_t i = 0; i < count; i++)
		wholes[i] = array_whole(op, arrays[i]);
	return wholes;
}

/* Makes room for so many equations in the innermost recording: mostly it gets no others. */
static void reserve(struct op *op, uint32_t count)
{
	struct recording *recording = op->recording;
	recording->equations = arena_reserve(op->arena, recording->equations, recording->count,
	                                     &recording->room, sizeof *recording->equations, count);
}

struct equation *recording_add(struct op *op, const struct equation *equation)
{
	struct recording *recording = op->recording;
	if (!recording)
		return NULL;
	reserve(op, 1);
	struct equation *added = &recording->equations[recording->count++];
	*added = *equation;
	added->operands = recorded_arrays(op, equation->operands, equation->count);
	added->results = recorded_arrays(op, equation->results, equation->nresults);
	added->mesh = op->mesh;
	added->checks_varying = op->checks_varying;
	added->place = op->place_of ? op->place_of(op) : NULL;
	return added;
}

void recording_same(struct op *op, enum equation_kind kind, const struct array *made,
                    const struct array *from)
{
	if (!op->recording || !made || !from ||
	    array_whole(op, made)->number == array_whole(op, from)->number)
		return;
	recording_add(
	    op, &(struct equation){
		    .kind = kind, .operands = &from, .count = 1, .results = &made, .nresults = 1});
}

void recording_constant(struct op *op, const struct array *array)
{
	recording_add(
	    op, &(struct equation){.kind = EQUATION_CONSTANT, .results = &array, .nresults = 1});
}

void recording_inline(struct op *op, const struct recorded_body *body)
{
	struct recording *recording = op->recording;
	if (!recording || !body->count)
		return;
	reserve(op, body->count);
	memcpy(&recording->equations[recording->count], body->equations,
	       body->count * sizeof *recording->equations);
	recording->count += body->count;
}

/* A number that no other unit has: that of the first array that it makes. */
static uint64_t unit_number(const struct equation *equations, uint32_t count)
{
	for (uint32_t i = 0; i < count; i++)
		if (equations[i].nresults && equations[i].results[0])
			return equations[i].results[0]->number + 1;
	return 0;
}

/* Puts an equation into a function under jit, which is around those that do it. */
static void put_into_jit(struct equation *equation, struct recorded_jit *jit)
{
	struct recorded_jit **outermost = &equation->jits;
	while (*outermost && *outermost != jit)
		outermost = &(*outermost)->outer;
	*outermost = jit;
}

void recording_inline_unit(struct op *op, const struct recorded_body *body)
{
	struct recording *recording = op->recording;
	uint32_t first = recording ? recording->count : 0;
	recording_inline(op, body);
	for (uint32_t i = first; recording && i < recording->count; i++)
		recording->equations[i].unit = unit_number(body->equations, body->count);
}

uint32_t recording_count(const struct op *op)
{
	return op->recording ? op->recording->count : 0;
}

void recording_set_jit(struct op *op, uint32_t first)
{
	struct recording *recording = op->recording;
	if (!recording || recording->count <= first)
		return;
	struct recorded_jit *jit = arena_new(op->arena, struct recorded_jit, 1);
	for (uint32_t i = first; i < recording->count; i++)
		put_into_jit(&recording->equations[i], jit);
}

void recording_set_call(struct op *op, uint32_t first)
{
	struct recording *recording = op->recording;
	if (!recording || recording->count <= first)
		return;
	struct equation *equations = recording->equations + first;
	uint64_t number = unit_number(equations, recording->count - first);
	for (uint32_t i = 0; i < recording->count - first; i++)
		if (!equations[i].call)
			equations[i].call = number;
	recording_set_jit(op, first);
}

bool equation_casts(const struct equation *equation)
{
	return equation->kind == EQUATION_PRIMITIVE && equation->count == 1 &&
	       equation->nresults == 1 && equation->primitive->same_elements &&
	       type_same_shape(&equation->operands[0]->type, &equation->results[0]->type);
}

/* The arrays that have been met. */
struct met {
	struct array_set seen;
	const struct array **free; /* that nothing inside makes */
	uint32_t count;
	size_t room;
};

static void use(struct met *met, const struct array *const *arrays, uint32_t count)
{
	for (uint32_t i = 0; i < count; i++) {
		/* An example is of what vmaps map. */
		for (const struct array *array = arrays[i]; array; array = array->mapped)
			if (array_set_add(&met->seen, array))
				arena_push(met->seen.arena, met->free, met->count, met->room,
				           array);
	}
}

static void make(struct met *met, const struct array *const *arrays, uint32_t count)
{
	for (uint32_t i = 0; i < count; i++)
		if (arrays[i])
			(void)array_set_add(&met->seen, arrays[i]);
}

static void follow(struct met *met, const struct recorded_body *body)
{
	make(met, body->inputs, body->ninputs);
	for (uint32_t i = 0; i < body->count; i++) {
		const struct equation *equation = &body->equations[i];
		use(met, equation->operands, equation->count);
		for (uint32_t j = 0; j < equation->nbodies; j++)
			follow(met, &equation->bodies[j]);
		make(met, equation->results, equation->nresults);
	}
	use(met, body->outputs, body->noutputs);
}

const struct array *const *recording_captures(struct arena *arena, const struct recorded_body *body,
                                              uint32_t *count)
{
	struct met met = {.seen = {.arena = arena}};
	follow(&met, body);
	*count = met.count;
	return met.free;
}

enum { MOST_BODIES = 32 };

static const struct equation *find_within(const struct equation *equations, uint32_t count,
                                          equation_test *test, const void *context, int depth)
{
	const struct equation *found = NULL;
	for (uint32_t i = 0; !found && i < count; i++) {
		const struct equation *one = &equations[i];
		if (test(one, context))
			found = one;
		for (uint32_t k = 0; !found && depth < MOST_BODIES && k < one->nbodies; k++)
			found = find_within(one->bodies[k].equations, one->bodies[k].count, test,
			                    context, depth + 1);
	}
	return found;
}

const struct equation *recording_search(const struct equation *equations, uint32_t count,
                                        equation_test *test, const void *context)
{
	return find_within(equations, count, test, context, 0);
}

static bool applies(const struct equation *equation, const void *name)
{
	return equation->kind == EQUATION_PRIMITIVE && strcmp(equation->primitive->name, name) == 0;
}

const struct equation *recording_find(const struct equation *equations, uint32_t count,
                                      const char *name)
{
	return recording_search(equations, count, applies, name);
}
