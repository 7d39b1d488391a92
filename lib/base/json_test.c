/* SPDX-License-Identifier: Apache-2.0 */
#include "base/json.h"
#include "testing/testing.h"

Test(json, objects_and_arrays_hold_what_they_say)
{
	struct arena arena = {0};
	const struct json_value *root =
	    json_read(&arena, STR("\xef\xbb\xbf {\"a\": [1, -2.5e+3, true], "
	                          "\"b\" : {\"c\": \"text\"}, \"d\": []}\n"));
	cr_assert(root && root->kind == JSON_OBJECT);
	const struct json_value *list = json_member(root, "a");
	cr_assert(list && list->kind == JSON_ARRAY);
	cr_expect(str_equal(list->first->text, STR("1")));
	cr_expect(str_equal(list->first->next->text, STR("-2.5e+3")));
	cr_expect(str_equal(list->first->next->next->text, STR("true")));
	cr_expect_null(list->first->next->next->next);
	cr_expect(json_says(json_member(json_member(root, "b"), "c"), "text"));
	cr_expect_null(json_member(root, "d")->first);
	cr_expect_null(json_member(root, "e"));
	cr_expect_null(json_member(list, "a"));
	cr_expect_null(json_member(NULL, "a"));
	cr_expect(!json_says(list, "a") && !json_says(NULL, "a"));
	arena_drop(&arena);
}

Test(json, escapes_are_what_they_stand_for)
{
	static const struct {
		const char *json, *text;
	} rows[] = {
	    {"\"\"", ""},
	    {"\"plain\"", "plain"},
	    {"\"a\\nb\"", "a\nb"},
	    {"\"\\\"\\\\\\/\\b\\f\\n\\r\\t\"", "\"\\/\b\f\n\r\t"},
	    {"\"\\u0041\\u00e9\\u20AC\"", "A\xc3\xa9\xe2\x82\xac"},
	    {"\"\\ud83d\\ude00!\"", "\xf0\x9f\x98\x80!"},
	    {"\"\\ud83d!\"", "\xef\xbf\xbd!"},
	    {"\"\\ude00\\ud83d\"", "\xef\xbf\xbd\xef\xbf\xbd"},
	    {"\"\\ud83d\\u0041\"", "\xef\xbf\xbd\x41"},
	};
	struct arena arena = {0};
	for (size_t i = 0; i < ROWS(rows); i++)
		cr_expect(json_says(json_read(&arena, str_of(rows[i].json)), rows[i].text),
		          "row %zu", i);
	arena_drop(&arena);
}

Test(json, what_is_no_json_is_not_read)
{
	static const char *const rows[] = {
	    "",       " ",     "{",       "[1",          "[1,]",    "{\"a\"}",   "{\"a\":}",
	    "{a: 1}", "\"a",   "\"\\x\"", "\"\\u12g4\"", "\"\\u12", "\"\\",      "nul",
	    "-",      "{} {}", "1 2",     "[1 2]",       "'a'",     "{\"a\":1]", "tru e",
	};
	struct arena arena = {0};
	for (size_t i = 0; i < ROWS(rows); i++)
		cr_expect_null(json_read(&arena, str_of(rows[i])), "row %zu", i);
	cr_expect_null(json_read(&arena, (struct str){"1\0", 2}));
	arena_drop(&arena);
}

Test(json, what_python_writes_of_floats_is_read)
{
	struct arena arena = {0};
	cr_expect_not_null(json_read(&arena, STR("[NaN, Infinity, -Infinity, 0, -0.0, 1e-07]")));
	arena_drop(&arena);
}

Test(json, a_thousand_arrays_in_each_other_are_read_and_more_are_not)
{
	struct arena arena = {0};
	for (size_t depth = 1000; depth <= 1001; depth++) {
		struct buf text = {.arena = &arena};
		buf_fill(&text, '[', depth);
		buf_fill(&text, ']', depth);
		cr_expect_eq(json_read(&arena, buf_str(&text)) != NULL, depth == 1000);
	}
	arena_drop(&arena);
}
