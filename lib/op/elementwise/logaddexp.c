/* SPDX-License-Identifier: Apache-2.0 */
#include "op/core/recording.h"
#include "op/elementwise/elementwise.h"

/* log(exp(x) + exp(y)) of reals. JAX: lax/other.py logaddexp. */
static const struct array *apply_logaddexp(struct op *op, const struct array *const *x)
{
	const struct array *greatest = lax_binary(op, &lax_max, x[0], x[1]);
	const struct array *distance = lax_binary(op, &lax_sub, x[0], x[1]);
	const struct array *invalid = lax_binary(op, &lax_ne, distance, distance);
	const struct array *cases[] = {NULL, lax_binary(op, &lax_add, x[0], x[1])};
	const struct array *below = lax_unary(op, &lax_neg, lax_unary(op, &lax_abs, distance));
	const struct array *rest = lax_unary(op, &lax_log1p, lax_unary(op, &lax_exp, below));
	cases[0] = lax_binary(op, &lax_add, greatest, rest);
	return cases[0] ? lax_select_n(op, invalid, cases, 2) : NULL;
}

const struct array *lax_logaddexp(struct op *op, const struct array *x, const struct array *y)
{
	const struct array *operands[] = {x, y};
	static const struct recorded_custom params = {.name = "logaddexp"};
	struct recording recording;
	struct recorded_body *body = arena_new(op->arena, struct recorded_body, 1);
	recording_begin(op, &recording);
	const struct array *result = apply_logaddexp(op, operands);
	*body = recording_end(op, &recording);
	if (!result)
		return NULL;
	body->inputs = recorded_arrays(op, operands, 2);
	body->outputs = recorded_arrays(op, &result, 1);
	body->ninputs = 2;
	body->noutputs = 1;
	recording_add(op, &(struct equation){.kind = EQUATION_CUSTOM_JVP,
	                                     .params = &params,
	                                     .operands = operands,
	                                     .count = 2,
	                                     .results = &result,
	                                     .nresults = 1,
	                                     .bodies = body,
	                                     .nbodies = 1});
	return result;
}
