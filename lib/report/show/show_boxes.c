/* SPDX-License-Identifier: Apache-2.0 */
/* Draws the boxes of a picture in a terminal. */
#include <inttypes.h>

#include "base/utf8.h"
#include "report/show/show_grid.h"
#include "report/show/show_words.h"

/* The lines beside which one coordinate of an axis of the rows stands. */
struct reach {
	int64_t first, last, coordinate;
};

struct pen {
	struct stream *out;
	struct arena *scratch;
	const struct grid *grid;
	const struct strokes *strokes;
	size_t spaces;         /* not written yet, so that no line ends in them */
	int64_t line;          /* counted from the first line of the first row */
	struct reach *reaches; /* of each axis of the rows */
	bool padding;          /* some was drawn */
};

static void put(struct pen *pen, struct str text)
{
	buf_fill(&pen->out->buf, ' ', pen->spaces);
	pen->spaces = 0;
	buf_add(&pen->out->buf, text);
}

static void put_times(struct pen *pen, const char *stroke, size_t count)
{
	for (size_t i = 0; i < count; i++)
		put(pen, str_of(stroke));
}

static void put_right(struct pen *pen, struct str text, size_t width)
{
	size_t length = utf8_length(text);
	pen->spaces += width > length ? width - length : 0;
	if (length)
		put(pen, text);
}

static void put_centered(struct pen *pen, struct str text, size_t width)
{
	size_t length = utf8_length(text), left = width > length ? (width - length) / 2 : 0;
	put_right(pen, text, left + length);
	pen->spaces += width > left + length ? width - left - length : 0;
}

static void end_line(struct pen *pen)
{
	pen->spaces = 0;
	buf_putc(&pen->out->buf, '\n');
	stream_check(pen->out);
}

/* ╭──── 2 ────╮ */
static void put_bracket(struct pen *pen, struct str text, size_t width)
{
	size_t length = text.len + 2, rest = width > length + 2 ? width - length - 2 : 0;
	if (rest < 2) {
		put_centered(pen, text, width);
		return;
	}
	put(pen, str_of(pen->strokes->over[0]));
	put_times(pen, pen->strokes->horizontal, rest / 2);
	put_centered(pen, text, length);
	put_times(pen, pen->strokes->horizontal, rest - rest / 2);
	put(pen, str_of(pen->strokes->over[1]));
}

/* Columns of the cells with the same coordinates as `column` down to this axis; *next is the first
 * one behind them, or -1. */
static size_t group_width(const struct pen *pen, const struct side_axis *axis, int64_t column,
                          int64_t *next)
{
	const struct view *columns = &pen->grid->columns;
	int64_t group = column / axis->inner, before = column;
	size_t width = pen->grid->cell_width;
	for (*next = view_next(columns, column); *next >= 0 && *next / axis->inner == group;
	     *next = view_next(columns, *next)) {
		size_t gap = *next > before + 1 ? GRID_GAP + 1 : 0;
		width += 1 + gap + pen->grid->cell_width;
		before = *next;
	}
	return width;
}

static void put_gap(struct pen *pen, bool dots)
{
	put_centered(pen, str_of(dots ? pen->strokes->dots : ""), GRID_GAP);
	pen->spaces++;
}

/* The coordinates along one axis over the columns. */
static void put_column_axis(struct pen *pen, const struct side_axis *axis)
{
	int64_t next = 0;
	put_right(pen, axis->name, pen->grid->margin - 1);
	pen->spaces += 2;
	for (int64_t column = 0; column >= 0 && !pen->out->failed; column = next) {
		struct arena_mark mark = arena_mark(pen->scratch);
		struct str coordinate =
		    str_format(pen->scratch, "%" PRId64, column / axis->inner % axis->size);
		if (view_behind_gap(&pen->grid->columns, column))
			put_gap(pen, true);
		size_t width = group_width(pen, axis, column, &next);
		if (axis->inner > 1)
			put_bracket(pen, coordinate, width);
		else
			put_centered(pen, coordinate, width);
		pen->spaces++;
		stream_check(pen->out);
		arena_rewind(pen->scratch, mark);
	}
	end_line(pen);
}

/* The ranges of the columns; the first or second line of two when they are stacked. */
static void put_column_ranges(struct pen *pen, bool second)
{
	const struct grid *grid = pen->grid;
	const struct side *columns = &grid->picture.columns;
	bool last = second || !grid->stacked;
	put_right(pen, last ? grid_dim_name(pen->scratch, columns) : STR(""), grid->margin - 1);
	pen->spaces += 2;
	for (int64_t column = 0; column >= 0 && !pen->out->failed;
	     column = view_next(&grid->columns, column)) {
		struct arena_mark mark = arena_mark(pen->scratch);
		struct str range = side_range(pen->scratch, columns, column);
		if (view_behind_gap(&grid->columns, column))
			put_gap(pen, last);
		put_centered(pen, grid->stacked ? side_range_part(range, second) : range,
		             grid->cell_width);
		pen->spaces++;
		stream_check(pen->out);
		arena_rewind(pen->scratch, mark);
	}
	end_line(pen);
}

