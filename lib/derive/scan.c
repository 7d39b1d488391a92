/* SPDX-License-Identifier: Apache-2.0 */
/*
 * Loops of a known length. Forwards: the loop of the program, which also stacks what the tangents
 * need of each turn, and a loop of the tangents. Back: the latter from its last turn to its first,
 * which carries the cotangents of closed-over arrays too, each added to in every turn.
 */
#include "derive/apply.h"
#include "derive/backward.h"
#include "derive/bodies.h"
#include "op/core/recording_prune.h"

/* A list of arrays that grows. */
struct arrays {
	const struct array **items;
	uint32_t count;
	size_t room;
};

static void arrays_add(struct arena *arena, struct arrays *arrays, const struct array *array)
{
	arena_push(arena, arrays->items, arrays->count, arrays->room, array);
}

/* A scan on its way forward. */
struct scan_forward {
	struct linearization *outer;
	struct derivation *derivation;
	const struct equation *equation;
	const struct recorded_scan *params;
	const struct recorded_body *body;
	const bool *passed;          /* of what is carried: it is given back as it came in */
	bool *moves;                 /* of what is carried: it has a tangent */
	struct recorded_body primal; /* the body without its tangents, of the last attempt */
	struct linear_part linear;
	const struct array **tangents_in, **tangents_out; /* of the body, as it is recorded */
};

/* Runs the body once more, with tangents for what moves. False when that is not known. */
static bool attempt(struct scan_forward *scan)
{
	struct derivation *derivation = scan->derivation;
	struct op *op = derivation->op;
	const struct recorded_body *body = scan->body;
	struct linearization inner = {.derivation = derivation,
	                              .linear = scan->outer->linear,
	                              .tangents = scan->outer->tangents};
	struct array_map *maps[] = {&inner.linear, &inner.tangents};
	for (uint32_t i = 0; i < 2; i++)
		*maps[i] = array_map_copy(op->arena, maps[i]);
	for (uint32_t i = 0; i < body->ninputs; i++) {
		const struct array *given = scan->equation->operands[i], *input = body->inputs[i];
		bool carried = i < scan->params->ncarry;
		const struct array *tangent = tangent_of(scan->outer, given);
		scan->tangents_in[i] = NULL;
		if (carried && scan->passed[i]) {
			if (tangent)
				array_map_put(op->arena, &inner.tangents, input, tangent);
			continue;
		}
		if (carried ? scan->moves[i] : tangent != NULL)
			scan->tangents_in[i] = tangent_input(&inner, input);
	}
	struct recording part;
	part_begin(op, &part);
	bool done = linearize_body(&inner, body);
	for (uint32_t i = 0; i < body->noutputs; i++) {
		scan->tangents_out[i] = tangent_of(&inner, body->outputs[i]);
		if (i < scan->params->ncarry && scan->moves[i] && !scan->tangents_out[i])
			scan->tangents_out[i] = zeros_of(op, &body->outputs[i]->type);
	}
	scan->primal = part_end(op, &part);
	scan->linear = linear_end(&inner, NULL, 0, scan->tangents_out, body->noutputs);
	return done;
}

/* Lets more of what is carried move until nothing else does. */
static bool settle(struct scan_forward *scan)
{
	for (bool changed = true; changed;) {
		changed = false;
		if (!attempt(scan))
			return false;
		for (uint32_t i = 0; i < scan->params->ncarry; i++) {
			bool moves = scan->tangents_out[i] && !scan->passed[i];
			changed = changed || (moves && !scan->moves[i]);
			scan->moves[i] = scan->moves[i] || moves;
		}
	}
	return true;
}

/* The inputs of the body that are others in each turn of the loop. */
static struct array_map turning_inputs(const struct scan_forward *scan)
{
	struct array_map turning = {0};
	for (uint32_t i = 0; i < scan->body->ninputs; i++)
		if (i >= scan->params->ncarry || !scan->passed[i])
			array_map_add(scan->derivation->op->arena, &turning, scan->body->inputs[i]);
	return turning;
}

