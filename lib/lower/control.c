/* SPDX-License-Identifier: Apache-2.0 */
/* Loops and branches. JAX: lax/control_flow/loops.py _scan_impl, _while_lowering;
 * conditionals.py _cond_lowering. */
#include "lower/rows.h"
#include "op/core/levels.h"
#include "op/core/recording_prune.h"

/* The values that go around in a loop. */
struct loop {
	struct emitter *emitter;
	const struct equation *equation;
	struct term *operands, *arguments, *results; /* `count` of each */
	uint32_t count;
	const struct array **constants; /* what the bodies use of what is around */
	uint32_t nconstants;
};

/* Whether a literal can be written again where it is used. */
static bool is_literal(const struct emitter *emitter, const struct array *array)
{
	return !table_find(&emitter->numbers, array_key(array));
}

/* Finds what the bodies use of what is around, in order of first use. */
static void find_constants(struct loop *loop)
{
	struct arena *arena = loop->emitter->arena;
	struct array_set seen = {.arena = arena};
	for (uint32_t b = 0; b < loop->equation->nbodies; b++) {
		uint32_t count;
		const struct array *const *free =
		    recording_captures(arena, &loop->equation->bodies[b], &count);
		const struct array **all =
		    arena_new(arena, const struct array *, (size_t)loop->nconstants + count);
		for (uint32_t i = 0; i < loop->nconstants; i++)
			all[i] = loop->constants[i];
		loop->constants = all;
		for (uint32_t i = 0; i < count; i++) {
			if (is_literal(loop->emitter, free[i]) || array_set_has(&seen, free[i]))
				continue;
			array_set_add(&seen, free[i]);
			all[loop->nconstants++] = free[i];
		}
	}
}

static void make_room(struct loop *loop, uint32_t count)
{
	struct arena *arena = loop->emitter->arena;
	loop->operands = arena_new(arena, struct term, count);
	loop->arguments = arena_new(arena, struct term, count);
	loop->results = arena_new(arena, struct term, count);
}

static void add_operand(struct loop *loop, struct term operand)
{
	loop->operands[loop->count] = operand;
	loop->results[loop->count++].type = operand.type;
}

/* New arguments for a region. */
static void begin_region(struct loop *loop)
{
	for (uint32_t i = 0; i < loop->count; i++)
		loop->arguments[i] = new_argument(loop->emitter, &loop->operands[i].type);
	emit_region(loop->emitter, loop->arguments, loop->count);
}

/* What stands for the constants inside of a region, or outside again. */
static void bind_constants(struct loop *loop, const struct term *terms)
{
	for (uint32_t i = 0; i < loop->nconstants; i++)
		bind_term(loop->emitter, loop->constants[i], terms[i]);
}

/* The type of the counter of a scan: a scalar on the mesh of the program. */
static struct array_type counter_type(struct emitter *emitter, const struct equation *equation)
{
	struct array_type type = type_plain(emitter->arena, dtype_named(STR("int32")), NULL, 0);
	type.mesh = equation->mesh;
	return type;
}

/* Two scalars, each with its constraint, and an operation on them. */
static struct term counted(struct emitter *emitter, const char *operation, struct term x,
                           struct term y, const struct array_type *type)
{
	const struct term operands[] = {constrained(emitter, x, type),
	                                constrained(emitter, y, type)};
	return emit_placed(emitter, operation, operands, 2, STR(""), type);
}

static void emit_scan_condition(struct loop *loop, uint32_t counter,
                                const struct recorded_scan *scan)
{
	struct emitter *emitter = loop->emitter;
	struct array_type type = counter_type(emitter, loop->equation);
	struct array_type truth = type_plain(emitter->arena, dtype_named(STR("bool")), NULL, 0);
	begin_region(loop);
	struct term bound = emit_number(emitter, type.dtype, scan->length);
	const struct term compared[] = {constrained(emitter, loop->arguments[counter], &type),
	                                constrained(emitter, bound, &type)};
	struct term less = emit_comparison(emitter, compared, "SIGNED", "LT", &truth);
	emit_return(emitter, &less, 1);
}

/* The places of one element along the first dimension, behind each other: this index, then zeros.
 */
static void add_starts(struct emitter *emitter, struct term *starts, uint32_t rank,
                       struct term index)
{
	starts[0] = index;
	for (uint32_t i = 1; i < rank; i++)
		starts[i] = i == 1 ? emit_number(emitter, index.type.dtype, 0) : starts[1];
}

/* dynamic_slice of one element along the first dimension, and a reshape. JAX: slicing.py
 * dynamic_index_in_dim. */
