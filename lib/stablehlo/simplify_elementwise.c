/* SPDX-License-Identifier: Apache-2.0 */
/* Elementwise operations on constants, and with constants that change nothing. */
#include "stablehlo/simplify.h"

static bool is_integer(const struct hlo_shape *shape)
{
	return shape->element &&
	       (shape->element->class == DTYPE_SIGNED || shape->element->class == DTYPE_UNSIGNED ||
	        shape->element->class == DTYPE_BOOL);
}

static bool is_float(const struct hlo_shape *shape)
{
	return shape->element && shape->element->class == DTYPE_FLOAT;
}

/* The known number of an operand that is a constant of one number. */
static bool operand_number(const struct simplifier *simplifier, uint32_t operand, double *number)
{
	const struct instruction *constant =
	    simplifier_operand(simplifier, operand, OPCODE_CONSTANT);
	return constant && simplifier_number(simplifier, constant, number);
}

static double compared(struct str direction, double a, double b)
{
	int holds = hlo_compare(direction, a, b);
	return holds < 0 ? UNKNOWN_NUMBER : holds;
}

/* The operation on numbers; UNKNOWN_NUMBER: it is not told. */
static double applied(const struct instruction *at, const double *x)
{
	switch (at->opcode) {
	case OPCODE_ADD:
		return x[0] + x[1];
	case OPCODE_SUBTRACT:
		return x[0] - x[1];
	case OPCODE_MULTIPLY:
		return x[0] * x[1];
	case OPCODE_DIVIDE:
		return is_float(at->shape) && x[1] != 0 ? x[0] / x[1] : UNKNOWN_NUMBER;
	case OPCODE_MAXIMUM:
		return fmax(x[0], x[1]);
	case OPCODE_MINIMUM:
		return fmin(x[0], x[1]);
	case OPCODE_NEGATE:
		return -x[0];
	case OPCODE_SQRT:
		return sqrt(x[0]);
	case OPCODE_CLAMP:
		return fmin(fmax(x[1], x[0]), x[2]);
	case OPCODE_COMPARE:
		return compared(at->direction, x[0], x[1]);
	default:
		return UNKNOWN_NUMBER;
	}
}

/* A constant of one number, which fits its type as far as it is known. */
static bool set_number(const struct simplifier *simplifier, double number)
{
	struct hlo_literal literal = {.splat = true};
	enum { EXACT_BITS = 31 };
	double most = (double)((int64_t)1 << EXACT_BITS);
	if (is_integer(simplifier->at->shape) && number > -most && number < most) {
		int64_t value = (int64_t)number;
		literal.known = true;
		literal.values = arena_copy(simplifier->reader->arena, &value, 1, sizeof value);
	}
	return simplifier_constant(simplifier, literal,
	                           is_float(simplifier->at->shape) ? number : UNKNOWN_NUMBER);
}

bool fold_elementwise(const struct simplifier *simplifier)
{
	double numbers[3] = {UNKNOWN_NUMBER, UNKNOWN_NUMBER, UNKNOWN_NUMBER};
	const struct instruction *at = simplifier->at;
	bool known = true, splat = true;
	if ((!is_integer(at->shape) && !is_float(at->shape)) || at->noperands > 3)
		return false;
	for (uint32_t i = 0; i < at->noperands; i++) {
		const struct instruction *constant =
		    simplifier_operand(simplifier, i, OPCODE_CONSTANT);
		if (!constant || (!is_integer(constant->shape) && !is_float(constant->shape)))
			return false;
		splat = splat && constant->literal.splat;
		known = known && simplifier_number(simplifier, constant, &numbers[i]);
	}
	bool divides = at->opcode == OPCODE_DIVIDE || at->opcode == OPCODE_REMAINDER;
	if (divides && is_integer(at->shape) && !(known && numbers[1] != 0))
		return false; /* by zero it is not folded */
	if (splat)
		return set_number(simplifier, known ? applied(at, numbers) : UNKNOWN_NUMBER);
	return simplifier_constant(simplifier, (struct hlo_literal){0}, UNKNOWN_NUMBER);
}

static bool is_commutative(enum opcode opcode)
{
	return opcode != OPCODE_SUBTRACT;
}

static bool swap_operands(const struct simplifier *simplifier)
{
	const struct instruction *at = simplifier->at;
	struct instruction *operands[] = {at->operands[1], at->operands[0]};
	simplifier_set_operands(simplifier, operands, 2);
	return true;
}

/* A constant goes to the right. */
static bool swap_constant(const struct simplifier *simplifier)
{
	const struct instruction *at = simplifier->at;
	if (!is_commutative(at->opcode) || !simplifier_operand(simplifier, 0, OPCODE_CONSTANT) ||
	    at->operands[1]->opcode == OPCODE_CONSTANT)
		return false;
	return swap_operands(simplifier);
}

/* Whether the number has all bits set. */
static bool is_all_ones(const struct hlo_shape *shape, double number)
{
	return shape->element->class == DTYPE_BOOL ? number != 0 : number < 0 && number == -1;
}

/* x + 0, x - 0, x * 1, x & ~0, x | 0, x ^ 0 */
static bool changes_nothing(const struct instruction *at, double right)
{
	bool whole = is_integer(at->shape);
	switch (at->opcode) {
	case OPCODE_ADD:
	case OPCODE_SUBTRACT:
		return right == 0;
	case OPCODE_MULTIPLY:
		return right == 1;
	case OPCODE_AND:
		return whole && is_all_ones(at->shape, right);
	case OPCODE_OR:
	case OPCODE_XOR:
		return whole && right == 0;
	default:
		return false;
	}
}

