/* SPDX-License-Identifier: Apache-2.0 */
#include "base/wide.h"

#include "testing/testing.h"

#include <math.h>

static struct wide wide(const char *text)
{
	struct wide result;
	bool negative = *text == '-';
	cr_assert(wide_read(&result, str_of(text + negative), 10), "%s", text);
	return negative ? wide_negate(&result) : result;
}

static void expect(const char *what, const struct wide *got, const char *want)
{
	struct arena arena = {0};
	struct buf out = {.arena = &arena};
	wide_text(&out, got);
	testing_expect(what, buf_str(&out), want);
	arena_drop(&arena);
}

/* Python's divmod. */
static const struct {
	const char *a, *b, *quotient, *rest;
} divisions[] = {
    {"100000000000000000000", "7", "14285714285714285714", "2"},
    {"-100000000000000000000", "7", "-14285714285714285715", "5"},
    {"100000000000000000000", "-7", "-14285714285714285715", "-5"},
    {"-100000000000000000000", "-7", "14285714285714285714", "-2"},
    {"-36893488147419103232", "18446744073709551616", "-2", "0"},
};

Test(wide, divides_as_python_does)
{
	for (size_t i = 0; i < ROWS(divisions); i++) {
		struct wide a = wide(divisions[i].a), b = wide(divisions[i].b), quotient, rest;
		wide_divide(&a, &b, &quotient, &rest);
		expect("quotient", &quotient, divisions[i].quotient);
		expect("rest", &rest, divisions[i].rest);
	}
}

Test(wide, has_an_end)
{
	struct wide one = wide_of(1), most, result;
	cr_assert(wide_shift_left(&most, &one, WIDE_BITS - 1));
	cr_expect(!wide_shift_left(&result, &most, 2));
	cr_expect(!wide_multiply(&result, &most, &most));
	struct wide back = wide_shift_right(&most, WIDE_BITS - 1), gone = wide_negate(&most);
	expect("back", &back, "1");
	gone = wide_shift_right(&gone, INT64_MAX);
	expect("gone", &gone, "-1");
}

Test(wide, is_rounded_to_the_nearest_float)
{
	struct wide half = wide("36028797018963972"), ten = wide_of(10), seven = wide_of(7);
	cr_expect_eq(wide_to_double(&half), 36028797018963968.0);
	cr_expect_eq(wide_quotient(&ten, &seven), 10.0 / 7.0);
	struct wide one = wide_of(1), large;
	cr_assert(wide_shift_left(&large, &one, 2000));
	cr_expect(isinf(wide_to_double(&large)));
	cr_assert(wide_from_double(&large, -1e22));
	expect("from a float", &large, "-10000000000000000000000");
}
