/* SPDX-License-Identifier: Apache-2.0 */
#include <criterion/criterion.h>

#include "reshard/device_groups.h"
#include "sharding/named_tiling.h"
#include "testing/layout_reshard.h"

static const char *members_of(struct test_layout *layout, const struct device_groups *groups)
{
	return test_layout_ids(layout, groups->members, groups->count * groups->size);
}

Test(device_groups, run_along_a_dimension)
{
	struct test_layout layout;
	test_layout_mesh(&layout, "x=2 y=3");
	const struct tiling *t = test_layout_tiling(&layout, "y x");
	const struct device_groups *rows = device_groups_along(&layout.arena, t, 0);
	cr_expect_eq(rows->count, 2);
	cr_expect_eq(rows->size, 3);
	cr_expect_str_eq(members_of(&layout, rows), "0 1 2 3 4 5");
	const struct device_groups *columns = device_groups_along(&layout.arena, t, 1);
	cr_expect_str_eq(members_of(&layout, columns), "0 3 1 4 2 5");
	test_layout_drop(&layout);
}

Test(device_groups, run_along_replicas)
{
	struct test_layout layout;
	test_layout_mesh(&layout, "x=2 y=3");
	const struct tiling *t = test_layout_tiling(&layout, "y");
	const struct device_groups *replicas = device_groups_along(&layout.arena, t, 1);
	cr_expect_eq(replicas->count, 3);
	cr_expect_str_eq(members_of(&layout, replicas), "0 3 1 4 2 5");
	test_layout_drop(&layout);
}

Test(device_groups, keep_the_minor_part_of_a_dimension)
{
	struct test_layout layout;
	test_layout_mesh(&layout, "x=2 y=4");
	const struct tiling *t = test_layout_tiling(&layout, "y x");
	const struct device_groups *groups =
	    device_groups_make(&layout.arena, t, (int32_t[]){2, 1, 1});
	cr_expect_eq(groups->count, 4);
	cr_expect_str_eq(members_of(&layout, groups), "0 1 4 5 2 3 6 7");
	test_layout_drop(&layout);
}

Test(device_groups, expand_to_the_tiling_they_were_made_of)
{
	struct test_layout layout;
	test_layout_mesh(&layout, "x=2 y=2 z=2");
	const struct tiling *t = test_layout_tiling(&layout, "z y");
	const struct device_groups *groups =
	    device_groups_make(&layout.arena, t, (int32_t[]){1, 2, 2});
	const struct tiling *inner = tiling_iota(&layout.arena, 2, (int32_t[]){1, 2}, 2);
	const struct split_dims apart = {.count = 1, .dims = {0}, .sizes = {2}};
	const struct tiling *whole = device_groups_expand(&layout.arena, groups, inner, &apart);
	cr_expect(tiling_equal(whole, t));
	test_layout_drop(&layout);
}

Test(device_groups, align_by_the_order_of_the_first_group)
{
	struct test_layout layout;
	test_layout_mesh(&layout, "x=2 y=2");
	const int32_t from_members[] = {1, 0, 3, 2}, to_members[] = {0, 1, 2, 3};
	const struct device_groups from = {NULL, from_members, 2, 2}, to = {NULL, to_members, 2, 2};
	const struct tiling *inner = tiling_iota(&layout.arena, 1, (int32_t[]){2}, 1);
	const struct tiling *aligned = device_groups_align(&layout.arena, inner, &from, &to, false);
	cr_expect_str_eq(test_layout_ids(&layout, aligned->devices, 2), "1 0");
	test_layout_drop(&layout);
}

Test(device_groups, leave_the_inside_alone_where_members_differ)
{
	struct test_layout layout;
	test_layout_mesh(&layout, "x=2 y=2");
	const int32_t from_members[] = {0, 2, 1, 3}, to_members[] = {0, 1, 2, 3};
	const struct device_groups from = {NULL, from_members, 2, 2}, to = {NULL, to_members, 2, 2};
	const struct tiling *inner = tiling_iota(&layout.arena, 1, (int32_t[]){2}, 1);
	cr_expect_eq(device_groups_align(&layout.arena, inner, &from, &to, false), inner);
	test_layout_drop(&layout);
}

Test(device_groups, are_listed_by_first_member_where_axes_have_names)
{
	struct test_layout layout;
	uint32_t rank;
	test_layout_mesh(&layout, "x=2 y=2 z=2");
	const struct tiling *t = test_layout_tiling(&layout, "z x y");
	cr_expect_str_eq(members_of(&layout, device_groups_listed_along(&layout.arena, t, 1)),
	                 "0 4 2 6 1 5 3 7");
	const struct axis_parts *axes = test_layout_axes(&layout, "z x y", &rank);
	const struct tiling *named = tiling_with_names(
	    &layout.arena, t, named_tiling_make(&layout.arena, &layout.mesh, axes, rank));
	const struct device_groups *listed = device_groups_listed_along(&layout.arena, named, 1);
	cr_expect_str_eq(members_of(&layout, listed), "0 4 1 5 2 6 3 7");
	test_layout_drop(&layout);
}
