/* SPDX-License-Identifier: Apache-2.0 */
/* The boxes of a picture in a terminal, line by line. */
#pragma once

#include "report/show/show.h"
#include "report/show/show_view.h"

/* The characters of a drawing. Three: at the left end, between two cells, at the right end. */
struct strokes {
	const char *horizontal, *vertical;
	const char *top[3], *middle[3], *bottom[3];
	const char *dots, *row_dots; /* for columns and rows that are not drawn */
	const char *padding;         /* where a cell has no elements */
	const char *over[2];         /* ends of a bracket over columns */
	const char *beside[4];       /* bracket beside rows: first line, others, middle, last */
	const char *mark[2];         /* round the label of the marked device's cell */
};

/* How the boxes are laid out. */
struct grid {
	struct picture picture;
	const struct show_style *style;
	const struct strokes *strokes;
	struct view rows, columns;
	size_t cell_width, cell_height; /* inside the box */
	size_t range_width;             /* of the labels of the rows */
	size_t margin;                  /* in front of the boxes */
	bool stacked; /* the ranges of the columns stand in two lines: 0: over 1024 */
};

/* Lays out a picture so that it fits the style's width and `lines` lines. */
struct grid grid_make(struct arena *scratch, const struct picture *picture,
                      const struct show_style *style, size_t lines);

/* Draws the boxes with their labels. True when some part of a cell is drawn as padding. */
bool grid_write(struct stream *out, struct arena *scratch, const struct grid *grid);

/* The label of a cell: the devices that hold it, marked if it is the one to mark. In the arena. */
struct str grid_label(struct arena *arena, const struct grid *grid, int64_t row, int64_t column);

/* Columns that the names and coordinates of an axis of the rows take. */
size_t grid_axis_width(const struct side_axis *axis);

/* Columns from an axis of the rows to what stands behind it; its bracket goes there. */
size_t grid_axis_space(const struct side_axis *axis);

/* "dim 0", or nothing for a side that stands for no dimension. */
struct str grid_dim_name(struct arena *arena, const struct side *side);

enum {
	GRID_GAP = 3,   /* columns of a gap */
	GRID_SPACE = 2, /* columns behind each axis of the rows */
	GRID_BRACKET =
	    2, /* columns of a bracket beside rows, where more than one shares a coordinate */
};
