/* SPDX-License-Identifier: Apache-2.0 */
/*
 * What JAX writes out as it lowers a program: loops with unroll=, of whose turns so many make one,
 * with what is left over behind it (control_flow/loops.py _scan_impl); and ragged_dot.
 */
#include "derive/apply.h"
#include "derive/derivation.h"
#include "derive/derive.h"
#include "derive/rules.h"
#include "op/core/shape_rules.h"
#include "op/index/index.h"
#include "op/shape/shape.h"

/* A loop that would be longer than this many equations stays as it is. */
enum { MOST_EQUATIONS = 1 << 17 };

/* A loop on its way. */
struct unrolled {
	struct derivation *derivation;
	struct op *op;
	const struct equation *equation; /* whose body has no such loops any more */
	const struct recorded_body *body;
	const struct recorded_scan *params;
	uint32_t ncarry, nxs, nys;
	int64_t trips, left;
	const struct array **carry; /* as it is now: `ncarry` */
};

/* The parts of the array along its first dimension, from `from` up to `to`. */
static const struct array *part_of(struct op *op, const struct array *x, int64_t from, int64_t to)
{
	if (!x)
		return NULL;
	int64_t *start = arena_new(op->arena, int64_t, x->type.rank);
	int64_t *limit = arena_copy(op->arena, x->type.shape, x->type.rank, sizeof *limit);
	start[0] = from;
	limit[0] = to;
	return lax_slice(op, x, start, limit, NULL);
}

static const struct array *element_of(struct op *op, const struct array *x, int64_t at)
{
	const uint32_t first = 0;
	const struct array *part = part_of(op, x, at, at + 1);
	return part ? lax_squeeze(op, part, &first, 1) : NULL;
}

/* Arrays of one type as the elements of one. */
static const struct array *stack_of(struct op *op, const struct array *const *items, uint32_t count)
{
	const uint32_t first = 0;
	const struct array **parts = arena_new(op->arena, const struct array *, count);
	for (uint32_t i = 0; i < count; i++) {
		parts[i] = lax_expand_dims(op, items[i], &first, 1);
		if (!parts[i])
			return NULL;
	}
	return count == 1 ? parts[0] : lax_concatenate(op, parts, count, 0);
}

/* The body once more, on the carry as it is and an element of each scanned array; ys[i] is what it
 * gives beside the carry. */
static bool run_once(struct unrolled *loop, const struct array *const *xs, int64_t at,
                     const struct array **ys)
{
	struct op *op = loop->op;
	struct array_map others = {0};
	struct recorded_body body = *loop->body;
	for (uint32_t i = 0; i < body.ninputs; i++) {
		const struct array *given =
		    i < loop->ncarry ? loop->carry[i] : element_of(op, xs[i - loop->ncarry], at);
		if (!given)
			return false;
		array_map_put(op->arena, &others, body.inputs[i], given);
	}
	body.ninputs = 0;
	struct recorded_body again = replayed(loop->derivation, &body, &others);
	recording_inline(op, &again);
	for (uint32_t i = 0; i < body.noutputs; i++)
		*(i < loop->ncarry ? &loop->carry[i] : &ys[i - loop->ncarry]) = again.outputs[i];
	return true;
}

/* `count` turns, one behind the other; ys are stacks of what they give. */
static bool run_turns(struct unrolled *loop, int64_t count, const struct array *const *xs,
                      const struct array **ys)
{
	struct arena *arena = loop->op->arena;
	const struct array **made =
	    arena_new(arena, const struct array *, (size_t)count * loop->nys);
	const struct array **turn = arena_new(arena, const struct array *, loop->nys);
	for (int64_t i = 0; i < count; i++) {
		int64_t at = loop->params->reverse ? count - i - 1 : i;
		if (!run_once(loop, xs, at, turn))
			return false;
		for (uint32_t j = 0; j < loop->nys; j++)
			made[j * count + at] = turn[j];
	}
	for (uint32_t j = 0; j < loop->nys; j++) {
		ys[j] = stack_of(loop->op, made + j * count, (uint32_t)count);
		if (!ys[j])
			return false;
	}
	return true;
}

/* The scanned arrays in two parts: those of whole trips, as [trips, unroll, …], and what is left.
 */
