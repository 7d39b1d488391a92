/* SPDX-License-Identifier: Apache-2.0 */
/* How elementwise primitives go forward. JAX: lax/lax.py, lax/special.py, defjvp beside each. */
#include <math.h>

#include "derive/apply.h"
#include "derive/rules.h"
#include "op/core/dtype_class.h"
#include "op/elementwise/elementwise.h"

#define TANGENT(name)                                                                   \
	static const struct array *name(const struct forward *f, const struct array *g, \
	                                uint32_t operand)

/* The operand, the result, and operations on them. */
static const struct array *operand_of(const struct forward *f, uint32_t i)
{
	return f->equation->operands[i];
}

static const struct array *un(const struct forward *f, const struct primitive *primitive,
                              const struct array *x)
{
	return lax_unary(f->op, primitive, x);
}

TANGENT(by_neg)
{
	(void)operand;
	return negative(f->op, g);
}

TANGENT(by_exp)
{
	(void)operand;
	return times(f->op, g, f->results[0]);
}

TANGENT(by_exp2)
{
	const struct array *x = operand_of(f, operand);
	const struct array *scale = un(f, &lax_log, literal(f->op, x, 2));
	return times(f->op, scale, times(f->op, g, f->results[0]));
}

TANGENT(by_log)
{
	return over(f->op, g, operand_of(f, operand));
}

TANGENT(by_expm1)
{
	const struct array *y = f->results[0];
	if (op_has(f->op, JAX_DERIVES_EXPM1_BY_EXP))
		return times(f->op, g, un(f, &lax_exp, operand_of(f, operand)));
	return times(f->op, g, plus(f->op, y, scalar_like(f->op, y, 1)));
}

TANGENT(by_log1p)
{
	const struct array *x = operand_of(f, operand);
	return over(f->op, g, plus(f->op, x, scalar_like(f->op, x, 1)));
}

TANGENT(by_tanh)
{
	const struct array *x = operand_of(f, operand);
	if (op_has(f->op, JAX_ONE_MINUS_SQUARE))
		return times(f->op, g, un(f, &lax_one_minus_square, f->results[0]));
	const struct array *rise = plus(f->op, g, times(f->op, g, f->results[0]));
	const struct array *one = scalar_like(f->op, x, 1);
	return times(f->op, rise, minus(f->op, one, f->results[0]));
}

TANGENT(by_logistic)
{
	(void)operand;
	const struct array *y = f->results[0];
	const struct array *one = scalar_like(f->op, y, 1);
	return times(f->op, g, times(f->op, y, minus(f->op, one, y)));
}

TANGENT(by_sin)
{
	return times(f->op, g, un(f, &lax_cos, operand_of(f, operand)));
}

TANGENT(by_cos)
{
	return negative(f->op, times(f->op, g, un(f, &lax_sin, operand_of(f, operand))));
}

TANGENT(by_tan)
{
	const struct array *one = literal(f->op, operand_of(f, operand), 1);
	return times(f->op, g, plus(f->op, one, un(f, &lax_square, f->results[0])));
}

/* 1 / sqrt(1 - x²) */
static const struct array *arc(const struct forward *f, const struct array *x)
{
	const struct array *one = literal(f->op, x, 1);
	if (op_has(f->op, JAX_ONE_MINUS_SQUARE))
		return un(f, &lax_rsqrt, un(f, &lax_one_minus_square, x));
	return un(f, &lax_rsqrt, minus(f->op, one, un(f, &lax_square, x)));
}

TANGENT(by_asin)
{
	return times(f->op, g, arc(f, operand_of(f, operand)));
}

TANGENT(by_acos)
{
	return times(f->op, g, negative(f->op, arc(f, operand_of(f, operand))));
}

TANGENT(by_atan)
{
	const struct array *x = operand_of(f, operand), *one = literal(f->op, x, 1);
	return over(f->op, g, plus(f->op, one, un(f, &lax_square, x)));
}

TANGENT(by_atan2)
{
	const struct array *x = operand_of(f, 0), *y = operand_of(f, 1);
	const struct array *above = operand ? negative(f->op, x) : y;
	const struct array *first = un(f, &lax_square, x), *second = un(f, &lax_square, y);
	return times(f->op, g, over(f->op, above, plus(f->op, first, second)));
}

TANGENT(by_sinh)
{
	return times(f->op, g, un(f, &lax_cosh, operand_of(f, operand)));
}

TANGENT(by_cosh)
{
	return times(f->op, g, un(f, &lax_sinh, operand_of(f, operand)));
}