/* What stands beside a line for one axis of the rows. */
static void put_row_axis(struct pen *pen, const struct side_axis *axis, const struct reach *reach)
{
	int64_t middle = (reach->first + reach->last) / 2;
	bool inside = pen->line >= reach->first && pen->line <= reach->last;
	struct str text = STR("");
	if (inside && pen->line == middle)
		text = str_format(pen->scratch, "%" PRId64, reach->coordinate);
	put_right(pen, text, grid_axis_width(axis));
	if (axis->inner > 1 && inside && reach->first < reach->last) {
		int stroke = pen->line == reach->first  ? 0
		             : pen->line == middle      ? 2
		             : pen->line == reach->last ? 3
		                                        : 1;
		put_right(pen, str_of(pen->strokes->beside[stroke]), GRID_BRACKET);
	} else if (axis->inner > 1) {
		pen->spaces += GRID_BRACKET;
	}
	pen->spaces += GRID_SPACE;
}

/* The margin as far as the axes of the rows go; titles instead of coordinates over the first row.
 */
static void put_row_axes(struct pen *pen, bool titles)
{
	const struct side *rows = &pen->grid->picture.rows;
	size_t width = pen->grid->range_width + 1;
	for (uint32_t i = 0; i < rows->naxes; i++)
		width += grid_axis_width(&rows->axes[i]) + grid_axis_space(&rows->axes[i]);
	pen->spaces += pen->grid->margin - width;
	for (uint32_t i = 0; i < rows->naxes; i++) {
		if (titles) {
			put_right(pen, rows->axes[i].name, grid_axis_width(&rows->axes[i]));
			pen->spaces += grid_axis_space(&rows->axes[i]);
		} else {
			put_row_axis(pen, &rows->axes[i], &pen->reaches[i]);
		}
	}
}

static void put_margin(struct pen *pen, struct str text, bool titles)
{
	put_row_axes(pen, titles);
	put_right(pen, text, pen->grid->range_width);
	pen->spaces++;
}

/* ├────┼────┤ */
static void put_border(struct pen *pen, const char *const ends[3])
{
	const struct view *columns = &pen->grid->columns;
	for (int64_t column = 0; column >= 0 && !pen->out->failed;
	     column = view_next(columns, column)) {
		put(pen, str_of(ends[column ? 1 : 0]));
		if (view_behind_gap(columns, column)) {
			put_times(pen, pen->strokes->horizontal, GRID_GAP);
			put(pen, str_of(ends[1]));
		}
		put_times(pen, pen->strokes->horizontal, pen->grid->cell_width);
		stream_check(pen->out);
	}
	put(pen, str_of(ends[2]));
	end_line(pen);
}

/* How much of `room` characters a shard fills. */
static size_t filled(const struct side *side, int64_t index, size_t room)
{
	int64_t full, elements = side_filled(side, index, &full);
	if (!elements || elements == full)
		return elements ? room : 0;
	size_t part = (size_t)((double)elements / (double)full * (double)room + 0.5);
	return part < 1 ? 1 : part < room || room == 1 ? part : room - 1;
}

static void put_inside(struct pen *pen, size_t count, size_t solid)
{
	put_times(pen, " ", count < solid ? count : solid);
	if (count > solid)
		put_times(pen, pen->strokes->padding, count - solid);
	pen->padding |= count > solid;
}

static const char *cell_color(const struct pen *pen, int64_t row, int64_t column, bool empty)
{
	const struct picture *picture = &pen->grid->picture;
	bool marked =
	    picture->marked && picture->rows.marked == row && picture->columns.marked == column;
	if (!pen->grid->style->color)
		return "";
	if (empty || (picture->has_device && !marked))
		return marked ? "\x1b[1m" : "\x1b[2m";
	return str_format(pen->scratch, "\x1b[%s30;48;5;%dm", marked ? "1;" : "",
	                  show_color(picture, row, column)->terminal)
	    .s;
}

/* Line `y` of a cell. */
static void put_cell(struct pen *pen, int64_t row, int64_t column, size_t y)
{
	const struct grid *grid = pen->grid;
	struct arena_mark mark = arena_mark(pen->scratch);
	struct str label = STR("");
	size_t solid = filled(&grid->picture.columns, column, grid->cell_width);
	size_t height = filled(&grid->picture.rows, row, grid->cell_height);
	bool empty = !solid || !height || grid->picture.empty;
	const char *color = cell_color(pen, row, column, empty);
	solid = empty || y >= height ? 0 : solid;
	if (y == grid->cell_height / 2) {
		struct str devices = grid_label(pen->scratch, grid, row, column);
		label = str_format(pen->scratch, " %.*s ", STR_ARG(devices));
	}
	size_t length = utf8_length(label),
	       left = grid->cell_width > length ? (grid->cell_width - length) / 2 : 0;
	put(pen, str_of(color));
	put_inside(pen, left, solid);
	put(pen, label);
	put_inside(pen, grid->cell_width > left + length ? grid->cell_width - left - length : 0,
	           solid > left + length ? solid - left - length : 0);
	put(pen, str_of(*color ? "\x1b[0m" : ""));
	arena_rewind(pen->scratch, mark);
}

