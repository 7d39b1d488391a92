/* SPDX-License-Identifier: Apache-2.0 */
#include "derive/mapped.h"

#include "op/core/levels.h"
#include "op/elementwise/elementwise.h"
#include "op/shape/shape.h"

void example_begin(struct mapped_run *run, struct derivation *derivation,
                   const struct recorded_vmaps *vmaps)
{
	struct op *op = derivation->op;
	*run = (struct mapped_run){.derivation = derivation,
	                           .vmaps = vmaps,
	                           .nmappings = op->nmappings,
	                           .staged = op->staged};
	memcpy(op->mappings, vmaps->mappings, vmaps->count * sizeof *vmaps->mappings);
	op->nmappings = op->staged = vmaps->count;
}

void mapped_begin(struct mapped_run *run)
{
	run->derivation->op->staged = run->vmaps->staged;
}

void mapped_end(const struct mapped_run *run)
{
	struct op *op = run->derivation->op;
	op->nmappings = run->nmappings;
	op->staged = run->staged;
}

/* What an array of the program is under the vmaps: its whole may have something standing for it. */
static const struct array *around(struct mapped_run *run, const struct array *array)
{
	struct op *op = run->derivation->op;
	const struct array *known = array_map_get(&run->arrays, array);
	if (known || !array)
		return known;
	if (array->level <= op->staged)
		return standing(run->derivation, array);
	return array_map(op, around(run, array->mapped), array->mapped_dim, array->level);
}

void mapped_put(struct mapped_run *run, const struct array *example, const struct array *array)
{
	array_map_put(run->derivation->op->arena, &run->arrays, example, around(run, array));
}

static const struct array **all_around(struct mapped_run *run, const struct array *const *arrays,
                                       uint32_t count)
{
	const struct array **all =
	    arena_new(run->derivation->op->arena, const struct array *, count);
	for (uint32_t i = 0; i < count; i++)
		all[i] = around(run, arrays[i]);
	return all;
}

static uint64_t levels_of(struct op *op, const struct array *const *arrays, uint32_t count)
{
	uint64_t levels = 0;
	for (uint32_t i = 0; i < count; i++)
		levels |= arrays[i] ? array_levels(op, arrays[i]) : 0;
	return levels;
}

/* The array mapped by these vmaps too, each dimension that is mapped at `dim`. */
static const struct array *aligned(struct op *op, const struct array *array, uint64_t levels,
                                   uint32_t dim)
{
	return array_align(op, array ? array_map_levels(op, array, levels) : NULL, dim);
}

static bool map_primitive(struct mapped_run *run, const struct equation *equation)
{
	struct op *op = run->derivation->op;
	const struct array **operands = all_around(run, equation->operands, equation->count);
	if (!levels_of(op, operands, equation->count)) {
		struct equation same = *equation;
		same.operands = operands;
		emit_equation(op, &same);
		return true;
	}
	const struct array **results =
	    arena_new(op->arena, const struct array *, equation->nresults);
	if (!primitive_apply(op, equation->primitive, equation->params, operands, equation->count,
	                     results, equation->nresults))
		return false;
	for (uint32_t i = 0; i < equation->nresults; i++)
		array_map_put(op->arena, &run->arrays, equation->results[i], results[i]);
	return true;
}

/* The results stand for what they are made of as it is. */
static bool map_same(struct mapped_run *run, const struct equation *equation)
{
	mapped_put(run, equation->results[0], equation->operands[0]);
	return true;
}

/* New inputs for a body, mapped by these vmaps; whole ones are put into `wholes`. */
static bool give_inputs(struct mapped_run *run, const struct recorded_body *body,
                        const uint64_t *levels, const struct array **wholes)
{
	struct op *op = run->derivation->op;
	for (uint32_t i = 0; i < body->ninputs; i++) {
		const struct array *input = array_of_levels(op, &body->inputs[i]->type, levels[i]);
		if (!input)
			return false;
		array_map_put(op->arena, &run->arrays, body->inputs[i], input);
		wholes[i] = array_whole(op, input);
	}
	return true;
}

