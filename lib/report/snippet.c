/* SPDX-License-Identifier: Apache-2.0 */
#include <assert.h>

#include "report/snippet.h"

#include "base/utf8.h"

enum {
	TAB = 8,
	BEFORE = 80, /* bytes of a long line shown before the span, and at most behind its start */
	BEHIND = 120,
};

/* The part of a line that is shown, as bytes of the text, and what is cut off it. */
struct window {
	size_t start, stop;
	bool cut_before, cut_behind;
};

static struct window window_round(struct str text, size_t at)
{
	struct window window = {at, at, false, false};
	while (window.start > 0 && text.s[window.start - 1] != '\n' && at - window.start < BEFORE)
		window.start--;
	while (window.start < at && utf8_continues(text.s[window.start]))
		window.start++;
	while (window.stop < text.len && text.s[window.stop] != '\n' && window.stop - at < BEHIND)
		window.stop++;
	while (window.stop > at && window.stop < text.len && utf8_continues(text.s[window.stop]))
		window.stop--;
	window.cut_before = window.start > 0 && text.s[window.start - 1] != '\n';
	window.cut_behind = window.stop < text.len && text.s[window.stop] != '\n';
	if (window.stop > window.start && text.s[window.stop - 1] == '\r' && !window.cut_behind)
		window.stop--;
	if (window.start == 0 && str_starts_with(text, STR("\xef\xbb\xbf")) && at >= 3)
		window.start = 3;
	return window;
}

/* Appends the character at byte `at` as it is shown; returns the columns it takes when it starts at
 * `column`. */
static size_t add_shown(struct buf *out, struct str text, size_t at, size_t column)
{
	assert(at < text.len);
	if (text.s[at] == '\t') {
		size_t width = TAB - column % TAB;
		buf_fill(out, ' ', width);
		return width;
	}
	size_t before = out->len;
	utf8_add_character(out, text, at);
	return utf8_length(str_slice(buf_str(out), before, out->len));
}

/* Appends the shown line; *from and *to are the columns of the span. */
static void add_line(struct buf *out, struct str text, const struct window *window,
                     struct span span, size_t *from, size_t *to)
{
	size_t column = 0, end = (size_t)span.offset + span.length;
	if (window->cut_before) {
		buf_puts(out, "…");
		column = 1;
	}
	*from = *to = SIZE_MAX;
	for (size_t at = window->start; at < window->stop;) {
		size_t size;
		bool valid;
		utf8_decode(str_slice(text, at, window->stop), &size, &valid);
		if (at >= span.offset && *from == SIZE_MAX)
			*from = column;
		if (at >= end && *to == SIZE_MAX)
			*to = column;
		column += add_shown(out, text, at, column);
		at += size;
	}
	if (window->cut_behind)
		buf_puts(out, "…");
	*from = *from == SIZE_MAX ? column : *from;
	*to = *to == SIZE_MAX ? column : *to;
}

void snippet_add(struct buf *out, struct str text, struct span span, uint32_t line,
                 const struct snippet_style *style)
{
	assert(style && style->gutter >= 0);
	size_t at = span.offset < text.len ? span.offset : text.len, from, to;
	struct window window = window_round(text, at);
	buf_printf(out, "%s%*s |%s\n", style->frame, style->gutter, "", style->reset);
	buf_printf(out, "%s%*u |%s ", style->frame, style->gutter, line, style->reset);
	add_line(out, text, &window, span, &from, &to);
	buf_printf(out, "\n%s%*s |%s ", style->frame, style->gutter, "", style->reset);
	buf_fill(out, ' ', from);
	buf_puts(out, style->caret);
	buf_fill(out, '^', to > from ? to - from : 1);
	buf_printf(out, "%s\n", style->reset);
}
