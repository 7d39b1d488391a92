/* SPDX-License-Identifier: Apache-2.0 */
/* A picture for a terminal: what it is of, the boxes, what is not drawn. */
#include "report/show/show_grid.h"
#include "report/show/show_words.h"

enum { MOST_LINES = 40, LINES_BELOW = 3 };

static void add_line(struct stream *out, struct str line)
{
	buf_add(&out->buf, line);
	buf_putc(&out->buf, '\n');
	stream_check(out);
}

static void add_head(struct stream *out, const struct show_lines *head, bool color)
{
	for (uint32_t i = 0; i < head->count; i++) {
		bool bold = color && i == 0;
		buf_puts(&out->buf, bold ? "\x1b[1m" : "");
		buf_add(&out->buf, head->lines[i]);
		add_line(out, str_of(bold ? "\x1b[0m" : ""));
	}
	add_line(out, STR(""));
}

void show_text_write(struct stream *out, struct arena *scratch, const struct picture *picture,
                     const struct show_style *style)
{
	struct show_lines head = show_head(scratch, picture);
	struct grid grid =
	    grid_make(scratch, picture, style, MOST_LINES - LINES_BELOW - 1 - head.count);
	add_head(out, &head, style->color);
	bool padding = grid_write(out, scratch, &grid);
	struct str elided = show_elided(scratch, &grid.picture, &grid.rows, &grid.columns);
	if (padding)
		add_line(out,
		         str_format(scratch, "%s %s", grid.strokes->padding, show_padding_text));
	if (elided.len)
		add_line(out, elided);
}
