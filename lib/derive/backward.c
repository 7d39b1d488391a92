/* SPDX-License-Identifier: Apache-2.0 */
#include "derive/backward.h"

#include "derive/apply.h"
#include "derive/bodies.h"
#include "derive/rules.h"

bool add_cotangent(struct derivation *derivation, struct array_map *cotangents,
                   const struct array *array, const struct array *cotangent)
{
	struct op *op = derivation->op;
	const struct array *before = array_map_get(cotangents, array);
	if (!cotangent)
		return true;
	if (!type_same_shape(&array->type, &cotangent->type))
		return derivative_unknown(derivation, "a cotangent of another shape", "");
	const struct array *sum = before ? plus(op, before, cotangent) : cotangent;
	if (!sum)
		return derivative_unknown(derivation, "the sum of two cotangents", "");
	array_map_put(op->arena, cotangents, array, sum);
	return true;
}

const struct array *cotangent_or_zeros(struct derivation *derivation,
                                       const struct array_map *cotangents,
                                       const struct array *array)
{
	const struct array *cotangent = array_map_get(cotangents, array);
	struct array_type type = cotangent_type_of(&array->type);
	return cotangent ? cotangent : zeros_of(derivation->op, &type);
}

static bool run_rule(struct backward *b)
{
	const struct equation *equation = b->equation;
	const struct backward_rule *rule;
	switch (equation->kind) {
	case EQUATION_PRIMITIVE:
		rule = backward_rule_of(equation->primitive);
		return (rule && rule->transpose(b)) ||
		       derivative_unknown(b->derivation, "the way back through ",
		                          equation->primitive->name);
	case EQUATION_SAME:
		b->made[0] = b->cotangents[0];
		return true;
	case EQUATION_SCAN:
		return transpose_scan(b);
	case EQUATION_BRANCHES:
		return transpose_branches(b);
	case EQUATION_CHECKPOINT:
		return transpose_checkpoint(b);
	case EQUATION_CUSTOM_JVP:
		return transpose_solve(b);
	case EQUATION_CUSTOM_VJP:
		return transpose_custom(b);
	case EQUATION_MANUAL:
		return transpose_manual(b);
	default:
		return derivative_unknown(b->derivation, "the way back through a loop", "");
	}
}

/* Takes the cotangents of an equation's results back to its operands. */
static bool transpose_equation(struct derivation *derivation, const struct linear_part *part,
                               const struct equation *equation, struct array_map *cotangents)
{
	struct arena *arena = derivation->op->arena;
	const struct array **given = arena_new(arena, const struct array *, equation->nresults);
	const struct array **made = arena_new(arena, const struct array *, equation->count);
	bool *linear = arena_new(arena, bool, equation->count), any = false;
	for (uint32_t i = 0; i < equation->nresults; i++) {
		given[i] = array_map_get(cotangents, equation->results[i]);
		any = any || given[i];
	}
	if (!any)
		return true;
	for (uint32_t i = 0; i < equation->count; i++)
		linear[i] = array_map_get(&part->arrays, equation->operands[i]) != NULL;
	struct backward b = {.derivation = derivation,
	                     .op = derivation->op,
	                     .equation = equation,
	                     .linear = linear,
	                     .cotangents = given,
	                     .part = part,
	                     .all = cotangents,
	                     .made = made};
	if (!run_rule(&b))
		return false;
	for (uint32_t i = 0; i < equation->count; i++)
		if (linear[i] &&
		    !add_cotangent(derivation, cotangents, equation->operands[i], made[i]))
			return false;
	return true;
}

/* ---- Functions under jit ---- */

/* Such a function in a linear part, from its first equation to its last. What comes back to its
 * operands is added up inside of it, and then to what they have got outside (JAX: the transpose of
 * pjit is one equation). */
struct called {
	const struct recorded_jit *jit;
	uint32_t first;
	struct array_map own, cotangents;
};

