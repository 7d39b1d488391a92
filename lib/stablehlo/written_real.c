/* SPDX-License-Identifier: Apache-2.0 */
/* Functions of real numbers (ChloLegalizeToStablehlo.cpp). */
#include "stablehlo/written.h"

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

/* Those of 64 bits have more terms. */
static const struct step erf_inv_double_steps[] = {
    {'n', OPCODE_NEGATE, "x", NULL, 0, 0},
    {'m', OPCODE_MULTIPLY, "xn", NULL, 0, 0},
    {'l', OPCODE_LOG1P, "m", NULL, 0, 0},
    {'w', OPCODE_NEGATE, "l", NULL, 0, 0},
    {'t', OPCODE_COMPARE, "w#", "LT", 0, 0},
    {'u', OPCODE_COMPARE, "w#", "LT", 0, 0},
    {'s', OPCODE_SQRT, "w", NULL, 0, 0},
    {'a', OPCODE_SUBTRACT, "w#", NULL, 0, 0},
    {'b', OPCODE_SELECT, "u##", NULL, 0, 0},
    {'c', OPCODE_SUBTRACT, "sb", NULL, 0, 0},
    {'v', OPCODE_SELECT, "tac", NULL, 0, 0},
    {'p', OPCODE_SELECT, "t##", NULL, 0, 0},
    {'p', OPCODE_SELECT, "up#", NULL, 0, 0},
    REPEAT(16, 4),
    {'c', OPCODE_SELECT, "t##", NULL, 0, 0},
    {'c', OPCODE_SELECT, "uc#", NULL, 0, 0},
    {'q', OPCODE_MULTIPLY, "pv", NULL, 0, 0},
    {'p', OPCODE_ADD, "cq", NULL, 0, 0},
    REPEAT(2, 4),
    {'c', OPCODE_SELECT, "t##", NULL, 0, 0},
    {'q', OPCODE_MULTIPLY, "pv", NULL, 0, 0},
    {'q', OPCODE_ADD, "cq", NULL, 0, 0},
    {'p', OPCODE_SELECT, "uqp", NULL, 0, 0},
    REPEAT(4, 3),
    {'q', OPCODE_MULTIPLY, "pv", NULL, 0, 0},
    {'q', OPCODE_ADD, "q#", NULL, 0, 0},
    {'p', OPCODE_SELECT, "tqp", NULL, 0, 0},
    {'r', OPCODE_MULTIPLY, "px", NULL, 0, 0},
    {'d', OPCODE_ABS, "x", NULL, 0, 0},
    {'e', OPCODE_COMPARE, "d#", "EQ", 0, 0},
    {'i', OPCODE_MULTIPLY, "x#", NULL, 0, 0},
    {'y', OPCODE_SELECT, "eir", NULL, 0, 0},
};

