/* SPDX-License-Identifier: Apache-2.0 */
#include <criterion/criterion.h>
#include <criterion/parameterized.h>

#include "base/buf.h"
#include "sharding/group_axes.h"
#include "testing/layout.h"

/* Groups of devices and the axes along which they run. */
struct groups_example {
	const char *mesh;
	int32_t groups[12], count, size;
	const char *axes; /* separated by spaces; NULL: none */
};

static const struct groups_example examples[] = {
    {"x=2 y=4", {0, 1, 2, 3, 4, 5, 6, 7}, 2, 4, "y"},
    {"x=2 y=4", {0, 4, 1, 5, 2, 6, 3, 7}, 4, 2, "x"},
    {"x=2 y=4", {0, 1, 2, 3, 4, 5, 6, 7}, 1, 8, "x y"},
    {"x=2 y=4", {0, 4, 1, 5, 2, 6, 3, 7}, 1, 8, "y x"},
    {"x=2 y=4", {0, 1, 2, 3, 4, 5, 6, 7}, 4, 2, "y:(2)2"},
    {"x=2 y=4", {0, 2, 1, 3, 4, 6, 5, 7}, 4, 2, "y:(1)2"},
    {"x=2 y=4", {0, 2, 1, 3, 4, 6, 5, 7}, 2, 4, "y:(2)2 y:(1)2"},
    {"x=2 y=1 z=2", {0, 1, 2, 3}, 1, 4, "x z"},
    {"x=8", {0, 2, 1, 3, 4, 6, 5, 7}, 4, 2, "x:(2)2"},
    {"x=12", {0, 3, 6, 9, 1, 4, 7, 10, 2, 5, 8, 11}, 3, 4, "x:(1)4"},
    {"x=2 y=3", {0, 3, 1, 4, 2, 5}, 2, 3, NULL},
    {"x=2 y=3", {0, 1, 3, 2, 4, 5}, 2, 3, NULL},
    {"x=2 y=3", {0, 1, 2, 3, 4, 5}, 3, 2, NULL},
    {"x=2 y=4", {1, 0, 3, 2, 5, 4, 7, 6}, 4, 2, NULL},
    {"x=2 y=4", {0, 1, 2, 3, 4, 5, 7, 6}, 2, 4, NULL},
};

enum { EXAMPLES = COUNT_OF(examples) };

ParameterizedTestParameters(group_axes, names_the_axes_of_groups)
{
	static int index[EXAMPLES];
	for (int i = 0; i < EXAMPLES; i++)
		index[i] = i;
	return cr_make_param_array(int, index, EXAMPLES);
}

ParameterizedTest(int *index, group_axes, names_the_axes_of_groups)
{
	const struct groups_example *e = &examples[*index];
	struct test_layout layout;
	test_layout_mesh(&layout, e->mesh);
	struct axis_parts axes = {0};
	bool known = group_axes(&layout.arena, &layout.mesh, e->groups, e->count, e->size, &axes);
	cr_expect_eq(known, e->axes != NULL);
	struct str text = {"", 0};
	for (uint32_t i = 0; known && i < axes.count; i++) {
		struct str axis = test_layout_part(&layout, &axes.items[i]);
		text = str_format(&layout.arena, "%.*s%s%.*s", STR_ARG(text), i ? " " : "",
		                  STR_ARG(axis));
	}
	if (known && e->axes)
		cr_expect(str_equal(text, str_of(e->axes)), "%.*s, not %s", STR_ARG(text), e->axes);
	test_layout_drop(&layout);
}

Test(group_axes, names_axes_by_the_place_of_a_device_not_by_its_id)
{
	struct test_layout layout;
	test_layout_mesh(&layout, "x=2 y=2");
	struct tile_assignment order = tile_assignment_list(&layout.arena, &layout.mesh.count, 1,
	                                                    (const int64_t[]){0, 2, 1, 3});
	layout.mesh.order = &order;
	struct axis_parts axes;
	cr_assert(group_axes(&layout.arena, &layout.mesh, (int32_t[]){0, 1, 2, 3}, 2, 2, &axes));
	cr_expect_eq(axes.count, 1);
	cr_expect_eq(axes.items[0].axis, 0);
	test_layout_drop(&layout);
}

/* Sources and targets, and the axes along which they move. */
struct pairs_example {
	const char *mesh;
	int32_t pairs[8], count;
	const char *axes;
};

static const struct pairs_example moves[] = {
    {"x=2 y=2", {0, 1, 1, 0, 2, 3, 3, 2}, 4, "y"},   {"x=2 y=2", {0, 2, 2, 0}, 2, "x"},
    {"x=2 y=2", {0, 0, 1, 2, 2, 1, 3, 3}, 4, "x y"}, {"x=1 y=4", {0, 1, 1, 2, 2, 3, 3, 0}, 4, "y"},
    {"x=1 y=4", {0, 0, 1, 1, 2, 2, 3, 3}, 4, ""},    {"x=2 y=2", {0}, 0, ""},
};

Test(group_axes, names_the_axes_along_which_pairs_move)
{
	for (size_t i = 0; i < COUNT_OF(moves); i++) {
		struct test_layout layout;
		test_layout_mesh(&layout, moves[i].mesh);
		struct axis_parts axes =
		    pair_axes(&layout.arena, &layout.mesh, moves[i].pairs, moves[i].count);
		struct buf text = {.arena = &layout.arena};
		for (uint32_t k = 0; k < axes.count; k++)
			buf_printf(&text, "%s%.*s", k ? " " : "",
			           STR_ARG(test_layout_part(&layout, &axes.items[k])));
		cr_expect(str_equal(buf_str(&text), str_of(moves[i].axes)), "%zu: %.*s", i,
		          STR_ARG(buf_str(&text)));
		test_layout_drop(&layout);
	}
}
