/* SPDX-License-Identifier: Apache-2.0 */
#include "plan/module/kernel_constants.h"

#include <math.h>

/* Constants that are computed of others. */
enum { MAX_FOLDED = 12 };

/* What is known of all elements of a value. */
struct number {
	bool constant; /* they are that of a constant */
	bool told;     /* which is `value` */
	bool several;  /* they are those of a constant of different numbers, or computed of such */
	double value;
};

static const struct number unknown_number = {.constant = false}, some_constant = {.constant = true},
			   several_constants = {.several = true};

static bool is_constant(struct number number)
{
	return number.constant || number.several;
}

static bool is_number(struct number number, double value)
{
	return number.told && number.value == value;
}

static bool is_unsigned(const struct instruction *one)
{
	return one->shape->element && one->shape->element->class == DTYPE_UNSIGNED;
}

static bool is_integer(const struct instruction *one)
{
	const struct dtype *element = one->shape->element;
	return element && (element->class == DTYPE_SIGNED || element->class == DTYPE_UNSIGNED ||
	                   element->class == DTYPE_BOOL);
}

static struct number told_number(double value)
{
	return (struct number){.constant = true, .told = true, .value = value};
}

static struct number literal_number(const struct hlo_literal *literal)
{
	if (!literal->splat)
		return several_constants;
	if (literal->zero || literal->one)
		return told_number(literal->one);
	if (literal->known)
		return told_number((double)literal->values[0]);
	return literal->real ? told_number(literal->number) : some_constant;
}

/* What an operation makes of two constants of which one says it. */
static struct number combined_by_one(enum opcode opcode, struct number a, struct number b)
{
	switch (opcode) {
	case OPCODE_ADD:
		if (is_number(a, 0) || is_number(b, 0))
			return is_number(a, 0) ? b : a;
		break;
	case OPCODE_SUBTRACT:
		if (is_number(b, 0))
			return a;
		break;
	case OPCODE_MULTIPLY:
		if (is_number(a, 0) || is_number(b, 0))
			return told_number(0);
		if (is_number(a, 1) || is_number(b, 1))
			return is_number(a, 1) ? b : a;
		break;
	case OPCODE_DIVIDE:
		if (is_number(b, 1))
			return a;
		break;
	default:
		break;
	}
	return some_constant;
}

/* The same of two numbers of a float type. */
static struct number combined_float(const struct instruction *one, double a, double b)
{
	const struct dtype *element = one->shape->element;
	switch (one->opcode) {
	case OPCODE_ADD:
		return told_number(dtype_nearest(element, a + b));
	case OPCODE_SUBTRACT:
		return told_number(dtype_nearest(element, a - b));
	case OPCODE_MULTIPLY:
		return told_number(dtype_nearest(element, a * b));
	case OPCODE_DIVIDE:
		return told_number(dtype_nearest(element, a / b));
	default:
		return some_constant;
	}
}

/* The same of the bits of two integers that are not negative. */
static struct number combined_bits(const struct instruction *one, double a, double b)
{
	bool told = a >= 0 && b >= 0 && a <= UINT32_MAX && b <= UINT32_MAX;
	uint64_t left = told ? (uint64_t)a : 0, right = told ? (uint64_t)b : 0;
	switch (told ? one->opcode : OPCODE_TUPLE) {
	case OPCODE_AND:
		return told_number((double)(left & right));
	case OPCODE_OR:
		return told_number((double)(left | right));
	case OPCODE_XOR:
		return told_number((double)(left ^ right));
	case OPCODE_SHIFT_RIGHT_LOGICAL:
		return told_number(right < one->shape->element->bits ? (double)(left >> right) : 0);
	default:
		return some_constant;
	}
}

/* The same of two integers; of what does not fit nothing is told. */
static struct number combined_integer(const struct instruction *one, double a, double b)
{
	double made = 0;
	switch (one->opcode) {
	case OPCODE_ADD:
		made = a + b;
		break;
	case OPCODE_SUBTRACT:
		made = a - b;
		break;
	case OPCODE_MULTIPLY:
		made = a * b;
		break;
	case OPCODE_REMAINDER:
		if (b == 0)
			return some_constant;
		made = fmod(a, b);
		break;
	default:
		return combined_bits(one, a, b);
	}
	bool fits = made >= (one->shape->element->class == DTYPE_SIGNED ? INT32_MIN : 0) &&
	            made <= INT32_MAX;
	return fits ? told_number(made) : some_constant;
}

static struct number compared(struct str direction, struct number a, struct number b)
{
	int holds = a.told && b.told ? hlo_compare(direction, a.value, b.value) : -1;
	return holds < 0 ? some_constant : told_number(holds);
}

