/* SPDX-License-Identifier: Apache-2.0 */
#include "base/regex.h"

#include "testing/testing.h"

enum { MOST_GROUPS = 4 };

/* What Python's re.search, re.match or re.fullmatch gives: the spans of the match and its groups.
 */
static const struct {
	const char *pattern, *text;
	enum regex_how how;
	enum regex_answer answer;
	int64_t spans[2 * MOST_GROUPS];
} cases[] = {
    {"b+", "abbc", REGEX_SEARCH, REGEX_FOUND, {1, 3}},
    {"b+", "abbc", REGEX_PREFIX, REGEX_ABSENT, {0}},
    {"", "abc", REGEX_SEARCH, REGEX_FOUND, {0, 0}},
    {"a|ab", "ab", REGEX_SEARCH, REGEX_FOUND, {0, 1}},
    {"a|ab", "ab", REGEX_WHOLE, REGEX_FOUND, {0, 2}},
    {"a|b|cd", "xcd", REGEX_SEARCH, REGEX_FOUND, {1, 3}},
    {"(a|b)*", "abx", REGEX_PREFIX, REGEX_FOUND, {0, 2, 1, 2}},
    {"a*?b", "aab", REGEX_PREFIX, REGEX_FOUND, {0, 3}},
    {"<.+?>", "<a><b>", REGEX_SEARCH, REGEX_FOUND, {0, 3}},
    {"<.+>", "<a><b>", REGEX_SEARCH, REGEX_FOUND, {0, 6}},
    {"a{2,3}", "aaaa", REGEX_SEARCH, REGEX_FOUND, {0, 3}},
    {"a{2}", "aaaa", REGEX_WHOLE, REGEX_ABSENT, {0}},
    {"a{,2}b", "aaab", REGEX_SEARCH, REGEX_FOUND, {1, 4}},
    {"a{x}", "a{x}", REGEX_WHOLE, REGEX_FOUND, {0, 4}},
    {"(a)?b", "b", REGEX_WHOLE, REGEX_FOUND, {0, 1, -1, -1}},
    {"(?:a|b)+(?P<end>c)", "abc", REGEX_WHOLE, REGEX_FOUND, {0, 3, 2, 3}},
    {"(\\d+)\\.(\\w+)", "layers.12.wq", REGEX_SEARCH, REGEX_FOUND, {7, 12, 7, 9, 10, 12}},
    {"self_attn\\.(q|k|v)_proj",
     "layers.0.self_attn.k_proj.weight",
     REGEX_SEARCH,
     REGEX_FOUND,
     {9, 25, 19, 20}},
    {"^norm", "model.norm", REGEX_SEARCH, REGEX_ABSENT, {0}},
    {"weight$", "a.weight\n", REGEX_SEARCH, REGEX_FOUND, {2, 8}},
    {"weight\\Z", "a.weight\n", REGEX_SEARCH, REGEX_ABSENT, {0}},
    {"\\bw\\d", "aw1 w2", REGEX_SEARCH, REGEX_FOUND, {4, 6}},
    {"\\Bw", "aw w", REGEX_SEARCH, REGEX_FOUND, {1, 2}},
    {"[^a-c]+", "abxyc", REGEX_SEARCH, REGEX_FOUND, {2, 4}},
    {"[]a-]+", "x]-a", REGEX_SEARCH, REGEX_FOUND, {1, 4}},
    {"[\\w.]+", "-a.b-", REGEX_SEARCH, REGEX_FOUND, {1, 4}},
    {".", "\n", REGEX_SEARCH, REGEX_ABSENT, {0}},
    {"(x+x+)+y", "xxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxx", REGEX_SEARCH, REGEX_ABSENT, {0}},
    {"(?:a*|b)*c", "aabac", REGEX_WHOLE, REGEX_FOUND, {0, 5}},
    {"(?:(a)|b)*", "ab", REGEX_WHOLE, REGEX_FOUND, {0, 2, 0, 1}},
    {"(?<=\\.)w(?!k)", "a.wk.wq", REGEX_SEARCH, REGEX_FOUND, {5, 6}},
    {"(?=(a+))a", "aa", REGEX_SEARCH, REGEX_FOUND, {0, 1, 0, 2}},
    {"(a|b)\\1", "abb", REGEX_SEARCH, REGEX_FOUND, {1, 3, 1, 2}},
    {"(?P<x>a|b)(?P=x)", "abb", REGEX_SEARCH, REGEX_FOUND, {1, 3, 1, 2}},
    {"(?i)(a)\\1[^b]", "aBAac", REGEX_SEARCH, REGEX_FOUND, {2, 5, 2, 3}},
    {"(?i:A)B", "aB", REGEX_WHOLE, REGEX_FOUND, {0, 2}},
    {"(?i)[Z-a]", "A", REGEX_WHOLE, REGEX_FOUND, {0, 1}},
    {"(?m)^", "\n", REGEX_NEXT, REGEX_FOUND, {1, 1}},
    {"(?m)a$", "a\nb", REGEX_SEARCH, REGEX_FOUND, {0, 1}},
    {"(?s).", "\n", REGEX_SEARCH, REGEX_FOUND, {0, 1}},
    {"(?x) a # b\n b{1,}", "abb", REGEX_WHOLE, REGEX_FOUND, {0, 3}},
    {"(?x)a\\ [ ]", "a  ", REGEX_WHOLE, REGEX_FOUND, {0, 3}},
    {"\\s", "\x1c", REGEX_SEARCH, REGEX_FOUND, {0, 1}},
    {"(?a)\\s", "\x1c", REGEX_SEARCH, REGEX_ABSENT, {0}},
    {"a{,}", "aaa", REGEX_SEARCH, REGEX_FOUND, {0, 3}},
    {"\\141\\x62\\0", "ab", REGEX_SEARCH, REGEX_ABSENT, {0}},
    {"[[:alpha:]]", "a]", REGEX_WHOLE, REGEX_FOUND, {0, 2}},
    {"[^\\w\\W]", "a", REGEX_SEARCH, REGEX_ABSENT, {0}},
    {"a(?#b)+", "aa", REGEX_WHOLE, REGEX_FOUND, {0, 2}},
    {"|a", "a", REGEX_NEXT, REGEX_FOUND, {0, 1}},
    {"\\B", "", REGEX_SEARCH, REGEX_TOO_LARGE, {0}},
    {"a", "\xc3\xa9", REGEX_SEARCH, REGEX_TOO_LARGE, {0}},
    {"(?:a|b|ab)*(?:a|b|ab)*(?:a|b|ab)*[xc]",
     "abababababababababababababababababababababababab",
     REGEX_SEARCH,
     REGEX_TOO_LARGE,
     {0}},
};

