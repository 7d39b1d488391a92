/* SPDX-License-Identifier: Apache-2.0 */
/* The walk through a recording that puts derivatives in the place of their equations. */
#include "derive/derive.h"

#include <assert.h>

#include "derive/apply.h"
#include "derive/backward.h"
#include "derive/linearize.h"
#include "derive/mapped.h"
#include "op/core/dtype_class.h"
#include "op/core/recording_prune.h"

struct kept_linear {
	const struct recorded_linear *of;
	struct linear_part part;
	const char *unknown;
	struct array_map arrays; /* what stands for what one example made, under vmaps */
	uint32_t level;          /* so many vmaps are around what it is an example of */
	struct kept_linear *next;
};

const struct array *standing(struct derivation *derivation, const struct array *array)
{
	const struct array *other = array_map_get(&derivation->values, array);
	if (!other && array)
		array_map_put(derivation->op->arena, &derivation->values, array, array);
	return other ? other : array;
}

const struct array **all_standing(struct derivation *derivation, const struct array *const *arrays,
                                  uint32_t count)
{
	const struct array **all = arena_new(derivation->op->arena, const struct array *, count);
	for (uint32_t i = 0; i < count; i++)
		all[i] = standing(derivation, arrays[i]);
	return all;
}

bool derivative_unknown(struct derivation *derivation, const char *reason, const char *name)
{
	if (!derivation->unknown)
		derivation->unknown = str_format(derivation->op->arena, "%s%s", reason, name).s;
	derivation->op->error = (struct op_error){0};
	return false;
}

void emit_equation(struct op *op, const struct equation *equation)
{
	recording_inline(op, &(struct recorded_body){.equations = equation, .count = 1});
}

struct context context_of(struct op *op, const struct equation *equation)
{
	const struct context before = {op->mesh, op->checks_varying};
	context_set(op, (struct context){equation->mesh, equation->checks_varying});
	return before;
}

void context_set(struct op *op, struct context context)
{
	op->mesh = context.mesh;
	op->checks_varying = context.checks_varying;
}

void part_begin(struct op *op, struct recording *part)
{
	*part = (struct recording){.outer = op->recording};
	op->recording = part;
}

struct recorded_body part_end(struct op *op, const struct recording *part)
{
	assert(op->recording == part);
	op->recording = part->outer;
	return (struct recorded_body){.equations = part->equations, .count = part->count};
}

const struct array *array_again(struct op *op, const struct array *array)
{
	return array ? array_new(op, &array->type) : NULL;
}

static bool any_in(struct derivation *derivation, const struct array *const *arrays, uint32_t count,
                   const struct array_map *set)
{
	for (uint32_t i = 0; i < count; i++)
		if (array_map_get(set, standing(derivation, arrays[i])))
			return true;
	return false;
}

bool equation_uses(struct derivation *derivation, const struct equation *equation,
                   const struct array_map *set)
{
	bool uses = any_in(derivation, equation->operands, equation->count, set);
	for (uint32_t i = 0; i < equation->nbodies && !uses; i++) {
		uint32_t count;
		const struct array *const *captures =
		    recording_captures(derivation->op->arena, &equation->bodies[i], &count);
		uses = any_in(derivation, captures, count, set);
	}
	return uses;
}

void mark_linear(struct derivation *derivation, const struct recorded_body *body,
                 struct array_map *set)
{
	for (uint32_t i = 0; i < body->count; i++) {
		const struct equation *equation = &body->equations[i];
		if (!equation_uses(derivation, equation, set))
			continue;
		for (uint32_t j = 0; j < equation->nresults; j++)
			array_map_put(derivation->op->arena, set, equation->results[j],
			              equation->results[j]);
	}
}

struct recorded_body linear_equations(struct derivation *derivation,
                                      const struct recorded_body *body, const struct array_map *set)
{
	struct op *op = derivation->op;
	struct recording linear = {0};
	for (uint32_t i = 0; i < body->count; i++) {
		const struct equation *one = &body->equations[i];
		if (equation_uses(derivation, one, set))
			arena_push(op->arena, linear.equations, linear.count, linear.room, *one);
		else
			emit_equation(op, one);
	}
	struct recorded_body left = *body;
	left.equations = linear.equations;
	left.count = linear.count;
	return left;
}

static void note_made(struct derivation *derivation, const struct array *const *arrays,
                      uint32_t count)
{
	for (uint32_t i = 0; i < count; i++)
		array_map_put(derivation->op->arena, &derivation->made, arrays[i], arrays[i]);
}

