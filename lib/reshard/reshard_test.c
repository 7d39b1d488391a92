/* SPDX-License-Identifier: Apache-2.0 */
#include <criterion/criterion.h>
#include <criterion/parameterized.h>

#include "testing/layout_reshard.h"

/* One reshard and its steps; shapes of rank 1 to 4. */
struct example {
	const char *name, *mesh, *from, *to;
	int64_t extents[4];
	const char *steps;
};

static const struct example examples[] = {
    {"the same", "x=2 y=4", "x y", "x y", {8, 16}, ""},
    {"size-1 axes do not count", "x=2 y=1", "x -", "xy -", {8, 16}, ""},
    {"gather", "x=2 y=4", "x -", "- -", {8, 16}, "all-gather 0 x 256>512"},
    {"a tuple is gathered at once", "x=2 y=4", "yx -", "- -", {8, 16}, "all-gather 0 y x 64>512"},
    {"last dimension first",
     "x=2 y=4",
     "x y",
     "- -",
     {8, 16},
     "all-gather 1 y 64>256; all-gather 0 x 256>512"},
    {"slice", "x=2 y=4", "- -", "x y", {8, 16}, "slice 512>64"},
    {"permute", "x=2 y=2", "x -", "y -", {8, 16}, "collective-permute x y 256>256"},
    {"order of axes", "x=2 y=4", "xy -", "yx -", {8, 16}, "collective-permute x y 64>64"},
    {"all-to-all", "x=4", "x -", "- x", {8, 16}, "all-to-all 1 x 128>128"},
    {"part of an axis",
     "x=2 y=4",
     "x y",
     "y x",
     {8, 16},
     "all-to-all 0 y:(2)2 64>64; collective-permute x y 64>64"},
    {"two dimensions at once",
     "x=2 y=2",
     "x y - -",
     "- - x y",
     {4, 4, 4, 4},
     "all-to-all 0 x y 256>256"},
    {"slice, then permute",
     "x=2 y=4",
     "x -",
     "y -",
     {8, 16},
     "slice 256>128; collective-permute x y 128>128"},
    {"permute, then gather",
     "x=2 y=4",
     "y -",
     "x -",
     {8, 16},
     "collective-permute x y 128>128; all-gather 0 y:(1)2 128>256"},
    {"last resort", "x=2 y=4", "x -", "- y", {8, 16}, "all-gather 0 x 256>512; slice 512>128"},
    {"no elements, nothing to do", "x=2 y=2", "x -", "- y", {0, 8}, ""},
    {"uneven gather is padded", "x=4", "x", "-", {3}, "all-gather 0 x 4>16"},
    {"one element is broadcast", "x=8", "x -", "- -", {1, 4}, "all-reduce x 16>16"},
    {"few elements are added up", "x=8", "x", "-", {3}, "all-reduce x 12>12"},
    {"boundaries move before a gather",
     "x=2 y=4",
     "- xy",
     "- y",
     {6, 10},
     "collective-permute x y 48>48; collective-permute y 24>24; collective-permute x y "
     "48>48; "
     "all-gather 1 x 48>96"},
};

enum { EXAMPLES = COUNT_OF(examples) };

ParameterizedTestParameters(reshard, takes_the_steps_of_xla)
{
	static int index[EXAMPLES];
	for (int i = 0; i < EXAMPLES; i++)
		index[i] = i;
	return cr_make_param_array(int, index, EXAMPLES);
}

ParameterizedTest(int *index, reshard, takes_the_steps_of_xla)
{
	const struct example *e = &examples[*index];
	struct test_layout layout;
	test_layout_mesh(&layout, e->mesh);
	struct reshard reshard = test_layout_reshard(&layout, e->from, e->to, e->extents, false);
	cr_expect_eq(reshard.outcome, RESHARD_PREDICTED);
	cr_expect_str_eq(test_layout_steps(&layout, &reshard), e->steps, "%s: %s", e->name,
	                 test_layout_steps(&layout, &reshard));
	test_layout_drop(&layout);
}

