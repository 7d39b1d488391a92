/* SPDX-License-Identifier: Apache-2.0 */
/*
 * Layouts in short for tests: a mesh is "x=2 y=4", axes have names of one letter; a sharding has a
 * word per dimension, its axes, major first, or "-": "yx - z".
 */
#ifndef RESHARD_TEST_LAYOUT_H
#define RESHARD_TEST_LAYOUT_H

#include <stdlib.h>

#include "reshard/reshard.h"

struct test_layout {
	struct arena arena, scratch;
	struct mesh_axes mesh;
	struct str names[8];
	int64_t sizes[8];
};

/* `layout` refers to itself, so it must stay where it is. */
static inline void test_layout_mesh(struct test_layout *layout, const char *text)
{
	*layout = (struct test_layout){.mesh = {.names = layout->names, .sizes = layout->sizes}};
	while (*text) {
		char *end;
		layout->names[layout->mesh.count] = (struct str){text, 1};
		layout->sizes[layout->mesh.count++] = strtoll(text + 2, &end, 10);
		text = *end ? end + 1 : end;
	}
}

static inline void test_layout_drop(struct test_layout *layout)
{
	arena_drop(&layout->arena);
	arena_drop(&layout->scratch);
}

static inline uint32_t test_layout_axis(const struct mesh_axes *mesh, struct str name)
{
	uint32_t axis = 0;
	while (axis < mesh->count && !str_equal(mesh->names[axis], name))
		axis++;
	return axis;
}

/* The axes of each dimension; *rank is how many there are. */
static inline struct axis_list *test_layout_axes(struct test_layout *layout, const char *text,
                                                 uint32_t *rank)
{
	struct axis_list *dims = arena_new(&layout->arena, struct axis_list, strlen(text) + 1);
	*rank = 0;
	for (; *text; text += *text == ' ') {
		uint32_t *axes = arena_new(&layout->arena, uint32_t, 8);
		struct axis_list *dim = &dims[(*rank)++];
		dim->axes = axes;
		for (; *text && *text != ' '; text++)
			if (*text != '-')
				axes[dim->count++] =
				    test_layout_axis(&layout->mesh, (struct str){text, 1});
	}
	return dims;
}

static inline const struct tiling *test_layout_tiling(struct test_layout *layout, const char *text)
{
	uint32_t rank;
	const struct axis_list *dims = test_layout_axes(layout, text, &rank);
	return mesh_axes_tiling(&layout->arena, &layout->mesh, dims, rank);
}

/* Plans the reshard of an f32 tensor. */
static inline struct reshard test_layout_reshard(struct test_layout *layout, const char *from,
                                                 const char *to, const int64_t *extents,
                                                 bool keeps_names)
{
	uint32_t rank;
	struct reshard_request request = {
	    .mesh = &layout->mesh,
	    .extents = extents,
	    .element_bytes = 4,
	    .keeps_names = keeps_names,
	    .from_axes = test_layout_axes(layout, from, &rank),
	    .to_axes = test_layout_axes(layout, to, &rank),
	};
	request.rank = rank;
	return reshard_plan(&layout->arena, &layout->scratch, &request);
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

/* Collectives and local steps as text: "all-gather 0 x 16>32; slice 32>8". */
static inline const char *test_layout_steps(struct test_layout *layout,
                                            const struct reshard *reshard)
{
	struct str text = {"", 0};
	for (uint32_t i = 0; i < reshard->step_count; i++) {
		const struct reshard_step *step = &reshard->steps[i];
		text = str_format(&layout->arena, "%.*s%s%s", STR_ARG(text), i ? "; " : "",
		                  reshard_kind_name(step->kind));
		if (step->dim >= 0)
			text = str_format(&layout->arena, "%.*s %d", STR_ARG(text), step->dim);
		for (uint32_t k = 0; k < step->axis_count; k++)
			text = str_format(&layout->arena, "%.*s %.*s", STR_ARG(text),
			                  STR_ARG(step->axes[k]));
		if (step->groups && !step->axes_known)
			text = str_format(&layout->arena, "%.*s ?", STR_ARG(text));
		text = str_format(&layout->arena, "%.*s %lld>%lld", STR_ARG(text),
		                  (long long)step->operand_bytes, (long long)step->result_bytes);
	}
	return text.s;
}

#endif