/* A body that is being put on all examples. */
struct mapped_body {
	const struct recorded_body *of;
	uint64_t *in, *out;           /* vmaps of each input and each output */
	const struct array **outputs; /* as they come out */
	struct recorded_body made;
	struct recording part;
};

static struct mapped_body body_new(struct op *op, const struct recorded_body *of)
{
	return (struct mapped_body){
	    .of = of,
	    .in = arena_new(op->arena, uint64_t, of->ninputs),
	    .out = arena_new(op->arena, uint64_t, of->noutputs),
	};
}

/* Puts the body on all examples; it is still being recorded then. */
static bool body_begin(struct mapped_run *run, struct mapped_body *body)
{
	struct op *op = run->derivation->op;
	const struct array **inputs = arena_new(op->arena, const struct array *, body->of->ninputs);
	part_begin(op, &body->part);
	if (!give_inputs(run, body->of, body->in, inputs) || !mapped_equations(run, body->of))
		return false;
	body->made.inputs = inputs;
	body->made.ninputs = body->of->ninputs;
	body->outputs = all_around(run, body->of->outputs, body->of->noutputs);
	for (uint32_t i = 0; i < body->of->noutputs; i++)
		body->out[i] |= levels_of(op, &body->outputs[i], 1);
	return true;
}

/* Ends it with its outputs mapped by what `out` says. */
static bool body_end(struct mapped_run *run, struct mapped_body *body)
{
	struct op *op = run->derivation->op;
	uint32_t count = body->of->noutputs;
	const struct array **wholes = arena_new(op->arena, const struct array *, count);
	bool fine = body->outputs != NULL;
	for (uint32_t i = 0; fine && i < count; i++) {
		body->outputs[i] = aligned(op, body->outputs[i], body->out[i], 0);
		wholes[i] = array_whole(op, body->outputs[i]);
		fine = wholes[i] != NULL;
	}
	const struct recorded_body made = part_end(op, &body->part);
	body->made.equations = made.equations;
	body->made.count = made.count;
	body->made.outputs = wholes;
	body->made.noutputs = count;
	return fine;
}

/* Forgets it, to be begun again. */
static void body_forget(struct mapped_run *run, struct mapped_body *body)
{
	(void)part_end(run->derivation->op, &body->part);
}

/* Goes on with the carry of a loop as mapped as it comes out; whether that changes it. */
static bool carry_grows(struct mapped_body *body, uint32_t ncarry)
{
	bool grows = false;
	for (uint32_t i = 0; i < ncarry; i++) {
		grows = grows || (body->out[i] & ~body->in[i]);
		body->in[i] |= body->out[i];
		body->out[i] = body->in[i];
	}
	return grows;
}

/* Puts the body of a loop on all examples, until its carry is mapped alike going in and out. */
static bool settle_loop(struct mapped_run *run, struct mapped_body *body, uint32_t ncarry)
{
	bool fine = body_begin(run, body);
	while (fine && carry_grows(body, ncarry)) {
		body_forget(run, body);
		fine = body_begin(run, body);
	}
	return fine;
}

/* Whether a result is what went in, or what the body uses of what is around. */
static bool passes_through(const struct equation *equation, uint32_t result)
{
	const struct array *array = equation->results[result];
	for (uint32_t i = 0; i < equation->count; i++)
		if (equation->operands[i]->number == array->number)
			return true;
	const struct recorded_body *last = &equation->bodies[equation->nbodies - 1];
	return last->outputs[result]->number == array->number;
}

/* The results of an equation with bodies, like what its body gives; of a scan, from `stacked` on,
 * one for each turn. */
