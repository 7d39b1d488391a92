/* SPDX-License-Identifier: Apache-2.0 */
#include "derive/linearize.h"

#include "derive/apply.h"
#include "derive/bodies.h"
#include "derive/rules.h"
#include "op/manual/manual.h"

const struct array *tangent_input(struct linearization *forward, const struct array *array)
{
	struct op *op = forward->derivation->op;
	const struct array *tangent = array_again(op, array);
	array_map_put(op->arena, &forward->tangents, array, tangent);
	array_map_add(op->arena, &forward->linear, tangent);
	return tangent;
}

const struct array *tangent_of(const struct linearization *forward, const struct array *array)
{
	return array_map_get(&forward->tangents, array);
}

void emit_forward(struct linearization *forward, const struct equation *equation)
{
	struct op *op = forward->derivation->op;
	if (!equation_uses(forward->derivation, equation, &forward->linear)) {
		emit_equation(op, equation);
		return;
	}
	struct recording *outer = op->recording;
	op->recording = &forward->part;
	emit_equation(op, equation);
	op->recording = outer;
	array_map_add_all(op->arena, &forward->linear, equation->results, equation->nresults);
}

struct linear_part linear_end(struct linearization *forward, const struct array *const *inputs,
                              uint32_t ninputs, const struct array *const *outputs,
                              uint32_t noutputs)
{
	return (struct linear_part){.body = {.equations = forward->part.equations,
	                                     .count = forward->part.count,
	                                     .inputs = inputs,
	                                     .ninputs = ninputs,
	                                     .outputs = outputs,
	                                     .noutputs = noutputs},
	                            .arrays = forward->linear};
}

/* The tangents, varying along all axes that any operand does. JAX: core.py auto_insert_reshard. */
static bool vary_tangents(struct forward *f)
{
	const struct equation *equation = f->equation;
	const struct array **alike =
	    arena_copy(f->op->arena, f->tangents, equation->count, sizeof *alike);
	uint64_t varying = 0;
	for (uint32_t i = 0; i < equation->count; i++)
		varying |= equation->operands[i]->type.varying;
	for (uint32_t i = 0; i < equation->count; i++) {
		alike[i] = manual_vary(f->op, alike[i], varying);
		if (f->tangents[i] && !alike[i])
			return false;
	}
	f->tangents = alike;
	return true;
}

/* Runs a rule, and parts what it applies by whether that hangs on tangents. */
static bool run_rule(struct linearization *forward, struct forward *f,
                     const struct forward_rule *rule)
{
	struct op *op = f->op;
	struct recording part;
	part_begin(op, &part);
	const struct context outside = context_of(op, f->equation);
	bool done = (f->equation->primitive->casts || vary_tangents(f)) && rule->whole(f);
	context_set(op, outside);
	struct recorded_body body = part_end(op, &part);
	for (uint32_t i = 0; i < body.count; i++) {
		struct equation placed = body.equations[i];
		placed.place = f->equation->place;
		equation_goes_with(&placed, f->equation);
		emit_forward(forward, &placed);
	}
	return done;
}

/* The tangents of the only result by each operand that has one, added up. */
static bool add_tangents(struct forward *f, const struct forward_rule *rule)
{
	const struct array *sum = NULL;
	for (uint32_t i = 0; i < f->equation->count; i++) {
		if (!f->tangents[i])
			continue;
		const struct array *one = rule->by(f, f->tangents[i], i);
		if (!one)
			return false;
		sum = sum ? plus(f->op, sum, one) : one;
	}
	f->made[0] = sum;
	return true;
}

static bool by_operands(struct forward *f)
{
	return add_tangents(f, forward_rule_of(f->equation->primitive));
}

static const struct array **tangents_of(const struct linearization *forward,
                                        const struct equation *equation, bool *any)
{
	const struct array **tangents =
	    arena_new(forward->derivation->op->arena, const struct array *, equation->count);
	*any = false;
	for (uint32_t i = 0; i < equation->count; i++) {
		tangents[i] = tangent_of(forward, equation->operands[i]);
		*any = *any || tangents[i];
	}
	return tangents;
}

/* The only result of an equation is another array of the program. */
static void linearize_result(struct linearization *forward, const struct equation *equation,
                             const struct array *array)
{
	struct derivation *derivation = forward->derivation;
	const struct array *tangent = tangent_of(forward, array);
	array_map_put(derivation->op->arena, &derivation->values, equation->results[0],
	              standing(derivation, array));
	if (tangent)
		array_map_put(derivation->op->arena, &forward->tangents, equation->results[0],
		              tangent);
}

