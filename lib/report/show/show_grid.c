/* SPDX-License-Identifier: Apache-2.0 */
/* Where everything goes in a picture for a terminal. */
#include "report/show/show_grid.h"

#include <assert.h>

#include "base/utf8.h"
#include "report/show/show_words.h"

enum {
	LABEL_ROOM = 14, /* characters of a list of devices */
	NARROWEST = 5,   /* cell */
};

static const struct strokes unicode = {
    .horizontal = "─",
    .vertical = "│",
    .top = {"┌", "┬", "┐"},
    .middle = {"├", "┼", "┤"},
    .bottom = {"└", "┴", "┘"},
    .dots = "…",
    .row_dots = "⋮",
    .padding = "░",
    .over = {"╭", "╮"},
    .beside = {"╭", "│", "┤", "╰"},
    .mark = {"»", "«"},
};

static const struct strokes ascii = {
    .horizontal = "-",
    .vertical = "|",
    .top = {"+", "+", "+"},
    .middle = {"+", "+", "+"},
    .bottom = {"+", "+", "+"},
    .dots = "...",
    .row_dots = ":",
    .padding = ".",
    .over = {"/", "\\"},
    .beside = {"/", "|", "+", "\\"},
    .mark = {">", "<"},
};

static size_t larger(size_t a, size_t b)
{
	return a > b ? a : b;
}

static size_t digits(int64_t number)
{
	size_t count = 1;
	for (; number >= 10; number /= 10)
		count++;
	return count;
}

size_t grid_axis_width(const struct side_axis *axis)
{
	return larger(utf8_length(axis->name), digits(axis->size - 1));
}

size_t grid_axis_space(const struct side_axis *axis)
{
	return axis->inner > 1 ? GRID_BRACKET + GRID_SPACE : GRID_SPACE;
}

struct str grid_dim_name(struct arena *arena, const struct side *side)
{
	return side->dim ? str_format(arena, "dim %u", side->number) : STR("");
}

struct str grid_label(struct arena *arena, const struct grid *grid, int64_t row, int64_t column)
{
	assert(row >= 0 && row < grid->picture.rows.shards);
	const struct picture *picture = &grid->picture;
	int64_t indices[MAX_RANK];
	picture_cell(picture, row, column, indices);
	struct str devices =
	    show_devices(arena, &picture->slice_map, indices, LABEL_ROOM, grid->strokes->dots);
	if (!picture->marked || picture->rows.marked != row || picture->columns.marked != column)
		return devices;
	return str_format(arena, "%s %.*s %s", grid->strokes->mark[0], STR_ARG(devices),
	                  grid->strokes->mark[1]);
}

/* Columns in front of the boxes: axes and ranges of the rows, names of the axes over the columns.
 */
static size_t margin_of(const struct grid *grid)
{
	const struct side *rows = &grid->picture.rows, *columns = &grid->picture.columns;
	size_t beside = grid->range_width, over = columns->dim ? sizeof "dim 00" : 0;
	for (uint32_t i = 0; i < rows->naxes; i++)
		beside += grid_axis_width(&rows->axes[i]) + grid_axis_space(&rows->axes[i]);
	for (uint32_t i = 0; i < columns->naxes; i++)
		over = larger(over, utf8_length(columns->axes[i].name));
	return larger(beside, over) + 1;
}

/* Characters of the longest label; of very many not all are looked at. */
static size_t label_width(struct arena *scratch, const struct grid *grid)
{
	enum { MOST_MEASURED = 1 << 14 };
	const struct picture *picture = &grid->picture;
	size_t width = 0, marks = picture->marked ? 4 : 0;
	if (view_shown(&grid->rows) > MOST_MEASURED / view_shown(&grid->columns))
		return marks + show_devices_bound(&picture->slice_map, LABEL_ROOM);
	for (int64_t row = 0; row >= 0; row = view_next(&grid->rows, row)) {
		for (int64_t column = 0; column >= 0; column = view_next(&grid->columns, column)) {
			struct arena_mark mark = arena_mark(scratch);
			width = larger(width, utf8_length(grid_label(scratch, grid, row, column)));
			arena_rewind(scratch, mark);
		}
	}
	return width;
}

