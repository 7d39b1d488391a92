/* SPDX-License-Identifier: Apache-2.0 */
#include "hardware/near_shapes.h"

#include <criterion/criterion.h>

static struct near_shapes near(struct arena *arena, const int64_t *shape, uint32_t rank)
{
	struct physical_mesh cube = {.rank = 3, .shape = {4, 4, 4}};
	const struct jax_rules newest = jax_newest_rules();
	return near_shapes_of(arena, &cube, shape, rank, &newest);
}

Test(near_shapes, puts_the_nearest_first_and_none_twice)
{
	struct arena arena = {0};
	const int64_t shape[] = {32, 2};
	struct near_shapes found = near(&arena, shape, 2);
	cr_assert_eq(found.count, NEAR_SHAPES_MAX);
	cr_expect(found.sizes[0][0] == 64 || found.sizes[0][0] == 16);
	cr_expect_eq(found.sizes[0][0] * found.sizes[0][1], 64);
	cr_expect_neq(found.sizes[0][0], found.sizes[1][0]);
	cr_expect_eq(found.sizes[2][0], 4);
	arena_drop(&arena);
}

Test(near_shapes, has_the_only_shape_of_one_axis)
{
	struct arena arena = {0};
	const int64_t shape[] = {63};
	struct near_shapes found = near(&arena, shape, 1);
	cr_assert_eq(found.count, 1);
	cr_expect_eq(found.sizes[0][0], 64);
	arena_drop(&arena);
}

Test(near_shapes, does_not_look_for_long_shapes)
{
	struct arena arena = {0};
	int64_t shape[NEAR_SHAPES_RANK_MAX + 1] = {64, 1, 1, 1, 1, 1, 1, 1, 1};
	cr_expect_eq(near(&arena, shape, NEAR_SHAPES_RANK_MAX + 1).count, 0);
	cr_expect_eq(near(&arena, shape, 0).count, 0);
	arena_drop(&arena);
}
