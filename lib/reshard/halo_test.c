/* SPDX-License-Identifier: Apache-2.0 */
#include <criterion/criterion.h>

#include "reshard/halo.h"
#include "testing/layout_reshard.h"

/* A value of 4-byte elements on a mesh, and a resharder to exchange it with. */
struct bench {
	struct test_layout layout;
	struct resharder resharder;
	struct shards value;
};

static void set_up(struct bench *bench, const char *mesh, const char *sharding,
                   const int64_t *extents)
{
	test_layout_mesh(&bench->layout, mesh);
	bench->resharder = (struct resharder){
	    .scratch = &bench->layout.scratch,
	    .element_bytes = 4,
	    .step_limit = 1024,
	};
	const struct tiling *tiling = test_layout_tiling(&bench->layout, sharding);
	bench->value =
	    shards_of(tiling, resharder_shard(&bench->resharder, tiling, extents), extents);
}

/* Permutes as text: bytes and pairs, "8: 1 0 2 1". */
static const char *permutes(struct bench *bench)
{
	struct str text = {"", 0};
	for (uint32_t i = 0; i < bench->resharder.step_count; i++) {
		const struct reshard_step *step = &bench->resharder.steps[i];
		const char *ids = step->pairs
		                      ? test_layout_ids(&bench->layout, &step->pairs[0].source,
		                                        2 * (int32_t)step->pair_count)
		                      : reshard_kind_name(step->kind);
		text = str_format(&bench->layout.arena, "%.*s%s%lld: %s", STR_ARG(text),
		                  i ? "; " : "", (long long)step->operand_bytes, ids);
	}
	return text.s;
}

Test(halo, relayout_of_a_dimension_of_one_tile_is_local)
{
	struct bench b;
	set_up(&b, "x=2", "- x", (int64_t[]){5, 4});
	int64_t left_over;
	const int64_t *local = halo_relayout(&b.resharder, b.value, 0, 3, &left_over);
	cr_expect_eq(local[0], 5);
	cr_expect_eq(left_over, 3);
	cr_expect_eq(b.resharder.step_count, 0);
	test_layout_drop(&b.layout);
}

Test(halo, relayout_shifts_elements_to_the_left_when_shards_grow)
{
	struct bench b;
	set_up(&b, "x=3", "x", (int64_t[]){6});
	int64_t left_over;
	/* Shards of 2 become shards of 3: the second gives its first element, the third both. */
	const int64_t *local = halo_relayout(&b.resharder, b.value, 0, 3, &left_over);
	cr_expect_eq(local[0], 3);
	cr_expect_eq(left_over, 0);
	cr_expect_str_eq(permutes(&b), "8: 1 0 2 1");
	test_layout_drop(&b.layout);
}

Test(halo, relayout_shifts_elements_to_the_right_when_shards_shrink)
{
	struct bench b;
	set_up(&b, "x=2", "x", (int64_t[]){6});
	int64_t left_over;
	const int64_t *local = halo_relayout(&b.resharder, b.value, 0, -2, &left_over);
	cr_expect_eq(local[0], 2);
	cr_expect_str_eq(permutes(&b), "4: 0 1");
	test_layout_drop(&b.layout);
}

Test(halo, relayout_gathers_what_would_travel_too_far)
{
	struct bench b;
	set_up(&b, "x=4", "x", (int64_t[]){4});
	int64_t left_over;
	const int64_t *local = halo_relayout(&b.resharder, b.value, 0, 8, &left_over);
	cr_expect_eq(local[0], 3);
	cr_expect_str_eq(permutes(&b), "4: all-gather");
	test_layout_drop(&b.layout);
}

/* Each shard wants `size` elements before its own, or after. */
static int64_t constant_size(int64_t shard, const void *context)
{
	return *(const int64_t *)context;
}

Test(halo, compact_exchange_uses_one_permute_for_one_neighbour)
{
	struct bench b;
	set_up(&b, "x=4", "x", (int64_t[]){16});
	const int64_t size = 2;
	struct halo halo = {.left = constant_size, .right = constant_size, .context = &size};
	int64_t widest = halo_exchange_compact(&b.resharder, b.value, 0, halo);
	cr_expect_eq(widest, 8);
	cr_expect_str_eq(permutes(&b), "8: 0 1 1 2 2 3; 8: 1 0 2 1 3 2");
	test_layout_drop(&b.layout);
}

Test(halo, compact_exchange_runs_in_every_line_of_the_array)
{
	struct bench b;
	set_up(&b, "x=2 y=2", "x y", (int64_t[]){4, 8});
	const int64_t size = 1;
	struct halo halo = {.left = constant_size, .right = constant_size, .context = &size};
	cr_expect_eq(halo_exchange_compact(&b.resharder, b.value, 1, halo), 6);
	cr_expect_str_eq(permutes(&b), "8: 0 1 2 3; 8: 1 0 3 2");
	test_layout_drop(&b.layout);
}

Test(halo, compact_exchange_sends_nothing_for_padding)
{
	struct bench b;
	set_up(&b, "x=2", "x", (int64_t[]){2});
	const int64_t none = 0;
	struct halo halo = {.left = constant_size, .right = constant_size, .context = &none};
	cr_expect_eq(halo_exchange_compact(&b.resharder, b.value, 0, halo), 1);
	cr_expect_eq(b.resharder.step_count, 0);
	test_layout_drop(&b.layout);
}