static bool linearize_equation(struct linearization *forward, const struct equation *equation);

/* Other equations in the place of one, taken forward. */
static bool linearize_instead(struct linearization *forward, const struct equation *equation,
                              const struct forward_rule *rule)
{
	struct derivation *derivation = forward->derivation;
	struct op *op = derivation->op;
	struct recording part;
	const struct context outside = context_of(op, equation);
	part_begin(op, &part);
	const struct array *result = rule->instead(op, equation);
	struct recorded_body body = part_end(op, &part);
	context_set(op, outside);
	for (uint32_t i = 0; i < body.count; i++) {
		struct equation placed = body.equations[i];
		placed.place = equation->place;
		equation_goes_with(&placed, equation);
		if (!result || !linearize_equation(forward, &placed))
			return derivative_unknown(derivation, "the derivative of ",
			                          equation->primitive->name);
	}
	linearize_result(forward, equation, result);
	return true;
}

static bool linearize_primitive(struct linearization *forward, const struct equation *equation)
{
	struct derivation *derivation = forward->derivation;
	struct op *op = derivation->op;
	struct equation now = *equation;
	bool any;
	now.operands = all_standing(derivation, equation->operands, equation->count);
	struct forward f = {.derivation = derivation,
	                    .op = op,
	                    .equation = &now,
	                    .tangents = tangents_of(forward, equation, &any),
	                    .results = arena_copy(op->arena, equation->results, equation->nresults,
	                                          sizeof *equation->results),
	                    .made = arena_new(op->arena, const struct array *, equation->nresults)};
	bool stops = !any || stops_tangents(equation->primitive);
	const struct forward_rule *rule = stops ? NULL : forward_rule_of(equation->primitive);
	if (rule && rule->instead)
		return linearize_instead(forward, equation, rule);
	if (stops || (rule && !rule->replaces))
		emit_equation(op, &now);
	if (stops)
		return true;
	if (!rule)
		return derivative_unknown(derivation, "the derivative of ",
		                          equation->primitive->name);
	struct forward_rule applied = *rule;
	if (!rule->whole)
		applied.whole = by_operands;
	if (!run_rule(forward, &f, &applied))
		return derivative_unknown(derivation, "the derivative of ",
		                          equation->primitive->name);
	for (uint32_t i = 0; i < equation->nresults; i++) {
		if (f.results[i] != equation->results[i])
			array_map_put(op->arena, &derivation->values, equation->results[i],
			              f.results[i]);
		if (f.made[i])
			array_map_put(op->arena, &forward->tangents, equation->results[i],
			              f.made[i]);
	}
	return true;
}

static bool linearize_equation(struct linearization *forward, const struct equation *equation)
{
	struct equation now = *equation;
	switch (equation->kind) {
	case EQUATION_PRIMITIVE:
		return linearize_primitive(forward, equation);
	case EQUATION_SAME:
		linearize_result(forward, equation, equation->operands[0]);
		return true;
	case EQUATION_STOP:
	case EQUATION_CONSTANT:
		now.operands =
		    all_standing(forward->derivation, equation->operands, equation->count);
		emit_equation(forward->derivation->op, &now);
		return true;
	case EQUATION_SCAN:
		return linearize_scan(forward, equation);
	case EQUATION_BRANCHES:
		return linearize_branches(forward, equation);
	case EQUATION_WHILE:
		return linearize_while(forward, equation);
	case EQUATION_CHECKPOINT:
		return linearize_checkpoint(forward, equation);
	case EQUATION_CUSTOM_JVP:
	case EQUATION_CUSTOM_VJP:
		return linearize_custom(forward, equation);
	case EQUATION_MANUAL:
		return linearize_manual(forward, equation);
	default:
		return derivative_unknown(forward->derivation,
		                          "a derivative of a derivative that is not known", "");
	}
}

bool linearize_body(struct linearization *forward, const struct recorded_body *body)
{
	bool known = true;
	for (uint32_t i = 0; i < body->count; i++) {
		if (known && linearize_equation(forward, &body->equations[i]))
			continue;
		struct equation plain = standing_equation(forward->derivation, &body->equations[i]);
		emit_equation(forward->derivation->op, &plain);
		known = false;
	}
	return known;
}