struct transposing {
	struct derivation *derivation;
	const struct linear_part *part;
	struct called *calls; /* those that are open, from the outside in */
	uint32_t count;
	size_t room;
	struct array_map *outside;
};

/* The cotangents that equations add to. */
static struct array_map *innermost(struct transposing *t)
{
	return t->count ? &t->calls[t->count - 1].cotangents : t->outside;
}

static bool is_done_by(const struct equation *equation, const struct recorded_jit *jit)
{
	const struct recorded_jit *one = equation->jits;
	while (one && one != jit)
		one = one->outer;
	return one != NULL;
}

static bool is_open(const struct transposing *t, const struct recorded_jit *jit)
{
	for (uint32_t i = 0; i < t->count; i++)
		if (t->calls[i].jit == jit)
			return true;
	return false;
}

/* Opens a call, whose first equation is known: its own arrays have the cotangents that they have
 * got. */
static void open_call(struct transposing *t, struct called called, uint32_t last)
{
	struct arena *arena = t->derivation->op->arena;
	const struct array_map *around = innermost(t);
	for (uint32_t i = called.first; i <= last; i++) {
		const struct equation *equation = &t->part->body.equations[i];
		for (uint32_t k = 0; k < equation->nresults; k++) {
			const struct array *own = equation->results[k];
			const struct array *got = own ? array_map_get(around, own) : NULL;
			if (own)
				array_map_add(arena, &called.own, own);
			if (got)
				array_map_put(arena, &called.cotangents, own, got);
		}
	}
	arena_push(arena, t->calls, t->count, t->room, called);
}

/* Opens the calls that end with an equation, from the outside in; one of a single equation adds up
 * nothing. */
static void open_calls(struct transposing *t, const struct recorded_jit *jit, uint32_t last)
{
	if (!jit || is_open(t, jit))
		return;
	open_calls(t, jit->outer, last);
	struct called called = {.jit = jit, .first = last};
	while (called.first && is_done_by(&t->part->body.equations[called.first - 1], jit))
		called.first--;
	if (called.first < last)
		open_call(t, called, last);
}

/* Hands what a call has added up to those around it. */
static bool close_call(struct transposing *t)
{
	const struct called called = t->calls[--t->count];
	const struct array_map *made = &called.cotangents;
	for (uint32_t i = 0; i < made->room; i++)
		if (made->keys[i] && !array_map_get(&called.own, made->keys[i]) &&
		    !add_cotangent(t->derivation, innermost(t), made->keys[i], made->values[i]))
			return false;
	return true;
}

/* Says where equations come from that are made for one, or what has called it. */
static void place_made(struct op *op, uint32_t first, const struct equation *equation)
{
	for (uint32_t j = first; j < op->recording->count; j++) {
		op->recording->equations[j].place = equation->place;
		op->recording->equations[j].unit = equation->unit ? ~equation->unit : 0;
		op->recording->equations[j].call = equation->call ? ~equation->call : 0;
	}
}

/* One equation, at its place, and what ends with it. */
static bool transpose_at(struct transposing *t, uint32_t at)
{
	struct op *op = t->derivation->op;
	const struct equation *equation = &t->part->body.equations[at];
	uint32_t first = op->recording->count;
	open_calls(t, equation->jits, at);
	(void)context_of(op, equation);
	if (!transpose_equation(t->derivation, t->part, equation, innermost(t)))
		return false;
	place_made(op, first, equation);
	first = op->recording->count;
	while (t->count && t->calls[t->count - 1].first == at)
		if (!close_call(t))
			return false;
	place_made(op, first, &(struct equation){.place = equation->place});
	return true;
}

bool transpose_part(struct derivation *derivation, const struct linear_part *part,
                    struct array_map *cotangents)
{
	struct op *op = derivation->op;
	const struct context outside = {op->mesh, op->checks_varying};
	struct transposing t = {.derivation = derivation, .part = part, .outside = cotangents};
	bool done = true;
	for (uint32_t i = part->body.count; i-- && done;)
		done = transpose_at(&t, i);
	context_set(op, outside);
	return done;
}