static struct term element_at(struct emitter *emitter, struct term x, struct term index,
                              const struct array_type *type)
{
	uint32_t rank = written_rank(&x.type);
	struct term *operands = arena_new(emitter->arena, struct term, (size_t)rank + 1);
	struct array_type piece = x.type;
	int64_t *shape = written_items(emitter->arena, x.type.shape, &x.type, KEY_WORDS);
	struct buf attributes = {.arena = emitter->arena};
	shape[0] = 1;
	piece.shape = shape;
	operands[0] = x;
	uint32_t around = emit_call_begin(emitter);
	add_starts(emitter, operands + 1, rank, index);
	buf_puts(&attributes, "slice_sizes = ");
	add_i64s(&attributes, shape, rank);
	struct term slice = emit_placed(emitter, "stablehlo.dynamic_slice", operands, rank + 1,
	                                buf_str(&attributes), &piece);
	struct term element = emit_placed(emitter, "stablehlo.reshape", &slice, 1, STR(""), type);
	emit_call_end(emitter, around);
	return element;
}

/* The element put at its place along the first dimension. JAX: slicing.py
 * dynamic_update_index_in_dim. */
static struct term put_at(struct emitter *emitter, struct term whole, struct term y,
                          struct term index)
{
	uint32_t rank = written_rank(&whole.type);
	struct term *operands = arena_new(emitter->arena, struct term, (size_t)rank + 2);
	uint32_t *dims = arena_new(emitter->arena, uint32_t, rank);
	struct array_type piece = whole.type;
	int64_t *shape = shape_copy(emitter->arena, whole.type.shape, whole.type.rank);
	struct buf attributes = {.arena = emitter->arena};
	shape[0] = 1;
	piece.shape = shape;
	for (uint32_t i = 0; i < rank; i++)
		dims[i] = i + 1;
	buf_puts(&attributes, "broadcast_dimensions = ");
	add_dims(&attributes, dims, rank - 1);
	operands[0] = whole;
	uint32_t around = emit_call_begin(emitter);
	operands[1] =
	    emit_placed(emitter, "stablehlo.broadcast_in_dim", &y, 1, buf_str(&attributes), &piece);
	add_starts(emitter, operands + 2, rank, index);
	struct term put = emit_placed(emitter, "stablehlo.dynamic_update_slice", operands, rank + 2,
	                              STR(""), &whole.type);
	emit_call_end(emitter, around);
	return put;
}

/* Whether a value of the carry comes out of the body as it went in, and is no part of the loop. */
static bool is_fixed(const struct recorded_body *body, uint32_t index)
{
	return body->outputs[index]->number == body->inputs[index]->number;
}

/* A scan as it is written: which of its operands are what. */
struct scan {
	struct loop loop;
	const struct recorded_scan *params;
	const struct recorded_body *body;
	uint32_t nxs, nys;
	uint32_t counter, carry, ys; /* where each begins among the loop's values */
};

/* The operands: what is scanned and captured, the counter, the carry, room for the results. */
static bool scan_operands(struct scan *scan)
{
	struct loop *loop = &scan->loop;
	struct emitter *emitter = loop->emitter;
	const struct equation *equation = loop->equation;
	uint32_t ncarry = scan->params->ncarry;
	struct term *given = terms_of(emitter, equation->operands, equation->count);
	struct term *constants = terms_of(emitter, loop->constants, loop->nconstants);
	if (!given || !constants)
		return false;
	make_room(loop, scan->nxs + loop->nconstants + 1 + ncarry + scan->nys);
	for (uint32_t i = 0; i < scan->nxs; i++)
		add_operand(loop, given[ncarry + i]);
	for (uint32_t i = 0; i < loop->nconstants; i++)
		add_operand(loop, constants[i]);
	struct term *ys = arena_new(emitter->arena, struct term, scan->nys);
	for (uint32_t i = 0; i < scan->nys; i++) {
		const struct array_type *type = &equation->results[ncarry + i]->type;
		struct term zero = emit_number(emitter, type->dtype, 0);
		ys[i] = constrained_own(emitter, emit_splat(emitter, zero, type));
	}
	scan->counter = loop->count;
	add_operand(loop, emit_number(emitter, dtype_named(STR("int32")), 0));
	scan->carry = loop->count;
	for (uint32_t i = 0; i < ncarry; i++)
		add_operand(loop, given[i]);
	scan->ys = loop->count;
	for (uint32_t i = 0; i < scan->nys; i++)
		add_operand(loop, ys[i]);
	return true;
}

/* The place of this iteration along what is scanned. */
static struct term scan_index(struct scan *scan)
{
	struct emitter *emitter = scan->loop.emitter;
	struct array_type type = counter_type(emitter, scan->loop.equation);
	struct term index = scan->loop.arguments[scan->counter];
	if (!scan->params->reverse)
		return index;
	struct term left =
	    counted(emitter, "stablehlo.subtract",
	            emit_number(emitter, type.dtype, scan->params->length), index, &type);
	return counted(emitter, "stablehlo.subtract", left, emit_number(emitter, type.dtype, 1),
	               &type);
}

