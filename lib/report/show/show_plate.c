/* SPDX-License-Identifier: Apache-2.0 */
#include "report/show/show_plate.h"

#include "base/utf8.h"

enum {
	CHARACTER = 8,  /* width at 13 pixels */
	NARROWEST = 64, /* cell */
	CELL_HEIGHT = 44,
	MOST_CELLS = 24, /* rows or columns, unless all are wanted */
	LABEL_ROOM = 14, /* characters of a list of devices */
	BRACKET_WIDTH = 12,
};

static int64_t larger(int64_t a, int64_t b)
{
	return a > b ? a : b;
}

int64_t plate_text(size_t characters)
{
	return (int64_t)characters * CHARACTER;
}

int64_t plate_axis(const struct side_axis *axis)
{
	enum { SHORTEST = 4 };
	size_t length = utf8_length(axis->name);
	return plate_text(length > SHORTEST ? length : SHORTEST) + 2 * PLATE_SPACE +
	       (axis->inner > 1 ? BRACKET_WIDTH : 0);
}

int64_t plate_step(const struct view *view, int64_t index, int64_t size)
{
	return size + (view_next(view, index) > index + 1 ? PLATE_GAP : 0);
}

int64_t plate_extent(const struct view *view, int64_t size)
{
	return view_shown(view) * size + view_gaps(view) * PLATE_GAP;
}

struct str plate_label(struct arena *arena, const struct picture *picture, int64_t row,
                       int64_t column)
{
	int64_t indices[MAX_RANK];
	picture_cell(picture, row, column, indices);
	return show_devices(arena, &picture->slice_map, indices, LABEL_ROOM, "…");
}

static struct view view_of(const struct side *side, bool all)
{
	return view_make(side->shards, all ? side->shards : MOST_CELLS, side->marked);
}

static int64_t label_width(struct arena *scratch, const struct plate *plate)
{
	enum { MOST_MEASURED = 1 << 14 };
	int64_t width = 0;
	if (view_shown(&plate->rows) > MOST_MEASURED / view_shown(&plate->columns))
		return plate_text(show_devices_bound(&plate->picture->slice_map, LABEL_ROOM));
	for (int64_t row = 0; row >= 0; row = view_next(&plate->rows, row)) {
		for (int64_t column = 0; column >= 0; column = view_next(&plate->columns, column)) {
			struct arena_mark mark = arena_mark(scratch);
			struct str label = plate_label(scratch, plate->picture, row, column);
			width = larger(width, plate_text(utf8_length(label)));
			arena_rewind(scratch, mark);
		}
	}
	return width;
}

/* Room in front of the cells, for the labels of the rows and the names over the columns. */
static int64_t left_of(struct arena *scratch, const struct plate *plate)
{
	const struct side *rows = &plate->picture->rows, *columns = &plate->picture->columns;
	int64_t beside = rows->dim ? larger(plate_text(side_range_width(scratch, rows, false)),
	                                    plate_text(sizeof "dim 00 x" - 1)) +
	                                 PLATE_SPACE
	                           : 0;
	int64_t over = columns->dim ? plate_text(sizeof "dim 00 x" - 1) : 0;
	for (uint32_t i = 0; i < rows->naxes; i++)
		beside += plate_axis(&rows->axes[i]);
	for (uint32_t i = 0; i < columns->naxes; i++)
		over = larger(over, plate_text(utf8_length(columns->axes[i].name)));
	return larger(beside, over) + PLATE_SPACE;
}

/* Whether the shards along a side differ in size, or have none. */
static bool is_uneven(const struct side *side)
{
	return side->dim && (!side->dim->shard || side->dim->size % side->dim->shard ||
	                     side->dim->size / side->dim->shard < side->shards);
}

struct plate plate_make(struct arena *arena, const struct picture *picture,
                        const struct show_style *style)
{
	const struct side *rows = &picture->rows, *columns = &picture->columns;
	struct plate plate = {.picture = picture,
	                      .head = show_head(arena, picture),
	                      .rows = view_of(rows, style->all),
	                      .columns = view_of(columns, style->all),
	                      .cell_height = CELL_HEIGHT};
	plate.elided = show_elided(arena, picture, &plate.rows, &plate.columns);
	plate.padding = picture->empty || is_uneven(rows) || is_uneven(columns);
	plate.cell_width = larger(label_width(arena, &plate),
	                          plate_text(side_range_width(arena, columns, false))) +
	                   2 * PLATE_SPACE;
	plate.cell_width = larger(plate.cell_width, NARROWEST);
	plate.left = left_of(arena, &plate);
	plate.top = (plate.head.count + 1) * PLATE_LINE + columns->naxes * PLATE_BRACKET +
	            (columns->dim ? PLATE_LINE : 0) + (rows->dim ? PLATE_LINE : 0);
	plate.width = plate.left + plate_extent(&plate.columns, plate.cell_width);
	for (uint32_t i = 0; i < plate.head.count; i++) {
		size_t title = i ? 0 : utf8_length(plate.head.lines[i]) / 5; /* larger letters */
		plate.width =
		    larger(plate.width, plate_text(utf8_length(plate.head.lines[i]) + title));
	}
	plate.height = plate.top + plate_extent(&plate.rows, plate.cell_height) +
	               (plate.padding ? PLATE_LINE + PLATE_SPACE : 0) +
	               (plate.elided.len ? PLATE_LINE + PLATE_SPACE : 0);
	return plate;
}
