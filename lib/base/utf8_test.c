/* SPDX-License-Identifier: Apache-2.0 */
#include "base/utf8.h"

#include "testing/testing.h"

static const struct {
	const char *what;
	struct str text;
	size_t first_invalid;
} validity[] = {
    {"empty", {"", 0}, 0},
    {"ascii", {"hello, world", 12}, 12},
    {"nul", {"a\0b", 3}, 3},
    {"two bytes", {"\xc3\xa9", 2}, 2},
    {"three bytes", {"\xe2\x82\xac", 3}, 3},
    {"four bytes", {"\xf0\x9f\x98\x80", 4}, 4},
    {"last code point", {"\xf4\x8f\xbf\xbf", 4}, 4},
    {"beyond the last", {"\xf4\x90\x80\x80", 4}, 0},
    {"lone continuation", {"a\x80", 2}, 1},
    {"overlong slash", {"\xc0\xaf", 2}, 0},
    {"overlong in three", {"\xe0\x80\xaf", 3}, 0},
    {"overlong in four", {"\xf0\x80\x80\xaf", 4}, 0},
    {"surrogate", {"ab\xed\xa0\x80", 5}, 2},
    {"before surrogates", {"\xed\x9f\xbf", 3}, 3},
    {"cut short", {"abcdefgh\xe2\x82", 10}, 8},
    {"wrong continuation", {"\xe2\x28\xa1", 3}, 0},
    {"byte ff", {"0123456789abcdef\xff", 17}, 16},
    {"latin-1 behind eight bytes", {"12345678 \xe9t\xe9", 12}, 9},
};

Test(utf8, the_first_invalid_byte_is_found)
{
	for (size_t i = 0; i < ROWS(validity); i++)
		cr_expect_eq(utf8_first_invalid(validity[i].text), validity[i].first_invalid, "%s",
		             validity[i].what);
}

static bool is_scalar_value(uint32_t c)
{
	return c <= 0x10ffff && !(c >= 0xd800 && c <= 0xdfff);
}

Test(utf8, every_code_point_comes_back)
{
	struct arena arena = {0};
	for (uint32_t c = 0; c <= 0x10ffff; c++) {
		if (!is_scalar_value(c))
			continue;
		struct arena_mark mark = arena_mark(&arena);
		struct buf out = {.arena = &arena};
		size_t size;
		bool valid;
		utf8_encode(&out, c);
		cr_assert_eq(utf8_decode(buf_str(&out), &size, &valid), c);
		cr_assert(valid && size == out.len, "U+%04X", (unsigned)c);
		cr_assert_eq(utf8_length(buf_str(&out)), 1u);
		arena_rewind(&arena, mark);
	}
	arena_drop(&arena);
}

Test(utf8, characters_are_counted_wherever_they_stand)
{
	char text[64];
	for (size_t before = 0; before < 20; before++) {
		memset(text, 'a', sizeof text);
		memcpy(text + before, "\xc3\xa9\xe2\x82\xac\xf0\x9f\x98\x80", 9);
		for (size_t after = 0; after < 20; after++)
			cr_expect_eq(utf8_length((struct str){text, before + 9 + after}),
			             before + 3 + after);
	}
	cr_expect_eq(utf8_length((struct str){NULL, 0}), 0u);
}

Test(utf8, an_invalid_byte_is_returned_as_itself)
{
	size_t size;
	bool valid;
	cr_expect_eq(utf8_decode(STR("\xe2\x82"), &size, &valid), 0xe2u);
	cr_expect(!valid && size == 1);
}

static const char *const escapes[][2] = {
    {"plain text", "plain text"},
    {"a\nb\tc\rd", "a\\nb\\tc\\rd"},
    {"\x1b[31mred\x1b[0m", "\\x1b[31mred\\x1b[0m"},
    {"\x7f", "\\x7f"},
    {"\xc2\x9b", "\\x9b"},
    {"caf\xc3\xa9", "caf\xc3\xa9"},
    {"\xe2\x80\xaetxt", "\\u202etxt"},
    {"\xe2\x81\xa6x\xe2\x81\xa9", "\\u2066x\\u2069"},
    {"\xe2\x80\xa8line", "\\u2028line"},
    {"a\xe2\x80\x8b"
     "b",
     "a\\u200bb"},
    {"\xd8\x9c", "\\u061c"},
    {"\xf3\xa0\x81\x81", "\\U000e0041"},
    {"\xef\xbb\xbfmark", "\\ufeffmark"},
    {"bad \xff\xfe", "bad \\xff\\xfe"},
    {"\xf0\x9f\x98\x80", "\xf0\x9f\x98\x80"},
    {"\xef\xbf\xbf", "\\uffff"},
    {"a ##[error]b", "a \\x23#[error]b"},
    {"###[Group]", "#\\x23#[Group]"},
    {"x ##[1, 2] ##", "x ##[1, 2] ##"},
    {"::error::x", "\\x3a:error::x"},
    {" \xe2\x80\x83::error::x", " \xe2\x80\x83\\x3a:error::x"},
    {"a ::error::x", "a ::error::x"},
    {" :error:", " :error:"},
    {"", ""},
};

Test(utf8, what_could_move_a_cursor_is_escaped)
{
	struct arena arena = {0};
	for (size_t i = 0; i < ROWS(escapes); i++)
		testing_expect(escapes[i][1], utf8_escaped(&arena, str_of(escapes[i][0])),
		               escapes[i][1]);
	testing_expect("nul", utf8_escaped(&arena, STR("a\0b")), "a\\x00b");
	arena_drop(&arena);
}