Test(reshard, flags_the_steps_of_a_full_rematerialization)
{
	struct test_layout layout;
	test_layout_mesh(&layout, "x=2 y=4");
	struct reshard r = test_layout_reshard(&layout, "x -", "- y", (int64_t[]){8, 16}, false);
	cr_assert_eq(r.step_count, 2);
	cr_expect(r.full_rematerialization);
	cr_expect(r.steps[0].full_rematerialization);
	cr_expect_not(r.steps[1].full_rematerialization);
	test_layout_drop(&layout);
}

Test(reshard, does_not_flag_a_gather_that_was_asked_for)
{
	struct test_layout layout;
	test_layout_mesh(&layout, "x=2 y=4");
	struct reshard r = test_layout_reshard(&layout, "x y", "- -", (int64_t[]){8, 16}, false);
	cr_expect_not(r.full_rematerialization);
	cr_expect_not(r.steps[0].full_rematerialization);
	test_layout_drop(&layout);
}

Test(reshard, lists_identity_pairs_of_a_permute_in_array_order)
{
	struct test_layout layout;
	test_layout_mesh(&layout, "x=2 y=2");
	struct reshard r = test_layout_reshard(&layout, "x", "y", (int64_t[]){16}, false);
	cr_assert_eq(r.step_count, 1);
	cr_assert_eq(r.steps[0].pair_count, 4);
	cr_expect_str_eq(test_layout_ids(&layout, &r.steps[0].pairs[0].source, 8),
	                 "0 0 1 2 2 1 3 3");
	cr_expect_null(r.steps[0].groups);
	test_layout_drop(&layout);
}

Test(reshard, says_what_devices_hold_after_a_step)
{
	struct test_layout layout;
	test_layout_mesh(&layout, "x=2 y=4");
	struct reshard r = test_layout_reshard(&layout, "y -", "x -", (int64_t[]){8, 16}, false);
	cr_assert_eq(r.step_count, 2);
	cr_expect_eq(r.steps[0].after.tiling->tiles[0], 4);
	cr_expect(tiling_equal(r.steps[1].after.tiling, test_layout_tiling(&layout, "x -")));
	cr_expect_eq(r.steps[1].after.extents[1], 16);
	test_layout_drop(&layout);
}

Test(reshard, has_no_axes_without_a_mesh)
{
	struct test_layout layout;
	test_layout_mesh(&layout, "x=4");
	struct reshard_request request = {
	    .from = test_layout_tiling(&layout, "x"),
	    .to = test_layout_tiling(&layout, "-"),
	    .extents = (int64_t[]){8},
	    .rank = 1,
	    .element_bytes = 2,
	};
	struct reshard r = reshard_plan(&layout.arena, &layout.scratch, &request);
	cr_assert_eq(r.step_count, 1);
	cr_expect_not(r.steps[0].axes_known);
	cr_expect_eq(r.steps[0].group_size, 4);
	cr_expect_eq(r.steps[0].result_bytes, 16);
	test_layout_drop(&layout);
}

/* Reshards on which a compiler process dies, by release. */
struct abort_example {
	const char *mesh, *from, *to;
	int64_t extent;     /* of every dimension */
	bool before, since; /* up to jaxlib 0.11.1, from 0.11.2 */
};

static const struct abort_example aborts[] = {
    /* Two moves at once, one from a dimension whose tiles come only with a later move. */
    {"a=2 b=2 c=4", "c b - a", "a - b c", 192, true, true},
    /* 6 = 3 * 2 tiles have no major 2. */
    {"x=3 y=2", "y x", "xy -", 12, false, true},
    {"x=3 y=2", "x y", "xy -", 12, false, false},
    {"a=2 b=3 c=2", "bc a", "a cb", 24, false, true},
    /* The replicas over (a, c) = 3 * 2 have no major 2. */
    {"a=3 b=2 c=2", "- b", "- cb", 24, false, true},
    {"a=2 b=3 c=2", "- a", "- ba", 24, false, false},
    {"a=4 b=2 c=2", "- b", "- cb", 32, false, false},
};

enum { ABORTS = COUNT_OF(aborts) };

ParameterizedTestParameters(reshard, knows_which_release_aborts)
{
	static int index[ABORTS];
	for (int i = 0; i < ABORTS; i++)
		index[i] = i;
	return cr_make_param_array(int, index, ABORTS);
}