static const char *const not_followed[] = {
    "(",
    ")",
    "a)",
    "(a",
    "[a",
    "*a",
    "a**",
    "\\",
    "\\q",
    "[b-a]",
    "a{1001}",
    "a{3,2}",
    "(a*)*b",
    "\xc3\xa9",
    "^*",
    "(?=a)*",
    "(?<=a|bc)d",
    "(?P<>a)",
    "(?P<1>a)",
    "(?P<x>a)(?P<x>b)",
    /* references to what is open, comes later, or is not there */
    "\\1",
    "(a\\1)",
    "\\1(a)",
    "(?P=x)",
    "\\8",
    "(?!(a))",
    "(?<=(?=(a)\\1)a)",
    /* flags */
    "a(?i)",
    "(?L)a",
    "(?i-i:a)",
    "(?-:a)",
    "(?au)a",
    "(?-a:b)",
    /* what only some releases of Python, or other languages have */
    "a++",
    "(?>a)",
    "\\z",
    "\\h",
    "\\R",
    "\\Qa\\E",
    "\\K",
    "\\pL",
    "\\N",
    "(?|a)",
    "(*COMMIT)a",
    "(?<x>a)",
    "(?R)",
    "(a)(?1)",
    "(a)?(?(1)b)",
    "(?J)a",
    "\\x{61}",
    "\\400",
    "\\g1",
    "(?C)",
};

Test(regex, finds_what_python_finds)
{
	struct arena arena = {0};
	for (size_t i = 0; i < ROWS(cases); i++) {
		int64_t spans[2 * MOST_GROUPS] = {0};
		const struct regex *regex = regex_read(&arena, str_of(cases[i].pattern), 0);
		cr_assert_not_null(regex, "%s", cases[i].pattern);
		cr_assert(regex->pattern.ngroups < MOST_GROUPS);
		enum regex_answer answer =
		    regex_match(&arena, regex, str_of(cases[i].text), 0, cases[i].how, spans);
		cr_expect_eq(answer, cases[i].answer, "%s in %s", cases[i].pattern, cases[i].text);
		for (size_t k = 0; answer == REGEX_FOUND && k < 2 * (regex->pattern.ngroups + 1);
		     k++)
			cr_expect_eq(spans[k], cases[i].spans[k], "%s in %s: %d", cases[i].pattern,
			             cases[i].text, (int)spans[k]);
	}
	arena_drop(&arena);
}

Test(regex, leaves_out_what_it_does_not_follow)
{
	struct arena arena = {0};
	for (size_t i = 0; i < ROWS(not_followed); i++)
		cr_expect_null(regex_read(&arena, str_of(not_followed[i]), 0), "%s",
		               not_followed[i]);
	arena_drop(&arena);
}

Test(regex, names_groups_and_begins_where_it_is_told)
{
	struct arena arena = {0};
	int64_t spans[4];
	const struct regex *regex = regex_read(&arena, STR("(?P<layer>a)"), 0);
	cr_assert_eq(regex->pattern.nnames, 1);
	cr_expect(str_equal(regex->pattern.names[0].name, STR("layer")));
	cr_expect_eq(regex->pattern.names[0].group, 1);
	cr_expect_eq(regex_match(&arena, regex, STR("aba"), 1, REGEX_SEARCH, spans), REGEX_FOUND);
	cr_expect_eq(spans[0], 2);
	arena_drop(&arena);
}

Test(regex, has_the_flags_it_is_given_and_begins_with)
{
	struct arena arena = {0};
	int64_t spans[2];
	const struct regex *regex = regex_read(&arena, STR("(?s)a."), REGEX_IGNORECASE);
	cr_expect_eq(regex->pattern.flags, REGEX_IGNORECASE | REGEX_DOTALL | REGEX_UNICODE);
	cr_expect_eq(regex_match(&arena, regex, STR("A\n"), 0, REGEX_WHOLE, spans), REGEX_FOUND);
	cr_expect_eq(regex_read(&arena, STR("a"), REGEX_ASCII)->pattern.flags, REGEX_ASCII);
	cr_expect_null(regex_read(&arena, STR("a"), REGEX_ASCII | REGEX_UNICODE));
	cr_expect_null(regex_read(&arena, STR("a"), 4));
	arena_drop(&arena);
}
