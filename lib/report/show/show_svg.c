/* SPDX-License-Identifier: Apache-2.0 */
/* Pictures as an SVG document that stands for itself: no script, no font, no other file. */
#include <inttypes.h>

#include "base/utf8.h"
#include "report/show/show_plate.h"
#include "report/xml.h"

/* One picture while it is drawn. */
struct pen {
	struct stream *out;
	struct arena *scratch;
	const struct plate *plate;
};

/* Writes a text at a place; `class` is one of those in add_style. */
static void put_text(struct pen *pen, const char *class, int64_t x, int64_t y, struct str text)
{
	struct buf *out = &pen->out->buf;
	buf_printf(out, "<text class=\"%s\" x=\"%" PRId64 "\" y=\"%" PRId64 "\">", class, x, y);
	xml_add_text(out, text);
	buf_puts(out, "</text>\n");
	stream_check(pen->out);
}

static void put_number(struct pen *pen, const char *class, int64_t x, int64_t y, int64_t number)
{
	struct arena_mark mark = arena_mark(pen->scratch);
	put_text(pen, class, x, y, str_format(pen->scratch, "%" PRId64, number));
	arena_rewind(pen->scratch, mark);
}

static void put_dim_name(struct pen *pen, const struct side *side, const char *arrow, int64_t y)
{
	struct arena_mark mark = arena_mark(pen->scratch);
	put_text(pen, "end dim", pen->plate->left - PLATE_SPACE, y,
	         str_format(pen->scratch, "dim %u %s", side->number, arrow));
	arena_rewind(pen->scratch, mark);
}

/* From the start of a row or column to the end of the last one that shares this coordinate with it;
 * *next is the one behind it, or -1. */
static int64_t group_extent(const struct view *view, const struct side_axis *axis, int64_t index,
                            int64_t size, int64_t *next)
{
	int64_t group = index / axis->inner, before = index, extent = size;
	for (*next = view_next(view, index); *next >= 0 && *next / axis->inner == group;
	     *next = view_next(view, *next)) {
		extent += plate_step(view, before, size);
		before = *next;
	}
	return extent;
}

/* The coordinates along one axis over the columns, with a bracket over those that share one. */
static void put_column_axis(struct pen *pen, const struct side_axis *axis, int64_t y)
{
	const struct plate *plate = pen->plate;
	const struct view *columns = &plate->columns;
	int64_t x = plate->left, next;
	put_text(pen, "end name", x - PLATE_SPACE, y + 14, axis->name);
	for (int64_t column = 0; column >= 0 && !pen->out->failed; column = next) {
		int64_t extent = group_extent(columns, axis, column, plate->cell_width, &next);
		put_number(pen, "mid", x + extent / 2, y + 14, column / axis->inner % axis->size);
		if (axis->inner > 1)
			buf_printf(&pen->out->buf,
			           "<path class=\"bracket\" d=\"M%" PRId64 " %" PRId64
			           "v-5h%" PRId64 "v5\"/>\n",
			           x + 6, y + 24, extent - 12);
		x += extent + (view_behind_gap(columns, next) ? PLATE_GAP : 0);
	}
}

/* The coordinates along one axis beside the rows. */
static void put_row_axis(struct pen *pen, const struct side_axis *axis, int64_t right)
{
	const struct plate *plate = pen->plate;
	const struct view *rows = &plate->rows;
	int64_t y = plate->top, next;
	int64_t end = right - PLATE_SPACE - (axis->inner > 1 ? 12 : 0);
	put_text(pen, "end name", end, y - PLATE_SPACE, axis->name);
	for (int64_t row = 0; row >= 0 && !pen->out->failed; row = next) {
		int64_t extent = group_extent(rows, axis, row, plate->cell_height, &next);
		put_number(pen, "end", end, y + extent / 2 + 5, row / axis->inner % axis->size);
		if (axis->inner > 1)
			buf_printf(&pen->out->buf,
			           "<path class=\"bracket\" d=\"M%" PRId64 " %" PRId64
			           "h-5v%" PRId64 "h5\"/>\n",
			           right - 4, y + 5, extent - 10);
		y += extent + (view_behind_gap(rows, next) ? PLATE_GAP : 0);
	}
}