ParameterizedTest(int *index, reshard, knows_which_release_aborts)
{
	const struct abort_example *e = &aborts[*index];
	int64_t extents[4] = {e->extent, e->extent, e->extent, e->extent};
	struct test_layout layout;
	test_layout_mesh(&layout, e->mesh);
	struct reshard before = test_layout_reshard(&layout, e->from, e->to, extents, false);
	struct reshard since = test_layout_reshard(&layout, e->from, e->to, extents, true);
	cr_expect_eq(before.outcome == RESHARD_ABORTS, e->before, "%s > %s", e->from, e->to);
	cr_expect_eq(since.outcome == RESHARD_ABORTS, e->since, "%s > %s", e->from, e->to);
	cr_expect_eq(since.outcome == RESHARD_ABORTS, since.reason != NULL);
	cr_expect(!e->since || since.step_count == 0);
	test_layout_drop(&layout);
}

Test(reshard, is_unknown_beyond_the_limits)
{
	struct test_layout layout;
	test_layout_mesh(&layout, "x=2 y=2");
	int64_t too_long[] = {RESHARD_MAX_EXTENT + 1, 4}, negative[] = {-1, 4};
	int64_t too_many[] = {RESHARD_MAX_EXTENT, RESHARD_MAX_EXTENT};
	const int64_t *shapes[] = {too_long, negative, too_many};
	for (size_t i = 0; i < COUNT_OF(shapes); i++) {
		struct reshard r = test_layout_reshard(&layout, "x -", "- x", shapes[i], false);
		cr_expect_eq(r.outcome, RESHARD_UNKNOWN);
		cr_expect_not_null(r.reason);
		cr_expect_eq(r.step_count, 0);
	}
	test_layout_drop(&layout);
}

Test(reshard, is_unknown_between_tilings_that_do_not_belong_together)
{
	struct test_layout a, b;
	test_layout_mesh(&a, "x=2 y=2");
	test_layout_mesh(&b, "x=2 y=4");
	int64_t extents[] = {8, 8};
	struct reshard_request request = {
	    .from = test_layout_tiling(&a, "x -"),
	    .extents = extents,
	    .rank = 2,
	    .element_bytes = 4,
	};
	const struct tiling *targets[] = {test_layout_tiling(&b, "x -"),
	                                  test_layout_tiling(&a, "x - -")};
	for (size_t i = 0; i < COUNT_OF(targets); i++) {
		request.to = targets[i];
		struct reshard r = reshard_plan(&a.arena, &a.scratch, &request);
		cr_expect_eq(r.outcome, RESHARD_UNKNOWN);
		cr_expect_not_null(r.reason);
	}
	test_layout_drop(&a);
	test_layout_drop(&b);
}

Test(reshard, is_unknown_on_too_many_devices_before_it_counts_them_out)
{
	struct test_layout layout;
	test_layout_mesh(&layout, "x=65536 y=32767");
	struct reshard r =
	    test_layout_reshard(&layout, "x -", "- y", (int64_t[]){65536, 65536}, false);
	cr_expect_eq(r.outcome, RESHARD_UNKNOWN);
	cr_expect_lt(arena_footprint(&layout.arena), (size_t)1 << 20);
	cr_expect_lt(arena_footprint(&layout.scratch), (size_t)1 << 20);
	test_layout_drop(&layout);
}

Test(reshard, keeps_no_more_of_a_large_mesh_than_its_groups_and_pairs)
{
	struct test_layout layout;
	test_layout_mesh(&layout, "x=256 y=256");
	struct reshard r =
	    test_layout_reshard(&layout, "x y", "y x", (int64_t[]){65536, 65536}, false);
	cr_expect_str_eq(test_layout_steps(&layout, &r), "collective-permute x y 262144>262144");
	cr_expect_lt(arena_footprint(&layout.arena), (size_t)3 << 20);
	test_layout_drop(&layout);
}