/* Takes what does not hang on a turn of the loop out of it. JAX: _scan_known_hoisting. */
static void hoist(struct scan_forward *scan)
{
	struct derivation *derivation = scan->derivation;
	struct op *op = derivation->op;
	struct array_map turning = turning_inputs(scan);
	struct recording left = {0};
	for (uint32_t i = 0; i < scan->primal.count; i++) {
		const struct equation *equation = &scan->primal.equations[i];
		if (!equation_uses(derivation, equation, &turning)) {
			emit_equation(op, equation);
			continue;
		}
		array_map_add_all(op->arena, &turning, equation->results, equation->nresults);
		arena_push(op->arena, left.equations, left.count, left.room, *equation);
	}
	scan->primal.equations = left.equations;
	scan->primal.count = left.count;
}

/* The arrays of the body that its tangents need, in the order of their first use. */
static struct arrays residuals_of(struct scan_forward *scan)
{
	struct arena *arena = scan->derivation->op->arena;
	struct array_map made = turning_inputs(scan);
	struct arrays residuals = {0};
	uint32_t count;
	for (uint32_t i = 0; i < scan->primal.count; i++)
		array_map_add_all(arena, &made, scan->primal.equations[i].results,
		                  scan->primal.equations[i].nresults);
	const struct array *const *used = recording_captures(arena, &scan->linear.body, &count);
	for (uint32_t i = 0; i < count; i++)
		if (array_map_get(&made, used[i]))
			arrays_add(arena, &residuals, used[i]);
	return residuals;
}

/* Which scanned array the body gets an array from; -1: none. */
static int64_t scanned_as(const struct scan_forward *scan, const struct array *array)
{
	for (uint32_t i = scan->params->ncarry; i < scan->body->ninputs; i++)
		if (scan->body->inputs[i] == array)
			return i;
	return -1;
}

/* A loop that is being put together: operands, results, inputs and outputs of its body; first what
 * is carried. */
struct loop {
	struct arrays operands, results, inputs, outputs;
	uint32_t ncarry;
	bool counts, turned; /* as recorded_scan has it; it goes the other way than its like */
};

static void loop_operand(struct arena *arena, struct loop *loop, const struct array *operand,
                         const struct array *input)
{
	arrays_add(arena, &loop->operands, operand);
	arrays_add(arena, &loop->inputs, input);
}

static void loop_result(struct arena *arena, struct loop *loop, const struct array *result,
                        const struct array *output)
{
	arrays_add(arena, &loop->results, result);
	arrays_add(arena, &loop->outputs, output);
}

/* The loop as an equation like another one, of these equations. */
static struct equation loop_equation(struct op *op, const struct loop *loop,
                                     const struct equation *like, const struct recorded_body *part)
{
	struct recorded_scan *params = arena_new(op->arena, struct recorded_scan, 1);
	struct recorded_body *body = arena_new(op->arena, struct recorded_body, 1);
	struct equation equation = *like;
	*params = *(const struct recorded_scan *)like->params;
	params->ncarry = loop->ncarry;
	params->counts = loop->counts;
	params->reverse = params->reverse != loop->turned;
	*body = (struct recorded_body){.equations = part->equations,
	                               .count = part->count,
	                               .inputs = loop->inputs.items,
	                               .ninputs = loop->inputs.count,
	                               .outputs = loop->outputs.items,
	                               .noutputs = loop->outputs.count};
	equation.params = params;
	equation.operands = loop->operands.items;
	equation.count = loop->operands.count;
	equation.results = loop->results.items;
	equation.nresults = loop->results.count;
	equation.bodies = body;
	equation.nbodies = 1;
	return equation;
}