bool is_literal(const struct derivation *derivation, const struct array *array)
{
	return !array->type.rank && !array->type.mesh && !array_map_get(&derivation->made, array);
}

static bool is_operand(const struct equation *equation, const struct array *array)
{
	for (uint32_t i = 0; equation && i < equation->count; i++)
		if (equation->operands[i] == array)
			return true;
	return false;
}

/* The inputs of a body; new ones where results are, but for those that are operands themselves. */
static const struct array *const *expanded_inputs(struct derivation *derivation,
                                                  const struct recorded_body *body,
                                                  const struct equation *equation)
{
	struct op *op = derivation->op;
	const struct array **inputs = arena_new(op->arena, const struct array *, body->ninputs);
	note_made(derivation, body->inputs, body->ninputs);
	for (uint32_t i = 0; i < body->ninputs; i++) {
		if (derivation->fresh && !is_operand(equation, body->inputs[i]))
			array_map_put(op->arena, &derivation->values, body->inputs[i],
			              array_again(op, body->inputs[i]));
		inputs[i] =
		    derivation->fresh ? standing(derivation, body->inputs[i]) : body->inputs[i];
	}
	return inputs;
}

static struct recorded_body expand_body(struct derivation *derivation,
                                        const struct recorded_body *body,
                                        const struct equation *equation)
{
	struct op *op = derivation->op;
	struct recording part;
	const struct array *const *inputs = expanded_inputs(derivation, body, equation);
	part_begin(op, &part);
	expand_equations(derivation, body);
	struct recorded_body expanded = part_end(op, &part);
	expanded.inputs = inputs;
	expanded.ninputs = body->ninputs;
	expanded.outputs = all_standing(derivation, body->outputs, body->noutputs);
	expanded.noutputs = body->noutputs;
	return expanded;
}

/* New results, but for those that a body has made anew already, as its outputs. */
static const struct array *const *fresh_results(struct derivation *derivation,
                                                const struct equation *equation)
{
	struct arena *arena = derivation->op->arena;
	const struct array **results = arena_new(arena, const struct array *, equation->nresults);
	for (uint32_t i = 0; i < equation->nresults; i++) {
		const struct array *result = equation->results[i];
		if (!array_map_get(&derivation->values, result))
			array_map_put(arena, &derivation->values, result,
			              array_again(derivation->op, result));
		results[i] = standing(derivation, result);
	}
	return results;
}

struct equation standing_equation(struct derivation *derivation, const struct equation *equation)
{
	struct equation expanded = *equation;
	struct recorded_body *bodies =
	    arena_new(derivation->op->arena, struct recorded_body, equation->nbodies);
	expanded.operands = all_standing(derivation, equation->operands, equation->count);
	for (uint32_t i = 0; i < equation->nbodies; i++)
		bodies[i] = expand_body(derivation, &equation->bodies[i], equation);
	expanded.bodies = bodies;
	if (derivation->fresh)
		expanded.results = fresh_results(derivation, equation);
	return expanded;
}

struct recorded_body replayed(struct derivation *derivation, const struct recorded_body *body,
                              struct array_map *others)
{
	struct derivation again = {.op = derivation->op, .values = *others, .fresh = true};
	struct recorded_body copy = expand_body(&again, body, NULL);
	*others = again.values;
	return copy;
}

/* Leaves an equation without bodies for a derivative that is not known. */
static void leave_unknown(struct derivation *derivation, const struct equation *equation,
                          const char *reason)
{
	struct equation left = *equation;
	left.bodies = NULL;
	left.nbodies = 0;
	left.params = reason;
	left.results = all_standing(derivation, equation->results, equation->nresults);
	emit_equation(derivation->op, &left);
}

/* Takes a body forward in the place of its equation; `equation` has been expanded. Where a tangent
 * is not known, what comes after it goes forward without. */
