/* SPDX-License-Identifier: Apache-2.0 */
/* What elementwise primitives make of elements that are known. */
#include <math.h>

#include "op/core/dtype_class.h"
#include "op/elementwise/elementwise.h"

/* Functions of one or two elements; false when the result is not certain. Those of floats say
 * whether they have rounded. */
typedef bool integer_function(const struct dtype *dtype, int64_t a, int64_t b, int64_t *result);
typedef bool real_function(double a, double b, double *result, bool *exact);

struct element_function {
	const struct primitive *primitive;
	integer_function *integers;
	real_function *reals;
};

static bool is_unsigned(const struct dtype *dtype)
{
	return dtype_class(dtype) == DTYPE_UNSIGNED;
}

static bool is_less(const struct dtype *dtype, int64_t a, int64_t b)
{
	return is_unsigned(dtype) ? (uint64_t)a < (uint64_t)b : a < b;
}

static int64_t integer_power(int64_t a, int64_t b)
{
	uint64_t power = 1, base = (uint64_t)a;
	for (; b; b >>= 1) {
		if (b & 1)
			power *= base;
		base *= base;
	}
	return (int64_t)power;
}

/* What a function of integers a and b gives where that is certain. Arithmetic of 64 bits wraps;
 * quotients go towards 0, and those by 0 each framework has in its own way. */
#define INTEGERS(name, certain, value)                                               \
	static bool name##_integers(const struct dtype *dtype, int64_t a, int64_t b, \
	                            int64_t *result)                                 \
	{                                                                            \
		return (certain) && (*result = (int64_t)(value), true);              \
	}
#define BITS(x) ((uint64_t)(x))
INTEGERS(add, true, BITS(a) + BITS(b))
INTEGERS(sub, true, BITS(a) - BITS(b))
INTEGERS(mul, true, BITS(a) * BITS(b))
INTEGERS(and, true, (a & b))
INTEGERS(or, true, a | b)
INTEGERS(xor, true, a ^ b)
INTEGERS(div, b != 0 && !(b == -1 && a == INT64_MIN),
         is_unsigned(dtype) ? (int64_t)(BITS(a) / BITS(b)) : a / b)
INTEGERS(rem, b != 0 && !(b == -1 && is_unsigned(dtype)),
         b == -1              ? 0
         : is_unsigned(dtype) ? (int64_t)(BITS(a) % BITS(b))
                              : a % b)
INTEGERS(max, true, is_less(dtype, a, b) ? b : a)
INTEGERS(min, true, is_less(dtype, a, b) ? a : b)
INTEGERS(pow, b >= 0, integer_power(a, b))
INTEGERS(shift_left, b >= 0 && b < dtype->bits, BITS(a) << b)
INTEGERS(shift_right, b >= 0 && b < dtype->bits,
         is_unsigned(dtype) ? (int64_t)(BITS(a) >> b) : a >> b)
INTEGERS(neg, true, -BITS(a))
INTEGERS(sign, true, is_unsigned(dtype) ? a != 0 : (a > 0) - (a < 0))
INTEGERS(abs, true, a < 0 && !is_unsigned(dtype) ? (int64_t)-BITS(a) : a)
INTEGERS(square, true, BITS(a) * BITS(a))
INTEGERS(not, true, dtype_class(dtype) == DTYPE_BOOL ? !a : ~a)
#undef INTEGERS
#undef BITS

/* Whether the sum of two floats has been rounded. Knuth: TAOCP 4.2.2. */
static bool sum_is_exact(double a, double b, double sum)
{
	double part = sum - a;
	return (a - (sum - part)) + (b - part) == 0;
}

/* A power of a float by a small integer is exact as long as it is an integer itself. */
static bool power_is_exact(double a, double b, double power)
{
	return b == 2 ? fma(a, a, -power) == 0
	              : b >= 0 && b < 64 && a == floor(a) && b == floor(b) && fabs(power) < 0x1p53;
}

/* The same of floats, with whether the result r has not been rounded. Half a unit is rounded in one
 * of two ways, which the primitive does not tell here. */
#define REALS(name, certain, value, is_exact)                                     \
	static bool name##_reals(double a, double b, double *result, bool *exact) \
	{                                                                         \
		double r = (value);                                               \
		*result = r;                                                      \
		*exact = (is_exact);                                              \
		return (certain);                                                 \
	}
REALS(add, true, a + b, sum_is_exact(a, b, r))
REALS(sub, true, a - b, sum_is_exact(a, -b, r))
REALS(mul, true, (a * b), fma(a, b, -r) == 0)
REALS(div, b != 0, b != 0 ? a / b : 0, fma(r, b, -a) == 0)
REALS(rem, b != 0 && isfinite(a) && isfinite(b), fmod(a, b), true)
REALS(max, true, isnan(a) || isnan(b) ? (double)NAN : a < b ? b : a, true)
REALS(min, true, isnan(a) || isnan(b) ? (double)NAN : a < b ? a : b, true)
REALS(pow, b == 2 || *exact, b == 2 ? a * a : pow(a, b), power_is_exact(a, b, r))
REALS(neg, true, -a, true)
REALS(sign, !isnan(a) && !(a == 0 && signbit(a)), (a > 0) - (a < 0), true)
REALS(abs, true, fabs(a), true)
REALS(floor, true, floor(a), true)
REALS(ceil, true, ceil(a), true)
REALS(round, fabs(a - trunc(a)) != 0.5, round(a), true)
REALS(sqrt, a >= 0, sqrt(a), fma(r, r, -a) == 0)
REALS(square, true, (a * a), fma(a, a, -r) == 0)
#undef REALS

