/* SPDX-License-Identifier: Apache-2.0 */
#include "program/lex/number_literal.h"

#include <math.h>

#include "testing/testing.h"

static const struct {
	const char *text;
	size_t end;
	const char *message;
} ends[] = {
    {"12", 2, NULL},
    {"1_000)", 5, NULL},
    {"0x_fF", 5, NULL},
    {"0b101", 5, NULL},
    {"1.", 2, NULL},
    {"1..x", 2, NULL},
    {".5e-3j+", 6, NULL},
    {"1e5", 3, NULL},
    {"1if", 1, NULL},
    {"0xfor", 3, NULL},
    {"000", 3, NULL},
    {"00.5", 4, NULL},
    {"09j", 3, NULL},
    {"1else", 1, NULL},
    {"012", 3, "an integer does not start with 0"},
    {"1_", 2, "this is not a number"},
    {"1__0", 4, "this is not a number"},
    {"1e", 2, "this is not a number"},
    {"1e+", 2, "this is not a number"},
    {"0x", 2, "this is not a number"},
    {"0b2", 3, "this is not a number"},
    {"0o8", 3, "this is not a number"},
    {"1x2", 3, "this is not a number"},
    {"1é", 3, "this is not a number"},
    {"0xg", 3, "this is not a number"},
};

ParameterizedTestParameters(number_literal, ends_where_pythons_does)
{
	return testing_indexes(ROWS(ends));
}

ParameterizedTest(int *index, number_literal, ends_where_pythons_does)
{
	const char *message, *help, *expected = ends[*index].message;
	size_t end;
	struct str text = str_of(ends[*index].text);
	cr_expect_eq(number_end(text, 0, &end, &message, &help), expected == NULL, "%s", text.s);
	cr_expect_eq(end, ends[*index].end, "%s: %zu", text.s, end);
	cr_expect_str_eq(message ? message : "", expected ? expected : "", "%s", text.s);
}

static const struct {
	const char *text;
	enum number_kind kind;
	bool fits;
	int64_t integer;
	double real;
} values[] = {
    {"0", NUMBER_INTEGER, true, 0, 0},
    {"1_0", NUMBER_INTEGER, true, 10, 10},
    {"0Xff", NUMBER_INTEGER, true, 255, 255},
    {"0o1_7", NUMBER_INTEGER, true, 15, 15},
    {"0B11", NUMBER_INTEGER, true, 3, 3},
    {"9223372036854775807", NUMBER_INTEGER, true, INT64_MAX, 0x1p63},
    {"9223372036854775808", NUMBER_INTEGER, false, 0, 0x1p63},
    {"0xffffffffffffffff", NUMBER_INTEGER, false, 0, 0x1p64},
    {"1.5", NUMBER_FLOAT, false, 0, 1.5},
    {"1_0e1_0", NUMBER_FLOAT, false, 0, 1e11},
    {"0x1e5", NUMBER_INTEGER, true, 0x1e5, 0x1e5},
    {"1e999", NUMBER_FLOAT, false, 0, HUGE_VAL},
    {"2j", NUMBER_IMAGINARY, false, 0, 2},
    {".5J", NUMBER_IMAGINARY, false, 0, 0.5},
};

ParameterizedTestParameters(number_literal, has_the_value_of_pythons)
{
	return testing_indexes(ROWS(values));
}

ParameterizedTest(int *index, number_literal, has_the_value_of_pythons)
{
	struct arena scratch = {0};
	const char *text = values[*index].text;
	struct number number = number_value(&scratch, str_of(text));
	cr_expect_eq(number.kind, values[*index].kind, "%s", text);
	cr_expect_eq(number.fits, values[*index].fits, "%s", text);
	if (number.fits)
		cr_expect_eq(number.integer, values[*index].integer, "%s", text);
	cr_expect(!(number.real < values[*index].real) && !(number.real > values[*index].real),
	          "%s: %g", text, number.real);
	arena_drop(&scratch);
}
