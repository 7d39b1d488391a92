/* SPDX-License-Identifier: Apache-2.0 */
#include <criterion/criterion.h>
#include <criterion/parameterized.h>

#include "reshard/test_layout.h"

Test(mesh_axes, counts_devices_up_to_a_limit)
{
	struct test_layout layout;
	test_layout_mesh(&layout, "x=65536 y=65536 z=4");
	cr_expect_eq(mesh_axes_devices(&layout.mesh, INT32_MAX), -1);
	test_layout_mesh(&layout, "x=16 y=3");
	cr_expect_eq(mesh_axes_devices(&layout.mesh, 48), 48);
	cr_expect_eq(mesh_axes_devices(&layout.mesh, 47), -1);
}

Test(mesh_axes, lays_a_tiling_over_permuted_devices)
{
	struct test_layout layout;
	test_layout_mesh(&layout, "x=2 y=2");
	layout.mesh.devices = (const int32_t[]){3, 1, 0, 2};
	const struct tiling *t = test_layout_tiling(&layout, "y x");
	cr_expect_str_eq(test_layout_ids(&layout, t->devices, 4), "3 0 1 2");
	t = test_layout_tiling(&layout, "x -");
	cr_expect_str_eq(test_layout_ids(&layout, t->devices, 4), "1 3 0 2");
	test_layout_drop(&layout);
}

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

enum { EXAMPLES = sizeof(examples) / sizeof(examples[0]) };

ParameterizedTestParameters(mesh_axes, names_the_axes_of_groups)
{
	static int index[EXAMPLES];
	for (int i = 0; i < EXAMPLES; i++)
		index[i] = i;
	return cr_make_param_array(int, index, EXAMPLES);
}

ParameterizedTest(int *index, mesh_axes, names_the_axes_of_groups)
{
	const struct groups_example *e = &examples[*index];
	struct test_layout layout;
	test_layout_mesh(&layout, e->mesh);
	const struct str *axes;
	uint32_t count = 0;
	bool known = mesh_axes_of_groups(&layout.arena, &layout.mesh, e->groups, e->count, e->size,
	                                 &axes, &count);
	cr_expect_eq(known, e->axes != NULL);
	struct str text = {"", 0};
	for (uint32_t i = 0; known && i < count; i++)
		text = str_format(&layout.arena, "%.*s%s%.*s", STR_ARG(text), i ? " " : "",
		                  STR_ARG(axes[i]));
	if (known && e->axes)
		cr_expect(str_equal(text, str_of(e->axes)), "%.*s, not %s", STR_ARG(text), e->axes);
	test_layout_drop(&layout);
}

Test(mesh_axes, names_axes_by_the_place_of_a_device_not_by_its_id)
{
	struct test_layout layout;
	test_layout_mesh(&layout, "x=2 y=2");
	layout.mesh.devices = (const int32_t[]){0, 2, 1, 3};
	const struct str *axes;
	uint32_t count;
	cr_assert(mesh_axes_of_groups(&layout.arena, &layout.mesh, (int32_t[]){0, 1, 2, 3}, 2, 2,
	                              &axes, &count));
	cr_expect_eq(count, 1);
	cr_expect(str_equal(axes[0], STR("x")));
	test_layout_drop(&layout);
}