static const struct element_function functions[] = {
    {&lax_add, add_integers, add_reals},
    {&lax_sub, sub_integers, sub_reals},
    {&lax_mul, mul_integers, mul_reals},
    {&lax_div, div_integers, div_reals},
    {&lax_rem, rem_integers, rem_reals},
    {&lax_max, max_integers, max_reals},
    {&lax_min, min_integers, min_reals},
    {&lax_pow, pow_integers, pow_reals},
    {&lax_and, and_integers, NULL},
    {&lax_or, or_integers, NULL},
    {&lax_xor, xor_integers, NULL},
    {&lax_shift_left, shift_left_integers, NULL},
    {&lax_shift_right_arithmetic, shift_right_integers, NULL},
    {&lax_neg, neg_integers, neg_reals},
    {&lax_sign, sign_integers, sign_reals},
    {&lax_abs, abs_integers, abs_reals},
    {&lax_floor, NULL, floor_reals},
    {&lax_ceil, NULL, ceil_reals},
    {&lax_round, NULL, round_reals},
    {&lax_sqrt, NULL, sqrt_reals},
    {&lax_square, square_integers, square_reals},
    {&lax_not, not_integers, NULL},
};

/* Whether a comparison holds of elements of a dtype; false of a NaN, which differs from all. */
static bool compares(const struct primitive *primitive, const struct dtype *dtype, union element a,
                     union element b)
{
	if (dtype_holds_reals(dtype) && (isnan(a.real) || isnan(b.real)))
		return primitive == &lax_ne;
	int order = element_compare(dtype, a, b);
	return primitive == &lax_eq   ? order == 0
	       : primitive == &lax_ne ? order != 0
	       : primitive == &lax_lt ? order < 0
	       : primitive == &lax_le ? order <= 0
	       : primitive == &lax_gt ? order > 0
	                              : order >= 0;
}

static bool is_comparison(const struct primitive *primitive)
{
	return primitive == &lax_eq || primitive == &lax_ne || primitive == &lax_lt ||
	       primitive == &lax_le || primitive == &lax_gt || primitive == &lax_ge;
}

static const struct element_function *function_of(const struct primitive *primitive)
{
	for (size_t i = 0; i < COUNT_OF(functions); i++)
		if (functions[i].primitive == primitive)
			return &functions[i];
	return NULL;
}

static bool apply_function(const struct op *op, const struct element_function *function,
                           const struct dtype *dtype, union element a, union element b,
                           union element *result)
{
	bool exact;
	if (dtype_holds_reals(dtype))
		return function->reals && function->reals(a.real, b.real, &result->real, &exact) &&
		       element_round(op, dtype, exact, &result->real);
	if (!function->integers ||
	    !function->integers(dtype, a.integer, b.integer, &result->integer))
		return false;
	result->integer = element_wrap(dtype, result->integer);
	return true;
}

bool element_joined(const struct op *op, const struct primitive *primitive,
                    const struct dtype *dtype, union element a, union element b,
                    union element *result)
{
	const struct element_function *function = function_of(primitive);
	return function && apply_function(op, function, dtype, a, b, result);
}

/* Each operand in the shape of the result; NULL when there is no room. */
static const union element *spread(struct op *op, const struct array_type *operand,
                                   const struct array_type *result, const union element *elements)
{
	int64_t strides[MAX_RANK];
	if (type_same_shape(operand, result))
		return elements;
	union element *all = elements_new(op, result);
	broadcast_strides(operand, result, strides);
	if (all)
		strided_copy(result, elements, strides, all);
	return all;
}

bool elementwise_elements(struct op *op, const struct application *application,
                          const union element *const *operands, const struct array_type *results,
                          union element *const *items)
{
	const struct primitive *primitive = application->primitive;
	const struct dtype *dtype = application->operands[0]->dtype;
	const struct element_function *function = function_of(primitive);
	const union element *spreads[2] = {NULL, NULL};
	int64_t count = held_count(results), exponent;
	bool power = primitive == &lax_integer_pow;
	if (power)
		function = application->params ? function_of(&lax_pow) : NULL;
	if ((!function && !is_comparison(primitive)) || application->count > 2)
		return false;
	for (uint32_t i = 0; i < application->count; i++)
		if (!(spreads[i] = spread(op, application->operands[i], results, operands[i])))
			return false;
	for (int64_t i = 0; i < count; i++) {
		union element a = spreads[0][i], b = spreads[1] ? spreads[1][i] : a;
		if (power) {
			exponent = *(const int64_t *)application->params;
			b = dtype_holds_reals(dtype) ? (union element){.real = (double)exponent}
			                             : (union element){.integer = exponent};
		}
		if (!function)
			items[0][i].integer = compares(primitive, dtype, a, b);
		else if (!apply_function(op, function, dtype, a, b, &items[0][i]))
			return false;
	}
	return true;
}