static struct number combined(const struct instruction *one, struct number a, struct number b)
{
	const struct dtype *element = one->shape->element;
	if (one->opcode == OPCODE_COMPARE)
		return compared(one->direction, a, b);
	if (a.told && b.told && kernel_is_real(one))
		return combined_float(one, dtype_nearest(element, a.value),
		                      dtype_nearest(element, b.value));
	if (a.told && b.told && is_integer(one))
		return combined_integer(one, a.value, b.value);
	return combined_by_one(one->opcode, a, b);
}

/* Whether it gives some elements of its operand as they are. */
static bool gives_elements(const struct instruction *value)
{
	return value->opcode == OPCODE_BROADCAST || value->opcode == OPCODE_REVERSE ||
	       value->opcode == OPCODE_SLICE;
}

/* Whether a value is computed of constants as one is, or gives their elements as they are. */
static bool is_followed(const struct kernel_graph *graph, const struct instruction *value)
{
	return value->opcode == OPCODE_CONVERT || gives_elements(value) ||
	       (opcode_class(value->opcode) == OPCODE_CLASS_ELEMENTWISE && !graph->repeats);
}

static struct number number_of(const struct kernel_graph *graph, const struct instruction *operand,
                               int depth);

static bool is_at_least(const struct kernel_graph *graph, const struct instruction *operand,
                        bool zero, int depth);

static bool is_whole(const struct kernel_graph *graph, const struct instruction *value)
{
	int64_t elements;
	return hlo_shape_elements(value->shape, &elements) &&
	       kernel_stored(graph, value) == (double)elements;
}

static bool is_at_least_each(const struct kernel_graph *graph, const struct instruction *value,
                             bool zero, uint32_t from, int depth)
{
	for (uint32_t i = from; i < value->noperands; i++)
		if (!is_at_least(graph, value->operands[i], zero, depth))
			return false;
	return true;
}

/* Whether XLA sees that all elements of a value are above 0, or with `zero` at least that
 * (IsPositive and IsNonNegative of AlgebraicSimplifier). */
static bool is_at_least(const struct kernel_graph *graph, const struct instruction *operand,
                        bool zero, int depth)
{
	const struct instruction *value = kernel_unshaped(graph, operand);
	struct number number;
	if (depth >= MAX_FOLDED)
		return false;
	switch (value->opcode) {
	case OPCODE_MULTIPLY:
		return kernel_value(graph, value->operands[0]) ==
		           kernel_value(graph, value->operands[1]) &&
		       (zero || is_at_least(graph, value->operands[0], false, depth + 1));
	case OPCODE_IOTA: /* a part of one is added to where it begins */
		return zero && is_whole(graph, value);
	case OPCODE_ABS:
		return zero || is_at_least(graph, value->operands[0], false, depth + 1);
	case OPCODE_POWER:
	case OPCODE_RSQRT:
	case OPCODE_SQRT:
		return is_at_least(graph, value->operands[0], false, depth + 1);
	case OPCODE_MAXIMUM:
		return zero && (is_at_least(graph, value->operands[0], true, depth + 1) ||
		                is_at_least(graph, value->operands[1], true, depth + 1));
	case OPCODE_SELECT:
		return zero && is_at_least_each(graph, value, true, 1, depth + 1);
	case OPCODE_BROADCAST:
		return zero && is_at_least(graph, value->operands[0], true, depth + 1);
	default:
		number = number_of(graph, value, depth + 1);
		return zero && ((number.told && number.value >= 0) || is_unsigned(value));
	}
}

/* Whether a value is compared with 0 that is never below it, which is known then. */
static bool is_compared_for_nothing(const struct kernel_graph *graph,
                                    const struct instruction *value, int depth)
{
	return value->opcode == OPCODE_COMPARE && value->noperands == 2 &&
	       (str_equal(value->direction, STR("LT")) || str_equal(value->direction, STR("GE"))) &&
	       is_at_least(graph, value->operands[0], true, depth + 1) && depth < MAX_FOLDED &&
	       is_number(number_of(graph, value->operands[1], depth + 1), 0);
}

static struct number number_of(const struct kernel_graph *graph, const struct instruction *operand,
                               int depth)
{
	const struct instruction *value = kernel_unshaped(graph, operand);
	if (value->opcode == OPCODE_CONSTANT)
		return literal_number(&value->literal);
	if (is_compared_for_nothing(graph, value, depth))
		return told_number(str_equal(value->direction, STR("GE")));
	if (depth >= MAX_FOLDED || !value->noperands || !is_followed(graph, value))
		return unknown_number;
	struct number number = number_of(graph, value->operands[0], depth + 1);
	if (value->opcode == OPCODE_SELECT && value->noperands == 3 && number.told)
		return number_of(graph, value->operands[number.value != 0 ? 1 : 2], depth + 1);
	bool product = value->opcode == OPCODE_MULTIPLY && is_integer(value);
	if (product && is_number(number, 0))
		return number;
	for (uint32_t i = 1; i < value->noperands && (is_constant(number) || product); i++) {
		struct number other = number_of(graph, value->operands[i], depth + 1);
		if (product && is_number(other, 0))
			return other;
		if (number.constant && other.constant)
			number = combined(value, number, other);
		else
			number = is_constant(number) && is_constant(other) ? several_constants
			                                                   : unknown_number;
	}
	bool same =
	    value->noperands > 1 || gives_elements(value) || value->opcode == OPCODE_CONVERT;
	return !number.constant || same ? number : some_constant;
}