static const struct array *const *results_like(struct mapped_run *run,
                                               const struct equation *equation,
                                               const struct array *const *outputs, uint32_t stacked,
                                               int64_t length)
{
	struct op *op = run->derivation->op;
	const struct array **results =
	    arena_new(op->arena, const struct array *, equation->nresults);
	for (uint32_t i = 0; i < equation->nresults; i++) {
		const struct array *result = equation->results[i];
		if (passes_through(equation, i)) {
			results[i] = array_whole(op, around(run, result));
			continue;
		}
		const struct array *like =
		    i < stacked ? array_like(op, outputs[i]) : array_stack(op, outputs[i], length);
		if (!like)
			return NULL;
		array_map_put(op->arena, &run->arrays, result, like);
		results[i] = array_whole(op, like);
	}
	return results;
}

/* The operands as a loop or branch takes them: mapped by what `levels` says, at the front, or, of
 * what is scanned, behind that. */
static const struct array *const *operands_like(struct mapped_run *run,
                                                const struct array *const *operands, uint32_t count,
                                                const uint64_t *levels, uint32_t scanned)
{
	struct op *op = run->derivation->op;
	const struct array **wholes = arena_new(op->arena, const struct array *, count);
	for (uint32_t i = 0; i < count; i++) {
		const struct array *operand =
		    aligned(op, around(run, operands[i]), levels[i], i >= scanned);
		if (!operand)
			return NULL;
		wholes[i] = array_whole(op, operand);
	}
	return wholes;
}

static bool emit_mapped(struct mapped_run *run, struct equation *equation,
                        const struct array *const *operands, const struct array *const *results,
                        const struct recorded_body *bodies)
{
	equation->operands = operands;
	equation->results = results;
	equation->bodies = bodies;
	if (operands && results)
		emit_equation(run->derivation->op, equation);
	return operands && results;
}

static void take_levels(struct mapped_run *run, const struct array *const *operands, uint32_t count,
                        uint64_t *levels)
{
	for (uint32_t i = 0; i < count; i++) {
		const struct array *operand = around(run, operands[i]);
		levels[i] |= levels_of(run->derivation->op, &operand, 1);
	}
}

static bool map_scan(struct mapped_run *run, const struct equation *equation)
{
	struct op *op = run->derivation->op;
	const struct recorded_scan *params = equation->params;
	struct mapped_body *body = arena_new(op->arena, struct mapped_body, 1);
	*body = body_new(op, equation->bodies);
	take_levels(run, equation->operands, equation->count, body->in);
	bool fine = settle_loop(run, body, params->ncarry);
	fine = body_end(run, body) && fine;
	if (!fine)
		return false;
	struct equation mapped = *equation;
	return emit_mapped(
	    run, &mapped,
	    operands_like(run, equation->operands, equation->count, body->in, params->ncarry),
	    results_like(run, equation, body->outputs, params->ncarry, params->length),
	    &body->made);
}

/* The condition of a loop on all examples; its levels are those of its answer. */
static bool map_condition(struct mapped_run *run, struct mapped_body *condition, const uint64_t *in)
{
	for (uint32_t i = 0; i < condition->of->ninputs; i++)
		condition->in[i] = in[i];
	bool fine = body_begin(run, condition);
	return body_end(run, condition) && fine;
}

/* What is said of a loop whose condition is of each example. */
static const struct recorded_while *while_params(struct op *op, uint64_t levels,
                                                 const uint64_t *carry, uint32_t count)
{
	struct recorded_while *params = arena_new(op->arena, struct recorded_while, 1);
	params->alike = !(levels & (levels - 1));
	for (uint32_t i = 0; i < count; i++)
		params->alike = params->alike && carry[i] == levels;
	return params;
}

