/* SPDX-License-Identifier: Apache-2.0 */
#include <criterion/criterion.h>

#include "reshard/windows.h"
#include "testing/layout_reshard.h"

/* A value of 4-byte elements on four devices in a line, and a resharder to exchange it with. */
struct bench {
	struct test_layout layout;
	struct resharder resharder;
	struct shards value;
};

static void set_up(struct bench *bench, const int64_t *extents)
{
	test_layout_mesh(&bench->layout, "x=4");
	bench->resharder = (struct resharder){
	    .scratch = &bench->layout.scratch,
	    .element_bytes = 4,
	    .step_limit = 1024,
	};
	const struct tiling *tiling = test_layout_tiling(&bench->layout, "x");
	bench->value =
	    shards_of(tiling, resharder_shard(&bench->resharder, tiling, extents), extents);
}

static const struct window_cut *cut(struct bench *bench, struct shards_window window)
{
	struct shards_window *kept = arena_new(&bench->layout.scratch, struct shards_window, 1);
	*kept = window;
	return windows_cut(&bench->resharder, bench->value.tiling, bench->value.local,
	                   bench->value.extents, kept);
}

Test(windows, one_element_at_every_place_moves_nothing)
{
	struct bench b;
	set_up(&b, (int64_t[]){16});
	const struct window_cut *cuts = cut(&b, (struct shards_window){1, 1, 0, 0, 1, 1});
	cr_assert_not_null(cuts);
	cr_expect_not(cuts->moves);
	cr_expect_eq(windows_exchange(&b.resharder, &b.value, cuts), WINDOWS_DONE);
	cr_expect_eq(b.resharder.step_count, 0);
	test_layout_drop(&b.layout);
}

Test(windows, of_three_elements_take_one_from_each_side)
{
	struct bench b;
	set_up(&b, (int64_t[]){16});
	const struct window_cut *cuts = cut(&b, (struct shards_window){3, 1, 1, 1, 1, 1});
	cr_assert_not_null(cuts);
	cr_expect_eq(cuts->size, 6);
	cr_expect_eq(windows_exchange(&b.resharder, &b.value, cuts), WINDOWS_DONE);
	cr_expect_eq(b.value.local[0], 6);
	cr_expect_eq(b.resharder.step_count, 2);
	cr_expect_eq(b.resharder.steps[0].operand_bytes, 4);
	test_layout_drop(&b.layout);
}

Test(windows, longer_than_the_padded_value_are_none)
{
	struct bench b;
	set_up(&b, (int64_t[]){16});
	cr_expect_null(cut(&b, (struct shards_window){20, 1, 0, 0, 1, 2}));
	cr_expect_eq(b.resharder.outcome, RESHARD_PREDICTED);
	test_layout_drop(&b.layout);
}

Test(windows, as_long_as_the_value_reach_too_far)
{
	struct bench b;
	set_up(&b, (int64_t[]){16});
	const struct window_cut *cuts = cut(&b, (struct shards_window){16, 1, 15, 0, 1, 1});
	cr_assert_not_null(cuts);
	cr_expect_eq(windows_exchange(&b.resharder, &b.value, cuts), WINDOWS_TOO_FAR);
	cr_expect_eq(b.value.local[0], 4);
	cr_expect_eq(b.resharder.latest, 0, "nothing depends on a step");
	test_layout_drop(&b.layout);
}

Test(windows, that_leave_shards_out_exchange_among_the_others)
{
	struct bench b;
	set_up(&b, (int64_t[]){16});
	/* The first two elements: all on the first shard. */
	const struct window_cut *cuts = cut(&b, (struct shards_window){1, 1, 0, -14, 1, 1});
	cr_assert_not_null(cuts);
	cr_expect_eq(cuts->shards, 2);
	test_layout_drop(&b.layout);
}

Test(windows, of_absurd_sizes_cannot_be_told)
{
	static const struct shards_window absurd[] = {
	    {INT64_MAX, 1, 0, 0, 1, 1}, {2, 0, 0, 0, 1, 1},  {1, 1, INT64_MIN, 0, 1, 1},
	    {1, 1, 0, INT64_MAX, 1, 1}, {2, 1, 0, 0, -1, 1}, {2, 1, 0, 0, 1, INT64_MAX},
	    {1, 1, 0, 0, INT64_MAX, 1},
	};
	for (size_t i = 0; i < COUNT_OF(absurd); i++) {
		struct bench b;
		set_up(&b, (int64_t[]){16});
		cr_expect_null(cut(&b, absurd[i]), "%zu", i);
		cr_expect_eq(b.resharder.outcome, RESHARD_UNKNOWN, "%zu", i);
		test_layout_drop(&b.layout);
	}
}
