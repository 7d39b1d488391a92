/* SPDX-License-Identifier: Apache-2.0 */
#include <criterion/criterion.h>

#include "sharding/named_tiling.h"
#include "testing/layout.h"

static const struct named_tiling *named(struct test_layout *layout, const char *text)
{
	uint32_t rank;
	const struct axis_parts *axes = test_layout_axes(layout, text, &rank);
	return named_tiling_make(&layout->arena, &layout->mesh, axes, rank);
}

/* "x y:(2)2 | -": dimensions between bars, each a list of axes and parts of axes. */
static const char *text_of(struct test_layout *layout, const struct named_tiling *tiling)
{
	struct str text = {"", 0};
	if (!tiling)
		return "cannot";
	for (uint32_t i = 0; i < tiling->rank; i++) {
		text = str_format(&layout->arena, "%.*s%s", STR_ARG(text), i ? " |" : "");
		for (uint32_t k = 0; k < tiling->dims[i].count; k++) {
			struct str part = test_layout_part(layout, &tiling->dims[i].items[k]);
			text =
			    str_format(&layout->arena, "%.*s %.*s", STR_ARG(text), STR_ARG(part));
		}
	}
	return text.s;
}

Test(named_tiling, leaves_out_axes_of_size_1)
{
	struct test_layout layout;
	test_layout_mesh(&layout, "x=2 y=1 z=4");
	cr_expect_str_eq(text_of(&layout, named(&layout, "yzx -")), " z x |");
	test_layout_drop(&layout);
}

Test(named_tiling, splits_between_axes_and_inside_an_axis)
{
	struct test_layout layout;
	test_layout_mesh(&layout, "x=2 y=6");
	const struct named_tiling *t = named(&layout, "xy");
	struct arena *arena = &layout.arena;
	cr_expect_str_eq(text_of(&layout, named_tiling_split(arena, t, 0, 2)), " x | y");
	cr_expect_str_eq(text_of(&layout, named_tiling_split(arena, t, 0, 4)),
	                 " x y:(1)2 | y:(2)3");
	cr_expect_str_eq(text_of(&layout, named_tiling_split(arena, t, 0, 1)), " | x y");
	cr_expect_str_eq(text_of(&layout, named_tiling_split(arena, t, 0, 12)), " x y |");
	cr_expect_str_eq(text_of(&layout, named_tiling_split(arena, t, 0, 3)), "cannot");
	test_layout_drop(&layout);
}

Test(named_tiling, merges_parts_of_an_axis_into_the_axis)
{
	struct test_layout layout;
	test_layout_mesh(&layout, "x=2 y=6");
	const struct named_tiling *t = named(&layout, "xy -");
	const struct named_tiling *split = named_tiling_split(&layout.arena, t, 0, 4);
	cr_expect_str_eq(text_of(&layout, named_tiling_merged(&layout.arena, split, 0)), " x y |");
	test_layout_drop(&layout);
}

Test(named_tiling, moves_the_minor_tiles_to_the_end_of_another_dimension)
{
	struct test_layout layout;
	test_layout_mesh(&layout, "x=2 y=4 z=3");
	const struct named_tiling *t = named(&layout, "xy z");
	struct arena *arena = &layout.arena;
	cr_expect_str_eq(text_of(&layout, named_tiling_moved(arena, t, 0, 1, 4)),
	                 " x y:(1)2 | z y:(2)2");
	cr_expect_str_eq(text_of(&layout, named_tiling_moved(arena, t, 0, 1, 3)), "cannot");
	test_layout_drop(&layout);
}

Test(named_tiling, forgets_the_axes_of_dimensions_made_whole)
{
	struct test_layout layout;
	test_layout_mesh(&layout, "x=2 y=4");
	const bool whole[] = {true, false};
	const struct named_tiling *t =
	    named_tiling_replicated_on(&layout.arena, named(&layout, "x y"), whole);
	cr_expect_str_eq(text_of(&layout, t), " | y");
	test_layout_drop(&layout);
}

Test(named_tiling, deals_out_unused_axes_in_the_order_of_the_mesh)
{
	struct test_layout layout;
	test_layout_mesh(&layout, "x=6 y=2 z=4");
	const struct named_tiling *t = named(&layout, "y - -");
	struct arena *arena = &layout.arena;
	cr_expect_str_eq(text_of(&layout, named_tiling_dealt(arena, t, (int64_t[]){2, 6, 1})),
	                 " y x:(1)2 | x:(2)3 z:(1)2 |");
	cr_expect_str_eq(text_of(&layout, named_tiling_dealt(arena, t, (int64_t[]){1, 1, 6})),
	                 " y | | x");
	cr_expect_str_eq(text_of(&layout, named_tiling_dealt(arena, t, (int64_t[]){4, 1, 1})),
	                 "cannot");
	test_layout_drop(&layout);
}

Test(named_tiling, deals_out_what_is_left_between_used_parts_of_an_axis)
{
	struct test_layout layout;
	test_layout_mesh(&layout, "x=8 y=3");
	struct arena *arena = &layout.arena;
	const struct named_tiling *t = named_tiling_split(arena, named(&layout, "x"), 0, 2);
	t = named_tiling_split(arena, t, 1, 2);
	const bool middle_and_last[] = {true, false, true};
	t = named_tiling_replicated_on(arena, t, middle_and_last);
	cr_expect_str_eq(text_of(&layout, t), " | x:(2)2 |");
	cr_expect_str_eq(text_of(&layout, named_tiling_dealt(arena, t, (int64_t[]){2, 2, 3})),
	                 " x:(1)2 | x:(2)4 | y");
	test_layout_drop(&layout);
}