static struct linear_part go_forward(struct derivation *derivation, const struct equation *equation)
{
	struct op *op = derivation->op;
	const struct recorded_body *body = &equation->bodies[0];
	struct linearization forward = {.derivation = derivation};
	const struct array **inputs = arena_new(op->arena, const struct array *, body->ninputs);
	for (uint32_t i = 0; i < body->ninputs; i++) {
		array_map_put(op->arena, &derivation->values, body->inputs[i],
		              equation->operands[i]);
		if (dtype_is_inexact(body->inputs[i]->type.dtype))
			inputs[i] = tangent_input(&forward, body->inputs[i]);
	}
	derivation->unknown = NULL;
	(void)!linearize_body(&forward, body);
	const struct array **outputs = arena_new(op->arena, const struct array *, body->noutputs);
	for (uint32_t i = 0; i < body->noutputs; i++)
		outputs[i] = tangent_of(&forward, body->outputs[i]);
	return linear_end(&forward, inputs, body->ninputs, outputs, body->noutputs);
}

/* Marks the equations from `first` on that have no place as being at that of another. */
static void place_at(struct op *op, uint32_t first, const struct equation *equation)
{
	for (uint32_t i = first; i < op->recording->count; i++)
		if (!op->recording->equations[i].place)
			op->recording->equations[i].place = equation->place;
}

/* The cotangents of the inputs of a linear part, by those of its outputs: `count` of them, the
 * `others` where no tangent goes in. NULL when that is not known. */
static const struct array **cotangents_back(struct derivation *derivation,
                                            const struct linear_part *part,
                                            const struct array *const *cotangents,
                                            const struct array *const *others, uint32_t count)
{
	struct array_map all = {0};
	const struct array **back = arena_new(derivation->op->arena, const struct array *, count);
	for (uint32_t i = 0; i < part->body.noutputs; i++)
		if (part->body.outputs[i] &&
		    !add_cotangent(derivation, &all, part->body.outputs[i], cotangents[i]))
			return NULL;
	if (!transpose_part(derivation, part, &all))
		return NULL;
	for (uint32_t i = 0; i < count; i++) {
		const struct array *input = i < part->body.ninputs ? part->body.inputs[i] : NULL;
		back[i] = input ? cotangent_or_zeros(derivation, &all, input) : others[i];
		if (!back[i] || !type_same_shape(&back[i]->type, &others[i]->type)) {
			(void)derivative_unknown(derivation, "a derivative under vmap", "");
			return NULL;
		}
	}
	return back;
}

/* The cotangents that go back stand for the results of the equation. */
static bool go_back(struct derivation *derivation, const struct equation *equation,
                    const struct linear_part *part, const struct array *const *cotangents)
{
	struct op *op = derivation->op;
	uint32_t first = op->recording->count;
	const struct array **back =
	    cotangents_back(derivation, part, cotangents, equation->results, equation->nresults);
	place_at(op, first, equation);
	for (uint32_t i = 0; back && i < equation->nresults; i++)
		array_map_put(op->arena, &derivation->values, equation->results[i], back[i]);
	return back != NULL;
}

/* One, of the type of the value that the gradient is taken of. */
static const struct array *seed_of(struct op *op, const struct array *value)
{
	return value && value->type.rank ? full_like(op, value, 1) : scalar_like(op, value, 1);
}

static void expand_gradient(struct derivation *derivation, const struct equation *equation)
{
	struct op *op = derivation->op;
	struct equation expanded = standing_equation(derivation, equation);
	struct linear_part part = go_forward(derivation, &expanded);
	uint32_t first = op->recording->count;
	const struct context outside = context_of(op, equation);
	const struct array *seed = seed_of(
	    op, part.body.noutputs ? standing(derivation, expanded.bodies[0].outputs[0]) : NULL);
	place_at(op, first, equation);
	bool done = !derivation->unknown && seed && go_back(derivation, &expanded, &part, &seed);
	context_set(op, outside);
	if (!done)
		leave_unknown(derivation, equation,
		              derivation->unknown ? derivation->unknown : "its seed");
}

/* A derivative under vmaps: that of one example, which is then put on all of them. */
struct mapped_derivative {
	struct mapped_run run;
	const struct equation *equation;
	struct equation expanded; /* with its operands as one example sees them */
	struct linear_part part;
	struct recorded_body body; /* of one example, without derivatives */
};

/* Goes forward with one example, into a recording of its own. */
static void example_forward(struct mapped_derivative *mapped, struct derivation *derivation,
                            const struct equation *equation, struct recording *recording)
{
	example_begin(&mapped->run, derivation, equation->vmaps);
	part_begin(derivation->op, recording);
	mapped->equation = equation;
	mapped->expanded = standing_equation(derivation, equation);
	mapped->expanded.operands = mapped->expanded.bodies[0].inputs;
	mapped->expanded.count = mapped->expanded.bodies[0].ninputs;
	mapped->part = go_forward(derivation, &mapped->expanded);
}

