/* SPDX-License-Identifier: Apache-2.0 */
/* The words and colours of a picture, which text and SVG share. */
#pragma once

#include "report/show/show.h"
#include "report/show/show_view.h"

/* The lines above a picture: the tensor, its mesh, its shards, what is fixed, what is marked. */
enum { SHOW_LINES = 8 };

struct show_lines {
	struct str lines[SHOW_LINES];
	uint32_t count;
};

/* The lines above the picture, safe to print, in the arena. */
struct show_lines show_head(struct arena *arena, const struct picture *picture);

/* What a legend says of the part of a cell that holds no elements. */
extern const char show_padding_text[];

/* "drawn: 7 of 64 rows, 4 of 16 columns; --all draws all", or empty when all are drawn. */
struct str show_elided(struct arena *arena, const struct picture *picture, const struct view *rows,
                       const struct view *columns);

/* "0:4", "8:10, short", "10:10, empty": the elements of a row or column; empty where it stands for
 * no dimension. */
struct str side_range(struct arena *arena, const struct side *side, int64_t index);

/* The first part of such a range, up to its colon, or the rest of it. */
struct str side_range_part(struct str range, bool rest);

/* Characters of the longest range of a side, or of the longest part of one. */
size_t side_range_width(struct arena *scratch, const struct side *side, bool parts);

/* Elements along the side in this row or column; 1 of 1 where it stands for no dimension. */
int64_t side_filled(const struct side *side, int64_t index, int64_t *full);

/*
 * The devices that hold a shard, ascending: "0,4", "0-3", or "0 … 15 (16)" when the list would take
 * more than `room` characters; `dots` stand for what is left out.
 */
struct str show_devices(struct arena *arena, const struct slice_map *slice_map,
                        const int64_t *indices, size_t room, const char *dots);

/* Characters that no label of this layout exceeds. */
size_t show_devices_bound(const struct slice_map *slice_map, size_t room);

enum { SHOW_COLORS = 12 };

/* A colour that black text is legible on. */
struct show_color {
	int terminal; /* number among the 256 of a terminal */
	const char *hex;
};

/* The colour of a cell: neighbours differ. */
const struct show_color *show_color(const struct picture *picture, int64_t row, int64_t column);
