/* SPDX-License-Identifier: Apache-2.0 */
/* Functions of CHLO that XLA writes out in elementary operations (ChloLegalizeToStablehlo.cpp): the
 * same operations in the same order, with constants of which nothing is told but that one is 0. */
#include "stablehlo/build.h"

/* `out` = operation on values named by letters; '#' is a constant, '0' that of 0, 'x' the operand,
 * 'q' a second. */
struct step {
	char out;
	enum opcode opcode;
	char in[4];
	const char *direction; /* of a comparison */
	/* When `times` is not 0: the next `length` steps are made so often, and this is none. */
	uint32_t times, length;
};

#define REPEAT(count, steps)                        \
	{                                           \
		.times = (count), .length = (steps) \
	}

static const struct step erf_inv_steps[] = {
    {'n', OPCODE_NEGATE, "x", NULL, 0, 0},
    {'m', OPCODE_MULTIPLY, "xn", NULL, 0, 0},
    {'l', OPCODE_LOG1P, "m", NULL, 0, 0},
    {'w', OPCODE_NEGATE, "l", NULL, 0, 0},
    {'t', OPCODE_COMPARE, "w#", "LT", 0, 0},
    {'a', OPCODE_SUBTRACT, "w#", NULL, 0, 0},
    {'s', OPCODE_SQRT, "w", NULL, 0, 0},
    {'b', OPCODE_SUBTRACT, "s#", NULL, 0, 0},
    {'v', OPCODE_SELECT, "tab", NULL, 0, 0},
    {'p', OPCODE_SELECT, "t##", NULL, 0, 0},
    REPEAT(8, 3),
    {'c', OPCODE_SELECT, "t##", NULL, 0, 0},
    {'q', OPCODE_MULTIPLY, "pv", NULL, 0, 0},
    {'p', OPCODE_ADD, "cq", NULL, 0, 0},
    {'r', OPCODE_MULTIPLY, "px", NULL, 0, 0},
    {'d', OPCODE_ABS, "x", NULL, 0, 0},
    {'e', OPCODE_COMPARE, "d#", "EQ", 0, 0},
    {'i', OPCODE_MULTIPLY, "x#", NULL, 0, 0},
    {'y', OPCODE_SELECT, "eir", NULL, 0, 0},
};

static const struct step erfc_steps[] = {
    {'k', OPCODE_MULTIPLY, "xx", NULL, 0, 0},
    {'z', OPCODE_NEGATE, "k", NULL, 0, 0},
    {'a', OPCODE_ABS, "x", NULL, 0, 0},
    {'r', OPCODE_DIVIDE, "#k", NULL, 0, 0},
    {'e', OPCODE_EXP, "z", NULL, 0, 0},
    {'o', OPCODE_DIVIDE, "#a", NULL, 0, 0},
    {'g', OPCODE_MULTIPLY, "eo", NULL, 0, 0},
    {'t', OPCODE_COMPARE, "a#", "LT", 0, 0},
    {'p', OPCODE_MULTIPLY, "r#", NULL, 0, 0},
    {'p', OPCODE_ADD, "p#", NULL, 0, 0},
    REPEAT(7, 2),
    {'p', OPCODE_MULTIPLY, "pr", NULL, 0, 0},
    {'p', OPCODE_ADD, "p#", NULL, 0, 0},
    {'q', OPCODE_MULTIPLY, "r#", NULL, 0, 0},
    {'q', OPCODE_ADD, "q#", NULL, 0, 0},
    REPEAT(6, 2),
    {'q', OPCODE_MULTIPLY, "qr", NULL, 0, 0},
    {'q', OPCODE_ADD, "q#", NULL, 0, 0},
    {'s', OPCODE_SELECT, "tpq", NULL, 0, 0},
    {'h', OPCODE_MULTIPLY, "gs", NULL, 0, 0},
    {'u', OPCODE_COMPARE, "z#", "LT", 0, 0},
    {'c', OPCODE_SELECT, "u#h", NULL, 0, 0},
    {'n', OPCODE_COMPARE, "x0", "LT", 0, 0},
    {'d', OPCODE_SUBTRACT, "#c", NULL, 0, 0},
    {'f', OPCODE_SELECT, "ndc", NULL, 0, 0},
    {'j', OPCODE_MULTIPLY, "xx", NULL, 0, 0},
    {'y', OPCODE_MULTIPLY, "j#", NULL, 0, 0},
    {'y', OPCODE_ADD, "y#", NULL, 0, 0},
    REPEAT(5, 2),
    {'y', OPCODE_MULTIPLY, "yj", NULL, 0, 0},
    {'y', OPCODE_ADD, "y#", NULL, 0, 0},
    {'m', OPCODE_MULTIPLY, "xy", NULL, 0, 0},
    {'b', OPCODE_SUBTRACT, "#m", NULL, 0, 0},
    {'i', OPCODE_ABS, "x", NULL, 0, 0},
    {'l', OPCODE_COMPARE, "i#", "LT", 0, 0},
    {'y', OPCODE_SELECT, "lbf", NULL, 0, 0},
};

