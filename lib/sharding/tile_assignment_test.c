/* SPDX-License-Identifier: Apache-2.0 */
#include <criterion/criterion.h>
#include <criterion/parameterized.h>

#include "sharding/tile_assignment.h"

enum { MOST = 6 };

/* Sizes and order of an iota, ended by 0 and by the number of sizes. */
static const struct {
	int64_t sizes[MOST], canonical_sizes[MOST];
	uint32_t order[MOST], canonical_order[MOST], count, canonical_count;
} iotas[] = {
    {{3, 4, 5}, {60}, {0, 1, 2}, {0}, 3, 1},
    {{3, 4, 5}, {3, 4, 5}, {2, 1, 0}, {2, 1, 0}, 3, 3},
    {{3, 4, 5}, {3, 20}, {1, 2, 0}, {1, 0}, 3, 2},
    {{3, 4, 5}, {12, 5}, {2, 0, 1}, {1, 0}, 3, 2},
    {{1, 3, 1, 4, 1, 5}, {3, 20}, {4, 3, 2, 5, 1, 0}, {1, 0}, 6, 2},
    {{1, 1}, {1}, {1, 0}, {0}, 2, 1},
    {{2, 2}, {2, 2}, {0, 0}, {0, 0}, 2, 2}, /* no permutation: kept */
};

enum { IOTAS = COUNT_OF(iotas) };

ParameterizedTestParameters(tile_assignment, iota_is_canonical)
{
	static int indices[IOTAS];
	for (int i = 0; i < IOTAS; i++)
		indices[i] = i;
	return cr_make_param_array(int, indices, IOTAS);
}

ParameterizedTest(int *index, tile_assignment, iota_is_canonical)
{
	struct arena arena = {0};
	int64_t count;
	cr_assert(sizes_product(iotas[*index].sizes, iotas[*index].count, &count));
	struct tile_assignment tiles = tile_assignment_iota(
	    &arena, &count, 1, iotas[*index].sizes, iotas[*index].order, iotas[*index].count);
	cr_assert_eq(tiles.nsizes, iotas[*index].canonical_count);
	for (uint32_t i = 0; i < tiles.nsizes; i++) {
		cr_expect_eq(tiles.sizes[i], iotas[*index].canonical_sizes[i]);
		cr_expect_eq(tiles.order[i], iotas[*index].canonical_order[i]);
	}
	arena_drop(&arena);
}

ParameterizedTestParameters(tile_assignment, list_of_an_iota_is_found_to_be_it)
{
	static int indices[IOTAS - 1];
	for (int i = 0; i < IOTAS - 1; i++)
		indices[i] = i;
	return cr_make_param_array(int, indices, IOTAS - 1);
}

ParameterizedTest(int *index, tile_assignment, list_of_an_iota_is_found_to_be_it)
{
	struct arena arena = {0};
	int64_t count;
	cr_assert(sizes_product(iotas[*index].sizes, iotas[*index].count, &count));
	struct tile_assignment found,
	    tiles = tile_assignment_iota(&arena, &count, 1, iotas[*index].sizes,
	                                 iotas[*index].order, iotas[*index].count);
	const int64_t *devices = tile_assignment_devices(&arena, &tiles);
	struct tile_assignment list = tile_assignment_list(&arena, &count, 1, devices);
	cr_assert(tile_assignment_as_iota(&arena, &list, &found));
	cr_assert_eq(found.nsizes, tiles.nsizes);
	cr_expect_arr_eq(found.sizes, tiles.sizes, tiles.nsizes * sizeof *tiles.sizes);
	cr_expect_arr_eq(found.order, tiles.order, tiles.nsizes * sizeof *tiles.order);
	arena_drop(&arena);
}

Test(tile_assignment, list_that_is_no_iota_is_told)
{
	static const int64_t lists[][4] = {{0, 1, 3, 2}, {1, 0, 3, 2}, {0, 0, 0, 0}, {0, 3, 1, 2}};
	static const int64_t four = 4;
	struct arena arena = {0};
	struct tile_assignment found;
	for (size_t i = 0; i < COUNT_OF(lists); i++) {
		struct tile_assignment list = tile_assignment_list(&arena, &four, 1, lists[i]);
		cr_expect_not(tile_assignment_as_iota(&arena, &list, &found), "list %zu", i);
	}
	arena_drop(&arena);
}

Test(tile_assignment, replicas_are_sorted_within_an_iota_where_it_can_stay_one)
{
	static const int64_t dims[] = {2, 4}, sizes[] = {2, 2, 2};
	static const uint32_t order[] = {1, 2, 0};
	struct arena arena = {0};
	struct tile_assignment sorted,
	    tiles = tile_assignment_iota(&arena, dims, 2, sizes, order, 3);
	cr_assert(tile_assignment_sorted(&arena, &tiles, &sorted));
	cr_expect_null(sorted.list);
	static const int64_t wanted[] = {0, 1, 4, 5, 2, 3, 6, 7};
	cr_expect_arr_eq(tile_assignment_devices(&arena, &sorted), wanted, sizeof wanted);
	arena_drop(&arena);
}

Test(tile_assignment, iota_of_too_many_devices_is_not_listed)
{
	static const int64_t size = (int64_t)1 << 31;
	static const uint32_t order = 0;
	struct arena arena = {0};
	struct tile_assignment tiles = tile_assignment_iota(&arena, &size, 1, &size, &order, 1);
	cr_expect_null(tile_assignment_devices(&arena, &tiles));
	arena_drop(&arena);
}

Test(tile_assignment, product_that_does_not_fit_is_told)
{
	static const int64_t large[] = {(int64_t)1 << 40, (int64_t)1 << 40}, negative[] = {2, -1};
	int64_t product;
	cr_expect_not(sizes_product(large, 2, &product));
	cr_expect_not(sizes_product(negative, 2, &product));
}