/* Appends the program's loop, which stacks the residuals too: *stacks of them. */
static void emit_primal(struct scan_forward *scan, const struct arrays *residuals,
                        const struct array **stacks)
{
	struct derivation *derivation = scan->derivation;
	struct op *op = derivation->op;
	const struct equation *equation = scan->equation;
	const struct recorded_body *body = scan->body;
	struct loop loop = {.counts = scan->params->counts && !scan->passed[0]};
	for (uint32_t i = 0; i < body->ninputs; i++) {
		if (i < scan->params->ncarry && scan->passed[i])
			continue;
		loop.ncarry += i < scan->params->ncarry;
		loop_operand(op->arena, &loop, standing(derivation, equation->operands[i]),
		             body->inputs[i]);
	}
	for (uint32_t i = 0; i < body->noutputs; i++)
		if (i >= scan->params->ncarry || !scan->passed[i])
			loop_result(op->arena, &loop, equation->results[i],
			            standing(derivation, body->outputs[i]));
	for (uint32_t i = 0; i < residuals->count; i++) {
		int64_t from = scanned_as(scan, residuals->items[i]);
		if (from >= 0) {
			stacks[i] = standing(derivation, equation->operands[from]);
			continue;
		}
		stacks[i] = stacked_array(op, residuals->items[i], scan->params->length);
		loop_result(op->arena, &loop, stacks[i], residuals->items[i]);
	}
	struct equation primal = loop_equation(op, &loop, equation, &scan->primal);
	emit_equation(op, &primal);
}

/* The equations with other arrays in the place of some. */
static struct recorded_body with_others(struct derivation *derivation,
                                        const struct recorded_body *body,
                                        const struct array_map *others)
{
	struct derivation renamed = {.op = derivation->op,
	                             .values = array_map_copy(derivation->op->arena, others)};
	struct recording part;
	part_begin(derivation->op, &part);
	expand_equations(&renamed, body);
	return part_end(derivation->op, &part);
}

/* Appends the loop of the tangents, which gets the residuals turn by turn. */
static void emit_tangents(struct scan_forward *scan, const struct arrays *residuals,
                          const struct array *const *stacks)
{
	struct derivation *derivation = scan->derivation;
	struct op *op = derivation->op;
	const struct equation *equation = scan->equation;
	struct array_map others = {0};
	struct loop loop = {0};
	for (uint32_t i = 0; i < scan->body->ninputs; i++) {
		const struct array *given = tangent_of(scan->outer, equation->operands[i]);
		if (!scan->tangents_in[i])
			continue;
		loop.ncarry += i < scan->params->ncarry;
		loop_operand(op->arena, &loop,
		             given ? given : zeros_of(op, &equation->operands[i]->type),
		             scan->tangents_in[i]);
	}
	for (uint32_t i = 0; i < residuals->count; i++) {
		const struct array *element = array_again(op, residuals->items[i]);
		array_map_put(op->arena, &others, residuals->items[i], element);
		loop_operand(op->arena, &loop, stacks[i], element);
	}
	for (uint32_t i = 0; i < scan->body->noutputs; i++) {
		bool carried = i < scan->params->ncarry;
		const struct array *tangent = scan->tangents_out[i];
		if (!tangent || (carried && scan->passed[i]))
			continue;
		const struct array *other = array_map_get(&others, tangent);
		const struct array *result = carried
		                                 ? array_again(op, tangent)
		                                 : stacked_array(op, tangent, scan->params->length);
		loop_result(op->arena, &loop, result, other ? other : tangent);
		array_map_put(op->arena, &scan->outer->tangents, equation->results[i], result);
	}
	struct recorded_body part = with_others(derivation, &scan->linear.body, &others);
	struct equation tangents = loop_equation(op, &loop, equation, &part);
	emit_forward(scan->outer, &tangents);
}

/* Whether anything that goes into the loop has a tangent. */
static bool moves_at_all(const struct linearization *forward, const struct equation *equation)
{
	uint32_t count;
	const struct array *const *captures =
	    recording_captures(forward->derivation->op->arena, &equation->bodies[0], &count);
	for (uint32_t i = 0; i < equation->count; i++)
		if (tangent_of(forward, equation->operands[i]))
			return true;
	for (uint32_t i = 0; i < count; i++)
		if (tangent_of(forward, captures[i]))
			return true;
	return false;
}