static bool part_scanned(struct unrolled *loop, const struct array **whole,
                         const struct array **left)
{
	struct op *op = loop->op;
	int64_t unroll = loop->params->unroll, all = loop->trips * unroll;
	int64_t begin = loop->params->reverse ? loop->left : 0;
	for (uint32_t i = 0; i < loop->nxs; i++) {
		const struct array *x = loop->equation->operands[loop->ncarry + i], *some = x;
		int64_t behind = loop->params->reverse ? 0 : all;
		left[i] = x;
		if (!loop->trips)
			continue;
		if (loop->left) {
			left[i] = part_of(op, x, behind, behind + loop->left);
			some = part_of(op, x, begin, begin + all);
		}
		if (!left[i] || !some)
			return false;
		int64_t *shape =
		    sizes_insert(op->arena, x->type.shape, x->type.rank, 0, loop->trips);
		shape[1] = unroll;
		whole[i] = lax_reshape(op, some, shape, x->type.rank + 1, NULL, NULL);
		if (!whole[i])
			return false;
	}
	return true;
}

/* A new array like an element of another. */
static const struct array *like_element(struct op *op, const struct array *x)
{
	struct array_type type = x->type;
	type.shape++;
	type.spec++;
	type.rank--;
	return array_new(op, &type);
}

/* Puts the equations from `first` on that have no place at that of the loop. */
static void place_rest(struct op *op, uint32_t first, const struct equation *loop)
{
	for (uint32_t i = first; i < op->recording->count; i++)
		if (!op->recording->equations[i].place)
			op->recording->equations[i].place = loop->place;
}

/* What each turn of each trip gives as one dimension. */
static const struct array *trips_joined(struct unrolled *loop, const struct array *y)
{
	int64_t *shape =
	    arena_copy(loop->op->arena, y->type.shape + 1, y->type.rank - 1, sizeof *shape);
	shape[0] = loop->trips * loop->params->unroll;
	return lax_reshape(loop->op, y, shape, y->type.rank - 1, NULL, NULL);
}

/* The loop over whole trips; ys are what it gives, as one dimension again. */
static bool run_trips(struct unrolled *loop, const struct array *const *xs, const struct array **ys)
{
	struct op *op = loop->op;
	uint32_t ninputs = loop->ncarry + loop->nxs, noutputs = loop->ncarry + loop->nys;
	struct recorded_body *body = arena_new(op->arena, struct recorded_body, 1);
	struct recorded_scan *params = arena_new(op->arena, struct recorded_scan, 1);
	const struct array **inputs = arena_new(op->arena, const struct array *, ninputs);
	const struct array **operands = arena_new(op->arena, const struct array *, ninputs);
	const struct array **outputs = arena_new(op->arena, const struct array *, noutputs);
	const struct array **results = arena_new(op->arena, const struct array *, noutputs);
	struct recording turns;
	*params = *loop->params;
	params->length = loop->trips;
	params->unroll = 1;
	for (uint32_t i = 0; i < ninputs; i++) {
		bool carried = i < loop->ncarry;
		operands[i] = carried ? loop->carry[i] : xs[i - loop->ncarry];
		inputs[i] = carried ? array_again(op, loop->body->inputs[i])
		                    : like_element(op, operands[i]);
		if (carried)
			loop->carry[i] = inputs[i];
	}
	part_begin(op, &turns);
	bool done =
	    run_turns(loop, loop->params->unroll, inputs + loop->ncarry, outputs + loop->ncarry);
	place_rest(op, 0, loop->equation);
	*body = part_end(op, &turns);
	if (!done)
		return false;
	for (uint32_t i = 0; i < noutputs; i++) {
		if (i < loop->ncarry)
			outputs[i] = loop->carry[i];
		results[i] = i < loop->ncarry ? array_again(op, loop->body->outputs[i])
		                              : stacked_array(op, outputs[i], loop->trips);
		if (i < loop->ncarry)
			loop->carry[i] = results[i];
	}
	body->inputs = inputs;
	body->ninputs = ninputs;
	body->outputs = outputs;
	body->noutputs = noutputs;
	recording_add(op, &(struct equation){.kind = EQUATION_SCAN,
	                                     .params = params,
	                                     .operands = operands,
	                                     .count = ninputs,
	                                     .results = results,
	                                     .nresults = noutputs,
	                                     .bodies = body,
	                                     .nbodies = 1});
	for (uint32_t i = 0; i < loop->nys; i++) {
		ys[i] = trips_joined(loop, results[loop->ncarry + i]);
		if (!ys[i])
			return false;
	}
	return true;
}

/* Lets the results of the equation stand for what has been made. */
static bool give_results(struct unrolled *loop, const struct array *const *whole,
                         const struct array *const *left)
{
	struct op *op = loop->op;
	for (uint32_t i = 0; i < loop->equation->nresults; i++) {
		const struct array *made = i < loop->ncarry ? loop->carry[i] : NULL;
		if (i >= loop->ncarry) {
			uint32_t at = i - loop->ncarry;
			const struct array *parts[] = {whole[at], left[at]};
			if (loop->params->reverse) {
				parts[0] = left[at];
				parts[1] = whole[at];
			}
			made = !loop->trips ? left[at]
			       : loop->left ? lax_concatenate(op, parts, 2, 0)
			                    : whole[at];
		}
		if (!made)
			return false;
		if (made->number != loop->equation->results[i]->number)
			recording_same(op, EQUATION_SAME, loop->equation->results[i], made);
	}
	return true;
}