/* Ends the recording: the outputs are `nback` arrays, and what the function gave. */
static void example_end(struct mapped_derivative *mapped, const struct recording *recording,
                        const struct array *const *back, uint32_t nback)
{
	struct derivation *derivation = mapped->run.derivation;
	const struct recorded_body *given = &mapped->equation->bodies[0];
	const struct array **outputs =
	    arena_new(derivation->op->arena, const struct array *, nback + given->noutputs);
	for (uint32_t i = 0; i < nback; i++)
		outputs[i] = back[i];
	for (uint32_t i = 0; i < given->noutputs; i++)
		outputs[nback + i] = standing(derivation, given->outputs[i]);
	mapped->body = part_end(derivation->op, recording);
	mapped->body.outputs = outputs;
	mapped->body.noutputs = nback + given->noutputs;
}

/* Puts a body on all examples, for the results of its equation. */
static bool put_on_examples(struct mapped_run *run, const struct equation *equation,
                            const struct recorded_body *body, const struct array *const *inputs)
{
	const struct recorded_vmaps *vmaps = equation->vmaps;
	for (uint32_t i = 0; i < body->ninputs; i++)
		if (body->inputs[i])
			mapped_put(run, body->inputs[i], inputs[i]);
	if (!mapped_equations(run, body) || equation->nresults != body->noutputs)
		return derivative_unknown(run->derivation, "a derivative under vmap", "");
	for (uint32_t i = 0; i < equation->nresults; i++)
		if (!mapped_result(run, body->outputs[i], vmaps->results[i], equation->results[i]))
			return false;
	return true;
}

static void expand_mapped_gradient(struct derivation *derivation, const struct equation *equation)
{
	struct op *op = derivation->op;
	struct mapped_derivative *mapped = arena_new(op->arena, struct mapped_derivative, 1);
	struct recording recording;
	example_forward(mapped, derivation, equation, &recording);
	const struct recorded_body *function = &mapped->expanded.bodies[0];
	const struct context outside = context_of(op, equation);
	const struct array *seed =
	    seed_of(op, function->noutputs ? standing(derivation, function->outputs[0]) : NULL);
	const struct array **back = derivation->unknown || !seed
	                                ? NULL
	                                : cotangents_back(derivation, &mapped->part, &seed,
	                                                  function->inputs, function->ninputs);
	context_set(op, outside);
	example_end(mapped, &recording, back, back ? function->ninputs : 0);
	mapped->body.inputs = function->inputs;
	mapped->body.ninputs = function->ninputs;
	mapped->body = recording_pruned(op->arena, &mapped->body);
	mapped_begin(&mapped->run);
	bool done = back && put_on_examples(&mapped->run, equation, &mapped->body,
	                                    equation->vmaps->operands);
	mapped_end(&mapped->run);
	if (!done)
		leave_unknown(derivation, equation,
		              derivation->unknown ? derivation->unknown : "its seed");
}

static void expand_mapped_linearize(struct derivation *derivation, const struct equation *equation)
{
	struct op *op = derivation->op;
	struct mapped_derivative *mapped = arena_new(op->arena, struct mapped_derivative, 1);
	struct kept_linear *kept = arena_new(op->arena, struct kept_linear, 1);
	struct recording recording;
	example_forward(mapped, derivation, equation, &recording);
	kept->of = equation->params;
	kept->part = mapped->part;
	kept->unknown = derivation->unknown;
	kept->level = equation->vmaps->count;
	kept->next = derivation->kept;
	derivation->kept = kept;
	derivation->unknown = NULL;
	example_end(mapped, &recording, NULL, 0);
	mapped->body.inputs = mapped->expanded.bodies[0].inputs;
	mapped->body.ninputs = mapped->expanded.bodies[0].ninputs;
	mapped_begin(&mapped->run);
	if (!put_on_examples(&mapped->run, equation, &mapped->body, equation->vmaps->operands))
		leave_unknown(derivation, equation, derivation->unknown);
	mapped_end(&mapped->run);
	kept->arrays = mapped->run.arrays;
}

static void expand_linearize(struct derivation *derivation, const struct equation *equation)
{
	struct op *op = derivation->op;
	struct equation expanded = standing_equation(derivation, equation);
	struct kept_linear *kept = arena_new(op->arena, struct kept_linear, 1);
	kept->of = equation->params;
	kept->part = go_forward(derivation, &expanded);
	kept->unknown = derivation->unknown;
	kept->level = op->staged;
	kept->next = derivation->kept;
	derivation->kept = kept;
}