static const struct step sinh_steps[] = {
    {'a', OPCODE_ABS, "x", NULL, 0, 0},       {'t', OPCODE_COMPARE, "a#", "LT", 0, 0},
    {'e', OPCODE_EXPM1, "x", NULL, 0, 0},     {'b', OPCODE_ADD, "e#", NULL, 0, 0},
    {'c', OPCODE_DIVIDE, "eb", NULL, 0, 0},   {'d', OPCODE_ADD, "ec", NULL, 0, 0},
    {'s', OPCODE_MULTIPLY, "d#", NULL, 0, 0}, {'p', OPCODE_ADD, "x#", NULL, 0, 0},
    {'q', OPCODE_EXP, "p", NULL, 0, 0},       {'m', OPCODE_SUBTRACT, "#x", NULL, 0, 0},
    {'n', OPCODE_EXP, "m", NULL, 0, 0},       {'l', OPCODE_SUBTRACT, "qn", NULL, 0, 0},
    {'y', OPCODE_SELECT, "tsl", NULL, 0, 0},
};

static const struct step cosh_steps[] = {
    {'p', OPCODE_ADD, "x#", NULL, 0, 0},      {'q', OPCODE_EXP, "p", NULL, 0, 0},
    {'m', OPCODE_SUBTRACT, "#x", NULL, 0, 0}, {'n', OPCODE_EXP, "m", NULL, 0, 0},
    {'y', OPCODE_ADD, "qn", NULL, 0, 0},
};

static const struct step asin_steps[] = {
    {'a', OPCODE_SUBTRACT, "#x", NULL, 0, 0}, {'b', OPCODE_ADD, "x#", NULL, 0, 0},
    {'m', OPCODE_MULTIPLY, "ab", NULL, 0, 0}, {'r', OPCODE_SQRT, "m", NULL, 0, 0},
    {'s', OPCODE_ADD, "r#", NULL, 0, 0},      {'t', OPCODE_ATAN2, "xs", NULL, 0, 0},
    {'y', OPCODE_ADD, "tt", NULL, 0, 0},
};

static const struct step acos_steps[] = {
    {'a', OPCODE_SUBTRACT, "#x", NULL, 0, 0}, {'b', OPCODE_ADD, "x#", NULL, 0, 0},
    {'m', OPCODE_MULTIPLY, "ab", NULL, 0, 0}, {'r', OPCODE_SQRT, "m", NULL, 0, 0},
    {'y', OPCODE_ATAN2, "rx", NULL, 0, 0},
};

static const struct step asinh_steps[] = {
    {'s', OPCODE_SIGN, "x", NULL, 0, 0},     {'a', OPCODE_ABS, "x", NULL, 0, 0},
    {'t', OPCODE_COMPARE, "a#", "GE", 0, 0}, {'l', OPCODE_LOG, "a", NULL, 0, 0},
    {'b', OPCODE_ADD, "l#", NULL, 0, 0},     {'m', OPCODE_MULTIPLY, "aa", NULL, 0, 0},
    {'p', OPCODE_ADD, "m#", NULL, 0, 0},     {'r', OPCODE_SQRT, "p", NULL, 0, 0},
    {'q', OPCODE_ADD, "r#", NULL, 0, 0},     {'d', OPCODE_DIVIDE, "mq", NULL, 0, 0},
    {'e', OPCODE_ADD, "ad", NULL, 0, 0},     {'f', OPCODE_LOG1P, "e", NULL, 0, 0},
    {'c', OPCODE_SELECT, "tbf", NULL, 0, 0}, {'y', OPCODE_MULTIPLY, "sc", NULL, 0, 0},
};