TANGENT(by_asinh)
{
	const struct array *x = operand_of(f, operand), *squared = un(f, &lax_square, x);
	return times(f->op, g, un(f, &lax_rsqrt, plus(f->op, squared, scalar_like(f->op, x, 1))));
}

TANGENT(by_acosh)
{
	const struct array *x = operand_of(f, operand), *one = scalar_like(f->op, x, 1);
	if (op_has(f->op, JAX_DERIVES_EXPM1_BY_EXP))
		return times(f->op, g,
		             times(f->op, un(f, &lax_rsqrt, minus(f->op, x, one)),
		                   un(f, &lax_rsqrt, plus(f->op, x, one))));
	return times(f->op, g, un(f, &lax_rsqrt, minus(f->op, un(f, &lax_square, x), one)));
}

TANGENT(by_atanh)
{
	const struct array *x = operand_of(f, operand);
	if (op_has(f->op, JAX_ONE_MINUS_SQUARE))
		return over(f->op, g, un(f, &lax_one_minus_square, x));
	const struct array *above = plus(f->op, scalar_like(f->op, x, 1), x);
	const struct array *inverse = lax_power(f->op, above, -1);
	return times(f->op, inverse, over(f->op, g, minus(f->op, scalar_like(f->op, x, 1), x)));
}

/* The part of a complex tangent that changes the size of the number. */
static const struct array *along_phase(const struct forward *f, const struct array *x,
                                       const struct array *g)
{
	struct op *op = f->op;
	const struct array *size =
	    lax_convert_element_type(op, f->results[0], x->type.dtype, false);
	const struct array *empty = lax_binary(op, &lax_eq, size, literal(op, size, 0));
	const struct array *divisor = chosen(op, empty, full_like(op, size, 1), size);
	const struct array *phase = over(op, lax_unary(op, &lax_conj, x), divisor);
	return lax_unary(op, &lax_real, times(op, g, phase));
}

TANGENT(by_abs)
{
	const struct array *x = operand_of(f, operand);
	if (dtype_class(x->type.dtype) == DTYPE_COMPLEX)
		return along_phase(f, x, g);
	const struct array *positive = lax_binary(f->op, &lax_ge, x, scalar_like(f->op, x, 0));
	return chosen(f->op, positive, g, negative(f->op, g));
}

TANGENT(by_sqrt)
{
	const struct array *half = literal(f->op, operand_of(f, operand), 0.5);
	return times(f->op, g, over(f->op, half, f->results[0]));
}

TANGENT(by_rsqrt)
{
	const struct array *x = operand_of(f, operand), *half = literal(f->op, x, -0.5);
	return times(f->op, g, times(f->op, half, over(f->op, f->results[0], x)));
}

TANGENT(by_cbrt)
{
	const struct array *third = literal(f->op, operand_of(f, operand), 1.0 / 3);
	return times(f->op, g, times(f->op, third, lax_power(f->op, f->results[0], -2)));
}

TANGENT(by_square)
{
	const struct array *x = operand_of(f, operand);
	return times(f->op, g, times(f->op, literal(f->op, x, 2), x));
}

TANGENT(by_integer_pow)
{
	const struct array *x = operand_of(f, operand);
	if (!f->equation->params)
		return NULL; /* it is no integer */
	int64_t exponent = *(const int64_t *)f->equation->params;
	if (exponent == 0)
		return full_like(f->op, g, 0);
	if (exponent == 1)
		return g;
	const struct array *scale = literal(f->op, x, (double)exponent);
	const struct array *power = exponent == 2 ? x : lax_power(f->op, x, exponent - 1);
	return times(f->op, g, times(f->op, scale, power));
}

/* 1 in place of 0. JAX: _replace_zero. */
static const struct array *without_zeros(const struct forward *f, const struct array *x)
{
	const struct array *is_zero = lax_binary(f->op, &lax_eq, x, literal(f->op, x, 0));
	return chosen(f->op, is_zero, full_like(f->op, x, 1), x);
}

static const struct array *by_base(const struct forward *f, const struct array *g)
{
	const struct array *x = operand_of(f, 0);
	const struct array *y =
	    lax_convert_element_type(f->op, operand_of(f, 1), x->type.dtype, false);
	bool whole = !dtype_is_inexact(operand_of(f, 1)->type.dtype);
	if (!whole) {
		const struct array *less = minus(f->op, y, full_like(f->op, y, 1));
		return times(f->op, g, times(f->op, y, lax_binary(f->op, &lax_pow, x, less)));
	}
	const struct array_type *type = &f->results[0]->type;
	struct array_type of_y = *type;
	of_y.dtype = y ? y->type.dtype : type->dtype;
	x = maybe_broadcast(f->op, x, type);
	y = maybe_broadcast(f->op, y, &of_y);
	const struct array *is_zero = lax_binary(f->op, &lax_eq, y, literal(f->op, y, 0));
	const struct array *zeros = full_like(f->op, y, 0), *base = without_zeros(f, y);
	const struct array *less = minus(f->op, y, full_like(f->op, y, 1));
	const struct array *slope = times(f->op, base, lax_binary(f->op, &lax_pow, x, less));
	return times(f->op, g, chosen(f->op, is_zero, zeros, slope));
}