static const struct kept_linear *kept_of(const struct derivation *derivation, const void *linear)
{
	const struct kept_linear *kept = derivation->kept;
	while (kept && kept->of != linear)
		kept = kept->next;
	return kept;
}

/* The linear part again, on tangents that are given; its outputs stand for the results. */
static bool push_forward(struct derivation *derivation, const struct equation *equation,
                         const struct linear_part *part)
{
	struct op *op = derivation->op;
	struct array_map others = {0};
	for (uint32_t i = 0; i < part->body.ninputs; i++) {
		const struct array *input = part->body.inputs[i];
		if (!input)
			continue;
		if (!type_same_shape(&input->type, &equation->operands[i]->type))
			return derivative_unknown(derivation, "a derivative under vmap", "");
		array_map_put(op->arena, &others, input, equation->operands[i]);
	}
	struct recorded_body linear = part->body;
	linear.ninputs = 0;
	struct recorded_body again = replayed(derivation, &linear, &others);
	recording_inline(op, &again);
	for (uint32_t i = 0; i < equation->nresults; i++) {
		const struct array *output = array_map_get(&others, part->body.outputs[i]);
		uint32_t first = op->recording->count;
		if (!output)
			output = zeros_of(op, &equation->results[i]->type);
		place_at(op, first, equation);
		array_map_put(op->arena, &derivation->values, equation->results[i], output);
	}
	return true;
}

/* Arrays of one example like those that an equation has under vmaps. */
static const struct array **examples_of(struct op *op, const struct array *const *arrays,
                                        uint32_t count)
{
	const struct array **examples = arena_new(op->arena, const struct array *, count);
	for (uint32_t i = 0; i < count; i++)
		examples[i] = array_new(op, &arrays[i]->type);
	return examples;
}

/* The linear part of one example, on tangents; its results are zeros where no tangent comes out. */
static bool example_pushed(struct derivation *derivation, const struct equation *equation,
                           const struct linear_part *part, const struct array *const *tangents,
                           const struct array **made)
{
	struct op *op = derivation->op;
	struct array_map others = {0};
	struct recorded_body linear = part->body;
	for (uint32_t i = 0; i < linear.ninputs; i++)
		if (linear.inputs[i])
			array_map_put(op->arena, &others, linear.inputs[i], tangents[i]);
	linear.ninputs = 0;
	struct recorded_body again = replayed(derivation, &linear, &others);
	recording_inline(op, &again);
	for (uint32_t i = 0; i < equation->nresults; i++) {
		made[i] = array_map_get(&others, part->body.outputs[i]);
		if (!made[i])
			made[i] = zeros_of(op, &equation->vmaps->results[i]->type);
	}
	return true;
}

/* What goes on with a derivative under vmaps, which may be around the derivative too. */
static bool use_mapped(struct derivation *derivation, const struct equation *equation,
                       const struct kept_linear *kept)
{
	struct op *op = derivation->op;
	const struct recorded_vmaps *vmaps = equation->vmaps;
	struct mapped_run run;
	struct recording recording;
	if (kept->level < vmaps->staged || kept->level > vmaps->count)
		return derivative_unknown(derivation, "a derivative from elsewhere", "");
	example_begin(&run, derivation, vmaps);
	op->nmappings = op->staged = kept->level;
	run.arrays = array_map_copy(op->arena, &kept->arrays);
	part_begin(op, &recording);
	const struct context outside = context_of(op, equation);
	const struct array **given = examples_of(op, vmaps->operands, equation->count);
	const struct array **made = arena_new(op->arena, const struct array *, equation->nresults);
	bool done;
	if (equation->kind == EQUATION_PULL_BACK)
		done = (made = cotangents_back(derivation, &kept->part, given, vmaps->results,
		                               equation->nresults)) != NULL;
	else
		done = example_pushed(derivation, equation, &kept->part, given, made);
	context_set(op, outside);
	place_at(op, 0, equation);
	struct recorded_body body = part_end(op, &recording);
	body.inputs = given;
	body.ninputs = equation->count;
	body.outputs = made;
	body.noutputs = equation->nresults;
	op->nmappings = vmaps->count;
	mapped_begin(&run);
	done = done && put_on_examples(&run, equation, &body, vmaps->operands);
	mapped_end(&run);
	return done;
}