static const struct step acosh_steps[] = {
    {'t', OPCODE_COMPARE, "x#", "GE", 0, 0},  {'l', OPCODE_LOG, "x", NULL, 0, 0},
    {'b', OPCODE_ADD, "l#", NULL, 0, 0},      {'m', OPCODE_SUBTRACT, "x#", NULL, 0, 0},
    {'r', OPCODE_SQRT, "m", NULL, 0, 0},      {'p', OPCODE_ADD, "x#", NULL, 0, 0},
    {'s', OPCODE_SQRT, "p", NULL, 0, 0},      {'a', OPCODE_ADD, "sr", NULL, 0, 0},
    {'c', OPCODE_MULTIPLY, "ra", NULL, 0, 0}, {'f', OPCODE_LOG1P, "c", NULL, 0, 0},
    {'y', OPCODE_SELECT, "tbf", NULL, 0, 0},
};

static const struct step atanh_steps[] = {
    {'a', OPCODE_ABS, "x", NULL, 0, 0},       {'t', OPCODE_COMPARE, "a#", "GT", 0, 0},
    {'l', OPCODE_LOG1P, "x", NULL, 0, 0},     {'n', OPCODE_NEGATE, "x", NULL, 0, 0},
    {'m', OPCODE_LOG1P, "n", NULL, 0, 0},     {'s', OPCODE_SUBTRACT, "lm", NULL, 0, 0},
    {'p', OPCODE_MULTIPLY, "s#", NULL, 0, 0}, {'y', OPCODE_SELECT, "t#p", NULL, 0, 0},
};

/* Of the gamma function: a sum of eight terms, and the reflection for small numbers. */
static const struct step lgamma_steps[] = {
    {'t', OPCODE_COMPARE, "x#", "LT", 0, 0},  {'n', OPCODE_NEGATE, "x", NULL, 0, 0},
    {'m', OPCODE_SUBTRACT, "x#", NULL, 0, 0}, {'z', OPCODE_SELECT, "tnm", NULL, 0, 0},
    {'a', OPCODE_ADD, "z#", NULL, 0, 0},      {'b', OPCODE_DIVIDE, "#a", NULL, 0, 0},
    {'s', OPCODE_ADD, "#b", NULL, 0, 0},      REPEAT(7, 3),
    {'a', OPCODE_ADD, "z#", NULL, 0, 0},      {'b', OPCODE_DIVIDE, "#a", NULL, 0, 0},
    {'s', OPCODE_ADD, "sb", NULL, 0, 0},      {'p', OPCODE_ADD, "z#", NULL, 0, 0},
    {'w', OPCODE_DIVIDE, "z#", NULL, 0, 0},   {'v', OPCODE_LOG1P, "w", NULL, 0, 0},
    {'u', OPCODE_ADD, "v#", NULL, 0, 0},      {'d', OPCODE_DIVIDE, "pu", NULL, 0, 0},
    {'h', OPCODE_ADD, "z#", NULL, 0, 0},      {'e', OPCODE_SUBTRACT, "hd", NULL, 0, 0},
    {'f', OPCODE_MULTIPLY, "eu", NULL, 0, 0}, {'g', OPCODE_ADD, "f#", NULL, 0, 0},
    {'i', OPCODE_LOG, "s", NULL, 0, 0},       {'l', OPCODE_ADD, "gi", NULL, 0, 0},
    {'j', OPCODE_ABS, "x", NULL, 0, 0},       {'k', OPCODE_FLOOR, "j", NULL, 0, 0},
    {'c', OPCODE_SUBTRACT, "jk", NULL, 0, 0}, {'o', OPCODE_COMPARE, "#c", "LT", 0, 0},
    {'q', OPCODE_SUBTRACT, "#c", NULL, 0, 0}, {'r', OPCODE_SELECT, "oqc", NULL, 0, 0},
    {'r', OPCODE_MULTIPLY, "r#", NULL, 0, 0}, {'r', OPCODE_SIN, "r", NULL, 0, 0},
    {'r', OPCODE_LOG, "r", NULL, 0, 0},       {'a', OPCODE_IS_FINITE, "r", NULL, 0, 0},
    {'b', OPCODE_SUBTRACT, "#r", NULL, 0, 0}, {'b', OPCODE_SUBTRACT, "bl", NULL, 0, 0},
    {'n', OPCODE_NEGATE, "r", NULL, 0, 0},    {'b', OPCODE_SELECT, "abn", NULL, 0, 0},
    {'s', OPCODE_SELECT, "tbl", NULL, 0, 0},  {'j', OPCODE_ABS, "x", NULL, 0, 0},
    {'k', OPCODE_COMPARE, "j#", "EQ", 0, 0},  {'y', OPCODE_SELECT, "k#s", NULL, 0, 0},
};