static bool emit_scan_body(struct scan *scan)
{
	struct loop *loop = &scan->loop;
	struct emitter *emitter = loop->emitter;
	const struct recorded_body *body = scan->body;
	uint32_t ncarry = scan->params->ncarry;
	struct array_type type = counter_type(emitter, loop->equation);
	begin_region(loop);
	bind_constants(loop, &loop->arguments[scan->nxs]);
	struct term index = scan_index(scan);
	for (uint32_t i = 0; i < scan->nxs; i++)
		bind_term(emitter, body->inputs[ncarry + i],
		          element_at(emitter, loop->arguments[i], index,
		                     &body->inputs[ncarry + i]->type));
	for (uint32_t i = 0; i < ncarry; i++)
		bind_term(emitter, body->inputs[i], loop->arguments[scan->carry + i]);
	const struct source_place *place = emitter->place;
	if (!lower_equations(emitter, body))
		return false;
	emitter->place = place;
	struct term *outputs = terms_of(emitter, body->outputs, body->noutputs);
	struct term *values = arena_new(emitter->arena, struct term, loop->count);
	if (!outputs)
		return false;
	for (uint32_t i = 0; i < loop->count; i++)
		values[i] = loop->arguments[i];
	for (uint32_t i = 0; i < ncarry; i++)
		values[scan->carry + i] = outputs[i];
	for (uint32_t i = 0; i < scan->nys; i++)
		values[scan->ys + i] =
		    put_at(emitter, loop->arguments[scan->ys + i], outputs[ncarry + i], index);
	values[scan->counter] = counted(emitter, "stablehlo.add", loop->arguments[scan->counter],
	                                emit_number(emitter, type.dtype, 1), &type);
	emit_return(emitter, values, loop->count);
	return true;
}

bool lower_scan(struct emitter *emitter, const struct equation *equation)
{
	const struct recorded_scan *params = equation->params;
	const struct recorded_body *body = equation->bodies;
	struct scan scan = {.loop = {.emitter = emitter, .equation = equation},
	                    .params = params,
	                    .body = body,
	                    .nxs = equation->count - params->ncarry,
	                    .nys = equation->nresults - params->ncarry};
	struct loop *loop = &scan.loop;
	if (params->unroll != 1 && params->length > 0)
		return lower_fails(emitter, "a very long loop that is unrolled");
	find_constants(loop);
	if (!scan_operands(&scan))
		return false;
	const struct term_list results = {loop->results, loop->count};
	emit_open(emitter, "stablehlo.while", loop->operands, loop->count, STR(""), &results);
	emit_scan_condition(loop, scan.counter, params);
	if (!emit_scan_body(&scan))
		return false;
	emit_close(emitter, loop->operands, loop->count, &results);
	bind_constants(loop, &loop->operands[scan.nxs]);
	for (uint32_t i = 0; i < equation->nresults; i++)
		bind_term(emitter, equation->results[i],
		          constrained(emitter, loop->results[scan.carry + i],
		                      &equation->results[i]->type));
	return true;
}

/* The carry of a while loop in a region. */
static void bind_carry(struct loop *loop, const struct recorded_body *body)
{
	bind_constants(loop, loop->arguments);
	for (uint32_t i = 0; i < body->ninputs; i++)
		bind_term(loop->emitter, body->inputs[i], loop->arguments[loop->nconstants + i]);
}

/* Whether any of the booleans is true. */
static struct term any_of(struct emitter *emitter, struct term booleans)
{
	struct array_type type = type_plain(emitter->arena, booleans.type.dtype, NULL, 0);
	type.mesh = booleans.type.mesh;
	uint32_t *dims = arena_new(emitter->arena, uint32_t, booleans.type.rank);
	struct buf text = {.arena = emitter->arena};
	struct term operands[] = {booleans, emit_number(emitter, type.dtype, 0)};
	struct term any = {.type = type};
	const struct term_list results = {&any, 1};
	for (uint32_t i = 0; i < booleans.type.rank; i++)
		dims[i] = i;
	buf_puts(&text, "dimensions = ");
	add_dims(&text, dims, booleans.type.rank);
	emit_open(emitter, "stablehlo.reduce", operands, 2, buf_str(&text), &results);
	emit_reducer(emitter, "stablehlo.or", &type);
	emit_close(emitter, operands, 2, &results);
	return any;
}

/* Examples whose loop has ended stay as they are: the condition is asked once more. JAX:
 * _pred_bcast_select_hlo. */
