/* SPDX-License-Identifier: Apache-2.0 */
/*
 * Layouts in short for tests: a mesh is "x=2 y=4", axes have names of one letter; a sharding has a
 * word per dimension, its axes, major first, or "-": "yx - z".
 */
#pragma once

#include <stdlib.h>

#include "sharding/tiling.h"

struct test_layout {
	struct arena arena, scratch;
	struct named_mesh mesh;
	struct mesh_axis axes[8];
};

/* `layout` refers to itself, so it must stay where it is. */
static inline void test_layout_mesh(struct test_layout *layout, const char *text)
{
	*layout = (struct test_layout){.mesh = {.axes = layout->axes, .count = 1}};
	while (*text) {
		char *end;
		int64_t size = strtoll(text + 2, &end, 10);
		layout->axes[layout->mesh.naxes++] = (struct mesh_axis){{text, 1}, size, false};
		layout->mesh.count *= size;
		text = *end ? end + 1 : end;
	}
}

static inline void test_layout_drop(struct test_layout *layout)
{
	arena_drop(&layout->arena);
	arena_drop(&layout->scratch);
}

/* The axes of each dimension; *rank is how many there are. */
static inline struct axis_parts *test_layout_axes(struct test_layout *layout, const char *text,
                                                  uint32_t *rank)
{
	struct axis_parts *dims = arena_new(&layout->arena, struct axis_parts, strlen(text) + 1);
	*rank = 0;
	for (; *text; text += *text == ' ') {
		struct axis_parts *dim = &dims[(*rank)++];
		dim->items = arena_new(&layout->arena, struct axis_part, 8);
		for (; *text && *text != ' '; text++)
			if (*text != '-')
				dim->items[dim->count++] = axis_whole(
				    &layout->mesh,
				    named_mesh_axis(&layout->mesh, (struct str){text, 1}));
	}
	return dims;
}

static inline const struct tiling *test_layout_tiling(struct test_layout *layout, const char *text)
{
	uint32_t rank;
	const struct axis_parts *dims = test_layout_axes(layout, text, &rank);
	return tiling_of_axes(&layout->arena, &layout->mesh, dims, rank);
}

/* A part of an axis as text, "y:(2)2". */
static inline struct str test_layout_part(struct test_layout *layout, const struct axis_part *part)
{
	const struct mesh_axis *axis = &layout->axes[part->axis];
	struct buf out = {.arena = &layout->arena};
	buf_add(&out, axis->name);
	axis_part_write_cut(&out, part, axis->size);
	return buf_str(&out);
}

/* The devices of a tiling or the members of groups as text, "0 2 1 3". */
static inline const char *test_layout_ids(struct test_layout *layout, const int32_t *ids,
                                          int32_t count)
{
	struct str text = {"", 0};
	for (int32_t i = 0; i < count; i++)
		text = str_format(&layout->arena, "%.*s%s%d", STR_ARG(text), i ? " " : "", ids[i]);
	return text.s;
}