static const struct step digamma_steps[] = {
    {'t', OPCODE_COMPARE, "x#", "LT", 0, 0},
    {'n', OPCODE_NEGATE, "x", NULL, 0, 0},
    {'m', OPCODE_SUBTRACT, "x#", NULL, 0, 0},
    {'z', OPCODE_SELECT, "tnm", NULL, 0, 0},
    {'a', OPCODE_ADD, "z#", NULL, 0, 0},
    {'b', OPCODE_MULTIPLY, "aa", NULL, 0, 0},
    {'c', OPCODE_DIVIDE, "#b", NULL, 0, 0},
    {'p', OPCODE_SUBTRACT, "#c", NULL, 0, 0},
    {'d', OPCODE_DIVIDE, "#a", NULL, 0, 0},
    {'q', OPCODE_ADD, "#d", NULL, 0, 0},
    REPEAT(7, 6),
    {'a', OPCODE_ADD, "z#", NULL, 0, 0},
    {'b', OPCODE_MULTIPLY, "aa", NULL, 0, 0},
    {'c', OPCODE_DIVIDE, "#b", NULL, 0, 0},
    {'p', OPCODE_SUBTRACT, "pc", NULL, 0, 0},
    {'d', OPCODE_DIVIDE, "#a", NULL, 0, 0},
    {'q', OPCODE_ADD, "qd", NULL, 0, 0},
    {'a', OPCODE_ADD, "z#", NULL, 0, 0},
    {'w', OPCODE_DIVIDE, "z#", NULL, 0, 0},
    {'v', OPCODE_LOG1P, "w", NULL, 0, 0},
    {'u', OPCODE_ADD, "v#", NULL, 0, 0},
    {'d', OPCODE_DIVIDE, "pq", NULL, 0, 0},
    {'e', OPCODE_ADD, "ud", NULL, 0, 0},
    {'f', OPCODE_DIVIDE, "#a", NULL, 0, 0},
    {'s', OPCODE_SUBTRACT, "ef", NULL, 0, 0},
    {'g', OPCODE_ADD, "x#", NULL, 0, 0},
    {'h', OPCODE_FLOOR, "g", NULL, 0, 0},
    {'i', OPCODE_ABS, "h", NULL, 0, 0},
    {'j', OPCODE_ADD, "xi", NULL, 0, 0},
    {'k', OPCODE_MULTIPLY, "j#", NULL, 0, 0},
    {'l', OPCODE_COS, "k", NULL, 0, 0},
    {'l', OPCODE_MULTIPLY, "l#", NULL, 0, 0},
    {'o', OPCODE_SIN, "k", NULL, 0, 0},
    {'r', OPCODE_DIVIDE, "lo", NULL, 0, 0},
    {'b', OPCODE_SUBTRACT, "sr", NULL, 0, 0},
    {'c', OPCODE_SELECT, "tbs", NULL, 0, 0},
    {'d', OPCODE_COMPARE, "x#", "LE", 0, 0},
    {'e', OPCODE_FLOOR, "x", NULL, 0, 0},
    {'f', OPCODE_COMPARE, "xe", "EQ", 0, 0},
    {'g', OPCODE_AND, "df", NULL, 0, 0},
    {'y', OPCODE_SELECT, "g#c", NULL, 0, 0},
};