static void put_column_labels(struct pen *pen)
{
	const struct plate *plate = pen->plate;
	const struct side *side = &plate->picture->columns;
	int64_t y = (plate->head.count + 1) * PLATE_LINE, x = plate->left;
	for (uint32_t i = 0; i < side->naxes; i++, y += PLATE_BRACKET)
		put_column_axis(pen, &side->axes[i], y);
	put_dim_name(pen, side, "→", y + 12);
	for (int64_t i = 0; i >= 0 && !pen->out->failed; i = view_next(&plate->columns, i)) {
		struct arena_mark mark = arena_mark(pen->scratch);
		put_text(pen, "mid dim", x + plate->cell_width / 2, y + 12,
		         side_range(pen->scratch, side, i));
		x += plate_step(&plate->columns, i, plate->cell_width);
		arena_rewind(pen->scratch, mark);
	}
}

static void put_row_labels(struct pen *pen)
{
	const struct plate *plate = pen->plate;
	const struct side *side = &plate->picture->rows;
	int64_t right = plate->left - PLATE_SPACE, y = plate->top;
	int64_t names = plate_text(sizeof "dim 00 x" - 1),
		widest = plate_text(side_range_width(pen->scratch, side, false));
	put_dim_name(pen, side, "↓", y - PLATE_SPACE);
	for (int64_t i = 0; i >= 0 && !pen->out->failed; i = view_next(&plate->rows, i)) {
		struct arena_mark mark = arena_mark(pen->scratch);
		put_text(pen, "end dim", right, y + plate->cell_height / 2 + 5,
		         side_range(pen->scratch, side, i));
		y += plate_step(&plate->rows, i, plate->cell_height);
		arena_rewind(pen->scratch, mark);
	}
	right -= (widest > names ? widest : names) + PLATE_SPACE;
	for (uint32_t i = side->naxes; i-- > 0; right -= plate_axis(&side->axes[i]))
		put_row_axis(pen, &side->axes[i], right);
}

/* w[0:4, 8:16] on 0,4: what is said of a cell when the pointer rests on it. */
static void put_tip(struct pen *pen, int64_t row, int64_t column)
{
	enum { ROOM = 200 };
	const struct picture *picture = pen->plate->picture;
	struct buf *out = &pen->out->buf;
	int64_t indices[MAX_RANK];
	picture_cell(picture, row, column, indices);
	buf_puts(out, "<title>");
	xml_add_text(out, utf8_escaped(pen->scratch, picture->tensor->name));
	buf_putc(out, '[');
	for (uint32_t i = 0; i < picture->slice_map.rank; i++) {
		struct slice slice = placed_dim_slice(&picture->slice_map.dims[i], indices[i]);
		buf_printf(out, "%s%" PRId64 ":%" PRId64, i ? ", " : "", slice.start, slice.stop);
	}
	buf_puts(out, picture->slice_map.copies == 1 ? "] on device " : "] on devices ");
	xml_add_text(out, show_devices(pen->scratch, &picture->slice_map, indices, ROOM, "…"));
	buf_puts(out, "</title>");
}

/* Pixels that the elements of a shard fill. */
static int64_t filled(const struct side *side, int64_t index, int64_t size)
{
	int64_t full, elements = side_filled(side, index, &full);
	if (!elements || elements == full)
		return elements ? size : 0;
	return (int64_t)((double)elements / (double)full * (double)size + 0.5);
}

static void put_box(struct pen *pen, const char *fill, int64_t x, int64_t y, int64_t width,
                    int64_t height)
{
	buf_printf(&pen->out->buf,
	           "<rect x=\"%" PRId64 "\" y=\"%" PRId64 "\" width=\"%" PRId64
	           "\" height=\"%" PRId64 "\" rx=\"3\" %s/>\n",
	           x, y, width, height, fill);
}