/* Which of what is carried comes out as it went in: inside it stands for what went in. */
static const bool *passed_through(struct scan_forward *scan)
{
	struct derivation *derivation = scan->derivation;
	const struct equation *equation = scan->equation;
	bool *passed = arena_new(derivation->op->arena, bool, scan->params->ncarry);
	for (uint32_t i = 0; i < scan->params->ncarry; i++) {
		const struct array *given = standing(derivation, equation->operands[i]);
		passed[i] = equation->results[i] == equation->operands[i] ||
		            scan->body->outputs[i] == scan->body->inputs[i];
		if (!passed[i])
			continue;
		array_map_put(derivation->op->arena, &derivation->values, scan->body->inputs[i],
		              given);
		if (equation->results[i] == equation->operands[i])
			continue;
		array_map_put(derivation->op->arena, &derivation->values, equation->results[i],
		              given);
		const struct array *tangent = tangent_of(scan->outer, equation->operands[i]);
		if (tangent)
			array_map_put(derivation->op->arena, &scan->outer->tangents,
			              equation->results[i], tangent);
	}
	return passed;
}

bool linearize_scan(struct linearization *forward, const struct equation *equation)
{
	struct derivation *derivation = forward->derivation;
	struct op *op = derivation->op;
	const struct recorded_scan *params = equation->params;
	if (!moves_at_all(forward, equation)) {
		struct equation plain = standing_equation(derivation, equation);
		emit_equation(op, &plain);
		return true;
	}
	struct scan_forward scan = {.outer = forward,
	                            .derivation = derivation,
	                            .equation = equation,
	                            .params = params,
	                            .body = &equation->bodies[0]};
	scan.passed = passed_through(&scan);
	scan.moves = arena_new(op->arena, bool, params->ncarry);
	scan.tangents_in = arena_new(op->arena, const struct array *, scan.body->ninputs);
	scan.tangents_out = arena_new(op->arena, const struct array *, scan.body->noutputs);
	for (uint32_t i = 0; i < params->ncarry; i++)
		scan.moves[i] = !scan.passed[i] && tangent_of(forward, equation->operands[i]);
	if (!settle(&scan))
		return false;
	scan.linear.body = recording_pruned(op->arena, &scan.linear.body);
	hoist(&scan);
	struct arrays residuals = residuals_of(&scan);
	const struct array **stacks = arena_new(op->arena, const struct array *, residuals.count);
	emit_primal(&scan, &residuals, stacks);
	emit_tangents(&scan, &residuals, stacks);
	return true;
}

/* A loop of tangents on its way back. */
struct scan_back {
	struct backward *b;
	const struct recorded_body *body;
	uint32_t ncarry;
	struct arrays constants; /* closed-over arrays of the body that hang on tangents */
	struct linear_part part;
	struct array_map cotangents; /* in the body */
	const struct array **given;  /* of each output of the body, as it gets it; NULL: none */
	struct loop loop;
};

/* Whether what goes in hangs on tangents: all that is carried does, also where it begins as zeros.
 */
static bool is_linear(const struct scan_back *scan, uint32_t i)
{
	return i < scan->ncarry || scan->b->linear[i];
}

static void find_constants(struct scan_back *scan)
{
	struct backward *b = scan->b;
	uint32_t count;
	const struct array *const *captures = recording_captures(b->op->arena, scan->body, &count);
	for (uint32_t i = 0; i < count; i++)
		if (array_map_get(&b->part->arrays, captures[i]))
			arrays_add(b->op->arena, &scan->constants, captures[i]);
}

/* What hangs on tangents in the body: some of what goes in, and what is made of it. */
static void find_linear(struct scan_back *scan)
{
	struct backward *b = scan->b;
	struct arena *arena = b->op->arena;
	scan->part.body = *scan->body;
	array_map_add_all(arena, &scan->part.arrays, scan->constants.items, scan->constants.count);
	for (uint32_t i = 0; i < scan->body->ninputs; i++)
		if (is_linear(scan, i))
			array_map_add(arena, &scan->part.arrays, scan->body->inputs[i]);
	mark_linear(b->derivation, scan->body, &scan->part.arrays);
}

