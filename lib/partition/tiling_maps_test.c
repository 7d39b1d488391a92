/* SPDX-License-Identifier: Apache-2.0 */
#include <criterion/criterion.h>

#include "partition/tiling_maps.h"
#include "testing/layout_reshard.h"

Test(tiling_maps, carry_tiles_to_other_dimensions)
{
	struct test_layout layout;
	test_layout_mesh(&layout, "x=2 y=2 z=2");
	const struct tiling *t = test_layout_tiling(&layout, "x - y");
	const struct tiling *mapped = tiling_mapped(&layout.arena, t, (int32_t[]){2, -1, 0}, 3);
	cr_assert_not_null(mapped);
	cr_expect(tiling_equal(mapped, test_layout_tiling(&layout, "y - x")));
	cr_expect_null(tiling_mapped(&layout.arena, t, (int32_t[]){-1, 0, 1}, 2));
	const struct tiling *partly =
	    tiling_mapped_partly(&layout.arena, t, (int32_t[]){-1, 0, 1}, 2);
	cr_expect(tiling_equal(partly, test_layout_tiling(&layout, "- y")));
	test_layout_drop(&layout);
}

Test(tiling_maps, find_what_refines_two_tilings)
{
	struct test_layout layout;
	test_layout_mesh(&layout, "x=2 y=2 z=2");
	const struct tiling *a = test_layout_tiling(&layout, "x -");
	const struct tiling *b = test_layout_tiling(&layout, "- z");
	const struct tiling *both = tiling_common(&layout.arena, a, b, 3);
	cr_assert_not_null(both);
	cr_expect(tiling_equal(both, test_layout_tiling(&layout, "x z")));
	cr_expect_null(tiling_common(&layout.arena, a, b, 5), "it has four tiles");
	cr_expect_null(tiling_common(&layout.arena, test_layout_tiling(&layout, "y -"), a, 3),
	               "the same dimension is cut by other axes");
	test_layout_drop(&layout);
}

Test(tiling_maps, refine_what_is_replicated_with_anything)
{
	struct test_layout layout;
	test_layout_mesh(&layout, "x=2 y=2");
	const struct tiling *a = test_layout_tiling(&layout, "x");
	const struct tiling *none = test_layout_tiling(&layout, "-");
	cr_expect_eq(tiling_common(&layout.arena, a, none, 2), a);
	cr_expect_null(tiling_common(&layout.arena, none, a, 2));
	test_layout_drop(&layout);
}