TANGENT(by_pow)
{
	if (operand == 0)
		return by_base(f, g);
	const struct array *log = un(f, &lax_log, without_zeros(f, operand_of(f, 0)));
	const struct array *slope = times(f->op, g, times(f->op, log, f->results[0]));
	return lax_convert_element_type(f->op, slope, operand_of(f, 1)->type.dtype, false);
}

TANGENT(by_rem)
{
	const struct array *x = operand_of(f, 0), *y = operand_of(f, 1);
	if (operand == 0)
		return maybe_broadcast(f->op, g, &f->results[0]->type);
	const struct array *down = negative(f->op, g);
	const struct array *sign = un(f, &lax_sign, over(f->op, x, y));
	const struct array *whole = un(f, &lax_floor, un(f, &lax_abs, over(f->op, x, y)));
	return times(f->op, down, times(f->op, sign, whole));
}

TANGENT(by_one_minus_square)
{
	const struct array *x = operand_of(f, operand);
	return times(f->op, g, times(f->op, literal(f->op, x, -2), x));
}

/* Of max and min. */
TANGENT(by_chosen)
{
	const struct array *x = operand_of(f, operand), *y = operand_of(f, !operand);
	bool largest = strcmp(f->equation->primitive->name, "max") == 0;
	if (op_has(f->op, JAX_BALANCES_BY_ORDER))
		return times(f->op, g, balanced_order(f->op, largest ? x : y, largest ? y : x));
	return times(
	    f->op, g,
	    balanced_equal(f->op, operand_of(f, operand), f->results[0], operand_of(f, !operand)));
}

TANGENT(by_div)
{
	const struct array *x = operand_of(f, 0), *y = operand_of(f, 1);
	if (operand == 0)
		return over(f->op, g, y);
	const struct array *down = times(f->op, negative(f->op, g), x);
	return times(f->op, down, lax_power(f->op, y, -2));
}

/* Of products: the operand is replaced. */
TANGENT(by_mul)
{
	return operand == 0 ? times(f->op, g, operand_of(f, 1)) : times(f->op, operand_of(f, 0), g);
}

/* exp(-x²) of float32, whose square is that of the upper half of its digits and a rest. JAX:
 * lax/erf.py exp_neg_sq. */
static const struct array *split_fall(const struct forward *f, const struct array *x)
{
	enum { UPPER_DIGITS = 0xfffff };
	static const double terms[] = {1 / 24.0, 1 / 6.0, 0.5, 1}, least = 11;
	struct op *op = f->op;
	const struct dtype *bits = dtype_named(STR("uint32"));
	const struct array *size =
	    lax_binary(op, &lax_min, un(f, &lax_abs, x), literal(op, x, least));
	const struct array *word = size ? lax_bitcast_convert_type(op, size, bits) : NULL;
	const struct array *upper =
	    word ? lax_binary(op, &lax_and, word, literal(op, word, UPPER_DIGITS * 0x1p12)) : NULL;
	if (!upper || !(upper = lax_bitcast_convert_type(op, upper, x->type.dtype)))
		return NULL;
	const struct array *rest = times(op, minus(op, size, upper), plus(op, size, upper));
	const struct array *fall = un(f, &lax_exp, negative(op, times(op, upper, upper)));
	const struct array *less = negative(op, rest), *sum = literal(op, x, 1 / 120.0);
	for (uint32_t i = 0; i < COUNT_OF(terms); i++)
		sum = plus(op, times(op, sum, less), literal(op, x, terms[i]));
	return plus(op, fall, times(op, fall, times(op, less, sum)));
}

/* of ± 2 / sqrt(pi) exp(-x²) */
static const struct array *bell(const struct forward *f, const struct array *x, double scale,
                                const struct array *g)
{
	bool splits =
	    op_has(f->op, JAX_SPLITS_ERF_TANGENT) && x->type.dtype->id == DTYPE_ID_FLOAT32;
	const struct array *fall =
	    splits ? split_fall(f, x) : un(f, &lax_exp, negative(f->op, un(f, &lax_square, x)));
	return times(f->op, literal(f->op, x, scale), times(f->op, g, fall));
}