/* An operand that begins as zeros or as a cotangent, and the input that the body gets it by. */
static const struct array *carry_back(struct scan_back *scan, const struct array_type *forward,
                                      const struct array *cotangent)
{
	struct op *op = scan->b->op;
	struct array_type type = cotangent_type_of(forward);
	const struct array *first = cotangent ? cotangent : zeros_of(op, &type);
	const struct array *input = array_new(op, &type);
	loop_operand(op->arena, &scan->loop, first, input);
	scan->loop.ncarry++;
	return input;
}

/* Puts operands together. */
static void begin_back(struct scan_back *scan)
{
	struct backward *b = scan->b;
	struct op *op = b->op;
	for (uint32_t i = 0; i < scan->constants.count; i++) {
		const struct array *constant = scan->constants.items[i];
		const struct array *sum = carry_back(scan, &constant->type, NULL);
		array_map_put(op->arena, &scan->cotangents, constant, sum);
	}
	for (uint32_t i = 0; i < scan->body->noutputs; i++) {
		const struct array *output = scan->body->outputs[i], *given = b->cotangents[i];
		if (i < scan->ncarry) {
			scan->given[i] = carry_back(scan, &output->type, given);
		} else if (given) {
			struct array_type type = cotangent_type_of(&output->type);
			scan->given[i] = array_new(op, &type);
			loop_operand(op->arena, &scan->loop, given, scan->given[i]);
		}
	}
	for (uint32_t i = 0; i < scan->body->ninputs; i++)
		if (!is_linear(scan, i))
			loop_operand(op->arena, &scan->loop, b->equation->operands[i],
			             scan->body->inputs[i]);
}

/* Gives the outputs of the body the cotangents that it begins with. */
static bool begin_body(struct scan_back *scan)
{
	for (uint32_t i = 0; i < scan->body->noutputs; i++) {
		const struct array *output = scan->body->outputs[i];
		if (array_map_get(&scan->part.arrays, output) &&
		    !add_cotangent(scan->b->derivation, &scan->cotangents, output, scan->given[i]))
			return false;
	}
	return true;
}

/* A result for the cotangent of an array of the body. */
static const struct array *result_back(struct scan_back *scan, const struct array *array,
                                       int64_t length)
{
	struct backward *b = scan->b;
	const struct array *output = cotangent_or_zeros(b->derivation, &scan->cotangents, array);
	if (!output)
		return NULL;
	const struct array *result =
	    length < 0 ? array_again(b->op, output) : stacked_array(b->op, output, length);
	loop_result(b->op->arena, &scan->loop, result, output);
	return result;
}

bool transpose_scan(struct backward *b)
{
	struct op *op = b->op;
	const struct recorded_scan *params = b->equation->params;
	struct scan_back scan = {.b = b,
	                         .body = &b->equation->bodies[0],
	                         .ncarry = params->ncarry,
	                         .loop = {.turned = true}};
	scan.given = arena_new(op->arena, const struct array *, scan.body->noutputs);
	find_constants(&scan);
	find_linear(&scan);
	struct recording part;
	struct arrays sums = {0};
	/* Zeros that the loop begins with stand before it, what the body applies inside. */
	begin_back(&scan);
	part_begin(op, &part);
	bool done =
	    begin_body(&scan) && transpose_part(b->derivation, &scan.part, &scan.cotangents);
	for (uint32_t i = 0; done && i < scan.constants.count; i++)
		arrays_add(op->arena, &sums, result_back(&scan, scan.constants.items[i], -1));
	for (uint32_t i = 0; done && i < scan.body->ninputs; i++)
		if (is_linear(&scan, i))
			b->made[i] = result_back(&scan, scan.body->inputs[i],
			                         i < scan.ncarry ? -1 : params->length);
	struct recorded_body equations = part_end(op, &part);
	if (!done)
		return derivative_unknown(b->derivation, "the way back through a loop", "");
	struct equation back = loop_equation(op, &scan.loop, b->equation, &equations);
	emit_equation(op, &back);
	for (uint32_t i = 0; i < sums.count; i++)
		if (!add_cotangent(b->derivation, b->all, scan.constants.items[i], sums.items[i]))
			return false;
	return true;
}
