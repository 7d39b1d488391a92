/* SPDX-License-Identifier: Apache-2.0 */
#include "diag/source.h"

#include "base/buf.h"
#include "testing/testing.h"

static const struct {
	const char *what, *text;
	uint32_t offset, line, column;
} places[] = {
    {"empty text", "", 0, 1, 1},
    {"first byte", "abc", 0, 1, 1},
    {"third byte", "abc", 2, 1, 3},
    {"end", "abc", 3, 1, 4},
    {"beyond the end", "abc", 99, 1, 4},
    {"line end", "ab\ncd", 2, 1, 3},
    {"next line", "ab\ncd", 3, 2, 1},
    {"end behind a line end", "ab\n", 3, 2, 1},
    {"carriage return", "ab\r\ncd", 3, 1, 4},
    {"behind CR LF", "ab\r\ncd", 4, 2, 1},
    {"behind two bytes", "\xc3\xa9x", 2, 1, 2},
    {"behind four bytes", "\xf0\x9f\x98\x80x", 4, 1, 2},
    {"byte order mark",
     "\xef\xbb\xbf"
     "ab",
     0, 1, 1},
    {"behind the mark",
     "\xef\xbb\xbf"
     "ab",
     3, 1, 1},
    {"second behind the mark",
     "\xef\xbb\xbf"
     "ab",
     4, 1, 2},
    {"second line under a mark",
     "\xef\xbb\xbf"
     "a\nbc",
     6, 2, 2},
};

Test(source, positions_count_lines_and_code_points)
{
	for (size_t i = 0; i < ROWS(places); i++) {
		struct arena arena = {0};
		struct position_index index =
		    position_index_make(&arena, str_of(places[i].text), UINT32_MAX);
		struct position at = position_of(&index, places[i].offset);
		cr_expect(at.line == places[i].line && at.column == places[i].column,
		          "%s: %u:%u, not %u:%u", places[i].what, at.line, at.column,
		          places[i].line, places[i].column);
		arena_drop(&arena);
	}
}

/* Lines of many lengths and kinds, so that characters of several bytes and CR LF stand across the
 * borders of the index. */
static struct str long_text(struct arena *arena, bool mark)
{
	static const char *const pieces[] = {"a",  "\xc3\xa9",         "\r\n", "\xe2\x82\xac", "bc",
	                                     "\n", "\xf0\x9f\x98\x80", "\t"};
	struct buf out = {.arena = arena};
	buf_puts(&out, mark ? "\xef\xbb\xbf" : "");
	uint32_t state = 12345;
	while (out.len < 40000) {
		state = state * 1103515245u + 12345u;
		uint32_t pick = state >> 16;
		/* Line ends are rare enough for lines that are longer than a border's distance. */
		bool line_end = pick % 8 == 2 || pick % 8 == 5;
		if (!line_end || pick / 8 % 64 == 0)
			buf_puts(&out, pieces[pick % 8]);
	}
	return buf_str(&out);
}

Test(source, the_index_agrees_with_reading_from_the_start)
{
	for (int mark = 0; mark < 2; mark++) {
		struct arena arena = {0};
		struct str text = long_text(&arena, mark);
		struct position_index index = position_index_make(&arena, text, UINT32_MAX);
		uint32_t line = 1, column = mark ? 0 : 1;
		for (uint32_t i = 0; i <= text.len; i++) {
			bool inside = i < text.len && ((unsigned char)text.s[i] & 0xc0) == 0x80;
			struct position at = position_of(&index, i);
			cr_assert(inside || (at.line == line && at.column == (column ? column : 1)),
			          "byte %u is at %u:%u, not %u:%u", i, at.line, at.column, line,
			          column);
			if (i < text.len && text.s[i] == '\n')
				line++, column = 1;
			else
				column += !inside;
		}
		cr_expect(line > 10, "the text should have lines");
		arena_drop(&arena);
	}
}

Test(source, a_span_that_leaves_the_text_is_cut)
{
	testing_expect("inside", span_text(STR("abcdef"), (struct span){1, 3}), "bcd");
	testing_expect("across", span_text(STR("abcdef"), (struct span){4, 9}), "ef");
	testing_expect("behind", span_text(STR("abcdef"), (struct span){9, 3}), "");
	testing_expect("largest", span_text(STR("abc"), (struct span){1, UINT32_MAX}), "bc");
}

Test(source, spans_are_joined_and_taken_apart)
{
	struct span both = span_join((struct span){2, 3}, (struct span){10, 4});
	cr_expect(both.offset == 2 && both.length == 12);
	struct span part = span_part(both, 3, 2);
	cr_expect(part.offset == 5 && part.length == 2);
}