static bool map_while(struct mapped_run *run, const struct equation *equation)
{
	struct op *op = run->derivation->op;
	struct mapped_body *both = arena_new(op->arena, struct mapped_body, 2);
	struct mapped_body *condition = &both[0], *body = &both[1];
	*condition = body_new(op, &equation->bodies[0]);
	*body = body_new(op, &equation->bodies[1]);
	take_levels(run, equation->operands, equation->count, body->in);
	bool fine = settle_loop(run, body, equation->count);
	fine = body_end(run, body) && fine && map_condition(run, condition, body->in);
	if (fine && condition->out[0]) {
		/* Each example ends at its own time: the whole carry is mapped. */
		for (uint32_t i = 0; i < equation->count; i++)
			body->in[i] |= condition->out[0];
		fine = settle_loop(run, body, equation->count);
		fine = body_end(run, body) && fine && map_condition(run, condition, body->in);
	}
	if (!fine)
		return false;
	struct equation mapped = *equation;
	if (condition->out[0])
		mapped.params = while_params(op, condition->out[0], body->in, equation->count);
	struct recorded_body *bodies = arena_new(op->arena, struct recorded_body, 2);
	bodies[0] = condition->made;
	bodies[1] = body->made;
	return emit_mapped(
	    run, &mapped,
	    operands_like(run, equation->operands, equation->count, body->in, equation->count),
	    results_like(run, equation, body->outputs, equation->nresults, 0), bodies);
}

/* All branches, and a choice between what they give for each example. */
static bool map_choice(struct mapped_run *run, const struct equation *equation)
{
	struct op *op = run->derivation->op;
	const struct array *index = around(run, equation->operands[0]);
	const struct array ***given =
	    arena_new(op->arena, const struct array **, equation->nbodies);
	for (uint32_t b = 0; b < equation->nbodies; b++) {
		const struct recorded_body *body = &equation->bodies[b];
		for (uint32_t i = 0; i < body->ninputs; i++)
			mapped_put(run, body->inputs[i], equation->operands[i + 1]);
		if (!mapped_equations(run, body))
			return false;
		given[b] = all_around(run, body->outputs, body->noutputs);
	}
	for (uint32_t i = 0; i < equation->nresults; i++) {
		const struct array **cases =
		    arena_new(op->arena, const struct array *, equation->nbodies);
		for (uint32_t b = 0; b < equation->nbodies; b++)
			cases[b] = given[b][i];
		if (passes_through(equation, i))
			continue;
		const struct array *chosen = lax_select_n(op, index, cases, equation->nbodies);
		if (!chosen)
			return false;
		array_map_put(op->arena, &run->arrays, equation->results[i], chosen);
	}
	return true;
}

static bool map_branches(struct mapped_run *run, const struct equation *equation)
{
	struct op *op = run->derivation->op;
	const struct array *index = around(run, equation->operands[0]);
	if (array_levels(op, index))
		return map_choice(run, equation);
	uint32_t count = equation->count - 1;
	struct mapped_body *all = arena_new(op->arena, struct mapped_body, equation->nbodies);
	struct recorded_body *bodies =
	    arena_new(op->arena, struct recorded_body, equation->nbodies);
	uint64_t *out = arena_new(op->arena, uint64_t, equation->nresults);
	/* Once for the vmaps of what they give, which is then mapped alike. */
	for (uint32_t b = 0; b < 2 * equation->nbodies; b++) {
		struct mapped_body *body = &all[b % equation->nbodies];
		*body = body_new(op, &equation->bodies[b % equation->nbodies]);
		take_levels(run, equation->operands + 1, count, body->in);
		bool fine = body_begin(run, body);
		for (uint32_t i = 0; i < equation->nresults; i++)
			body->out[i] = out[i] |= body->out[i];
		if (!(body_end(run, body) && fine))
			return false;
		bodies[b % equation->nbodies] = body->made;
	}
	const struct array *const *operands =
	    operands_like(run, equation->operands + 1, count, all[0].in, count);
	const struct array **given = arena_new(op->arena, const struct array *, equation->count);
	given[0] = index;
	for (uint32_t i = 0; operands && i < count; i++)
		given[i + 1] = operands[i];
	struct equation mapped = *equation;
	return emit_mapped(run, &mapped, operands ? given : NULL,
	                   results_like(run, equation, all[0].outputs, equation->nresults, 0),
	                   bodies);
}