static const struct step erfc_double_steps[] = {
    {'k', OPCODE_MULTIPLY, "xx", NULL, 0, 0},
    {'z', OPCODE_NEGATE, "k", NULL, 0, 0},
    {'e', OPCODE_EXP, "z", NULL, 0, 0},
    {'a', OPCODE_ABS, "x", NULL, 0, 0},
    {'p', OPCODE_MULTIPLY, "a#", NULL, 0, 0},
    {'p', OPCODE_ADD, "p#", NULL, 0, 0},
    REPEAT(7, 2),
    {'p', OPCODE_MULTIPLY, "pa", NULL, 0, 0},
    {'p', OPCODE_ADD, "p#", NULL, 0, 0},
    {'g', OPCODE_MULTIPLY, "ep", NULL, 0, 0},
    {'q', OPCODE_ADD, "a#", NULL, 0, 0},
    REPEAT(7, 2),
    {'q', OPCODE_MULTIPLY, "qa", NULL, 0, 0},
    {'q', OPCODE_ADD, "q#", NULL, 0, 0},
    {'h', OPCODE_DIVIDE, "gq", NULL, 0, 0},
    {'r', OPCODE_MULTIPLY, "a#", NULL, 0, 0},
    {'r', OPCODE_ADD, "r#", NULL, 0, 0},
    REPEAT(4, 2),
    {'r', OPCODE_MULTIPLY, "ra", NULL, 0, 0},
    {'r', OPCODE_ADD, "r#", NULL, 0, 0},
    {'i', OPCODE_MULTIPLY, "er", NULL, 0, 0},
    {'s', OPCODE_ADD, "a#", NULL, 0, 0},
    REPEAT(5, 2),
    {'s', OPCODE_MULTIPLY, "sa", NULL, 0, 0},
    {'s', OPCODE_ADD, "s#", NULL, 0, 0},
    {'j', OPCODE_DIVIDE, "is", NULL, 0, 0},
    {'t', OPCODE_COMPARE, "a#", "LT", 0, 0},
    {'l', OPCODE_SELECT, "thj", NULL, 0, 0},
    {'u', OPCODE_COMPARE, "z#", "LT", 0, 0},
    {'c', OPCODE_SELECT, "u0l", NULL, 0, 0},
    {'n', OPCODE_COMPARE, "x0", "LT", 0, 0},
    {'d', OPCODE_SUBTRACT, "#c", NULL, 0, 0},
    {'f', OPCODE_SELECT, "ndc", NULL, 0, 0},
    {'b', OPCODE_MULTIPLY, "xx", NULL, 0, 0},
    {'o', OPCODE_MULTIPLY, "b#", NULL, 0, 0},
    {'o', OPCODE_ADD, "o#", NULL, 0, 0},
    REPEAT(3, 2),
    {'o', OPCODE_MULTIPLY, "ob", NULL, 0, 0},
    {'o', OPCODE_ADD, "o#", NULL, 0, 0},
    {'m', OPCODE_MULTIPLY, "xo", NULL, 0, 0},
    {'v', OPCODE_ADD, "b#", NULL, 0, 0},
    REPEAT(4, 2),
    {'v', OPCODE_MULTIPLY, "vb", NULL, 0, 0},
    {'v', OPCODE_ADD, "v#", NULL, 0, 0},
    {'w', OPCODE_DIVIDE, "mv", NULL, 0, 0},
    {'y', OPCODE_SUBTRACT, "#w", NULL, 0, 0},
    {'i', OPCODE_ABS, "x", NULL, 0, 0},
    {'l', OPCODE_COMPARE, "i#", "LT", 0, 0},
    {'y', OPCODE_SELECT, "lyf", NULL, 0, 0},
};

/* A sum of Chebyshev polynomials of t, by 2 * `pairs` + 3 numbers. */
#define CHEBYSHEV(pairs)                                                                        \
	{'m', OPCODE_MULTIPLY, "t0", NULL, 0, 0}, {'p', OPCODE_ADD, "m#", NULL, 0, 0},          \
	    {'m', OPCODE_MULTIPLY, "tp", NULL, 0, 0}, {'c', OPCODE_ADD, "m#", NULL, 0, 0},      \
	    REPEAT(pairs, 6), {'m', OPCODE_MULTIPLY, "tc", NULL, 0, 0},                         \
	    {'m', OPCODE_SUBTRACT, "mp", NULL, 0, 0}, {'p', OPCODE_ADD, "m#", NULL, 0, 0},      \
	    {'m', OPCODE_MULTIPLY, "tp", NULL, 0, 0}, {'m', OPCODE_SUBTRACT, "mc", NULL, 0, 0}, \
	    {'c', OPCODE_ADD, "m#", NULL, 0, 0}, {'m', OPCODE_MULTIPLY, "tc", NULL, 0, 0},      \
	    {'m', OPCODE_SUBTRACT, "mp", NULL, 0, 0}, {'n', OPCODE_ADD, "m#", NULL, 0, 0},      \
	    {'r', OPCODE_SUBTRACT, "np", NULL, 0, 0},                                           \
	{                                                                                       \
		'r', OPCODE_MULTIPLY, "r#", NULL, 0, 0                                          \
	}

static const struct step bessel_i1e_steps[] = {
    {'z', OPCODE_ABS, "x", NULL, 0, 0},       {'t', OPCODE_MULTIPLY, "z#", NULL, 0, 0},
    {'t', OPCODE_SUBTRACT, "t#", NULL, 0, 0}, CHEBYSHEV(7),
    {'a', OPCODE_MULTIPLY, "zr", NULL, 0, 0}, {'t', OPCODE_DIVIDE, "#z", NULL, 0, 0},
    {'t', OPCODE_SUBTRACT, "t#", NULL, 0, 0}, CHEBYSHEV(2),
    {'s', OPCODE_SQRT, "z", NULL, 0, 0},      {'b', OPCODE_DIVIDE, "rs", NULL, 0, 0},
    {'l', OPCODE_COMPARE, "z#", "LE", 0, 0},  {'y', OPCODE_SELECT, "lab", NULL, 0, 0},
    {'s', OPCODE_SIGN, "x", NULL, 0, 0},      {'y', OPCODE_MULTIPLY, "sy", NULL, 0, 0},
};

