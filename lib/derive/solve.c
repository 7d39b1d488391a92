/* SPDX-License-Identifier: Apache-2.0 */
/*
 * lax.custom_linear_solve: the tangent of a solution x solves the same system for what the tangents
 * of both sides leave, and the way back solves the transposed one. JAX: control_flow/solves.py
 * _custom_linear_solve_jvp, _linear_solve_transpose_rule.
 */
#include "derive/apply.h"
#include "derive/bodies.h"

enum { SOLVE, MATVEC, TRANSPOSED };

bool is_linear_solve(const struct equation *equation)
{
	const struct recorded_custom *custom = equation->params;
	return equation->kind == EQUATION_CUSTOM_JVP && custom &&
	       strcmp(custom->name, "linear_solve") == 0;
}

/* Whether one of the arrays has a tangent. */
static bool any_tangent(const struct linearization *forward, const struct array *const *arrays,
                        uint32_t count)
{
	for (uint32_t i = 0; i < count; i++)
		if (tangent_of(forward, arrays[i]))
			return true;
	return false;
}

/* What is left of the tangent of b when those of the system have moved A x. */
static const struct array *right_side(struct op *op, const struct array_type *type,
                                      const struct array *of_b, const struct array *of_ax)
{
	const struct array *moved = of_ax ? negative(op, of_ax) : NULL;
	return of_b && moved ? plus(op, of_b, moved)
	       : of_b        ? of_b
	       : moved       ? moved
	                     : zeros_of(op, type);
}

/* The solution, as its body gives it, and what the system makes of it, with its tangents. */
static bool run_bodies(struct linearization *forward, const struct equation *equation)
{
	struct derivation *derivation = forward->derivation;
	struct arena *arena = derivation->op->arena;
	const struct recorded_body *solve = &equation->bodies[SOLVE];
	const struct recorded_body *matvec = &equation->bodies[MATVEC];
	if (solve->ninputs != equation->count || solve->noutputs != equation->nresults ||
	    matvec->ninputs != equation->nresults || matvec->noutputs != equation->count)
		return false;
	give_inputs(derivation, solve, 0,
	            all_standing(derivation, equation->operands, equation->count), equation->count);
	expand_equations(derivation, solve);
	for (uint32_t i = 0; i < equation->nresults; i++)
		array_map_put(arena, &derivation->values, equation->results[i],
		              standing(derivation, solve->outputs[i]));
	give_inputs(derivation, matvec, 0,
	            all_standing(derivation, equation->results, equation->nresults),
	            equation->nresults);
	return linearize_body(forward, matvec);
}

/* The tangents of the solution, by an equation that stands for solving once more. */
static void emit_solve(struct linearization *forward, const struct equation *equation,
                       const struct array *const *sides)
{
	struct derivation *derivation = forward->derivation;
	struct op *op = derivation->op;
	struct array_map others = {0};
	struct equation linear = *equation;
	struct custom_linear *params = arena_new(op->arena, struct custom_linear, 1);
	uint32_t *which = arena_new(op->arena, uint32_t, equation->count);
	struct recorded_body *bodies = arena_new(op->arena, struct recorded_body, 2);
	const struct array **results =
	    arena_new(op->arena, const struct array *, equation->nresults);
	for (uint32_t i = 0; i < equation->count; i++)
		which[i] = i;
	for (uint32_t i = 0; i < equation->nresults; i++) {
		results[i] = array_again(op, equation->results[i]);
		array_map_put(op->arena, &forward->tangents, equation->results[i], results[i]);
	}
	*params = (struct custom_linear){.rule = 1, .which = which};
	bodies[0] = replayed(derivation, &equation->bodies[SOLVE], &others);
	linear.nbodies = equation->nbodies - 1;
	if (linear.nbodies > 1)
		bodies[1] = equation->bodies[TRANSPOSED];
	linear.kind = EQUATION_CUSTOM_VJP;
	linear.params = params;
	linear.operands = sides;
	linear.results = results;
	linear.bodies = bodies;
	emit_forward(forward, &linear);
}

bool linearize_solve(struct linearization *forward, const struct equation *equation)
{
	struct derivation *derivation = forward->derivation;
	struct op *op = derivation->op;
	const struct recorded_body *matvec = &equation->bodies[MATVEC];
	const struct array **sides = arena_new(op->arena, const struct array *, equation->count);
	uint32_t ncaptured;
	const struct array *const *captured = recording_captures(op->arena, matvec, &ncaptured);
	if (!any_tangent(forward, equation->operands, equation->count) &&
	    !any_tangent(forward, captured, ncaptured)) {
		struct equation plain = standing_equation(derivation, equation);
		plain.nbodies = 1;
		emit_equation(op, &plain);
		return true;
	}
	if (!run_bodies(forward, equation))
		return derivative_unknown(derivation, "the derivative of a linear solve", "");
	struct recording part;
	part_begin(op, &part);
	const struct context outside = context_of(op, equation);
	for (uint32_t i = 0; i < equation->count; i++)
		sides[i] = right_side(op, &equation->operands[i]->type,
		                      tangent_of(forward, equation->operands[i]),
		                      tangent_of(forward, matvec->outputs[i]));
	context_set(op, outside);
	struct recorded_body made = part_end(op, &part);
	part_forward(forward, &made, equation, true);
	emit_solve(forward, equation, sides);
	return true;
}

bool transpose_solve(struct backward *b)
{
	const struct equation *equation = b->equation;
	if (!is_linear_solve(equation) || equation->nbodies <= TRANSPOSED)
		return derivative_unknown(b->derivation, "the way back through a rule", "");
	const struct recorded_body *rule = &equation->bodies[TRANSPOSED];
	give_inputs(b->derivation, rule, 0, whole_cotangents(b), equation->nresults);
	expand_equations(b->derivation, rule);
	for (uint32_t i = 0; i < equation->count && i < rule->noutputs; i++)
		b->made[i] = standing(b->derivation, rule->outputs[i]);
	return true;
}