/* Hurwitz' zeta function of x and q: nine terms of its series, and ten of what is left of it. */
static const struct step zeta_steps[] = {
    {'n', OPCODE_NEGATE, "x", NULL, 0, 0},     {'r', OPCODE_POWER, "qn", NULL, 0, 0},
    {'a', OPCODE_ADD, "q#", NULL, 0, 0},       {'p', OPCODE_POWER, "an", NULL, 0, 0},
    {'r', OPCODE_ADD, "rp", NULL, 0, 0},       REPEAT(8, 3),
    {'a', OPCODE_ADD, "a#", NULL, 0, 0},       {'p', OPCODE_POWER, "an", NULL, 0, 0},
    {'r', OPCODE_ADD, "rp", NULL, 0, 0},       {'a', OPCODE_ADD, "a#", NULL, 0, 0},
    {'p', OPCODE_POWER, "an", NULL, 0, 0},     {'t', OPCODE_MULTIPLY, "pa", NULL, 0, 0},
    {'u', OPCODE_SUBTRACT, "x#", NULL, 0, 0},  {'t', OPCODE_DIVIDE, "tu", NULL, 0, 0},
    {'b', OPCODE_MULTIPLY, "aa", NULL, 0, 0},  {'b', OPCODE_DIVIDE, "#b", NULL, 0, 0},
    {'c', OPCODE_ADD, "x#", NULL, 0, 0},       {'d', OPCODE_ADD, "x#", NULL, 0, 0},
    {'c', OPCODE_MULTIPLY, "cd", NULL, 0, 0},  {'f', OPCODE_MULTIPLY, "b#", NULL, 0, 0},
    {'f', OPCODE_MULTIPLY, "cf", NULL, 0, 0},  REPEAT(10, 6),
    {'c', OPCODE_ADD, "x#", NULL, 0, 0},       {'d', OPCODE_ADD, "x#", NULL, 0, 0},
    {'c', OPCODE_MULTIPLY, "cd", NULL, 0, 0},  {'f', OPCODE_ADD, "f#", NULL, 0, 0},
    {'f', OPCODE_MULTIPLY, "bf", NULL, 0, 0},  {'f', OPCODE_MULTIPLY, "cf", NULL, 0, 0},
    {'g', OPCODE_DIVIDE, "xa", NULL, 0, 0},    {'f', OPCODE_ADD, "f#", NULL, 0, 0},
    {'f', OPCODE_MULTIPLY, "gf", NULL, 0, 0},  {'f', OPCODE_ADD, "f#", NULL, 0, 0},
    {'f', OPCODE_MULTIPLY, "pf", NULL, 0, 0},  {'h', OPCODE_ADD, "rt", NULL, 0, 0},
    {'h', OPCODE_ADD, "hf", NULL, 0, 0},       {'i', OPCODE_ABS, "p", NULL, 0, 0},
    {'j', OPCODE_ABS, "r", NULL, 0, 0},        {'j', OPCODE_MULTIPLY, "j#", NULL, 0, 0},
    {'k', OPCODE_COMPARE, "ij", "LT", 0, 0},   {'h', OPCODE_SELECT, "krh", NULL, 0, 0},
    {'k', OPCODE_COMPARE, "x#", "LT", 0, 0},   {'h', OPCODE_SELECT, "k#h", NULL, 0, 0},
    {'l', OPCODE_COMPARE, "q#", "LE", 0, 0},   {'m', OPCODE_FLOOR, "x", NULL, 0, 0},
    {'m', OPCODE_COMPARE, "xm", "NE", 0, 0},   {'m', OPCODE_AND, "lm", NULL, 0, 0},
    {'h', OPCODE_SELECT, "m#h", NULL, 0, 0},   {'v', OPCODE_FLOOR, "q", NULL, 0, 0},
    {'v', OPCODE_COMPARE, "qv", "EQ", 0, 0},   {'v', OPCODE_AND, "lv", NULL, 0, 0},
    {'w', OPCODE_FLOOR, "x", NULL, 0, 0},      {'w', OPCODE_COMPARE, "xw", "EQ", 0, 0},
    {'e', OPCODE_REMAINDER, "x#", NULL, 0, 0}, {'e', OPCODE_COMPARE, "e#", "EQ", 0, 0},
    {'w', OPCODE_AND, "we", NULL, 0, 0},       {'w', OPCODE_SELECT, "w##", NULL, 0, 0},
    {'h', OPCODE_SELECT, "vwh", NULL, 0, 0},   {'k', OPCODE_COMPARE, "x#", "EQ", 0, 0},
    {'y', OPCODE_SELECT, "k#h", NULL, 0, 0},
};

