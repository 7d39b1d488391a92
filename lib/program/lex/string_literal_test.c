/* SPDX-License-Identifier: Apache-2.0 */
#include "program/lex/string_literal.h"

#include "testing/testing.h"

static const struct {
	const char *literal, *text, *problem;
} literals[] = {
    {"'a'", "a", NULL},
    {"\"it's\"", "it's", NULL},
    {"'''a\n'b'''", "a\n'b", NULL},
    {"'\\\\ \\' \\\" \\n \\t \\x41 \\101 \\u00e9 \\U0001F600'", "\\ ' \" \n \t A A é 😀", NULL},
    {"'\\\nx'", "x", NULL},
    {"'\\\r\nx'", "x", NULL},
    {"'\\q \\8 \\N{DASH}'", "\\q \\8 \\N{DASH}", NULL},
    {"r'\\n\\''", "\\n\\'", NULL},
    {"b'\\xff\\u1234'", "\xff\\u1234", NULL},
    {"b'\\777'", "\xff", NULL},
    {"'\\ud800'", "\xef\xbf\xbd", NULL},
    {"f'{x}\\n'", "{x}\\n", NULL},
    {"u'é'", "é", NULL},
    {"'a\\x1'", "a", "\\x1: this escape lacks digits"},
    {"'\\u00g'", "g", "\\u00: this escape lacks digits"},
    {"'\\U00110000'", "", "\\U00110000: this escape is beyond the last character, \\U0010ffff"},
    {"b'a\xc3\xa9'", "aé", "é: a bytes literal holds ASCII characters only"},
};

ParameterizedTestParameters(string_literal, is_decoded)
{
	return testing_indexes(ROWS(literals));
}

ParameterizedTest(int *index, string_literal, is_decoded)
{
	struct arena arena = {0};
	struct buf out = {.arena = &arena};
	struct str literal = str_of(literals[*index].literal);
	struct string_problem problem;
	string_decode(&out, literal, &problem);
	testing_expect(literal.s, buf_str(&out), literals[*index].text);
	struct str said = STR("");
	if (problem.message) {
		struct str part = str_slice(literal, problem.start, problem.start + problem.length);
		said = str_format(&arena, "%.*s: %s", STR_ARG(part), problem.message);
	}
	testing_expect(literal.s, said, literals[*index].problem ? literals[*index].problem : "");
	arena_drop(&arena);
}

static const struct {
	const char *text;
	bool starts, closed;
	size_t end;
} ends[] = {
    {"'a'b", true, true, 3},
    {"''''", true, false, 4},
    {"''''''x", true, true, 6},
    {"'a\\'b'", true, true, 6},
    {"'a\nb'", true, false, 2},
    {"r'\\", true, false, 3},
    {"Rb'a'", true, true, 5},
    {"fr'{a}'", true, true, 7},
    {"ur''", false, false, 0},
    {"bf''", false, false, 0},
    {"rrb''", false, false, 0},
    {"x''", false, false, 0},
    {"f'{f'{f'{a}'}'}'", true, true, 16},
    {"f'{a:{b}}'", true, true, 10},
    {"f'{a[\":\"]:x}'", true, true, 13},
    {"f'{(lambda x: x)(1)}'", true, true, 21},
    {"f'{a}}'", true, true, 7},
    {"f'{'", true, false, 4},
    {"f'{a:'", true, false, 5},
};

ParameterizedTestParameters(string_literal, ends_behind_its_quotes)
{
	return testing_indexes(ROWS(ends));
}

ParameterizedTest(int *index, string_literal, ends_behind_its_quotes)
{
	struct string_form form;
	struct str text = str_of(ends[*index].text);
	size_t end;
	cr_assert_eq(string_starts(text, 0, &form), ends[*index].starts, "%s", text.s);
	if (!ends[*index].starts)
		return;
	cr_expect_eq(string_end(text, 0, &form, &end), ends[*index].closed, "%s", text.s);
	cr_expect_eq(end, ends[*index].end, "%s: %zu", text.s, end);
}

Test(string_literal, fields_inside_of_fields_have_a_bound)
{
	struct arena arena = {0};
	struct buf out = {.arena = &arena};
	for (int i = 0; i < 100000; i++)
		buf_puts(&out, "f'{");
	struct string_form form;
	size_t end;
	cr_assert(string_starts(buf_str(&out), 0, &form));
	cr_expect(!string_end(buf_str(&out), 0, &form, &end));
	arena_drop(&arena);
}