TANGENT(by_erf)
{
	return bell(f, operand_of(f, operand), 2 / sqrt(acos(-1.0)), g);
}

TANGENT(by_erfc)
{
	return bell(f, operand_of(f, operand), -2 / sqrt(acos(-1.0)), g);
}

TANGENT(by_erf_inv)
{
	const struct array *scale = literal(f->op, operand_of(f, operand), sqrt(acos(-1.0)) / 2);
	const struct array *rise = un(f, &lax_exp, un(f, &lax_square, f->results[0]));
	return times(f->op, scale, times(f->op, g, rise));
}

TANGENT(by_lgamma)
{
	return times(f->op, g, un(f, &lax_digamma, operand_of(f, operand)));
}

TANGENT(by_digamma)
{
	const struct array *x = operand_of(f, operand);
	const struct array *slope = lax_binary(f->op, &lax_polygamma, literal(f->op, x, 1), x);
	return times(f->op, g, slope);
}

/* By x; by the order there is none, which JAX says. */
TANGENT(by_polygamma)
{
	if (operand == 0)
		return NULL;
	const struct array *m = operand_of(f, 0);
	const struct array *higher = plus(f->op, m, literal(f->op, m, 1));
	return times(f->op, g, lax_binary(f->op, &lax_polygamma, higher, operand_of(f, 1)));
}

/* The sum, or the difference, where only one operand has a tangent, in the shape of the result. */
static bool forward_sum(struct forward *f)
{
	const struct array_type *type = &f->results[0]->type;
	const struct array *x = f->tangents[0], *y = f->tangents[1];
	bool down = f->equation->primitive == &lax_sub;
	if (x && y)
		f->made[0] = down ? minus(f->op, x, y) : plus(f->op, x, y);
	else if (x)
		f->made[0] = maybe_broadcast(f->op, x, type);
	else
		f->made[0] = maybe_broadcast(f->op, down ? negative(f->op, y) : y, type);
	return f->made[0] != NULL;
}

/* low < x, and x < high; or what is asked of the bounds. */
static const struct array *both(const struct forward *f, const struct array *a,
                                const struct array *b, const struct array *c, const struct array *d)
{
	const struct array *above = lax_binary(f->op, &lax_gt, a, b);
	return lax_binary(f->op, &lax_and, above, lax_binary(f->op, &lax_lt, c, d));
}

TANGENT(by_clamp)
{
	const struct array *low = operand_of(f, 0), *x = operand_of(f, 1), *high = operand_of(f, 2);
	const struct array *where = operand == 0   ? both(f, low, x, low, high)
	                            : operand == 1 ? both(f, x, low, x, high)
	                                           : lax_binary(f->op, &lax_lt, high, x);
	return chosen(f->op, where, g, full_like(f->op, x, 0));
}

const struct forward_rule elementwise_forward[] = {
    {"neg", .by = by_neg},
    {"exp", .by = by_exp},
    {"exp2", .by = by_exp2},
    {"log", .by = by_log},
    {"expm1", .by = by_expm1},
    {"log1p", .by = by_log1p},
    {"tanh", .by = by_tanh},
    {"logistic", .by = by_logistic},
    {"sin", .by = by_sin},
    {"cos", .by = by_cos},
    {"tan", .by = by_tan},
    {"asin", .by = by_asin},
    {"acos", .by = by_acos},
    {"atan", .by = by_atan},
    {"atan2", .by = by_atan2},
    {"sinh", .by = by_sinh},
    {"cosh", .by = by_cosh},
    {"asinh", .by = by_asinh},
    {"acosh", .by = by_acosh},
    {"atanh", .by = by_atanh},
    {"abs", .by = by_abs},
    {"sqrt", .by = by_sqrt},
    {"rsqrt", .by = by_rsqrt},
    {"cbrt", .by = by_cbrt},
    {"square", .by = by_square},
    {"integer_pow", .by = by_integer_pow},
    {"pow", .by = by_pow},
    {"rem", .by = by_rem},
    {"one_minus_square", .by = by_one_minus_square},
    {"max", .by = by_chosen},
    {"min", .by = by_chosen},
    {"mul", .by = by_mul},
    {"div", .by = by_div},
    {"erf", .by = by_erf},
    {"erfc", .by = by_erfc},
    {"erf_inv", .by = by_erf_inv},
    {"lgamma", .by = by_lgamma},
    {"digamma", .by = by_digamma},
    {"polygamma", .by = by_polygamma},
    {"add", .whole = forward_sum},
    {"sub", .whole = forward_sum},
    {"clamp", .by = by_clamp},
    {.name = NULL},
};
