/* SPDX-License-Identifier: Apache-2.0 */
#include "trace/convert/python_number.h"
#include "trace/convert/tracer.h"
#include "trace/convert/wide_integer.h"
#include "trace/state/failure.h"

#include <assert.h>
#include <math.h>

enum { INTEGER_BITS = 64 };

static const struct value *divided_by_zero(struct trace *trace, const char *text)
{
	return trace_refuse(trace, RULE_PROGRAM_ERROR, "ZeroDivisionError", TEXT("{}", text));
}

const struct value *operands_refused(struct trace *trace, enum operation operation,
                                     const struct value *left, const struct value *right)
{
	struct str sign = operation_text(operation);
	(void)trace_refuse(trace, RULE_PROGRAM_ERROR, "TypeError",
	                   TEXT("unsupported operand type(s) for {}{}: '{}' and '{}'", sign,
	                        trace->augmented               ? "="
	                        : operation == OPERATION_POWER ? " or pow()"
	                                                       : "",
	                        class_in_errors(trace, left), class_in_errors(trace, right)));
	trace->op.error.about[0] = left;
	trace->op.error.about[1] = right;
	return NULL;
}

/* Division that rounds down, and its remainder, of integers. */
static const struct value *integer_division(struct trace *trace, enum operation operation,
                                            int64_t left, int64_t right)
{
	bool modulo = operation == OPERATION_MODULO;
	if (right == 0)
		return divided_by_zero(trace, modulo ? "integer modulo by zero"
		                                     : "integer division or modulo by zero");
	if (right == -1 && left == INT64_MIN)
		return wide_result(trace, operation, left, right);
	int64_t quotient = right == -1 ? -left : left / right;
	int64_t rest = right == -1 ? 0 : left % right;
	if (rest != 0 && (rest < 0) != (right < 0)) {
		quotient--;
		rest += right;
	}
	return value_int(trace->op.arena, modulo ? rest : quotient);
}

static const struct value *integer_shift(struct trace *trace, enum operation operation,
                                         int64_t left, int64_t right)
{
	int64_t result;
	if (right < 0)
		return trace_refuse(trace, RULE_PROGRAM_ERROR, "ValueError",
		                    TEXT("negative shift count"));
	if (operation == OPERATION_SHIFT_RIGHT) {
		int64_t shift = right < INTEGER_BITS ? right : INTEGER_BITS - 1;
		return value_int(trace->op.arena, left < 0 ? ~(~left >> shift) : left >> shift);
	}
	if (left == 0)
		return value_int(trace->op.arena, 0);
	if (right >= INTEGER_BITS - 1 || !checked_multiply(&result, left, (int64_t)1 << right))
		return wide_result(trace, operation, left, right);
	return value_int(trace->op.arena, result);
}

static const struct value *integer_power(struct trace *trace, int64_t base, int64_t exponent)
{
	int64_t result = 1, square = base;
	for (int64_t left = exponent; left > 0; left /= 2) {
		if (left % 2 && !checked_multiply(&result, result, square))
			return wide_result(trace, OPERATION_POWER, base, exponent);
		if (left > 1 && !checked_multiply(&square, square, square))
			return wide_result(trace, OPERATION_POWER, base, exponent);
	}
	return value_int(trace->op.arena, result);
}

static double real_part(const struct value *value)
{
	return value->kind == VALUE_COMPLEX ? value->complex.real : as_float(value);
}

static double imaginary_part(const struct value *value)
{
	return value->kind == VALUE_COMPLEX ? value->complex.imaginary : 0;
}

static const struct value *complex_binary(struct trace *trace, enum operation operation,
                                          const struct value *left, const struct value *right)
{
	struct arena *arena = trace->op.arena;
	double a = real_part(left), b = imaginary_part(left), c = real_part(right),
	       d = imaginary_part(right), size = c * c + d * d;
	switch (operation) {
	case OPERATION_ADD:
		return value_complex(arena, a + c, b + d);
	case OPERATION_SUBTRACT:
		return value_complex(arena, a - c, b - d);
	case OPERATION_MULTIPLY:
		return value_complex(arena, a * c - b * d, a * d + b * c);
	case OPERATION_DIVIDE:
		if (size == 0)
			return divided_by_zero(trace, op_has(&trace->op, JAX_PYTHON_3_13)
			                                  ? "division by zero"
			                                  : "complex division by zero");
		return value_complex(arena, (a * c + b * d) / size, (b * c - a * d) / size);
	case OPERATION_POWER: {
		double angle = atan2(b, a), length = pow(hypot(a, b), c) * exp(-d * angle);
		double turned = c * angle + d * log(hypot(a, b));
		return a == 0 && b == 0
		           ? value_complex(arena, c == 0 && d == 0, 0)
		           : value_complex(arena, length * cos(turned), length * sin(turned));
	}
	default:
		return operands_refused(trace, operation, left, right);
	}
}