/* The derivative of order x of digamma at q. */
static const struct step polygamma_steps[] = {
    {'r', OPCODE_REMAINDER, "x#", NULL, 0, 0}, {'r', OPCODE_MULTIPLY, "r#", NULL, 0, 0},
    {'r', OPCODE_SUBTRACT, "r#", NULL, 0, 0},  {'s', OPCODE_ADD, "x#", NULL, 0, 0},
    {'l', OPCODE_LGAMMA, "s", NULL, 0, 0},     {'e', OPCODE_EXP, "l", NULL, 0, 0},
    {'z', OPCODE_ZETA, "sq", NULL, 0, 0},      {'r', OPCODE_MULTIPLY, "re", NULL, 0, 0},
    {'r', OPCODE_MULTIPLY, "rz", NULL, 0, 0},  {'t', OPCODE_COMPARE, "x#", "EQ", 0, 0},
    {'d', OPCODE_DIGAMMA, "q", NULL, 0, 0},    {'r', OPCODE_SELECT, "tdr", NULL, 0, 0},
    {'f', OPCODE_FLOOR, "x", NULL, 0, 0},      {'f', OPCODE_COMPARE, "xf", "NE", 0, 0},
    {'g', OPCODE_COMPARE, "x#", "LT", 0, 0},   {'f', OPCODE_OR, "fg", NULL, 0, 0},
    {'y', OPCODE_SELECT, "f#r", NULL, 0, 0},
};

static const struct written {
	const char *name;
	const struct step *steps;
	size_t count;
	uint32_t arity;
} functions[] = {
#define FUNCTION(name, arity)                                      \
	{                                                          \
#name, name##_steps, COUNT_OF(name##_steps), arity \
	}
    FUNCTION(erf_inv, 1),   FUNCTION(erfc, 1),   FUNCTION(sinh, 1),    FUNCTION(cosh, 1),
    FUNCTION(asin, 1),      FUNCTION(acos, 1),   FUNCTION(asinh, 1),   FUNCTION(acosh, 1),
    FUNCTION(atanh, 1),     FUNCTION(lgamma, 1), FUNCTION(digamma, 1), FUNCTION(zeta, 2),
    FUNCTION(polygamma, 2),
#undef FUNCTION
};

/* The values that have letters so far, of which 'x' is the operand. */
struct writing {
	struct reader *reader;
	const struct operation *operation;
	const struct region *region;
	const struct hlo_shape *shape, *truth; /* of numbers, and of comparisons */
	struct instruction *values[128];
};

static struct instruction *value_of(struct writing *writing, char letter)
{
	struct instruction *constant;
	if (letter != '#' && letter != '0')
		return writing->values[(unsigned char)letter];
	constant = build_add_of(writing->reader, writing->operation, writing->region,
	                        OPCODE_CONSTANT, writing->shape, NULL, 0);
	if (!constant)
		return NULL;
	constant->literal.splat = true;
	constant->literal.zero = letter == '0';
	reader_note(writing->reader, writing->region->computation, constant)->number =
	    UNKNOWN_NUMBER;
	return constant;
}

static bool write_steps(struct writing *writing, const struct step *steps, size_t count);

/* A function that others call, in its steps: letters mean values of its own there. */
static struct instruction *write_called(const struct writing *caller,
                                        const struct written *function,
                                        struct instruction *const operands[])
{
	struct writing writing = *caller;
	writing.values['x'] = operands[0];
	writing.values['q'] = function->arity > 1 ? operands[1] : NULL;
	return write_steps(&writing, function->steps, function->count) ? writing.values['y'] : NULL;
}

static const struct written *function_named(struct str name)
{
	for (size_t i = 0; i < COUNT_OF(functions); i++)
		if (str_equal(name, str_of(functions[i].name)))
			return &functions[i];
	return NULL;
}

/* What a step calls, which is no operation of HLO; NULL for those. */
static const struct written *function_called(enum opcode opcode)
{
	switch (opcode) {
	case OPCODE_LGAMMA:
		return function_named(STR("lgamma"));
	case OPCODE_DIGAMMA:
		return function_named(STR("digamma"));
	case OPCODE_ZETA:
		return function_named(STR("zeta"));
	default:
		return NULL;
	}
}

/* One number everywhere. */
static bool is_number(const struct instruction *value)
{
	while (value->opcode == OPCODE_BROADCAST)
		value = value->operands[0];
	return value->opcode == OPCODE_CONSTANT && value->literal.splat;
}

static bool are_numbers(struct instruction *const operands[], uint32_t count)
{
	for (uint32_t i = 0; i < count; i++)
		if (!is_number(operands[i]))
			return false;
	return true;
}

/* What StableHLO's folding leaves of a step on numbers, as of polygamma(1, x); NULL: the step. What
 * a number decides there, it decides so that the last case is taken, and leaves other truths. */
