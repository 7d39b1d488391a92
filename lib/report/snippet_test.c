/* SPDX-License-Identifier: Apache-2.0 */
#include "report/snippet.h"

#include "base/utf8.h"
#include "testing/testing.h"

static const struct {
	const char *what, *text;
	uint32_t offset, length;
	const char *line, *carets; /* as shown behind the gutter */
} rows[] = {
    {"first line", "ab: cd\nef", 4, 2, "ab: cd", "    ^^"},
    {"last line without an end", "ab\ncd: e", 7, 1, "cd: e", "    ^"},
    {"no length", "ab: cd\n", 4, 0, "ab: cd", "    ^"},
    {"end of a line", "ab: cd\n", 6, 1, "ab: cd", "      ^"},
    {"end of the text", "ab: cd", 6, 1, "ab: cd", "      ^"},
    {"beyond the end", "ab", 99, 9, "ab", "  ^"},
    {"empty text", "", 0, 0, "", "^"},
    {"over the end of the line", "ab: [1,\n 2]\n", 4, 6, "ab: [1,", "    ^^^"},
    {"CR LF", "ab: cd\r\nef\r\n", 4, 2, "ab: cd", "    ^^"},
    {"span up to CR LF", "ab: cd\r\nef\r\n", 4, 4, "ab: cd", "    ^^"},
    {"tab before", "\tab", 1, 2, "        ab", "        ^^"},
    {"tab behind two", "ab\tcd", 3, 2, "ab      cd", "        ^^"},
    {"tab inside", "a\tb", 0, 3, "a       b", "^^^^^^^^^"},
    {"two bytes", "\303\251: x", 4, 1, "\303\251: x", "   ^"},
    {"under two bytes", "\303\251: x", 0, 2, "\303\251: x", "^"},
    {"control character", "a\033b", 2, 1, "a\\x1bb", "     ^"},
    {"under a control character", "a\033b", 1, 1, "a\\x1bb", " ^^^^"},
    {"invalid byte", "a\377b", 1, 1, "a\\xffb", " ^^^^"},
    {"right-to-left override", "\342\200\256x", 3, 1, "\\u202ex", "      ^"},
    {"byte order mark", "\357\273\277ab", 4, 1, "ab", " ^"},
    {"at a byte order mark", "\357\273\277ab", 0, 1, "\\ufeffab", "^^^^^^"},
};

/* Line `number`, counted from 0, of a text. */
static struct str line_of(struct str text, int number)
{
	size_t at = 0;
	while (number-- > 0)
		at = str_find(text, '\n', at) + 1;
	return str_slice(text, at, str_find(text, '\n', at));
}

Test(snippet, carets_stand_under_the_span)
{
	static const struct snippet_style style = {2, "", "", ""};
	for (size_t i = 0; i < ROWS(rows); i++) {
		struct arena arena = {0};
		struct buf out = {.arena = &arena};
		snippet_add(&out, str_of(rows[i].text),
		            (struct span){rows[i].offset, rows[i].length}, 7, &style);
		struct str text = buf_str(&out);
		testing_expect(rows[i].what, line_of(text, 0), "   |");
		testing_expect(rows[i].what, line_of(text, 1),
		               str_format(&arena, " 7 | %s", rows[i].line).s);
		testing_expect(rows[i].what, line_of(text, 2),
		               str_format(&arena, "   | %s", rows[i].carets).s);
		arena_drop(&arena);
	}
}

Test(snippet, of_a_long_line_the_part_round_the_span_is_shown)
{
	static const struct snippet_style style = {1, "", "", ""};
	struct arena arena = {0};
	struct buf line = {.arena = &arena}, out = {.arena = &arena};
	for (int i = 0; i < 200; i++)
		buf_puts(&line, "\303\251"); /* cut in the middle of a character if bytes counted */
	buf_puts(&line, "HERE");
	for (int i = 0; i < 200; i++)
		buf_puts(&line, "\342\202\254");
	snippet_add(&out, buf_str(&line), (struct span){400, 4}, 1, &style);
	struct str shown = line_of(buf_str(&out), 1), carets = line_of(buf_str(&out), 2);
	cr_expect_eq(utf8_first_invalid(shown), shown.len, "no character is cut");
	cr_expect(str_starts_with(shown, STR("1 | \342\200\246")) &&
	          str_ends_with(shown, STR("\342\200\246")));
	cr_expect(shown.len < 300, "%zu bytes", shown.len);
	size_t here = str_find(shown, 'H', 0), caret = str_find(carets, '^', 0);
	cr_assert(here < shown.len && caret < carets.len);
	cr_expect_eq(utf8_length(str_slice(shown, 0, here)), caret);
	cr_expect_eq(carets.len, caret + 4);
	arena_drop(&arena);
}

Test(snippet, colours_stand_round_frame_and_carets)
{
	static const struct snippet_style style = {1, "<f>", "<c>", "<r>"};
	struct arena arena = {0};
	struct buf out = {.arena = &arena};
	snippet_add(&out, STR("abc"), (struct span){1, 1}, 3, &style);
	testing_expect("all", buf_str(&out), "<f>  |<r>\n<f>3 |<r> abc\n<f>  |<r>  <c>^<r>\n");
	arena_drop(&arena);
}

Test(snippet, every_span_of_every_text_is_shown)
{
	static const char text[] = "\357\273\277a\t\303\251\r\n\033\377\342\202\254\n\nz";
	static const struct snippet_style style = {1, "", "", ""};
	for (uint32_t offset = 0; offset <= sizeof text; offset++) {
		for (uint32_t length = 0; length <= sizeof text; length++) {
			struct arena arena = {0};
			struct buf out = {.arena = &arena};
			snippet_add(&out, str_of(text), (struct span){offset, length}, 1, &style);
			struct str shown = buf_str(&out);
			size_t lines = 0;
			for (size_t i = 0; i < shown.len; i++)
				lines += shown.s[i] == '\n';
			cr_assert_eq(lines, 3u, "%u %u", offset, length);
			cr_assert_eq(utf8_first_invalid(shown), shown.len, "%u %u", offset, length);
			arena_drop(&arena);
		}
	}
}
