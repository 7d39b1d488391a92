/* SPDX-License-Identifier: Apache-2.0 */
#include <criterion/criterion.h>

#include "partition/grouped.h"
#include "testing/layout_reshard.h"

static const char *members_of(struct test_layout *layout, const struct grouped *grouped)
{
	const struct device_groups *groups = grouped->groups;
	return test_layout_ids(layout, groups->members, groups->count * groups->size);
}

static const char *inner_of(struct test_layout *layout, const struct grouped *grouped)
{
	return test_layout_ids(layout, grouped->inner->devices, grouped->inner->count);
}

Test(grouped, are_numbered_in_the_order_of_the_dimensions_asked_for)
{
	struct test_layout layout;
	test_layout_mesh(&layout, "x=2 y=2 z=2");
	const struct tiling *t = test_layout_tiling(&layout, "x y z");
	const struct grouped *a = grouped_on(&layout.arena, t, (uint32_t[]){0, 1}, 2, 1);
	cr_expect_str_eq(members_of(&layout, a), "0 1 2 3 4 5 6 7");
	const struct grouped *b = grouped_on(&layout.arena, t, (uint32_t[]){1, 0}, 2, 1);
	cr_expect_str_eq(members_of(&layout, b), "0 1 4 5 2 3 6 7");
	cr_expect_str_eq(inner_of(&layout, b), "0 1");
	cr_expect_eq(b->inner->tiles[2], 2);
	test_layout_drop(&layout);
}

Test(grouped, expand_to_the_tiling_they_were_made_of)
{
	struct test_layout layout;
	test_layout_mesh(&layout, "x=2 y=4 z=2");
	const struct tiling *t = test_layout_tiling(&layout, "y x");
	const uint32_t dims[][2] = {{0, 1}, {1, 0}, {2, 0}, {1, 2}};
	for (size_t i = 0; i < 4; i++) {
		const struct grouped *g = grouped_on(&layout.arena, t, dims[i], 2, 1);
		cr_expect(tiling_equal(grouped_expand(&layout.arena, g), t), "%zu", i);
	}
	test_layout_drop(&layout);
}

Test(grouped, keep_some_replicas_together)
{
	struct test_layout layout;
	test_layout_mesh(&layout, "x=2 y=4");
	const struct tiling *t = test_layout_tiling(&layout, "x");
	const struct grouped *g = grouped_on(&layout.arena, t, (uint32_t[]){1}, 1, 2);
	cr_expect_eq(g->groups->count, 2);
	cr_expect_str_eq(members_of(&layout, g), "0 1 4 5 2 3 6 7");
	cr_expect_eq(g->inner->replicas, 2);
	test_layout_drop(&layout);
}

Test(grouped, take_the_groups_and_the_order_of_members_of_others)
{
	struct test_layout layout;
	test_layout_mesh(&layout, "x=2 y=2 z=2");
	const struct grouped *a =
	    grouped_on(&layout.arena, test_layout_tiling(&layout, "x yz"), (uint32_t[]){0}, 1, 1);
	const struct grouped *b =
	    grouped_on(&layout.arena, test_layout_tiling(&layout, "x zy"), (uint32_t[]){0}, 1, 1);
	const struct grouped *aligned = grouped_align(&layout.arena, a, b->groups, false);
	cr_expect_eq(aligned->groups, b->groups);
	cr_expect_str_eq(inner_of(&layout, aligned), "0 2 1 3");
	cr_expect(
	    tiling_equal(grouped_expand(&layout.arena, aligned), grouped_expand(&layout.arena, a)));
	test_layout_drop(&layout);
}

Test(grouped, take_other_groups_even_when_that_moves_data)
{
	struct test_layout layout;
	test_layout_mesh(&layout, "x=2 y=2");
	const struct grouped *a =
	    grouped_on(&layout.arena, test_layout_tiling(&layout, "x y"), (uint32_t[]){0}, 1, 1);
	const struct grouped *b =
	    grouped_on(&layout.arena, test_layout_tiling(&layout, "y x"), (uint32_t[]){0}, 1, 1);
	const struct grouped *aligned = grouped_align(&layout.arena, a, b->groups, false);
	cr_expect_str_eq(inner_of(&layout, aligned), "0 1");
	cr_expect(tiling_equal(grouped_expand(&layout.arena, aligned),
	                       test_layout_tiling(&layout, "y x")));
	cr_expect_not(device_groups_match(&layout.arena, a->groups, b->groups));
	test_layout_drop(&layout);
}

Test(grouped, are_found_along_the_dimensions_that_make_them)
{
	struct test_layout layout;
	test_layout_mesh(&layout, "x=2 y=2");
	uint32_t dims[TILING_MAX_RANK + 1];
	const struct grouped *by_y =
	    grouped_on(&layout.arena, test_layout_tiling(&layout, "y"), (uint32_t[]){0}, 1, 1);
	const struct tiling *t = test_layout_tiling(&layout, "x y");
	cr_expect_eq(grouped_find_dims(&layout.arena, t, by_y->groups, dims), 1);
	cr_expect_eq(dims[0], 1);
	t = test_layout_tiling(&layout, "x -");
	cr_expect_eq(grouped_find_dims(&layout.arena, t, by_y->groups, dims), 1);
	cr_expect_eq(dims[0], 2, "the replicas");
	t = test_layout_tiling(&layout, "xy -");
	cr_expect_eq(grouped_find_dims(&layout.arena, t, by_y->groups, dims), 0);
	test_layout_drop(&layout);
}

Test(grouped, of_replicas_have_given_members)
{
	struct test_layout layout;
	test_layout_mesh(&layout, "x=2 y=2 z=2");
	const struct grouped *by_z =
	    grouped_on(&layout.arena, test_layout_tiling(&layout, "z"), (uint32_t[]){0}, 1, 1);
	const struct grouped *g =
	    grouped_on_members(&layout.arena, test_layout_tiling(&layout, "x"), by_z->groups);
	cr_assert_not_null(g);
	cr_expect_eq(g->inner->tiles[0], 2);
	cr_expect_eq(g->inner->replicas, 2);
	const struct grouped *by_x =
	    grouped_on(&layout.arena, test_layout_tiling(&layout, "x"), (uint32_t[]){0}, 1, 1);
	cr_expect_null(
	    grouped_on_members(&layout.arena, test_layout_tiling(&layout, "x"), by_x->groups));
	test_layout_drop(&layout);
}
