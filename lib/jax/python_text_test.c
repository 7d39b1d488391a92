/* SPDX-License-Identifier: Apache-2.0 */
#include "jax/python_text.h"

#include "testing/testing.h"

/* Text, and what repr() of Python 3 gives for it. */
static const char *const strings[][2] = {
    {"data", "'data'"},
    {"", "''"},
    {"it's", "\"it's\""},
    {"say \"x\"", "'say \"x\"'"},
    {"both ' and \"", "'both \\' and \"'"},
    {"back\\slash", "'back\\\\slash'"},
    {"a\nb\tc\rd", "'a\\nb\\tc\\rd'"},
    {"\x1b[31m", "'\\x1b[31m'"},
    {"\x7f", "'\\x7f'"},
    {"\302\205\302\240", "'\\x85\\xa0'"},
    {"caf\303\251", "'caf\303\251'"},
    {"\360\237\230\200", "'\360\237\230\200'"},
};

Test(python_text, strings_are_quoted_as_python_does)
{
	for (size_t i = 0; i < ROWS(strings); i++) {
		struct arena arena = {0};
		struct buf out = {.arena = &arena};
		python_string(&out, str_of(strings[i][0]));
		testing_expect(strings[i][1], buf_str(&out), strings[i][1]);
		arena_drop(&arena);
	}
}

static const struct reference pair[] = {{.kind = REFERENCE_NAME, .name = {"x", 1}},
                                        {.kind = REFERENCE_NONE}};

static const struct {
	struct reference reference;
	const char *whole, *plain;
} references[] = {
    {{.kind = REFERENCE_NAME, .name = {"x", 1}}, "'x'", "x"},
    {{.kind = REFERENCE_NONE}, "None", "None"},
    {{.kind = REFERENCE_UNCONSTRAINED}, "UNCONSTRAINED", "UNCONSTRAINED"},
    {{.kind = REFERENCE_NESTED, .items = pair, .nitems = 2}, "('x', None)", "('x', None)"},
    {{.kind = REFERENCE_NESTED, .items = pair, .nitems = 1}, "('x',)", "('x',)"},
    {{.kind = REFERENCE_NESTED}, "()", "()"},
};

Test(python_text, what_stands_for_an_axis_is_printed)
{
	for (size_t i = 0; i < ROWS(references); i++) {
		struct arena arena = {0};
		struct buf whole = {.arena = &arena}, plain = {.arena = &arena};
		python_reference(&whole, &references[i].reference);
		python_reference_plain(&plain, &references[i].reference);
		testing_expect(references[i].whole, buf_str(&whole), references[i].whole);
		testing_expect(references[i].plain, buf_str(&plain), references[i].plain);
		arena_drop(&arena);
	}
}

Test(python_text, shapes_are_tuples)
{
	static const int64_t sizes[] = {4, -1, INT64_MAX};
	static const char *const texts[] = {"()", "(4,)", "(4, -1)",
	                                    "(4, -1, 9223372036854775807)"};
	for (uint32_t count = 0; count < ROWS(texts); count++) {
		struct arena arena = {0};
		struct buf out = {.arena = &arena};
		python_shape(&out, sizes, count);
		testing_expect(texts[count], buf_str(&out), texts[count]);
		arena_drop(&arena);
	}
}