/* left ** right, as pow() and the operator have it. */
static const struct value *number_power(struct trace *trace, const struct value *left,
                                        const struct value *right)
{
	int64_t base, exponent;
	if (is_integer(left, &base) && is_integer(right, &exponent) && exponent >= 0)
		return integer_power(trace, base, exponent);
	double x = as_float(left), y = as_float(right);
	if (x == 0 && y < 0)
		return divided_by_zero(trace, "0.0 cannot be raised to a negative power");
	if (x < 0 && isfinite(y) && floor(y) != y) {
		struct value base_value = {.kind = VALUE_FLOAT, .real = x};
		return complex_binary(trace, OPERATION_POWER, &base_value, right);
	}
	double result = pow(x, y);
	if (isinf(result) && isfinite(x) && isfinite(y))
		return trace_refuse(trace, RULE_PROGRAM_ERROR, "OverflowError",
		                    TEXT("(34, 'Numerical result out of range')"));
	return value_float(trace->op.arena, result);
}

static const struct value *integer_binary(struct trace *trace, enum operation operation,
                                          int64_t left, int64_t right)
{
	struct arena *arena = trace->op.arena;
	int64_t result;
	switch (operation) {
	case OPERATION_ADD:
		return checked_add(&result, left, right)
		           ? value_int(arena, result)
		           : wide_result(trace, operation, left, right);
	case OPERATION_SUBTRACT:
		return __builtin_sub_overflow(left, right, &result)
		           ? wide_result(trace, operation, left, right)
		           : value_int(arena, result);
	case OPERATION_MULTIPLY:
		return checked_multiply(&result, left, right)
		           ? value_int(arena, result)
		           : wide_result(trace, operation, left, right);
	case OPERATION_FLOOR_DIVIDE:
	case OPERATION_MODULO:
		return integer_division(trace, operation, left, right);
	case OPERATION_SHIFT_LEFT:
	case OPERATION_SHIFT_RIGHT:
		return integer_shift(trace, operation, left, right);
	case OPERATION_BIT_AND:
		return value_int(arena, left & right);
	case OPERATION_BIT_OR:
		return value_int(arena, left | right);
	default:
		return value_int(arena, left ^ right);
	}
}

/* The remainder with the sign of the divisor. CPython: floatobject.c _float_div_mod. */
static double float_modulo(double left, double right)
{
	double rest = fmod(left, right);
	if (rest != 0 && (right < 0) != (rest < 0))
		rest += right;
	return rest != 0 ? rest : copysign(0, right);
}

static double float_floor_divide(double left, double right)
{
	double rest = fmod(left, right);
	double quotient = (left - rest) / right;
	if (rest != 0 && (right < 0) != (rest < 0))
		quotient -= 1;
	if (quotient == 0)
		return copysign(0, left / right);
	double whole = floor(quotient);
	return quotient - whole > 0.5 ? whole + 1 : whole;
}

static const struct value *float_binary(struct trace *trace, enum operation operation,
                                        const struct value *x, const struct value *y)
{
	struct arena *arena = trace->op.arena;
	double left = as_float(x), right = as_float(y);
	switch (operation) {
	case OPERATION_ADD:
		return value_float(arena, left + right);
	case OPERATION_SUBTRACT:
		return value_float(arena, left - right);
	case OPERATION_MULTIPLY:
		return value_float(arena, left * right);
	case OPERATION_FLOOR_DIVIDE:
		return right == 0 ? divided_by_zero(trace, "float floor division by zero")
		                  : value_float(arena, float_floor_divide(left, right));
	case OPERATION_MODULO:
		if (right == 0)
			return divided_by_zero(trace, op_has(&trace->op, JAX_PYTHON_3_13)
			                                  ? "float modulo by zero"
			                                  : "float modulo");
		return value_float(arena, float_modulo(left, right));
	default:
		return operands_refused(trace, operation, x, y);
	}
}

static const struct value *divide(struct trace *trace, const struct value *left,
                                  const struct value *right)
{
	bool integers = left->kind != VALUE_FLOAT && right->kind != VALUE_FLOAT;
	if (as_float(right) == 0)
		return divided_by_zero(trace,
		                       integers ? "division by zero" : "float division by zero");
	int64_t x = 0, y = 0;
	const int64_t exact = (int64_t)1 << 53; /* as floats */
	if (is_integer(left, &x) && is_integer(right, &y) &&
	    (x > exact || x < -exact || y > exact || y < -exact))
		return wide_result(trace, OPERATION_DIVIDE, x, y);
	return value_float(trace->op.arena, as_float(left) / as_float(right));
}

/* Of two booleans & | ^ are booleans again. */
static bool stays_boolean(enum operation operation, const struct value *left,
                          const struct value *right)
{
	return left->kind == VALUE_BOOL && right->kind == VALUE_BOOL &&
	       (operation == OPERATION_BIT_AND || operation == OPERATION_BIT_OR ||
	        operation == OPERATION_BIT_XOR);
}

const struct value *number_binary(struct trace *trace, enum operation operation,
                                  const struct value *left, const struct value *right)
{
	int64_t x, y;
	if (operation == OPERATION_MATRIX_MULTIPLY)
		return operands_refused(trace, operation, left, right);
	if (left->kind == VALUE_COMPLEX || right->kind == VALUE_COMPLEX)
		return complex_binary(trace, operation, left, right);
	if (operation == OPERATION_DIVIDE)
		return divide(trace, left, right);
	if (operation == OPERATION_POWER)
		return number_power(trace, left, right);
	if (!is_integer(left, &x) || !is_integer(right, &y))
		return float_binary(trace, operation, left, right);
	const struct value *result = integer_binary(trace, operation, x, y);
	return result && stays_boolean(operation, left, right) ? value_bool(result->integer != 0)
	                                                       : result;
}