static bool keep_ended(struct loop *loop, struct term *outputs)
{
	struct emitter *emitter = loop->emitter;
	const struct recorded_body *condition = &loop->equation->bodies[0];
	bind_carry(loop, condition);
	if (!lower_equations(emitter, condition))
		return false;
	struct term *asked = terms_of(emitter, condition->outputs, 1);
	for (uint32_t i = 0; asked && i < loop->equation->count; i++) {
		const struct term parts[] = {emit_mask(emitter, *asked, &outputs[i].type),
		                             outputs[i], loop->arguments[loop->nconstants + i]};
		outputs[i] = emit(emitter, "stablehlo.select", parts, 3, STR(""), &outputs[i].type);
	}
	return asked != NULL;
}

static bool emit_while_regions(struct loop *loop)
{
	struct emitter *emitter = loop->emitter;
	const struct recorded_body *condition = &loop->equation->bodies[0],
				   *body = &loop->equation->bodies[1];
	const struct source_place *place = emitter->place;
	begin_region(loop);
	bind_carry(loop, condition);
	if (!lower_equations(emitter, condition))
		return false;
	struct term *asked = terms_of(emitter, condition->outputs, 1);
	if (!asked)
		return false;
	bool each = asked->type.rank > 0;
	if (each) {
		const struct recorded_while *params = loop->equation->params;
		if (!params || !params->alike)
			return lower_fails(emitter,
			                   "a loop that ends for each example at its own time");
		*asked = any_of(emitter, *asked);
	}
	emit_return(emitter, asked, 1);
	begin_region(loop);
	bind_carry(loop, body);
	if (!lower_equations(emitter, body))
		return false;
	struct term *outputs = terms_of(emitter, body->outputs, body->noutputs);
	struct term *values = arena_new(emitter->arena, struct term, loop->count);
	if (!outputs || (each && !keep_ended(loop, outputs)))
		return false;
	for (uint32_t i = 0; i < loop->count; i++)
		values[i] =
		    i < loop->nconstants ? loop->arguments[i] : outputs[i - loop->nconstants];
	emit_return(emitter, values, loop->count);
	emitter->place = place;
	return true;
}

bool lower_while(struct emitter *emitter, const struct equation *equation)
{
	struct loop loop = {.emitter = emitter, .equation = equation};
	find_constants(&loop);
	struct term *given = terms_of(emitter, equation->operands, equation->count);
	struct term *constants = terms_of(emitter, loop.constants, loop.nconstants);
	if (!given || !constants)
		return false;
	make_room(&loop, loop.nconstants + equation->count);
	for (uint32_t i = 0; i < loop.nconstants; i++)
		add_operand(&loop, constants[i]);
	for (uint32_t i = 0; i < equation->count; i++)
		add_operand(&loop, given[i]);
	const struct term_list results = {loop.results, loop.count};
	emit_open(emitter, "stablehlo.while", loop.operands, loop.count, STR(""), &results);
	if (!emit_while_regions(&loop))
		return false;
	emit_close(emitter, loop.operands, loop.count, &results);
	bind_constants(&loop, loop.operands);
	for (uint32_t i = 0; i < equation->nresults; i++)
		if (!is_fixed(&equation->bodies[1], i) ||
		    equation->results[i]->number != equation->operands[i]->number)
			bind_term(emitter, equation->results[i],
			          constrained(emitter, loop.results[loop.nconstants + i],
			                      &equation->results[i]->type));
	return true;
}

/* One branch, which uses what is around as it stands. */
static bool emit_branch(struct emitter *emitter, const struct equation *equation, uint32_t which,
                        const struct term *operands)
{
	const struct recorded_body *body = &equation->bodies[which];
	emit_region(emitter, NULL, 0);
	for (uint32_t i = 0; i < body->ninputs; i++)
		bind_term(emitter, body->inputs[i], operands[i + 1]);
	if (!lower_equations(emitter, body))
		return false;
	struct term *outputs = terms_of(emitter, body->outputs, body->noutputs);
	if (outputs)
		emit_return(emitter, outputs, body->noutputs);
	return outputs != NULL;
}

bool lower_branches(struct emitter *emitter, const struct equation *equation)
{
	struct term *operands = terms_of(emitter, equation->operands, equation->count);
	struct term *terms = arena_new(emitter->arena, struct term, equation->nresults);
	const struct term_list results = {terms, equation->nresults};
	const struct source_place *place = emitter->place;
	if (!operands)
		return false;
	for (uint32_t i = 0; i < equation->nresults; i++)
		terms[i].type = equation->results[i]->type;
	emit_open(emitter, "stablehlo.case", operands, 1, STR(""), &results);
	for (uint32_t i = 0; i < equation->nbodies; i++)
		if (!emit_branch(emitter, equation, i, operands))
			return false;
	emitter->place = place;
	emit_close(emitter, operands, 1, &results);
	for (uint32_t i = 0; i < equation->nresults; i++)
		bind_term(emitter, equation->results[i], constrained_own(emitter, terms[i]));
	return true;
}