static const struct step bessel_i1e_double_steps[] = {
    {'z', OPCODE_ABS, "x", NULL, 0, 0},       {'t', OPCODE_MULTIPLY, "z#", NULL, 0, 0},
    {'t', OPCODE_SUBTRACT, "t#", NULL, 0, 0}, CHEBYSHEV(13),
    {'a', OPCODE_MULTIPLY, "zr", NULL, 0, 0}, {'t', OPCODE_DIVIDE, "#z", NULL, 0, 0},
    {'t', OPCODE_SUBTRACT, "t#", NULL, 0, 0}, CHEBYSHEV(11),
    {'s', OPCODE_SQRT, "z", NULL, 0, 0},      {'b', OPCODE_DIVIDE, "rs", NULL, 0, 0},
    {'l', OPCODE_COMPARE, "z#", "LE", 0, 0},  {'y', OPCODE_SELECT, "lab", NULL, 0, 0},
    {'s', OPCODE_SIGN, "x", NULL, 0, 0},      {'y', OPCODE_MULTIPLY, "sy", NULL, 0, 0},
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

/* The float next to x in the direction of q, by the integers that have their bits. */
static const struct step next_after_steps[] = {
    {'m', OPCODE_BITCAST_CONVERT, "x", NULL, 0, 0},
    {'n', OPCODE_BITCAST_CONVERT, "q", NULL, 0, 0},
    {'a', OPCODE_COMPARE, "xx", "NE", 0, 0},
    {'b', OPCODE_COMPARE, "qq", "NE", 0, 0},
    {'c', OPCODE_OR, "ab", NULL, 0, 0},
    {'d', OPCODE_AND, "m$", NULL, 0, 0},
    {'e', OPCODE_AND, "n$", NULL, 0, 0},
    {'f', OPCODE_COMPARE, "xq", "EQ", 0, 0},
    {'g', OPCODE_COMPARE, "d$", "EQ", 0, 0},
    {'h', OPCODE_COMPARE, "e$", "EQ", 0, 0},
    {'i', OPCODE_AND, "m$", NULL, 0, 0},
    {'j', OPCODE_AND, "n$", NULL, 0, 0},
    {'k', OPCODE_OR, "j$", NULL, 0, 0},
    {'l', OPCODE_COMPARE, "ij", "NE", 0, 0},
    {'o', OPCODE_COMPARE, "de", "GT", 0, 0},
    {'p', OPCODE_OR, "ol", NULL, 0, 0},
    {'r', OPCODE_SELECT, "p$$", NULL, 0, 0},
    {'s', OPCODE_ADD, "mr", NULL, 0, 0},
    {'t', OPCODE_SELECT, "hnk", NULL, 0, 0},
    {'u', OPCODE_SELECT, "gts", NULL, 0, 0},
    {'v', OPCODE_SELECT, "fnu", NULL, 0, 0},
    {'w', OPCODE_SELECT, "c$v", NULL, 0, 0},
    {'y', OPCODE_BITCAST_CONVERT, "w", NULL, 0, 0},
};

static const struct step square_steps[] = {
    {'y', OPCODE_MULTIPLY, "xx", NULL, 0, 0},
};

static const struct written functions[] = {
    WRITTEN(erf_inv, 1, true), WRITTEN(erfc, 1, true),      WRITTEN(bessel_i1e, 1, true),
    WRITTEN(sinh, 1, true),    WRITTEN(cosh, 1, true),      WRITTEN(asin, 1, false),
    WRITTEN(acos, 1, false),   WRITTEN(asinh, 1, false),    WRITTEN(acosh, 1, false),
    WRITTEN(atanh, 1, false),  WRITTEN(lgamma, 1, true),    WRITTEN(digamma, 1, true),
    WRITTEN(zeta, 2, true),    WRITTEN(polygamma, 2, true), WRITTEN(next_after, 2, false),
    WRITTEN(square, 1, false),
};

static const struct written doubles[] = {
    {"erf_inv", erf_inv_double_steps, COUNT_OF(erf_inv_double_steps), 1, false},
    {"erfc", erfc_double_steps, COUNT_OF(erfc_double_steps), 1, false},
    {"bessel_i1e", bessel_i1e_double_steps, COUNT_OF(bessel_i1e_double_steps), 1, false},
};

const struct written *written_named(const struct written *all, size_t count, struct str name)
{
	for (size_t i = 0; i < count; i++)
		if (str_equal(name, str_of(all[i].name)))
			return &all[i];
	return NULL;
}

const struct written *written_real(struct str name, uint32_t bits)
{
	const struct written *own =
	    bits == 64 ? written_named(doubles, COUNT_OF(doubles), name) : NULL;
	return own ? own : written_named(functions, COUNT_OF(functions), name);
}
