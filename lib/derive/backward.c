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

bool transpose_part(struct derivation *derivation, const struct linear_part *part,
                    struct array_map *cotangents)
{
	struct op *op = derivation->op;
	const struct context outside = {op->mesh, op->checks_varying};
	bool done = true;
	for (uint32_t i = part->body.count; i-- && done;) {
		const struct equation *equation = &part->body.equations[i];
		uint32_t first = op->recording->count;
		(void)context_of(op, equation);
		done = transpose_equation(derivation, part, equation, cotangents);
		for (uint32_t j = first; j < op->recording->count; j++) {
			op->recording->equations[j].place = equation->place;
			op->recording->equations[j].unit = equation->unit ? ~equation->unit : 0;
			op->recording->equations[j].call = equation->call ? ~equation->call : 0;
		}
	}
	context_set(op, outside);
	return done;
}
