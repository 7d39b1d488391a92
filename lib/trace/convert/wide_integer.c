/* SPDX-License-Identifier: Apache-2.0 */
/* CPython: Objects/longobject.c. */
#include "trace/convert/wide_integer.h"

#include "trace/state/failure.h"
#include "trace/state/work.h"
#include "trace/value/number.h"

#include <math.h>

/* An integer that has too many bits even for this. */
static const struct value *too_wide(struct trace *trace)
{
	return value_foreign(trace->op.arena, STR("an integer of thousands of bits"));
}

const struct value *value_wide(struct arena *arena, const struct wide *integer)
{
	int64_t narrow;
	if (wide_narrow(integer, &narrow))
		return value_int(arena, narrow);
	struct value *value = value_new(arena, VALUE_UNKNOWN);
	struct wide *kept = arena_new(arena, struct wide, 1);
	*kept = *integer;
	value->string = STR("what an array makes of an integer of more than 64 bits");
	value->number = VALUE_INT;
	value->wide = kept;
	return value;
}

/* Whether the value is an integer that is known. */
static bool to_wide(const struct value *value, struct wide *integer)
{
	int64_t narrow;
	bool plain = is_integer(value, &narrow), known = plain || value_is_wide(value);
	if (known)
		*integer = plain ? wide_of(narrow) : *value->wide;
	return known;
}

const struct value *wide_to_float(struct trace *trace, const struct value *value)
{
	double real = wide_to_double(value->wide);
	if (isinf(real))
		return trace_refuse(trace, RULE_PROGRAM_ERROR, "OverflowError",
		                    TEXT("int too large to convert to float"));
	return value_float(trace->op.arena, real);
}

const struct value *wide_digits(struct trace *trace, const struct value *value)
{
	struct buf text = op_buf(&trace->op);
	charge_items(trace, (uint64_t)wide_bits(value->wide));
	wide_text(&text, value->wide);
	return value_string(trace->op.arena, buf_str(&text));
}

const struct value *wide_of_digits(struct trace *trace, struct str digits, int base, bool negative)
{
	struct wide integer;
	charge_items(trace, digits.len * WIDE_LIMBS / 4);
	if (!wide_read(&integer, digits, base))
		return too_wide(trace);
	if (negative)
		integer = wide_negate(&integer);
	return value_wide(trace->op.arena, &integer);
}

const struct value *wide_of_float(struct trace *trace, double real)
{
	struct wide integer;
	return wide_from_double(&integer, real) ? value_wide(trace->op.arena, &integer)
	                                        : too_wide(trace);
}

static bool power(struct wide *result, struct wide base, int64_t exponent)
{
	*result = wide_of(1);
	for (; exponent > 0; exponent /= 2) {
		if (exponent % 2 && !wide_multiply(result, result, &base))
			return false;
		if (exponent > 1 && !wide_multiply(&base, &base, &base))
			return false;
	}
	return true;
}

/* & | ^ limb by limb. */
static struct wide bitwise(enum operation operation, const struct wide *a, const struct wide *b)
{
	struct wide result;
	for (int i = 0; i < WIDE_LIMBS; i++) {
		uint32_t x = a->limbs[i], y = b->limbs[i];
		result.limbs[i] = operation == OPERATION_BIT_AND  ? x & y
		                  : operation == OPERATION_BIT_OR ? x | y
		                                                  : x ^ y;
	}
	return result;
}

/* a << b or a >> b. An amount that is wide itself shifts out all there is. */
static bool shift(enum operation operation, struct wide *result, const struct wide *a,
                  const struct wide *b)
{
	int64_t bits;
	bits = wide_narrow(b, &bits) ? bits : INT64_MAX;
	if (operation == OPERATION_SHIFT_LEFT)
		return wide_shift_left(result, a, bits);
	*result = wide_shift_right(a, bits);
	return true;
}

/* Stores the result of an operator that gives an integer; false when it has too many bits. */
static bool compute(enum operation operation, struct wide *result, const struct wide *a,
                    const struct wide *b)
{
	struct wide other;
	int64_t exponent;
	switch (operation) {
	case OPERATION_ADD:
		return wide_add(result, a, b);
	case OPERATION_SUBTRACT:
		other = wide_negate(b);
		return wide_add(result, a, &other);
	case OPERATION_MULTIPLY:
		return wide_multiply(result, a, b);
	case OPERATION_FLOOR_DIVIDE:
		wide_divide(a, b, result, &other);
		return true;
	case OPERATION_MODULO:
		wide_divide(a, b, &other, result);
		return true;
	case OPERATION_POWER:
		return wide_narrow(b, &exponent) && power(result, *a, exponent);
	case OPERATION_SHIFT_LEFT:
	case OPERATION_SHIFT_RIGHT:
		return shift(operation, result, a, b);
	default:
		*result = bitwise(operation, a, b);
		return true;
	}
}

/* Division goes bit by bit; a power multiplies so often as its largest exponents have bits. */
static void charge(struct trace *trace, enum operation operation, const struct wide *left)
{
	bool divides = operation == OPERATION_FLOOR_DIVIDE || operation == OPERATION_MODULO ||
	               operation == OPERATION_DIVIDE;
	uint64_t rounds = divides                        ? (uint64_t)wide_bits(left) + 64
	                  : operation == OPERATION_POWER ? WIDE_LIMBS
	                                                 : 1;
	charge_items(trace, rounds * WIDE_LIMBS / 4);
}