static void expand_use(struct derivation *derivation, const struct equation *equation)
{
	const struct kept_linear *kept = kept_of(derivation, equation->params);
	struct equation expanded = standing_equation(derivation, equation);
	derivation->unknown = kept ? kept->unknown : "a derivative from elsewhere";
	const struct context outside = context_of(derivation->op, equation);
	bool mapped = equation->vmaps || (kept && kept->level > derivation->op->staged);
	if (mapped && !equation->vmaps)
		derivation->unknown = "a derivative from elsewhere";
	bool done = !derivation->unknown &&
	            (mapped ? use_mapped(derivation, equation, kept)
	             : equation->kind == EQUATION_PULL_BACK
	                 ? go_back(derivation, &expanded, &kept->part, expanded.operands)
	                 : push_forward(derivation, &expanded, &kept->part));
	context_set(derivation->op, outside);
	if (!done)
		leave_unknown(derivation, equation, derivation->unknown);
}

/* Whether a broadcast or conversion changes nothing: JAX's forwarding_rules leave it out. */
static bool changes_nothing(const struct equation *equation)
{
	if (equation->kind != EQUATION_PRIMITIVE || equation->count != 1 ||
	    equation->nresults != 1 ||
	    (strcmp(equation->primitive->name, "broadcast_in_dim") != 0 &&
	     strcmp(equation->primitive->name, "convert_element_type") != 0))
		return false;
	const struct array_type *from = &equation->operands[0]->type,
				*to = &equation->results[0]->type;
	return from->dtype == to->dtype && from->weak == to->weak &&
	       same_shape_and_sharding(from, to);
}

/* The literal that a conversion makes of another one, which JAX computes at once; NULL: it is none.
 * JAX: _convert_elt_type_folding_rule. */
static const struct array *converted_literal(struct derivation *derivation,
                                             const struct equation *equation)
{
	struct op *op = derivation->op;
	if (equation->kind != EQUATION_PRIMITIVE ||
	    strcmp(equation->primitive->name, "convert_element_type") != 0 ||
	    !is_literal(derivation, equation->operands[0]) || equation->results[0]->type.rank)
		return NULL;
	const struct array_type *to = &equation->results[0]->type;
	const union element *known = array_elements(standing(derivation, equation->operands[0]));
	union element *element = known ? arena_copy(op->arena, known, 1, sizeof *known) : NULL;
	if (!element || to->mesh || !dtype_is_held(to->dtype) ||
	    !element_convert(equation->operands[0]->type.dtype, to->dtype, element))
		return NULL;
	const struct array *made = array_scalar(op, to->dtype, to->weak);
	array_hold(made, element);
	return made;
}

static void expand_equation(struct derivation *derivation, const struct equation *equation)
{
	struct equation expanded;
	const struct array *same = changes_nothing(equation)
	                               ? standing(derivation, equation->operands[0])
	                               : converted_literal(derivation, equation);
	if (same) {
		array_map_put(derivation->op->arena, &derivation->values, equation->results[0],
		              same);
		return;
	}
	switch (equation->kind) {
	case EQUATION_GRADIENT:
		(equation->vmaps ? expand_mapped_gradient : expand_gradient)(derivation, equation);
		break;
	case EQUATION_LINEARIZE:
		(equation->vmaps ? expand_mapped_linearize : expand_linearize)(derivation,
		                                                               equation);
		break;
	case EQUATION_PULL_BACK:
	case EQUATION_PUSH_FORWARD:
		expand_use(derivation, equation);
		break;
	default:
		note_made(derivation, equation->results, equation->nresults);
		expanded = standing_equation(derivation, equation);
		emit_equation(derivation->op, &expanded);
		break;
	}
}

void expand_equations(struct derivation *derivation, const struct recorded_body *body)
{
	for (uint32_t i = 0; i < body->count; i++)
		expand_equation(derivation, &body->equations[i]);
}

struct recorded_body derive_body(struct op *op, const struct recorded_body *body)
{
	struct derivation derivation = {.op = op};
	struct op outside = *op;
	struct recording around = {0};
	op->name_of = NULL;
	op->place_of = NULL;
	op->recording = &around;
	struct recorded_body plain = expand_body(&derivation, body, NULL);
	op->name_of = outside.name_of;
	op->place_of = outside.place_of;
	op->recording = outside.recording;
	op->error = outside.error;
	return plain;
}