/* What is traced as a whole: its results are its outputs themselves. */
static bool map_whole(struct mapped_run *run, const struct equation *equation)
{
	struct op *op = run->derivation->op;
	struct mapped_body *body = arena_new(op->arena, struct mapped_body, 1);
	*body = body_new(op, equation->bodies);
	take_levels(run, equation->operands, equation->count, body->in);
	bool fine = body_begin(run, body);
	const struct array **outputs = body->outputs;
	fine = body_end(run, body) && fine;
	if (!fine)
		return false;
	for (uint32_t i = 0; i < equation->nresults; i++)
		array_map_put(op->arena, &run->arrays, equation->results[i], outputs[i]);
	struct equation mapped = *equation;
	return emit_mapped(
	    run, &mapped,
	    operands_like(run, equation->operands, equation->count, body->in, equation->count),
	    body->made.outputs, &body->made);
}

/* A function with a rule of its own, without a derivative: what it is made of. */
static bool map_function(struct mapped_run *run, const struct equation *equation)
{
	const struct recorded_body *body = equation->bodies;
	for (uint32_t i = 0; i < body->ninputs; i++)
		if (body->inputs[i]->number != equation->operands[i]->number)
			mapped_put(run, body->inputs[i], equation->operands[i]);
	return mapped_equations(run, body);
}

static bool map_equation(struct mapped_run *run, const struct equation *equation)
{
	switch (equation->kind) {
	case EQUATION_PRIMITIVE:
		return map_primitive(run, equation);
	case EQUATION_SAME:
	case EQUATION_STOP:
		return map_same(run, equation);
	case EQUATION_CONSTANT:
		emit_equation(run->derivation->op, equation);
		return true;
	case EQUATION_SCAN:
		return map_scan(run, equation);
	case EQUATION_WHILE:
		return map_while(run, equation);
	case EQUATION_BRANCHES:
		return map_branches(run, equation);
	case EQUATION_CHECKPOINT:
		return map_whole(run, equation);
	case EQUATION_CUSTOM_JVP:
	case EQUATION_CUSTOM_VJP:
		return map_function(run, equation);
	default:
		return false;
	}
}

static const char *name_of(const struct equation *equation)
{
	return equation->kind == EQUATION_PRIMITIVE ? equation->primitive->name
	       : equation->kind == EQUATION_MANUAL  ? "shard_map"
	                                            : "a loop or branch";
}

bool mapped_equations(struct mapped_run *run, const struct recorded_body *body)
{
	struct op *op = run->derivation->op;
	for (uint32_t i = 0; i < body->count; i++) {
		const struct equation *equation = &body->equations[i];
		const struct context outside = context_of(op, equation);
		uint32_t first = op->recording->count;
		bool done = map_equation(run, equation);
		context_set(op, outside);
		for (uint32_t j = first; j < op->recording->count; j++)
			if (!op->recording->equations[j].place)
				op->recording->equations[j].place = equation->place;
		if (!done)
			return derivative_unknown(run->derivation, "a derivative under vmap, with ",
			                          name_of(equation));
	}
	return true;
}

bool mapped_result(struct mapped_run *run, const struct array *example, const struct array *result,
                   const struct array *made)
{
	struct op *op = run->derivation->op;
	const struct array *array = example ? around(run, example) : NULL;
	const struct array *whole =
	    array_whole(op, aligned(op, array, array_levels(op, result), 0));
	if (!whole || !type_same_shape(&whole->type, &made->type))
		return derivative_unknown(run->derivation, "a derivative under vmap", "");
	array_map_put(op->arena, &run->derivation->values, made, whole);
	return true;
}