static const struct value *refuse_operands(struct trace *trace, enum operation operation,
                                           const struct wide *right)
{
	bool shifts = operation == OPERATION_SHIFT_LEFT || operation == OPERATION_SHIFT_RIGHT;
	struct wide zero = wide_of(0);
	if (shifts && wide_negative(right))
		return trace_refuse(trace, RULE_PROGRAM_ERROR, "ValueError",
		                    TEXT("negative shift count"));
	bool divides = operation == OPERATION_FLOOR_DIVIDE || operation == OPERATION_MODULO;
	if (divides && wide_compare(right, &zero) == 0)
		return trace_refuse(trace, RULE_PROGRAM_ERROR, "ZeroDivisionError",
		                    TEXT(operation == OPERATION_MODULO
		                             ? "integer modulo by zero"
		                             : "integer division or modulo by zero"));
	return NULL;
}

static const struct value *integers(struct trace *trace, enum operation operation,
                                    const struct wide *left, const struct wide *right)
{
	struct wide result;
	charge(trace, operation, left);
	(void)refuse_operands(trace, operation, right);
	if (trace->op.error.raised)
		return NULL;
	return compute(operation, &result, left, right) ? value_wide(trace->op.arena, &result)
	                                                : too_wide(trace);
}

/* a / b, rounded once. */
static const struct value *quotient(struct trace *trace, const struct wide *a, const struct wide *b)
{
	struct wide zero = wide_of(0);
	charge(trace, OPERATION_DIVIDE, a);
	if (wide_compare(b, &zero) == 0)
		return trace_refuse(trace, RULE_PROGRAM_ERROR, "ZeroDivisionError",
		                    TEXT("division by zero"));
	double real = wide_quotient(a, b);
	if (isnan(real))
		return too_wide(trace);
	if (isinf(real))
		return trace_refuse(trace, RULE_PROGRAM_ERROR, "OverflowError",
		                    TEXT("integer division result too large for a float"));
	return value_float(trace->op.arena, real);
}

const struct value *wide_result(struct trace *trace, enum operation operation, int64_t left,
                                int64_t right)
{
	struct wide a = wide_of(left), b = wide_of(right);
	if (operation == OPERATION_DIVIDE)
		return quotient(trace, &a, &b);
	return integers(trace, operation, &a, &b);
}

/* How an integer and a float that is not NaN compare: exactly. */
static int compare_float(const struct wide *integer, double real)
{
	struct wide whole;
	if (isinf(real) || !wide_from_double(&whole, real))
		return real > 0 ? -1 : 1;
	int order = wide_compare(integer, &whole);
	double rest = real - trunc(real);
	return order || rest == 0 ? order : rest > 0 ? -1 : 1;
}

/* A comparison of a wide integer with a float. */
static const struct value *compare_with_float(enum operation operation, const struct value *left,
                                              const struct value *right)
{
	bool first = value_is_wide(left);
	double real = first ? right->real : left->real;
	if (isnan(real))
		return value_bool(operation == OPERATION_NOT_EQUAL);
	int order = compare_float(first ? left->wide : right->wide, real);
	return value_bool(operation_holds(operation, first ? order : -order));
}

const struct value *wide_binary(struct trace *trace, enum operation operation,
                                const struct value *left, const struct value *right)
{
	struct wide a, b, zero = wide_of(0);
	bool wide = value_is_wide(left) || value_is_wide(right);
	if (wide && (left->kind == VALUE_FLOAT || right->kind == VALUE_FLOAT) &&
	    operation_compares(operation))
		return compare_with_float(operation, left, right);
	if (!wide || !to_wide(left, &a) || !to_wide(right, &b))
		return NULL;
	if (operation_compares(operation))
		return value_bool(operation_holds(operation, wide_compare(&a, &b)));
	bool fraction = operation == OPERATION_POWER && wide_compare(&b, &zero) < 0;
	switch (operation) {
	case OPERATION_IS:
	case OPERATION_IS_NOT:
	case OPERATION_IN:
	case OPERATION_NOT_IN:
	case OPERATION_MATRIX_MULTIPLY:
		return NULL;
	case OPERATION_DIVIDE:
		return quotient(trace, &a, &b);
	default:
		return fraction ? NULL : integers(trace, operation, &a, &b);
	}
}

const struct value *wide_unary(struct trace *trace, enum operation operation,
                               const struct value *operand)
{
	if (!value_is_wide(operand))
		return NULL;
	if (operation == OPERATION_NOT)
		return &value_false;
	if (operation == OPERATION_PLUS)
		return operand;
	struct wide minus_one = wide_of(-1), negated = wide_negate(operand->wide), inverted;
	if (operation == OPERATION_NEGATE)
		return value_wide(trace->op.arena, &negated);
	return wide_add(&inverted, &negated, &minus_one) ? value_wide(trace->op.arena, &inverted)
	                                                 : too_wide(trace);
}
