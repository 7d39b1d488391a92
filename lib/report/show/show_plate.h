/* SPDX-License-Identifier: Apache-2.0 */
/* Where everything goes in the SVG drawing of a picture; in pixels. */
#pragma once

#include "report/show/show_words.h"

enum {
	PLATE_EDGE = 24,    /* round the document, and between pictures */
	PLATE_LINE = 20,    /* from one line of text to the next */
	PLATE_GAP = 32,     /* where rows or columns are left out */
	PLATE_BRACKET = 26, /* height of an axis over the columns */
	PLATE_SPACE = 8,    /* between a label and what it stands beside */
};

struct plate {
	const struct picture *picture;
	struct show_lines head;
	struct str elided; /* what is left out; empty when nothing is */
	struct view rows, columns;
	bool padding;      /* some cell has a part without elements */
	int64_t left, top; /* of the cells */
	int64_t cell_width, cell_height;
	int64_t width, height; /* of all */
};

/* Measures a picture. What the plate refers to lives in the arena. */
struct plate plate_make(struct arena *arena, const struct picture *picture,
                        const struct show_style *style);

/* Width of so many characters, as wide as in any usual font of fixed width. */
int64_t plate_text(size_t characters);

/* Width of an axis of the rows, its names, coordinates and bracket. */
int64_t plate_axis(const struct side_axis *axis);

/* From the start of a row or column to that of the next one that is drawn. */
int64_t plate_step(const struct view *view, int64_t index, int64_t size);

/* Size of a side's rows or columns as far as they are drawn. */
int64_t plate_extent(const struct view *view, int64_t size);

/* The devices that hold a shard, as a cell has them. In the arena. */
struct str plate_label(struct arena *arena, const struct picture *picture, int64_t row,
                       int64_t column);