/* The cell whose corner is at (x, y). */
static void put_cell(struct pen *pen, int64_t row, int64_t column, int64_t x, int64_t y)
{
	const struct picture *picture = pen->plate->picture;
	struct arena_mark mark = arena_mark(pen->scratch);
	int64_t width = pen->plate->cell_width - 4, height = pen->plate->cell_height - 4;
	int64_t solid_width = filled(&picture->columns, column, width),
		solid_height = filled(&picture->rows, row, height);
	bool empty = picture->empty || !solid_width || !solid_height;
	bool marked =
	    picture->marked && picture->rows.marked == row && picture->columns.marked == column;
	buf_printf(&pen->out->buf, "<g%s>",
	           !picture->has_device ? ""
	           : marked             ? " class=\"marked\""
	                                : " class=\"other\"");
	put_tip(pen, row, column);
	buf_puts(&pen->out->buf, "<g class=\"boxes\">\n");
	if (empty || solid_width < width || solid_height < height)
		put_box(pen, "fill=\"url(#padding)\"", x + 2, y + 2, width, height);
	if (!empty)
		put_box(
		    pen,
		    str_format(pen->scratch, "fill=\"%s\"", show_color(picture, row, column)->hex)
			.s,
		    x + 2, y + 2, solid_width, solid_height);
	put_box(pen, "class=\"outline\"", x + 2, y + 2, width, height);
	buf_puts(&pen->out->buf, "</g>\n");
	put_text(pen, empty ? "mid label empty" : "mid label", x + pen->plate->cell_width / 2,
	         y + pen->plate->cell_height / 2 + 5,
	         plate_label(pen->scratch, picture, row, column));
	buf_puts(&pen->out->buf, "</g>\n");
	stream_check(pen->out);
	arena_rewind(pen->scratch, mark);
}

/* The cells of a row, and the signs of what is left out beside them. */
static void put_row(struct pen *pen, int64_t row, int64_t y)
{
	const struct plate *plate = pen->plate;
	int64_t x = plate->left, middle = y + plate->cell_height / 2 + 5;
	bool above_gap = plate_step(&plate->rows, row, 0) > 0;
	for (int64_t column = 0; column >= 0 && !pen->out->failed;
	     column = view_next(&plate->columns, column)) {
		int64_t step = plate_step(&plate->columns, column, plate->cell_width);
		put_cell(pen, row, column, x, y);
		if (step > plate->cell_width)
			put_text(pen, "mid", x + plate->cell_width + PLATE_GAP / 2, middle,
			         STR("…"));
		if (above_gap)
			put_text(pen, "mid", x + plate->cell_width / 2,
			         y + plate->cell_height + PLATE_GAP / 2 + 5, STR("⋮"));
		x += step;
	}
}

/* What stands below the cells. */
static void put_legend(struct pen *pen)
{
	const struct plate *plate = pen->plate;
	int64_t y = plate->top + plate_extent(&plate->rows, plate->cell_height) + PLATE_SPACE;
	if (plate->padding) {
		put_box(pen, "class=\"outline\" style=\"fill:url(#padding)\"", 0, y, 24, 16);
		put_text(pen, "dim", 24 + PLATE_SPACE, y + 13, str_of(show_padding_text));
		y += PLATE_LINE + PLATE_SPACE;
	}
	if (plate->elided.len)
		put_text(pen, "dim", 0, y + 13, plate->elided);
}

