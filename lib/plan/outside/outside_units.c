/* SPDX-License-Identifier: Apache-2.0 */
#include "plan/outside/outside_units.h"

#include "derive/derive.h"
#include "op/core/primitive.h"
#include "op/core/recording_prune.h"
#include "trace/named_array.h"

/* Arrays of the recording that are made: what operations give, what functions are given, what has a
 * name, and what a function of which a derivative is taken gives, used or not. */
struct roots {
	struct arena *arena;
	const struct array **items;
	uint32_t count;
	size_t room;
	struct array_set seen;
};

static void add_root(struct roots *roots, const struct op *op, const struct array *array)
{
	const struct array *whole = array ? array_whole(op, array) : NULL;
	if (whole && array_set_add(&roots->seen, whole))
		arena_push(roots->arena, roots->items, roots->count, roots->room, whole);
}

/* What the function gives that a derivative is taken of, where it is not one under vmap. */
static void add_forward(struct roots *roots, const struct op *op, const struct equation *equation)
{
	const struct recorded_body *body = equation->bodies;
	bool forward = equation->kind == EQUATION_GRADIENT || equation->kind == EQUATION_LINEARIZE;
	for (uint32_t i = 0; forward && !equation->vmaps && i < body->noutputs; i++)
		add_root(roots, op, body->outputs[i]);
}

static struct roots roots_of(struct arena *arena, const struct trace_result *program)
{
	struct roots roots = {.arena = arena, .seen = {.arena = arena}};
	const struct op *op = program->outside->op;
	uint32_t count;
	for (const struct trace_event *event = program->events; event; event = event->next) {
		if (event->jitted)
			continue;
		add_root(&roots, op, event->moved);
		add_root(&roots, op, event->array);
	}
	for (const struct recorded_function *function = program->functions; function;
	     function = function->next)
		for (uint32_t i = 0; i < function->narguments; i++)
			add_root(&roots, op, function->arguments[i].array);
	for (uint32_t i = 0; i < program->outside->count; i++)
		add_forward(&roots, op, &program->outside->equations[i]);
	const struct named_array *named = named_arrays(arena, program, &count);
	for (uint32_t i = 0; i < count; i++)
		if (named[i].value->kind == VALUE_ARRAY)
			add_root(&roots, op, named[i].value->array);
	return roots;
}

/* ---- Units ---- */

struct grouping {
	struct arena *arena;
	const struct recorded_body *body;
	struct outside_units *units;
	struct outside_unit *items;
	struct array_set used; /* by another unit than that which makes it, or by the program */
};

static bool is_manual(const struct equation *equation)
{
	return equation->kind == EQUATION_MANUAL ||
	       (equation->kind == EQUATION_PRIMITIVE &&
	        strcmp(equation->primitive->name, "shard_map") == 0);
}

/* Whether equations, which are a shard_map up to here, have the function inside of it, and the next
 * one does not take what it gives. */
static bool is_ended(const struct equation *equations, uint32_t count, const struct equation *next)
{
	bool inside = false;
	for (uint32_t i = 0; i < count; i++) {
		inside |= equations[i].kind == EQUATION_MANUAL;
		for (uint32_t j = 0; inside && j < equations[i].nresults; j++)
			for (uint32_t k = 0; k < next->count; k++)
				if (next->operands[k]->number == equations[i].results[j]->number)
					return false;
	}
	return inside;
}

/* How many equations from `first` on are a unit. */
static uint32_t unit_length(const struct recorded_body *body, uint32_t first)
{
	const struct equation *start = &body->equations[first];
	uint32_t count = 1;
	for (; first + count < body->count; count++) {
		const struct equation *next = &start[count];
		bool same = start->unit && next->unit == start->unit;
		if (!same &&
		    (!is_manual(start) || !is_manual(next) || is_ended(start, count, next)))
			break;
	}
	return count;
}

static void add_maker(struct grouping *grouping, const struct array *array, uint32_t unit)
{
	bool added;
	if (array)
		*table_add(grouping->arena, &grouping->units->makers, array_key(array), unit,
		           &added) = unit;
}