/* Line `y` of a row. */
static void put_row_line(struct pen *pen, int64_t row, size_t y)
{
	const struct view *columns = &pen->grid->columns;
	struct str dots = str_of(y == pen->grid->cell_height / 2 ? pen->strokes->dots : "");
	struct str range = y == pen->grid->cell_height / 2
	                       ? side_range(pen->scratch, &pen->grid->picture.rows, row)
	                       : STR("");
	put_margin(pen, range, false);
	for (int64_t column = 0; column >= 0 && !pen->out->failed;
	     column = view_next(columns, column)) {
		put(pen, str_of(pen->strokes->vertical));
		if (view_behind_gap(columns, column)) {
			put_centered(pen, dots, GRID_GAP);
			put(pen, str_of(pen->strokes->vertical));
		}
		put_cell(pen, row, column, y);
		stream_check(pen->out);
	}
	put(pen, str_of(pen->strokes->vertical));
	end_line(pen);
	pen->line++;
}

/* The line that stands for rows left out. */
static void put_row_gap(struct pen *pen)
{
	const struct view *columns = &pen->grid->columns;
	struct str dots = str_of(pen->strokes->row_dots);
	put_margin(pen, pen->grid->picture.rows.dim ? dots : STR(""), false);
	for (int64_t column = 0; column >= 0 && !pen->out->failed;
	     column = view_next(columns, column)) {
		put(pen, str_of(pen->strokes->vertical));
		if (view_behind_gap(columns, column)) {
			pen->spaces += GRID_GAP;
			put(pen, str_of(pen->strokes->vertical));
		}
		put_centered(pen, dots, pen->grid->cell_width);
	}
	put(pen, str_of(pen->strokes->vertical));
	end_line(pen);
	pen->line++;
}

/* Finds the lines beside which the coordinates that begin at this row stand. */
static void begin_reaches(struct pen *pen, int64_t row, int64_t before)
{
	const struct grid *grid = pen->grid;
	for (uint32_t i = 0; i < grid->picture.rows.naxes; i++) {
		const struct side_axis *axis = &grid->picture.rows.axes[i];
		int64_t last = row, lines = (int64_t)grid->cell_height;
		if (before >= 0 && before / axis->inner == row / axis->inner)
			continue;
		for (int64_t next = view_next(&grid->rows, row);
		     next >= 0 && next / axis->inner == row / axis->inner;
		     next = view_next(&grid->rows, next)) {
			lines += (next > last + 1 ? 3 : 1) + (int64_t)grid->cell_height;
			last = next;
		}
		pen->reaches[i] = (struct reach){pen->line, pen->line + lines - 1,
		                                 row / axis->inner % axis->size};
	}
}

static void put_separator(struct pen *pen)
{
	put_margin(pen, STR(""), false);
	put_border(pen, pen->strokes->middle);
	pen->line++;
}

static void put_rows(struct pen *pen)
{
	const struct grid *grid = pen->grid;
	int64_t before = -1;
	for (int64_t row = 0; row >= 0 && !pen->out->failed; row = view_next(&grid->rows, row)) {
		struct arena_mark mark = arena_mark(pen->scratch);
		if (row)
			put_separator(pen);
		if (view_behind_gap(&grid->rows, row)) {
			put_row_gap(pen);
			put_separator(pen);
		}
		begin_reaches(pen, row, before);
		for (size_t y = 0; y < grid->cell_height; y++)
			put_row_line(pen, row, y);
		before = row;
		arena_rewind(pen->scratch, mark);
	}
}

bool grid_write(struct stream *out, struct arena *scratch, const struct grid *grid)
{
	const struct side *rows = &grid->picture.rows, *columns = &grid->picture.columns;
	struct pen pen = {
	    .out = out, .scratch = scratch, .grid = grid, .strokes = grid->strokes, .line = 0};
	pen.reaches = arena_new(scratch, struct reach, rows->naxes);
	for (uint32_t i = 0; i < columns->naxes; i++)
		put_column_axis(&pen, &columns->axes[i]);
	if (columns->dim && grid->stacked)
		put_column_ranges(&pen, false);
	if (columns->dim)
		put_column_ranges(&pen, true);
	put_margin(&pen, grid_dim_name(scratch, rows), true);
	put_border(&pen, grid->strokes->top);
	put_rows(&pen);
	put_margin(&pen, STR(""), false);
	put_border(&pen, grid->strokes->bottom);
	return pen.padding;
}