/* The rows or columns that fit when each takes `each` and a gap takes `gap` of `room`. */
static struct view view_fitting(const struct side *side, size_t room, size_t each, size_t gap)
{
	assert(each > 0);
	int64_t fitting = (int64_t)(room / each);
	if (side->shards <= fitting)
		return view_make(side->shards, fitting, side->marked);
	struct view view = {.nparts = 2};
	for (uint32_t gaps = 1; gaps <= 2 && gaps < view.nparts; gaps++) {
		size_t left = room > gaps * gap ? room - gaps * gap : 0;
		view = view_make(side->shards, (int64_t)(left / each), side->marked);
	}
	return view;
}

/* Chooses how wide the columns are: as wide as is comfortable, when all of them have room so; else
 * with their ranges in two lines. */
static void choose_width(struct arena *scratch, struct grid *grid, size_t room)
{
	enum { COMFORTABLE = 11, FEW = 4 };
	const struct side *columns = &grid->picture.columns;
	size_t label = larger(label_width(scratch, grid) + 2, NARROWEST),
	       range = side_range_width(scratch, columns, false);
	const size_t widths[] = {larger(larger(label, range + 2), COMFORTABLE),
	                         larger(label, range + 2), larger(label, range)};
	for (size_t i = 0; i < 3; i++) {
		grid->cell_width = widths[i];
		if (grid->style->all || (uint64_t)columns->shards <= room / (widths[i] + 1))
			return;
	}
	grid->stacked = range > label;
	if (!grid->stacked)
		return;
	range = side_range_width(scratch, columns, true);
	grid->cell_width = larger(label, range + (room / (range + 3) < FEW ? 0 : 2));
}

/* Chooses the columns, and how wide they are. */
static void fit_columns(struct arena *scratch, struct grid *grid)
{
	const struct side *columns = &grid->picture.columns;
	size_t width = (size_t)grid->style->width;
	size_t room = width > grid->margin + 1 ? width - grid->margin - 1 : 0;
	if (grid->style->all)
		grid->columns = view_make(columns->shards, columns->shards, -1);
	else
		grid->columns = view_fitting(columns, room, NARROWEST + 1, GRID_GAP + 1);
	choose_width(scratch, grid, room);
	if (!grid->style->all)
		grid->columns = view_fitting(columns, room, grid->cell_width + 1, GRID_GAP + 1);
}

static void fit(struct arena *scratch, struct grid *grid, size_t lines)
{
	enum { TALL = 3, MOST_TALL = 4, SHORTEST = 3 };
	const struct side *rows = &grid->picture.rows;
	size_t above = grid->picture.columns.naxes + 3;
	grid->cell_height = rows->shards <= MOST_TALL ? TALL : 1;
	grid->range_width =
	    rows->dim ? larger(side_range_width(scratch, rows, false), sizeof "dim 00" - 1) : 0;
	grid->margin = margin_of(grid);
	size_t room = lines > above + SHORTEST ? lines - above : SHORTEST;
	if (grid->style->all)
		grid->rows = view_make(rows->shards, rows->shards, -1);
	else
		grid->rows = view_fitting(rows, room, grid->cell_height + 1, 2);
	fit_columns(scratch, grid);
}

static bool is_too_wide(const struct grid *grid)
{
	uint64_t width = (uint64_t)view_shown(&grid->columns) * (grid->cell_width + 1);
	return view_gaps(&grid->columns) || width + grid->margin + 1 > (uint64_t)grid->style->width;
}

struct grid grid_make(struct arena *scratch, const struct picture *picture,
                      const struct show_style *style, size_t lines)
{
	struct grid grid = {
	    .picture = *picture, .style = style, .strokes = style->ascii ? &ascii : &unicode};
	fit(scratch, &grid, lines);
	if (!picture->rows.dim && is_too_wide(&grid)) { /* a single dimension has more room down */
		grid.picture.rows = picture->columns;
		grid.picture.columns = picture->rows;
		fit(scratch, &grid, lines);
	}
	return grid;
}
