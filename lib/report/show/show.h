/* SPDX-License-Identifier: Apache-2.0 */
/*
 * A picture of a tensor's layout: two of its dimensions cut into shards, each cell with the devices
 * that hold it. The other dimensions are fixed at one of their shards.
 */
#pragma once

#include "plan/slice_map.h"
#include "report/stream.h"

/* One dimension and which of its shards is drawn. */
struct show_fixed {
	int64_t dim, shard;
};

/* What is asked of a picture. */
struct show_request {
	int64_t dims[2]; /* to draw, rows first; a single one makes columns */
	uint32_t ndims;  /* 0: the dimensions that are cut most ways */
	struct show_fixed fixed[MAX_RANK];
	uint32_t nfixed;
	bool has_device; /* mark what this device holds */
	int64_t device;  /* its id */
};

/* How a picture is drawn. */
struct show_style {
	bool color, ascii;
	bool all;      /* every shard, however many */
	int64_t width; /* columns of the terminal */
};

/* A mesh axis on a dimension; axes of size 1 are left out. */
struct side_axis {
	struct str name; /* safe to print, shortened when it is very long */
	int64_t size;
	int64_t inner; /* shards from one coordinate to the next: the product of the axes minor to
	                  it */
};

/* The rows or the columns of a picture. */
struct side {
	const struct placed_dim *dim; /* NULL: one row or column that stands for no dimension */
	uint32_t number;              /* of the dimension */
	int64_t shards;               /* at least 1 */
	const struct side_axis *axes; /* major to minor */
	uint32_t naxes;
	int64_t marked; /* the shard of the marked device, or -1 */
};

struct picture {
	const struct tensor *tensor;
	struct slice_map slice_map;
	struct side rows, columns;
	const int64_t *indices;   /* rank of them: the shards the other dimensions are fixed at */
	bool empty;               /* they hold no elements, so that no cell does */
	bool has_device;          /* a device is to be marked */
	bool marked;              /* and it holds a shard that is drawn */
	int64_t device, position; /* its id, and where it stands in the mesh */
};

enum picture_status {
	PICTURE_MADE,
	PICTURE_UNPLACED, /* the tensor's layout cannot be drawn */
	PICTURE_REFUSED,  /* the request does not fit the tensor */
};

/*
 * Lays out the tensor and chooses what to draw. What the picture refers to lives in the arena; when
 * none can be made *why says why, in words that follow on the tensor's name.
 */
MUST_USE enum picture_status picture_make(struct arena *arena, const struct tensor *tensor,
                                          const struct show_request *request,
                                          struct picture *picture, struct str *why);

/* The shard of each dimension at a row and column: rank indices. */
void picture_cell(const struct picture *picture, int64_t row, int64_t column, int64_t *indices);

/* Draws for a terminal. */
void show_text_write(struct stream *out, struct arena *scratch, const struct picture *picture,
                     const struct show_style *style);

/* Draws pictures one below the other as one SVG document. */
void show_svg_write(struct stream *out, struct arena *scratch, const struct picture *pictures,
                    uint32_t count, const struct show_style *style);