static bool unroll(struct derivation *derivation, const struct equation *equation)
{
	struct op *op = derivation->op;
	const struct recorded_scan *params = equation->params;
	struct unrolled loop = {.derivation = derivation,
	                        .op = op,
	                        .equation = equation,
	                        .body = &equation->bodies[0],
	                        .params = params,
	                        .ncarry = params->ncarry,
	                        .nxs = equation->count - params->ncarry,
	                        .nys = equation->nresults - params->ncarry,
	                        .trips = params->unroll ? params->length / params->unroll : 0};
	loop.left = params->length - loop.trips * params->unroll;
	if (loop.trips == 1 && !loop.left) {
		loop.trips = 0;
		loop.left = params->length;
	}
	loop.carry = arena_copy(op->arena, equation->operands, loop.ncarry, sizeof *loop.carry);
	const struct array **xs = arena_new(op->arena, const struct array *, loop.nxs);
	const struct array **xs_left = arena_new(op->arena, const struct array *, loop.nxs);
	const struct array **ys = arena_new(op->arena, const struct array *, loop.nys);
	const struct array **ys_left = arena_new(op->arena, const struct array *, loop.nys);
	return part_scanned(&loop, xs, xs_left) && (!loop.trips || run_trips(&loop, xs, ys)) &&
	       (!loop.left || run_turns(&loop, loop.left, xs_left, ys_left)) &&
	       give_results(&loop, ys, ys_left);
}

static struct recorded_body unrolled_part(struct derivation *derivation,
                                          const struct recorded_body *body);

static bool write_ragged_dot(struct derivation *derivation, const struct equation *equation)
{
	const struct array *product = ragged_dot_written_out(derivation->op, equation);
	if (product)
		recording_same(derivation->op, EQUATION_SAME, equation->results[0], product);
	return product != NULL;
}

typedef bool written_out(struct derivation *derivation, const struct equation *equation);

static bool is_long(const struct recorded_scan *scan, const struct recorded_body *body)
{
	int64_t turns = scan->unroll && scan->unroll < scan->length ? scan->unroll : scan->length;
	return turns > MOST_EQUATIONS / ((int64_t)body->count + 1);
}

/* What writes the equation out, with others in its place; NULL: it stays. */
static written_out *writer_of(const struct equation *equation)
{
	const struct recorded_scan *scan = equation->params;
	if (equation->kind == EQUATION_PRIMITIVE)
		return strcmp(equation->primitive->name, "ragged_dot_general") == 0
		           ? write_ragged_dot
		           : NULL;
	return equation->kind == EQUATION_SCAN && scan->unroll != 1 && scan->length > 0 &&
	               !is_long(scan, equation->bodies)
	           ? unroll
	           : NULL;
}

static void unroll_equation(struct derivation *derivation, const struct equation *equation)
{
	struct op *op = derivation->op;
	struct equation one = *equation;
	struct recorded_body *bodies =
	    arena_new(op->arena, struct recorded_body, equation->nbodies);
	for (uint32_t i = 0; i < equation->nbodies; i++)
		bodies[i] = unrolled_part(derivation, &equation->bodies[i]);
	one.bodies = bodies;
	written_out *write = writer_of(&one);
	if (!write) {
		emit_equation(op, &one);
		return;
	}
	uint32_t first = op->recording->count;
	const struct context outside = context_of(op, &one);
	if (!write(derivation, &one)) {
		op->error = (struct op_error){0};
		op->recording->count = first;
		emit_equation(op, &one);
	}
	context_set(op, outside);
	place_rest(op, first, &one);
}

static struct recorded_body unrolled_part(struct derivation *derivation,
                                          const struct recorded_body *body)
{
	struct recording part;
	struct recorded_body unrolled = *body;
	part_begin(derivation->op, &part);
	for (uint32_t i = 0; i < body->count; i++)
		unroll_equation(derivation, &body->equations[i]);
	struct recorded_body made = part_end(derivation->op, &part);
	unrolled.equations = made.equations;
	unrolled.count = made.count;
	return unrolled;
}

struct recorded_body unrolled_body(struct op *op, const struct recorded_body *body)
{
	struct derivation derivation = {.op = op};
	struct op outside = *op;
	op->name_of = NULL;
	op->place_of = NULL;
	op->recording = NULL;
	struct recorded_body unrolled = unrolled_part(&derivation, body);
	op->name_of = outside.name_of;
	op->place_of = outside.place_of;
	op->recording = outside.recording;
	op->error = outside.error;
	return unrolled;
}
