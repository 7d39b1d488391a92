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
};

static const char *const not_followed[] = {
    "(",     ")",   "a)",  "(a",    "[a",     "*a",      "a**",    "\\",     "\\1",      "(?=a)",
    "(?i)a", "\\q", "a++", "[b-a]", "a{300}", "(?P<>a)", "a{3,2}", "(a*)*b", "\xc3\xa9",
};

Test(regex, finds_what_python_finds)
{
	struct arena arena = {0};
	for (size_t i = 0; i < ROWS(cases); i++) {
		int64_t spans[2 * MOST_GROUPS] = {0};
		const struct regex *regex = regex_read(&arena, str_of(cases[i].pattern));
		cr_assert_not_null(regex, "%s", cases[i].pattern);
		cr_assert(regex->ngroups < MOST_GROUPS);
		enum regex_answer answer =
		    regex_match(&arena, regex, str_of(cases[i].text), 0, cases[i].how, spans);
		cr_expect_eq(answer, cases[i].answer, "%s in %s", cases[i].pattern, cases[i].text);
		for (size_t k = 0; answer == REGEX_FOUND && k < 2 * (regex->ngroups + 1); k++)
			cr_expect_eq(spans[k], cases[i].spans[k], "%s in %s: %d", cases[i].pattern,
			             cases[i].text, (int)spans[k]);
	}
	arena_drop(&arena);
}

Test(regex, leaves_out_what_it_does_not_follow)
{
	struct arena arena = {0};
	for (size_t i = 0; i < ROWS(not_followed); i++)
		cr_expect_null(regex_read(&arena, str_of(not_followed[i])), "%s", not_followed[i]);
	arena_drop(&arena);
}

Test(regex, names_groups_and_begins_where_it_is_told)
{
	struct arena arena = {0};
	int64_t spans[4];
	const struct regex *regex = regex_read(&arena, STR("(?P<layer>a)"));
	cr_assert_eq(regex->nnames, 1);
	cr_expect(str_equal(regex->names[0].name, STR("layer")));
	cr_expect_eq(regex->names[0].group, 1);
	cr_expect_eq(regex_match(&arena, regex, STR("aba"), 1, REGEX_SEARCH, spans), REGEX_FOUND);
	cr_expect_eq(spans[0], 2);
	arena_drop(&arena);
}