static void put_plate(struct pen *pen, int64_t top)
{
	const struct plate *plate = pen->plate;
	int64_t y = plate->top;
	buf_printf(&pen->out->buf, "<g transform=\"translate(%d %" PRId64 ")\">\n", PLATE_EDGE,
	           top);
	for (uint32_t i = 0; i < plate->head.count; i++)
		put_text(pen, i ? "dim" : "title", 0, (int64_t)i * PLATE_LINE + 14,
		         plate->head.lines[i]);
	if (plate->picture->columns.dim)
		put_column_labels(pen);
	if (plate->picture->rows.dim)
		put_row_labels(pen);
	for (int64_t row = 0; row >= 0 && !pen->out->failed; row = view_next(&plate->rows, row)) {
		put_row(pen, row, y);
		y += plate_step(&plate->rows, row, plate->cell_height);
	}
	put_legend(pen);
	buf_puts(&pen->out->buf, "</g>\n");
}

static void add_style(struct buf *out)
{
	buf_puts(out,
	         "<style>\n"
	         "text { fill: #1f2328; white-space: pre }\n"
	         ".title { font-size: 15px; font-weight: bold }\n"
	         ".dim { fill: #57606a }\n"
	         ".name { font-style: italic }\n"
	         ".mid { text-anchor: middle }\n"
	         ".end { text-anchor: end }\n"
	         ".label { font-weight: bold }\n"
	         ".empty { fill: #57606a; stroke: #ffffff; stroke-width: 4; paint-order: stroke "
	         "}\n"
	         ".bracket { fill: none; stroke: #57606a }\n"
	         ".outline { fill: none; stroke: #57606a; stroke-width: 1 }\n"
	         ".other .boxes { opacity: 0.3 }\n"
	         ".other text { fill: #57606a; font-weight: normal }\n"
	         ".marked .outline { stroke: #1f2328; stroke-width: 4 }\n"
	         "</style>\n"
	         "<defs><pattern id=\"padding\" width=\"7\" height=\"7\" "
	         "patternUnits=\"userSpaceOnUse\" patternTransform=\"rotate(45)\">"
	         "<rect width=\"7\" height=\"7\" fill=\"#f6f8fa\"/>"
	         "<path d=\"M0 0v7\" stroke=\"#afb8c1\" stroke-width=\"2\"/>"
	         "</pattern></defs>\n");
}

static void add_start(struct stream *out, const struct plate *plates, uint32_t count)
{
	int64_t width = 0, height = PLATE_EDGE;
	for (uint32_t i = 0; i < count; i++) {
		width = plates[i].width > width ? plates[i].width : width;
		height += plates[i].height + PLATE_EDGE;
	}
	width += 2 * PLATE_EDGE;
	buf_printf(&out->buf,
	           "<?xml version=\"1.0\" encoding=\"UTF-8\"?>\n"
	           "<svg xmlns=\"http://www.w3.org/2000/svg\" role=\"img\" width=\"%" PRId64
	           "\" height=\"%" PRId64 "\" viewBox=\"0 0 %" PRId64 " %" PRId64
	           "\" font-family=\"ui-monospace, Menlo, Consolas, 'DejaVu Sans Mono', "
	           "monospace\" font-size=\"13px\">\n<title>",
	           width, height, width, height);
	for (uint32_t i = 0; i < count; i++) {
		buf_puts(&out->buf, i ? "; " : "");
		xml_add_text(&out->buf, plates[i].head.lines[0]);
	}
	buf_puts(&out->buf, "</title>\n");
	add_style(&out->buf);
	buf_puts(&out->buf, "<rect width=\"100%\" height=\"100%\" fill=\"#ffffff\"/>\n");
	stream_check(out);
}

void show_svg_write(struct stream *out, struct arena *scratch, const struct picture *pictures,
                    uint32_t count, const struct show_style *style)
{
	struct plate *plates = arena_new(scratch, struct plate, count);
	int64_t top = PLATE_EDGE;
	for (uint32_t i = 0; i < count; i++)
		plates[i] = plate_make(scratch, &pictures[i], style);
	add_start(out, plates, count);
	for (uint32_t i = 0; i < count && !out->failed; i++) {
		struct pen pen = {out, scratch, &plates[i]};
		put_plate(&pen, top);
		top += plates[i].height + PLATE_EDGE;
	}
	buf_puts(&out->buf, "</svg>\n");
}
