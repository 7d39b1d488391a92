/* SPDX-License-Identifier: Apache-2.0 */
#include <criterion/criterion.h>

#include "sharding/named_tiling.h"
#include "sharding/tiling_memo.h"

Test(tiling_memo, gives_back_what_was_made_of_the_same_tiling)
{
	struct arena arena = {0};
	const struct tiling *plain = tiling_iota(&arena, 2, (int32_t[]){2, 4}, 1);
	const struct tiling *remembering = tiling_remembered(tiling_memory_make(&arena), plain);
	const bool first[] = {true, false}, second[] = {false, true};
	const struct tiling *a = tiling_replicated_on(&arena, remembering, first);
	cr_expect_eq(tiling_replicated_on(&arena, remembering, first), a);
	cr_expect_neq(tiling_replicated_on(&arena, remembering, second), a);
	cr_expect(tiling_equal(tiling_replicated_on(&arena, plain, first), a));
	cr_expect_neq(tiling_replicated_on(&arena, plain, first),
	              tiling_replicated_on(&arena, plain, first));
	arena_drop(&arena);
}

Test(tiling_memo, is_inherited_by_what_is_made)
{
	struct arena arena = {0};
	const struct tiling *t = tiling_remembered(tiling_memory_make(&arena),
	                                           tiling_iota(&arena, 3, (int32_t[]){2, 2, 2}, 1));
	const struct tiling *once = tiling_replicated_on(&arena, t, (bool[]){true, false, false});
	const struct tiling *twice =
	    tiling_replicated_on(&arena, once, (bool[]){false, true, false});
	cr_expect_eq(tiling_replicated_on(&arena, once, (bool[]){false, true, false}), twice);
	arena_drop(&arena);
}

Test(tiling_memo, is_not_shared_by_tilings_with_and_without_names)
{
	struct arena arena = {0};
	struct mesh_axis axes[] = {{STR("x"), 2, false}, {STR("y"), 2, false}};
	const struct named_mesh mesh = {.axes = axes, .naxes = 2, .count = 4};
	struct axis_parts dims[2] = {{0}};
	axis_parts_add(&arena, &dims[0], axis_whole(&mesh, 0));
	axis_parts_add(&arena, &dims[1], axis_whole(&mesh, 1));
	const struct tiling *t =
	    tiling_remembered(tiling_memory_make(&arena), tiling_of_axes(&arena, &mesh, dims, 2));
	const bool whole[] = {true, false};
	cr_expect_null(tiling_replicated_on(&arena, t, whole)->named);
	const struct tiling *named =
	    tiling_with_names(&arena, t, named_tiling_make(&arena, &mesh, dims, 2));
	cr_expect_not_null(tiling_replicated_on(&arena, named, whole)->named);
	arena_drop(&arena);
}

Test(tiling_memo, keeps_tilings_that_are_the_same_once)
{
	struct arena arena = {0};
	struct tiling_memory *memory = tiling_memory_make(&arena);
	const int32_t tiles[] = {2, 4}, others[] = {4, 2};
	const struct tiling *t = tiling_remembered(memory, tiling_iota(&arena, 2, tiles, 1));
	const struct tiling *other = tiling_remembered(memory, tiling_iota(&arena, 2, others, 1));
	cr_expect_eq(tiling_remembered(memory, tiling_iota(&arena, 2, tiles, 1)), t);
	cr_expect_neq(other, t);
	cr_expect_eq(other->devices, t->devices);
	cr_expect(!tiling_equal(other, t));
	cr_expect(tiling_equal(tiling_iota(&arena, 2, tiles, 1), t));
	arena_drop(&arena);
}
