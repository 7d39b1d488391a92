/* SPDX-License-Identifier: Apache-2.0 */
/* Functions with rules for their derivatives: the program's own and those of the library. */
#include <math.h>

#include "derive/apply.h"
#include "derive/backward.h"
#include "derive/bodies.h"
#include "op/core/dtype_class.h"
#include "op/elementwise/elementwise.h"

/* A rule of the library: the tangent of the only result, from all tangents, zeros included. */
typedef const struct array *library_rule(struct op *op, const struct array *const *x,
                                         const struct array *const *tangents,
                                         const struct array *result);

static const struct array *rule_relu(struct op *op, const struct array *const *x,
                                     const struct array *const *tangents,
                                     const struct array *result)
{
	(void)result;
	const struct array *above = lax_binary(op, &lax_gt, x[0], literal(op, x[0], 0));
	return chosen(op, above, tangents[0], full_like(op, tangents[0], 0));
}

static const struct array *rule_relu6(struct op *op, const struct array *const *x,
                                      const struct array *const *tangents,
                                      const struct array *result)
{
	(void)result;
	const struct array *above = lax_binary(op, &lax_gt, x[0], literal(op, x[0], 0));
	const struct array *below = lax_binary(op, &lax_lt, x[0], literal(op, x[0], 6));
	const struct array *inside = lax_binary(op, &lax_and, above, below);
	return chosen(op, inside, tangents[0], full_like(op, tangents[0], 0));
}

static const struct array *without_infinity(struct op *op, const struct array *x)
{
	const struct array *infinite = lax_binary(op, &lax_eq, x, literal(op, x, (double)INFINITY));
	return chosen(op, infinite, full_like(op, x, 0), x);
}

/* exp(x - result) t */
static const struct array *share(struct op *op, const struct array *x, const struct array *t,
                                 const struct array *result)
{
	const struct array *part = without_infinity(op, x), *all = without_infinity(op, result);
	return times(op, t, lax_unary(op, &lax_exp, minus(op, part, all)));
}

static const struct array *rule_logaddexp(struct op *op, const struct array *const *x,
                                          const struct array *const *tangents,
                                          const struct array *result)
{
	const struct array *first = share(op, x[0], tangents[0], result);
	return plus(op, first, share(op, x[1], tangents[1], result));
}

static const struct {
	const char *name;
	uint32_t count; /* of arguments */
	library_rule *rule;
} library_rules[] = {
    {"relu", 1, rule_relu},
    {"relu6", 1, rule_relu6},
    {"logaddexp", 2, rule_logaddexp},
};

static library_rule *library_rule_of(const struct equation *equation)
{
	const struct recorded_custom *custom = equation->params;
	for (size_t i = 0; custom && i < COUNT_OF(library_rules); i++)
		if (strcmp(library_rules[i].name, custom->name) == 0 &&
		    library_rules[i].count == equation->count && equation->nresults == 1)
			return library_rules[i].rule;
	return NULL;
}

/* The tangents of the operands, zeros for those that have none. */
static const struct array **whole_tangents(struct linearization *forward,
                                           const struct equation *equation)
{
	struct op *op = forward->derivation->op;
	const struct array **tangents = arena_new(op->arena, const struct array *, equation->count);
	for (uint32_t i = 0; i < equation->count; i++) {
		tangents[i] = tangent_of(forward, equation->operands[i]);
		if (!tangents[i] && dtype_is_inexact(equation->operands[i]->type.dtype))
			tangents[i] = zeros_of(op, &equation->operands[i]->type);
	}
	return tangents;
}

void part_forward(struct linearization *forward, const struct recorded_body *part,
                  const struct equation *equation, bool placed)
{
	for (uint32_t i = 0; i < part->count; i++) {
		struct equation one = part->equations[i];
		if (placed)
			one.place = equation->place;
		equation_goes_with(&one, equation);
		emit_forward(forward, &one);
	}
}

static bool linearize_library(struct linearization *forward, const struct equation *equation,
                              library_rule *rule)
{
	struct derivation *derivation = forward->derivation;
	struct op *op = derivation->op;
	struct recording part;
	struct equation plain = standing_equation(derivation, equation);
	emit_equation(op, &plain);
	const struct context outside = context_of(op, equation);
	part_begin(op, &part);
	const struct array **x = all_standing(derivation, equation->operands, equation->count);
	const struct array *made = rule(op, x, whole_tangents(forward, equation),
	                                standing(derivation, equation->results[0]));
	struct recorded_body body = part_end(op, &part);
	context_set(op, outside);
	part_forward(forward, &body, equation, true);
	if (!made)
		return false;
	array_map_put(op->arena, &forward->tangents, equation->results[0], made);
	return true;
}

void give_inputs(struct derivation *derivation, const struct recorded_body *body, uint32_t first,
                 const struct array *const *given, uint32_t count)
{
	for (uint32_t i = 0; i < count && first + i < body->ninputs; i++)
		if (given[i])
			array_map_put(derivation->op->arena, &derivation->values,
			              body->inputs[first + i], given[i]);
}