/* x * 0, x & 0, x | ~0: the constant itself. */
static bool is_absorbed(const struct instruction *at, double right)
{
	if (!is_integer(at->shape))
		return false;
	return ((at->opcode == OPCODE_MULTIPLY || at->opcode == OPCODE_AND) && right == 0) ||
	       (at->opcode == OPCODE_OR && is_all_ones(at->shape, right));
}

bool simplify_arithmetic(const struct simplifier *simplifier)
{
	struct instruction *at = simplifier->at;
	double right;
	if (at->noperands != 2)
		return false;
	if (swap_constant(simplifier))
		return true;
	bool cancels = simplifier_same_operands(simplifier, 0, 1) && is_integer(at->shape) &&
	               (at->opcode == OPCODE_SUBTRACT || at->opcode == OPCODE_XOR);
	if (cancels)
		return set_number(simplifier, 0);
	if (!operand_number(simplifier, 1, &right))
		return false;
	if (changes_nothing(at, right))
		return simplifier_replace(simplifier, at->operands[0]);
	return is_absorbed(at, right) && simplifier_replace(simplifier, at->operands[1]);
}

static struct str inverted(struct str direction)
{
	static const char *const pairs[][2] = {
	    {"GE", "LE"}, {"GT", "LT"}, {"LE", "GE"}, {"LT", "GT"}};
	for (size_t i = 0; i < COUNT_OF(pairs); i++)
		if (str_equal(direction, str_of(pairs[i][0])))
			return str_of(pairs[i][1]);
	return direction;
}

/* Of whole numbers: x == x, and a constant goes to the right. */
bool simplify_compare(const struct simplifier *simplifier)
{
	struct instruction *at = simplifier->at;
	double right;
	if (!is_integer(at->operands[0]->shape))
		return false;
	if (simplifier_same_operands(simplifier, 0, 1))
		return set_number(simplifier, compared(at->direction, 0, 0));
	if (simplifier_operand(simplifier, 0, OPCODE_CONSTANT) &&
	    !simplifier_operand(simplifier, 1, OPCODE_CONSTANT)) {
		at->direction = inverted(at->direction);
		return swap_operands(simplifier);
	}
	if (at->operands[0]->shape->element->class != DTYPE_BOOL ||
	    !operand_number(simplifier, 1, &right))
		return false;
	bool same = (str_equal(at->direction, STR("NE")) && right == 0) ||
	            (str_equal(at->direction, STR("EQ")) && right == 1);
	return same && simplifier_replace(simplifier, at->operands[0]);
}

bool simplify_select(const struct simplifier *simplifier)
{
	struct instruction *at = simplifier->at;
	double predicate, chosen, other;
	bool same = operand_number(simplifier, 1, &chosen) &&
	            operand_number(simplifier, 2, &other) && chosen == other &&
	            signbit(chosen) == signbit(other);
	if (simplifier_same_operands(simplifier, 1, 2) || same)
		return simplifier_replace(simplifier, at->operands[1]);
	if (operand_number(simplifier, 0, &predicate))
		return simplifier_replace(simplifier, at->operands[predicate != 0 ? 1 : 2]);
	const struct instruction *not = simplifier_operand(simplifier, 0, OPCODE_NOT);
	if (not ) {
		struct instruction *operands[] = {not ->operands[0], at->operands[2],
		                                  at->operands[1]};
		simplifier_set_operands(simplifier, operands, 3);
		return true;
	}
	bool constant = simplifier_operand(simplifier, 0, OPCODE_CONSTANT) &&
	                simplifier_operand(simplifier, 1, OPCODE_CONSTANT) &&
	                simplifier_operand(simplifier, 2, OPCODE_CONSTANT);
	return constant && is_integer(at->shape) &&
	       simplifier_constant(simplifier, (struct hlo_literal){0}, UNKNOWN_NUMBER);
}

bool simplify_convert(const struct simplifier *simplifier)
{
	enum { MAX_FOLDED = 65536 };
	struct instruction *at = simplifier->at;
	const struct hlo_shape *from = at->operands[0]->shape;
	int64_t elements;
	double number;
	if (hlo_shape_equal(at->shape, from))
		return simplifier_replace(simplifier, at->operands[0]);
	const struct instruction *constant = simplifier_operand(simplifier, 0, OPCODE_CONSTANT);
	bool numbers =
	    (is_integer(from) || is_float(from)) && (is_integer(at->shape) || is_float(at->shape));
	if (!constant || !numbers || !hlo_shape_elements(at->shape, &elements) ||
	    elements > MAX_FOLDED)
		return false;
	if (simplifier_number(simplifier, constant, &number))
		return set_number(simplifier, is_integer(at->shape) ? trunc(number) : number);
	return simplifier_constant(
	    simplifier, (struct hlo_literal){.splat = constant->literal.splat}, UNKNOWN_NUMBER);
}

/* The real or the imaginary part of a number that was made of both. */
bool simplify_part_of_complex(const struct simplifier *simplifier)
{
	const struct instruction *complex = simplifier_operand(simplifier, 0, OPCODE_COMPLEX);
	return complex && simplifier_replace(
			      simplifier, complex->operands[simplifier->at->opcode == OPCODE_IMAG]);
}