/* Notes what a unit makes, and what it uses of others. */
static void note_unit(struct grouping *grouping, struct outside_unit *unit)
{
	struct recorded_function *function = &unit->function;
	const struct recorded_body body = {.equations = function->equations,
	                                   .count = function->count};
	const struct array *const *taken =
	    recording_captures(grouping->arena, &body, &function->narguments);
	struct recorded_argument *arguments =
	    arena_new(grouping->arena, struct recorded_argument, function->narguments);
	for (uint32_t i = 0; i < function->narguments; i++) {
		arguments[i].array = taken[i];
		array_set_add(&grouping->used, taken[i]);
	}
	function->arguments = arguments;
	for (uint32_t i = 0; i < function->count; i++)
		for (uint32_t j = 0; j < function->equations[i].nresults; j++)
			add_maker(grouping, function->equations[i].results[j],
			          (uint32_t)(unit - grouping->items));
}

/* Gives the unit the results that are used outside of it. */
static void give_results(struct grouping *grouping, struct outside_unit *unit)
{
	struct recorded_function *function = &unit->function;
	struct recorded_result *results = NULL;
	size_t room = 0;
	for (uint32_t i = 0; i < function->count; i++)
		for (uint32_t j = 0; j < function->equations[i].nresults; j++) {
			const struct array *array = function->equations[i].results[j];
			if (!array || !array_set_has(&grouping->used, array))
				continue;
			const struct recorded_result result = {.array = array, .given = array};
			arena_push(grouping->arena, results, function->nresults, room, result);
		}
	function->results = results;
}

static void group(struct grouping *grouping, const struct recorded_function *outside)
{
	const struct recorded_body *body = grouping->body;
	uint32_t count = 0;
	grouping->items = arena_new(grouping->arena, struct outside_unit, body->count);
	for (uint32_t i = 0; i < body->count; i += grouping->items[count++].function.count) {
		struct outside_unit *unit = &grouping->items[count];
		unit->place = body->equations[i].place;
		unit->function = (struct recorded_function){.equations = &body->equations[i],
		                                            .count = unit_length(body, i),
		                                            .at = outside->at,
		                                            .op = outside->op};
		if (unit->place)
			unit->function.at = unit->place->at;
		note_unit(grouping, unit);
	}
	for (uint32_t i = 0; i < count; i++)
		give_results(grouping, &grouping->items[i]);
	grouping->units->items = grouping->items;
	grouping->units->count = count;
}

struct outside_units outside_units_make(struct arena *arena, const struct trace_result *program)
{
	struct outside_units units = {.count = 0};
	const struct recorded_function *outside = program->outside;
	struct roots roots = roots_of(arena, program);
	const struct recorded_body recorded = {.equations = outside->equations,
	                                       .count = outside->count,
	                                       .outputs = roots.items,
	                                       .noutputs = roots.count};
	const struct recorded_body derived = derive_body(outside->op, &recorded);
	for (uint32_t i = 0; i < roots.count; i++) {
		bool added;
		(void)table_add(arena, &units.others, array_key(roots.items[i]), i, &added);
	}
	units.standing = derived.outputs;
	const struct recorded_body body = recording_pruned(arena, &derived);
	struct grouping grouping = {
	    .arena = arena, .body = &body, .units = &units, .used = {.arena = arena}};
	for (uint32_t i = 0; i < derived.noutputs; i++)
		array_set_add(&grouping.used, derived.outputs[i]);
	group(&grouping, outside);
	return units;
}

const struct array *outside_standing(const struct outside_units *units, const struct array *array)
{
	const uint32_t *at = table_find(&units->others, array_key(array));
	return at ? units->standing[*at] : array;
}

const struct outside_unit *outside_maker(const struct outside_units *units,
                                         const struct array *array)
{
	const uint32_t *maker = table_find(&units->makers, array_key(array));
	return maker ? &units->items[*maker] : NULL;
}