/* The program's rule for the way forward, on the operands and all tangents. */
static bool linearize_jvp(struct linearization *forward, const struct equation *equation)
{
	struct derivation *derivation = forward->derivation;
	struct op *op = derivation->op;
	const struct recorded_body *rule = &equation->bodies[1];
	struct recording part;
	if (rule->ninputs != 2 * equation->count || rule->noutputs != 2 * equation->nresults)
		return false;
	part_begin(op, &part);
	give_inputs(derivation, rule, 0,
	            all_standing(derivation, equation->operands, equation->count), equation->count);
	give_inputs(derivation, rule, equation->count, whole_tangents(forward, equation),
	            equation->count);
	expand_equations(derivation, rule);
	struct recorded_body body = part_end(op, &part);
	part_forward(forward, &body, equation, false);
	for (uint32_t i = 0; i < equation->nresults; i++) {
		const struct array *tangent =
		    standing(derivation, rule->outputs[equation->nresults + i]);
		array_map_put(op->arena, &derivation->values, equation->results[i],
		              standing(derivation, rule->outputs[i]));
		if (array_map_get(&forward->linear, tangent))
			array_map_put(op->arena, &forward->tangents, equation->results[i], tangent);
	}
	return true;
}

/* The program's rule for the way forward that goes with one back, whose residuals and tangents are
 * the operands of an equation that only goes back. */
static bool linearize_vjp(struct linearization *forward, const struct equation *equation)
{
	struct derivation *derivation = forward->derivation;
	struct op *op = derivation->op;
	const struct recorded_body *rule = &equation->bodies[1];
	if (rule->ninputs != equation->count || rule->noutputs < equation->nresults)
		return false;
	struct custom_linear *params = arena_new(op->arena, struct custom_linear, 1);
	uint32_t *which = arena_new(op->arena, uint32_t, equation->count);
	params->nresiduals = rule->noutputs - equation->nresults;
	params->which = which;
	give_inputs(derivation, rule, 0,
	            all_standing(derivation, equation->operands, equation->count), equation->count);
	expand_equations(derivation, rule);
	const struct array **operands = arena_new(op->arena, const struct array *,
	                                          (size_t)params->nresiduals + equation->count);
	const struct array **results =
	    arena_new(op->arena, const struct array *, equation->nresults);
	struct equation linear = *equation;
	linear.count = params->nresiduals;
	for (uint32_t i = 0; i < params->nresiduals; i++)
		operands[i] = standing(derivation, rule->outputs[equation->nresults + i]);
	for (uint32_t i = 0; i < equation->count; i++) {
		const struct array *tangent = tangent_of(forward, equation->operands[i]);
		if (!tangent)
			continue;
		which[linear.count - params->nresiduals] = i;
		operands[linear.count++] = tangent;
	}
	for (uint32_t i = 0; i < equation->nresults; i++) {
		results[i] = array_again(op, equation->results[i]);
		array_map_put(op->arena, &derivation->values, equation->results[i],
		              standing(derivation, rule->outputs[i]));
		if (dtype_is_inexact(results[i]->type.dtype))
			array_map_put(op->arena, &forward->tangents, equation->results[i],
			              results[i]);
	}
	linear.params = params;
	linear.operands = operands;
	linear.results = results;
	linear.bodies = &equation->bodies[2];
	linear.nbodies = 1;
	emit_forward(forward, &linear);
	return true;
}

bool linearize_custom(struct linearization *forward, const struct equation *equation)
{
	struct derivation *derivation = forward->derivation;
	const struct recorded_custom *custom = equation->params;
	library_rule *rule = library_rule_of(equation);
	bool any = false;
	if (is_linear_solve(equation))
		return linearize_solve(forward, equation);
	for (uint32_t i = 0; i < equation->count; i++)
		any = any || tangent_of(forward, equation->operands[i]);
	if (!any) {
		struct equation plain = standing_equation(derivation, equation);
		emit_equation(derivation->op, &plain);
		return true;
	}
	bool done = equation->nbodies == 2   ? linearize_jvp(forward, equation)
	            : equation->nbodies == 3 ? linearize_vjp(forward, equation)
	            : rule                   ? linearize_library(forward, equation, rule)
	            : strcmp(custom->name, "softmax") == 0
	                ? linearize_body(forward, &equation->bodies[0])
	                : false;
	return done || derivative_unknown(derivation, "the rule of ", custom->name);
}

const struct array **whole_cotangents(struct backward *b)
{
	const struct array **cotangents =
	    arena_new(b->op->arena, const struct array *, b->equation->nresults);
	for (uint32_t i = 0; i < b->equation->nresults; i++) {
		struct array_type type = cotangent_type_of(&b->equation->results[i]->type);
		cotangents[i] = b->cotangents[i] ? b->cotangents[i] : zeros_of(b->op, &type);
	}
	return cotangents;
}

/* The program's rule for the way back, on the residuals and all cotangents. */
bool transpose_custom(struct backward *b)
{
	const struct custom_linear *params = b->equation->params;
	if (params->rule >= b->equation->nbodies)
		return derivative_unknown(b->derivation, "a linear solve without its transpose",
		                          "");
	const struct recorded_body *rule = &b->equation->bodies[params->rule];
	uint32_t nresiduals = params->nresiduals;
	give_inputs(b->derivation, rule, 0, b->equation->operands, nresiduals);
	give_inputs(b->derivation, rule, nresiduals, whole_cotangents(b), b->equation->nresults);
	expand_equations(b->derivation, rule);
	for (uint32_t i = nresiduals; i < b->equation->count; i++) {
		uint32_t which = params->which[i - nresiduals];
		if (which >= rule->noutputs)
			return derivative_unknown(b->derivation, "cotangents of a rule", "");
		b->made[i] = standing(b->derivation, rule->outputs[which]);
	}
	return true;
}
