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

/* Arithmetic of 64 bits that wraps. */
#define WRAPPING(name, operator)                                                     \
	static bool name##_integers(const struct dtype *dtype, int64_t a, int64_t b, \
	                            int64_t *result)                                 \
	{                                                                            \
		(void)dtype;                                                         \
		*result = (int64_t)((uint64_t)a operator(uint64_t) b);               \
		return true;                                                         \
	}
WRAPPING(add, +)
WRAPPING(sub, -)
WRAPPING(mul, *)
WRAPPING(and, &)
WRAPPING(or, |)
WRAPPING(xor, ^)
#undef WRAPPING

static bool add_reals(double a, double b, double *result, bool *exact)
{
	*result = a + b;
	double part = *result - a;
	*exact = (a - (*result - part)) + (b - part) == 0;
	return true;
}

static bool sub_reals(double a, double b, double *result, bool *exact)
{
	return add_reals(a, -b, result, exact);
}

static bool mul_reals(double a, double b, double *result, bool *exact)
{
	*result = a * b;
	*exact = fma(a, b, -*result) == 0;
	return true;
}

static bool div_reals(double a, double b, double *result, bool *exact)
{
	if (b == 0)
		return false;
	*result = a / b;
	*exact = fma(*result, b, -a) == 0;
	return true;
}

/* Towards 0; of a division by 0 each framework has its own result. */
static bool div_integers(const struct dtype *dtype, int64_t a, int64_t b, int64_t *result)
{
	if (b == 0 || (b == -1 && a == INT64_MIN))
		return false;
	*result = is_unsigned(dtype) ? (int64_t)((uint64_t)a / (uint64_t)b) : a / b;
	return true;
}

static bool rem_integers(const struct dtype *dtype, int64_t a, int64_t b, int64_t *result)
{
	if (b == 0 || b == -1)
		return b != 0 && (*result = 0, !is_unsigned(dtype));
	*result = is_unsigned(dtype) ? (int64_t)((uint64_t)a % (uint64_t)b) : a % b;
	return true;
}

static bool rem_reals(double a, double b, double *result, bool *exact)
{
	if (b == 0 || !isfinite(a) || !isfinite(b))
		return false;
	*result = fmod(a, b);
	*exact = true;
	return true;
}

static bool max_integers(const struct dtype *dtype, int64_t a, int64_t b, int64_t *result)
{
	bool less = is_unsigned(dtype) ? (uint64_t)a < (uint64_t)b : a < b;
	*result = less ? b : a;
	return true;
}

static bool min_integers(const struct dtype *dtype, int64_t a, int64_t b, int64_t *result)
{
	bool less = is_unsigned(dtype) ? (uint64_t)a < (uint64_t)b : a < b;
	*result = less ? a : b;
	return true;
}

static bool max_reals(double a, double b, double *result, bool *exact)
{
	*result = isnan(a) || isnan(b) ? (double)NAN : a < b ? b : a;
	*exact = true;
	return true;
}

static bool min_reals(double a, double b, double *result, bool *exact)
{
	*result = isnan(a) || isnan(b) ? (double)NAN : a < b ? a : b;
	*exact = true;
	return true;
}

static bool pow_integers(const struct dtype *dtype, int64_t a, int64_t b, int64_t *result)
{
	uint64_t power = 1, base = (uint64_t)a;
	if (b < 0)
		return false;
	for (; b; b >>= 1) {
		if (b & 1)
			power *= base;
		base *= base;
	}
	(void)dtype;
	*result = (int64_t)power;
	return true;
}

/* A power of a float by a small integer is exact as long as it is an integer itself. */
static bool pow_reals(double a, double b, double *result, bool *exact)
{
	if (b == 2)
		return mul_reals(a, a, result, exact);
	*result = pow(a, b);
	*exact = b >= 0 && b < 64 && a == floor(a) && b == floor(b) && fabs(*result) < 0x1p53;
	return *exact;
}

static bool shift_left_integers(const struct dtype *dtype, int64_t a, int64_t b, int64_t *result)
{
	*result = (int64_t)((uint64_t)a << (b & 63));
	return b >= 0 && b < dtype->bits;
}

static bool shift_right_integers(const struct dtype *dtype, int64_t a, int64_t b, int64_t *result)
{
	*result = is_unsigned(dtype) ? (int64_t)((uint64_t)a >> (b & 63)) : a >> (b & 63);
	return b >= 0 && b < dtype->bits;
}

static bool neg_integers(const struct dtype *dtype, int64_t a, int64_t b, int64_t *result)
{
	(void)b;
	return sub_integers(dtype, 0, a, result);
}

static bool neg_reals(double a, double b, double *result, bool *exact)
{
	(void)b;
	*result = -a;
	*exact = true;
	return true;
}

static bool sign_integers(const struct dtype *dtype, int64_t a, int64_t b, int64_t *result)
{
	(void)b;
	*result = is_unsigned(dtype) ? a != 0 : (a > 0) - (a < 0);
	return true;
}

static bool sign_reals(double a, double b, double *result, bool *exact)
{
	(void)b;
	*result = (a > 0) - (a < 0);
	*exact = true;
	return !isnan(a) && !(a == 0 && signbit(a));
}

static bool abs_integers(const struct dtype *dtype, int64_t a, int64_t b, int64_t *result)
{
	(void)b;
	return a < 0 && !is_unsigned(dtype) ? sub_integers(dtype, 0, a, result)
	                                    : (*result = a, true);
}

static bool abs_reals(double a, double b, double *result, bool *exact)
{
	(void)b;
	*result = fabs(a);
	*exact = true;
	return true;
}

static bool floor_reals(double a, double b, double *result, bool *exact)
{
	(void)b;
	*result = floor(a);
	*exact = true;
	return true;
}

static bool ceil_reals(double a, double b, double *result, bool *exact)
{
	(void)b;
	*result = ceil(a);
	*exact = true;
	return true;
}

/* A half is rounded in one of two ways, which the primitive does not tell here. */
static bool round_reals(double a, double b, double *result, bool *exact)
{
	(void)b;
	*result = round(a);
	*exact = true;
	return fabs(a - trunc(a)) != 0.5;
}

static bool sqrt_reals(double a, double b, double *result, bool *exact)
{
	(void)b;
	*result = sqrt(a);
	*exact = fma(*result, *result, -a) == 0;
	return a >= 0;
}

static bool square_integers(const struct dtype *dtype, int64_t a, int64_t b, int64_t *result)
{
	(void)b;
	return mul_integers(dtype, a, a, result);
}

static bool square_reals(double a, double b, double *result, bool *exact)
{
	(void)b;
	return mul_reals(a, a, result, exact);
}

static bool not_integers(const struct dtype *dtype, int64_t a, int64_t b, int64_t *result)
{
	(void)b;
	*result = dtype_class(dtype) == DTYPE_BOOL ? !a : ~a;
	return true;
}

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
	for (size_t i = 0; i < sizeof functions / sizeof *functions; i++)
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
