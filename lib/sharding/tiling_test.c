/* SPDX-License-Identifier: Apache-2.0 */
#include <criterion/criterion.h>

#include "testing/layout.h"

static const char *devices_of(struct test_layout *layout, const struct tiling *tiling)
{
	return test_layout_ids(layout, tiling->devices, tiling->count);
}

Test(tiling, puts_the_devices_of_axes_in_the_order_of_the_spec)
{
	struct test_layout layout;
	test_layout_mesh(&layout, "x=2 y=4");
	const struct tiling *t = test_layout_tiling(&layout, "y x");
	cr_expect_eq(t->rank, 2);
	cr_expect_eq(t->tiles[0], 4);
	cr_expect_eq(t->tiles[1], 2);
	cr_expect_eq(t->replicas, 1);
	cr_expect_str_eq(devices_of(&layout, t), "0 4 1 5 2 6 3 7");
	test_layout_drop(&layout);
}

Test(tiling, keeps_replicas_in_ascending_order)
{
	struct arena arena = {0};
	int32_t devices[] = {2, 0, 3, 1}, tiles[] = {2};
	const struct tiling *t = tiling_make(&arena, 1, tiles, 2, devices);
	cr_expect_eq(t->devices[0], 0);
	cr_expect_eq(t->devices[1], 2);
	cr_expect_eq(t->devices[2], 1);
	cr_expect_eq(t->devices[3], 3);
	arena_drop(&arena);
}

Test(tiling, knows_the_kinds_of_replication)
{
	struct test_layout layout;
	test_layout_mesh(&layout, "x=2 y=4");
	const struct tiling *all = test_layout_tiling(&layout, "- -");
	const struct tiling *some = test_layout_tiling(&layout, "x -");
	const struct tiling *none = test_layout_tiling(&layout, "x y");
	cr_expect(tiling_is_replicated(all));
	cr_expect_not(tiling_is_partly_replicated(all));
	cr_expect_not(tiling_is_replicated(some));
	cr_expect(tiling_is_partly_replicated(some));
	cr_expect_not(tiling_is_partly_replicated(none));
	test_layout_drop(&layout);
}

Test(tiling, of_one_device_is_replicated)
{
	struct test_layout layout;
	test_layout_mesh(&layout, "x=1 y=1");
	cr_expect(tiling_is_replicated(test_layout_tiling(&layout, "x y")));
	cr_expect(
	    tiling_equal(test_layout_tiling(&layout, "x y"), test_layout_tiling(&layout, "- -")));
	test_layout_drop(&layout);
}

Test(tiling, is_equal_as_an_array)
{
	struct test_layout layout;
	test_layout_mesh(&layout, "x=2 y=2 z=1");
	const struct tiling *t = test_layout_tiling(&layout, "xy -");
	cr_expect(tiling_equal(t, test_layout_tiling(&layout, "xzy -")));
	cr_expect_not(tiling_equal(t, test_layout_tiling(&layout, "yx -")));
	cr_expect(tiling_same_tiles(t, test_layout_tiling(&layout, "yx -")));
	cr_expect_not(tiling_equal(t, test_layout_tiling(&layout, "x y")));
	test_layout_drop(&layout);
}

Test(tiling, transposes_an_array_seen_in_any_dimensions)
{
	struct test_layout layout;
	test_layout_mesh(&layout, "x=2 y=6");
	struct tiling_view view;
	view.count = 0;
	tiling_view_add(&view, 2);
	tiling_view_add(&view, 3);
	tiling_view_add(&view, 2);
	const int32_t *devices = test_layout_tiling(&layout, "x y")->devices;
	int32_t *turned = tiling_transposed(&layout.arena, devices, &view, (uint32_t[]){2, 0, 1});
	cr_expect_str_eq(test_layout_ids(&layout, turned, 12), "0 2 4 6 8 10 1 3 5 7 9 11");
	test_layout_drop(&layout);
}

Test(tiling, makes_replicas_of_the_dimensions_made_whole)
{
	struct test_layout layout;
	test_layout_mesh(&layout, "x=2 y=2 z=2");
	const struct tiling *t = test_layout_tiling(&layout, "z xy");
	const bool second[] = {false, true}, both[] = {true, true};
	cr_expect(tiling_equal(tiling_replicated_on(&layout.arena, t, second),
	                       test_layout_tiling(&layout, "z -")));
	cr_expect(tiling_is_replicated(tiling_replicated_on(&layout.arena, t, both)));
	test_layout_drop(&layout);
}

Test(tiling, merges_what_it_split)
{
	struct test_layout layout;
	test_layout_mesh(&layout, "x=2 y=6");
	const struct tiling *t = test_layout_tiling(&layout, "x y");
	const struct tiling *split = tiling_split(&layout.arena, t, 1, 2);
	cr_expect_eq(split->rank, 3);
	cr_expect_eq(split->tiles[1], 2);
	cr_expect_eq(split->tiles[2], 3);
	cr_expect(tiling_equal(tiling_merged(&layout.arena, split, 1), t));
	test_layout_drop(&layout);
}

Test(tiling, is_nested_where_every_tile_lies_in_the_coarse_one)
{
	struct test_layout layout;
	test_layout_mesh(&layout, "x=2 y=4");
	const struct tiling *coarse = test_layout_tiling(&layout, "x -");
	cr_expect(tiling_is_nested(&layout.scratch, test_layout_tiling(&layout, "xy -"), coarse));
	cr_expect(tiling_is_nested(&layout.scratch, test_layout_tiling(&layout, "x y"), coarse));
	cr_expect_not(
	    tiling_is_nested(&layout.scratch, test_layout_tiling(&layout, "yx -"), coarse));
	test_layout_drop(&layout);
}

Test(tiling, is_refined_by_dealing_out_replicas_in_order)
{
	struct test_layout layout;
	test_layout_mesh(&layout, "x=2 y=2 z=2");
	const struct tiling *coarse = test_layout_tiling(&layout, "x -");
	const struct tiling *nested = test_layout_tiling(&layout, "xz y");
	cr_expect_eq(tiling_refined(&layout.arena, coarse, nested), nested);
	const struct tiling *other = test_layout_tiling(&layout, "zx y");
	cr_expect(tiling_equal(tiling_refined(&layout.arena, coarse, other),
	                       test_layout_tiling(&layout, "xy z")));
	cr_expect_null(tiling_refined(&layout.arena, nested, coarse));
	test_layout_drop(&layout);
}

Test(tiling, lies_over_permuted_devices)
{
	struct test_layout layout;
	test_layout_mesh(&layout, "x=2 y=2");
	struct tile_assignment order = tile_assignment_list(&layout.arena, &layout.mesh.count, 1,
	                                                    (const int64_t[]){3, 1, 0, 2});
	layout.mesh.order = &order;
	const struct tiling *t = test_layout_tiling(&layout, "y x");
	cr_expect_str_eq(test_layout_ids(&layout, t->devices, 4), "3 0 1 2");
	t = test_layout_tiling(&layout, "x -");
	cr_expect_str_eq(test_layout_ids(&layout, t->devices, 4), "1 3 0 2");
	test_layout_drop(&layout);
}