bool kernel_is_constant(const struct kernel_graph *graph, const struct instruction *operand)
{
	return number_of(graph, operand, 0).constant;
}

bool kernel_is_folded(const struct kernel_graph *graph, const struct instruction *operand)
{
	return is_constant(number_of(graph, operand, 0));
}

bool kernel_is_zero(const struct kernel_graph *graph, const struct instruction *operand)
{
	return is_number(number_of(graph, operand, 0), 0);
}

double kernel_power_of_two(const struct kernel_graph *graph, const struct instruction *operand)
{
	struct number number = number_of(graph, operand, 0);
	int exponent;
	return number.told && fabs(frexp(number.value, &exponent)) == 0.5 ? number.value : 0;
}

bool kernel_is_never_negative(const struct kernel_graph *graph, const struct instruction *operand)
{
	return is_at_least(graph, operand, true, 0);
}

/* Whether a comparison with this truth value gives the other one. */
static bool gives_truth(const struct instruction *compare, struct number number)
{
	const struct dtype *element = compare->operands[0]->shape->element;
	return element && element->class == DTYPE_BOOL &&
	       ((str_equal(compare->direction, STR("NE")) && is_number(number, 0)) ||
	        (str_equal(compare->direction, STR("EQ")) && is_number(number, 1)));
}

/* Whether it gives its other operand when this one is that number. */
static bool gives_other(const struct instruction *one, uint32_t operand, struct number number)
{
	switch (one->opcode) {
	case OPCODE_COMPARE:
		return gives_truth(one, number);
	case OPCODE_ADD:
		return is_number(number, 0);
	case OPCODE_SUBTRACT:
		return is_number(number, 0) && operand == 1;
	case OPCODE_MULTIPLY:
		return is_number(number, 1);
	case OPCODE_DIVIDE:
		return is_number(number, 1) && operand == 1;
	default:
		return false;
	}
}

/* Whether an operand is the bound that a reduction begins with, which gives the other one. */
static bool is_bound_already(const struct kernel_graph *graph, const struct instruction *one,
                             uint32_t operand)
{
	const struct instruction *bound = kernel_unshaped(graph, one->operands[operand]);
	const struct instruction *value = kernel_unshaped(graph, one->operands[1 - operand]);
	if (bound->opcode == OPCODE_BROADCAST)
		bound = kernel_unshaped(graph, bound->operands[0]);
	return kernel_reduces_by(value, one->opcode) &&
	       kernel_unshaped(graph, value->operands[1]) == bound;
}

/* The operand that a choice gives: the one that is always chosen, or, of true and false, what it
 * chooses by. */
static const struct instruction *chosen(const struct kernel_graph *graph,
                                        const struct instruction *one)
{
	struct number truth = number_of(graph, one->operands[0], 0);
	bool same = one->shape->element && one->shape->element->class == DTYPE_BOOL &&
	            is_number(number_of(graph, one->operands[1], 0), 1) &&
	            is_number(number_of(graph, one->operands[2], 0), 0);
	if (truth.told)
		return one->operands[truth.value != 0 ? 1 : 2];
	return same ? one->operands[0] : NULL;
}

const struct instruction *kernel_given(const struct kernel_graph *graph,
                                       const struct instruction *one)
{
	if (one->opcode == OPCODE_SELECT)
		return chosen(graph, one);
	if (one->opcode == OPCODE_ABS)
		return kernel_is_never_negative(graph, one->operands[0]) ? one->operands[0] : NULL;
	if (one->noperands != 2 || (graph->repeats && kernel_is_constant(graph, one->operands[0]) &&
	                            kernel_is_constant(graph, one->operands[1])))
		return NULL;
	bool bounds = one->opcode == OPCODE_MAXIMUM || one->opcode == OPCODE_MINIMUM;
	if (bounds &&
	    kernel_value(graph, one->operands[0]) == kernel_value(graph, one->operands[1]))
		return one->operands[0];
	for (uint32_t i = 0; i < 2; i++)
		if (bounds ? is_bound_already(graph, one, i)
		           : gives_other(one, i, number_of(graph, one->operands[i], 0)))
			return one->operands[1 - i];
	return NULL;
}

bool kernel_is_known(const struct kernel_graph *graph, const struct instruction *one)
{
	if (opcode_class(one->opcode) != OPCODE_CLASS_ELEMENTWISE || !one->noperands)
		return false;
	for (uint32_t i = 0; i < one->noperands; i++)
		if (!kernel_is_folded(graph, one->operands[i]))
			return kernel_given(graph, one) != NULL ||
			       is_compared_for_nothing(graph, one, 0);
	return true;
}