static struct instruction *folded(struct writing *writing, const struct step *step,
                                  struct instruction *const operands[], uint32_t count)
{
	switch (step->opcode) {
	case OPCODE_SELECT:
		return is_number(operands[0]) ? operands[2] : NULL;
	case OPCODE_AND:
	case OPCODE_OR:
		if (is_number(operands[0]))
			return operands[1];
		return is_number(operands[1]) ? operands[0] : NULL;
	case OPCODE_FLOOR:
	case OPCODE_LOG1P:
	case OPCODE_EXP:
	case OPCODE_LGAMMA:
	case OPCODE_ZETA:
		return NULL;
	case OPCODE_DIGAMMA: /* of polygamma, which takes it by 't' */
		return is_number(writing->values['t']) ? value_of(writing, '#') : NULL;
	default:
		return are_numbers(operands, count) ? value_of(writing, '#') : NULL;
	}
}

static struct instruction *built(struct writing *writing, const struct step *step,
                                 struct instruction *operands[], uint32_t count)
{
	struct instruction *made =
	    build_add_of(writing->reader, writing->operation, writing->region, step->opcode,
	                 step->direction ? writing->truth : writing->shape, operands, count);
	if (made && step->direction)
		made->direction = str_of(step->direction);
	return made;
}

static bool write_step(struct writing *writing, const struct step *step)
{
	struct instruction *operands[3];
	uint32_t count = (uint32_t)strlen(step->in);
	for (uint32_t i = 0; i < count; i++) {
		operands[i] = value_of(writing, step->in[i]);
		if (!operands[i])
			return false;
	}
	const struct written *function = function_called(step->opcode);
	struct instruction *made = folded(writing, step, operands, count);
	if (!made)
		made = function ? write_called(writing, function, operands)
		                : built(writing, step, operands, count);
	writing->values[(unsigned char)step->out] = made;
	return made;
}

static bool write_steps(struct writing *writing, const struct step *steps, size_t count)
{
	for (size_t i = 0; i < count; i++) {
		if (!steps[i].times && !write_step(writing, &steps[i]))
			return false;
		/* The last round is that of the steps themselves. */
		for (uint32_t time = 1; time < steps[i].times; time++)
			if (!write_steps(writing, &steps[i + 1], steps[i].length))
				return false;
	}
	return true;
}

/* Numbers of fewer bits are widened before and narrowed after. */
static struct instruction *converted(struct writing *writing, struct instruction *value,
                                     const struct hlo_shape *shape)
{
	if (hlo_shape_equal(value->shape, shape))
		return value;
	return build_add_of(writing->reader, writing->operation, writing->region, OPCODE_CONVERT,
	                    shape, &value, 1);
}

/* The operands, as 'x' and 'q'. */
static bool take_operands(struct writing *writing, uint32_t arity)
{
	static const char letters[] = "xq";
	for (uint32_t i = 0; i < arity; i++) {
		struct instruction *operand =
		    converted(writing, writing->operation->operands[i], writing->shape);
		if (!operand)
			return false;
		writing->values[(unsigned char)letters[i]] = operand;
	}
	return true;
}

static bool write_function(struct reader *reader, struct operation *operation,
                           struct region *region, const struct written *function)
{
	const struct hlo_shape *shape = build_shape(reader, operation);
	if (!shape || !build_operands(reader, operation, function->arity, function->arity))
		return false;
	for (uint32_t i = 0; i < function->arity; i++)
		if (!hlo_shape_equal(shape, operation->operands[i]->shape))
			return build_refuse(reader, operation, "its result has another shape");
	bool narrow = shape->element && shape->element->bits < 32;
	const struct dtype *element = narrow ? dtype_of(DTYPE_ID_FLOAT32) : shape->element;
	struct writing writing = {
	    .reader = reader,
	    .operation = operation,
	    .region = region,
	    .shape = hlo_shape_array(reader->arena, element, shape->dims, shape->rank),
	    .truth =
		hlo_shape_array(reader->arena, dtype_of(DTYPE_ID_BOOL), shape->dims, shape->rank),
	};
	if (!take_operands(&writing, function->arity) ||
	    !write_steps(&writing, function->steps, function->count))
		return false;
	struct instruction *result = converted(&writing, writing.values['y'], shape);
	return result && build_bind(reader, operation, region, &result, 1);
}

bool build_function(struct reader *reader, struct operation *operation, struct region *region)
{
	const struct written *function = function_named(operation->kind->name);
	return function ? write_function(reader, operation, region, function)
	                : build_refuse(reader, operation,
	                               "it is no function of CHLO that is written out");
}
