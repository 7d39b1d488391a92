/* SPDX-License-Identifier: Apache-2.0 */
#include "base/str.h"

#include "testing/testing.h"

Test(str, trim_takes_white_space_at_both_ends_only)
{
	static const char *const rows[][2] = {
	    {"", ""},           {" ", ""},      {" \t\r\n", ""}, {"a", "a"},
	    {"  a b  ", "a b"}, {"\ta\n", "a"}, {"a\r\n", "a"},  {"\va", "\va"},
	};
	for (size_t i = 0; i < ROWS(rows); i++)
		testing_expect(rows[i][0], str_trim(str_of(rows[i][0])), rows[i][1]);
}

Test(str, find_gives_the_place_or_the_length)
{
	static const struct {
		const char *text;
		char byte;
		size_t from, found;
	} rows[] = {
	    {"abcabc", 'a', 0, 0}, {"abcabc", 'a', 1, 3}, {"abcabc", 'a', 4, 6},
	    {"abcabc", 'x', 0, 6}, {"", 'x', 0, 0},       {"abc", 'a', 99, 3},
	};
	for (size_t i = 0; i < ROWS(rows); i++)
		cr_expect_eq(str_find(str_of(rows[i].text), rows[i].byte, rows[i].from),
		             rows[i].found, "row %zu", i);
}

Test(str, search_gives_the_first_place_or_the_length)
{
	static const struct {
		const char *text, *part;
		size_t from, at;
	} rows[] = {{"", "", 0, 0},          {"abc", "", 1, 1},       {"", "a", 0, 0},
	            {"abcabc", "abc", 0, 0}, {"abcabc", "abc", 1, 3}, {"abcabc", "abc", 4, 6},
	            {"aab", "ab", 0, 1},     {"abc", "c", 0, 2},      {"abc", "abcd", 0, 3},
	            {"abc", "b", 7, 3}};
	for (size_t i = 0; i < ROWS(rows); i++) {
		struct str text = str_of(rows[i].text), part = str_of(rows[i].part);
		cr_expect_eq(str_search(text, part, rows[i].from), rows[i].at, "%zu", i);
	}
}

Test(str, is_a_text_that_ends_with_a_zero)
{
	cr_expect(str_is(STR("abc"), "abc"));
	cr_expect(str_is(STR(""), ""));
	cr_expect_not(str_is(STR("ab"), "abc"));
	cr_expect_not(str_is(STR("abc"), "ab"));
	cr_expect_not(str_is(STR("abc"), ""));
	cr_expect_not(str_is((struct str){"ab\0c", 4}, "ab"));
}

Test(str, prefixes_and_suffixes)
{
	static const struct {
		const char *text, *part;
		bool starts, ends;
	} rows[] = {
	    {"abc", "", true, true},    {"abc", "a", true, false},     {"abc", "c", false, true},
	    {"abc", "abc", true, true}, {"abc", "abcd", false, false}, {"", "", true, true},
	    {"", "a", false, false},    {"aba", "a", true, true},
	};
	for (size_t i = 0; i < ROWS(rows); i++) {
		struct str text = str_of(rows[i].text), part = str_of(rows[i].part);
		cr_expect_eq(str_starts_with(text, part), rows[i].starts, "row %zu", i);
		cr_expect_eq(str_ends_with(text, part), rows[i].ends, "row %zu", i);
	}
}

Test(str, text_that_is_not_given_is_empty)
{
	const struct str none = {NULL, 0};
	cr_expect(str_starts_with(none, none) && str_ends_with(none, STR("")));
	cr_expect(!str_starts_with(none, STR("a")) && !str_ends_with(none, STR("a")));
	cr_expect_null(str_slice(none, 0, 0).s);
	cr_expect_eq(str_trim(none).len, 0u);
	cr_expect_eq(str_find(none, 'a', 0), 0u);
	cr_expect(str_compare(none, STR("")) == 0 && str_compare(none, STR("a")) < 0);
}

Test(str, integers_fill_the_text_and_fit_in_64_bits)
{
	static const struct {
		const char *text;
		bool read;
		int64_t value;
	} rows[] = {
	    {"0", true, 0},
	    {"-0", true, 0},
	    {"007", true, 7},
	    {"42", true, 42},
	    {"-42", true, -42},
	    {"9223372036854775807", true, INT64_MAX},
	    {"9223372036854775808", false, 0},
	    {"-9223372036854775808", true, INT64_MIN},
	    {"-9223372036854775809", false, 0},
	    {"99999999999999999999999999", false, 0},
	    {"", false, 0},
	    {"-", false, 0},
	    {"--1", false, 0},
	    {"+1", false, 0},
	    {" 1", false, 0},
	    {"1 ", false, 0},
	    {"1.0", false, 0},
	    {"1e3", false, 0},
	    {"0x10", false, 0},
	    {"1_000", false, 0},
	};
	for (size_t i = 0; i < ROWS(rows); i++) {
		int64_t value = 77;
		cr_expect_eq(str_to_int64(str_of(rows[i].text), &value), rows[i].read, "'%s'",
		             rows[i].text);
		cr_expect_eq(value, rows[i].read ? rows[i].value : 77, "'%s'", rows[i].text);
	}
}

Test(str, order_is_by_bytes_and_a_prefix_comes_first)
{
	static const char *const ordered[] = {"", "A", "a", "aa", "ab", "b", "\xc3\xa9"};
	for (size_t i = 0; i < ROWS(ordered); i++)
		for (size_t j = 0; j < ROWS(ordered); j++) {
			int order = str_compare(str_of(ordered[i]), str_of(ordered[j]));
			cr_expect_eq((order > 0) - (order < 0), (i > j) - (i < j), "%zu %zu", i, j);
		}
}

Test(str, equality_compares_length_and_bytes)
{
	cr_expect(str_equal(STR("a\0b"), STR("a\0b")));
	cr_expect(!str_equal(STR("a\0b"), STR("a\0c")));
	cr_expect(!str_equal(STR("a"), STR("ab")));
	cr_expect(str_equal((struct str){NULL, 0}, STR("")));
}

Test(str, the_hash_depends_on_every_byte_and_on_the_length)
{
	char text[24] = {0};
	for (size_t length = 0; length < sizeof text; length++) {
		uint64_t zeros = str_hash((struct str){text, length});
		cr_expect_neq(zeros, str_hash((struct str){text, length + 1}));
		for (size_t i = 0; i < length; i++) {
			text[i] = 1;
			cr_expect_neq(zeros, str_hash((struct str){text, length}));
			text[i] = 0;
		}
	}
}

Test(str, copies_and_formatted_texts_end_in_nul)
{
	struct arena arena = {0};
	struct str copy = str_copy(&arena, str_slice(STR("abcdef"), 1, 3));
	testing_expect("copy", copy, "bc");
	cr_expect_eq(copy.s[copy.len], '\0');
	struct str empty = str_copy(&arena, (struct str){NULL, 0});
	cr_expect_eq(empty.s[0], '\0');
	struct str text = str_format(&arena, "%s-%d-%.*s", "x", 7, STR_ARG(copy));
	testing_expect("format", text, "x-7-bc");
	cr_expect_eq(text.s[text.len], '\0');
	arena_drop(&arena);
}