Test(reshard, goes_to_a_mesh_with_the_devices_in_another_order)
{
	struct test_layout layout;
	uint32_t rank;
	test_layout_mesh(&layout, "x=4");
	struct named_mesh turned = layout.mesh;
	struct tile_assignment order =
	    tile_assignment_list(&layout.arena, &turned.count, 1, (const int64_t[]){3, 2, 1, 0});
	turned.order = &order;
	const struct axis_parts *axes = test_layout_axes(&layout, "x", &rank);
	struct reshard_request request = {
	    .mesh = &layout.mesh,
	    .from_axes = axes,
	    .to = tiling_of_axes(&layout.arena, &turned, axes, rank),
	    .extents = (int64_t[]){8},
	    .rank = rank,
	    .element_bytes = 4,
	};
	struct reshard r = reshard_plan(&layout.arena, &layout.scratch, &request);
	cr_assert_eq(r.step_count, 1);
	cr_expect_str_eq(test_layout_ids(&layout, &r.steps[0].pairs[0].source, 8),
	                 "0 3 1 2 2 1 3 0");
	test_layout_drop(&layout);
}

/* The steps on the mesh x=2 y=2 over the devices 1, 3, 2, 0, where axes keep their names. */
static struct reshard reshard_permuted(struct test_layout *layout, const char *from, const char *to)
{
	uint32_t rank;
	test_layout_mesh(layout, "x=2 y=2");
	struct named_mesh permuted = layout->mesh;
	struct tile_assignment order =
	    tile_assignment_list(&layout->arena, &permuted.count, 1, (const int64_t[]){1, 3, 2, 0});
	permuted.order = &order;
	struct reshard_request request = {
	    .mesh = &permuted,
	    .from_axes = test_layout_axes(layout, from, &rank),
	    .to_axes = test_layout_axes(layout, to, &rank),
	    .extents = (int64_t[]){8, 8},
	    .rank = rank,
	    .element_bytes = 4,
	    .keeps_names = true,
	};
	return reshard_plan(&layout->arena, &layout->scratch, &request);
}

/* As jaxlib 0.12.0.1 does. */
Test(reshard, goes_along_the_axes_of_a_mesh_whose_devices_are_permuted)
{
	struct test_layout layout;
	struct reshard r = reshard_permuted(&layout, "x -", "y x");
	cr_assert_eq(r.step_count, 2);
	cr_expect_eq(r.steps[1].kind, RESHARD_COLLECTIVE_PERMUTE);
	cr_expect_str_eq(test_layout_ids(&layout, &r.steps[1].pairs[0].source, 8),
	                 "1 1 3 2 2 3 0 0");
	test_layout_drop(&layout);
	r = reshard_permuted(&layout, "- y", "y -");
	cr_assert_eq(r.step_count, 1);
	cr_expect_eq(r.steps[0].kind, RESHARD_ALL_TO_ALL);
	cr_expect_str_eq(test_layout_ids(&layout, r.steps[0].groups, 4), "1 3 2 0");
	test_layout_drop(&layout);
}

Test(reshard, leaves_the_scratch_memory_as_it_was)
{
	struct test_layout layout;
	test_layout_mesh(&layout, "x=2 y=4");
	char *before = arena_new(&layout.scratch, char, 8);
	struct arena_mark mark = arena_mark(&layout.scratch);
	memcpy(before, "content", 8);
	test_layout_reshard(&layout, "x y", "y x", (int64_t[]){8, 8}, false);
	struct arena_mark after = arena_mark(&layout.scratch);
	cr_expect_eq(after.block, mark.block);
	cr_expect_eq(after.used, mark.used);
	cr_expect_str_eq(before, "content");
	test_layout_drop(&layout);
}

Test(reshard, names_its_kinds_as_hlo_does)
{
	cr_expect_str_eq(reshard_kind_name(RESHARD_ALL_GATHER), "all-gather");
	cr_expect_str_eq(reshard_kind_name(RESHARD_ALL_TO_ALL), "all-to-all");
	cr_expect_str_eq(reshard_kind_name(RESHARD_ALL_REDUCE), "all-reduce");
	cr_expect_str_eq(reshard_kind_name(RESHARD_COLLECTIVE_PERMUTE), "collective-permute");
	cr_expect_str_eq(reshard_kind_name(RESHARD_SLICE), "slice");
}
