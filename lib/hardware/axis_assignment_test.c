/* SPDX-License-Identifier: Apache-2.0 */
#include "hardware/axis_assignment.h"

#include <criterion/criterion.h>

#include "hardware/axis_split.h"
#include "testing/release.h"

static struct physical_mesh torus(int64_t x, int64_t y, int64_t z)
{
	return (struct physical_mesh){.rank = 3, .shape = {x, y, z}};
}

/* Keys by which a choice of parts is judged, largest first; see axis_split_assign. */
struct key {
	int64_t parts[6];
};

static struct key key_of(const int64_t *shape, const int64_t *taken, const int64_t *sizes)
{
	struct key key = {{1, 0, 1, sizes[0], sizes[1], sizes[2]}};
	for (int axis = 0; axis < 3; axis++) {
		if (sizes[axis] == shape[axis]) {
			key.parts[0] *= sizes[axis];
			key.parts[1] += sizes[axis] > 1;
		}
		if (taken[axis] > 1)
			key.parts[2] *= sizes[axis];
	}
	return key;
}

static bool is_larger(struct key a, struct key b)
{
	for (int i = 0; i < 6; i++)
		if (a.parts[i] != b.parts[i])
			return a.parts[i] > b.parts[i];
	return false;
}

/* The best of all triples of divisors, tried one by one; false when none fits. */
static bool best_by_trial(const int64_t *shape, const int64_t *taken, int64_t size, int64_t *best)
{
	bool found = false;
	for (int64_t x = 1; x <= size; x++)
		for (int64_t y = 1; x * y <= size; y++) {
			int64_t sizes[3] = {x, y, size / x / y};
			if (x * y * sizes[2] != size)
				continue;
			bool fits = true;
			for (int axis = 0; axis < 3; axis++)
				fits = fits && shape[axis] / taken[axis] % sizes[axis] == 0;
			if (!fits)
				continue;
			if (!found ||
			    is_larger(key_of(shape, taken, sizes), key_of(shape, taken, best)))
				memcpy(best, sizes, sizeof sizes);
			found = true;
		}
	return found;
}

/* Compares the split of one mesh with trial; false when neither finds one. */
static bool agrees_with_trial(const struct physical_mesh *mesh, const int64_t *shape, uint32_t rank)
{
	int64_t sizes[12], taken[3] = {1, 1, 1}, best[3] = {1, 1, 1};
	for (uint32_t i = 0; i < 3 * rank; i++)
		sizes[i] = 1;
	const struct jax_rules newest = jax_newest_rules();
	struct mesh_error error = axis_split_assign(mesh, shape, rank, &newest, sizes);
	for (uint32_t logical = rank; logical-- > 0;) {
		if (!best_by_trial(mesh->shape, taken, shape[logical], best)) {
			cr_expect_str_eq(error.type, "TypeError");
			return false;
		}
		for (uint32_t axis = 0; axis < 3; axis++) {
			if (!error.type)
				cr_expect_eq(sizes[axis * rank + logical], best[axis]);
			taken[axis] *= best[axis];
		}
	}
	cr_expect(!error.type);
	return true;
}

Test(axis_split, is_the_best_of_all_choices)
{
	static const int64_t shapes[][3] = {{2, 2, 1}, {4, 4, 1},  {4, 4, 4}, {2, 4, 4}, {4, 4, 12},
	                                    {4, 8, 8}, {8, 8, 20}, {3, 5, 7}, {4, 28, 1}};
	int split = 0;
	for (size_t i = 0; i < COUNT_OF(shapes); i++) {
		struct physical_mesh mesh = torus(shapes[i][0], shapes[i][1], shapes[i][2]);
		int64_t devices = shapes[i][0] * shapes[i][1] * shapes[i][2];
		for (int64_t a = 1; a <= devices; a++)
			for (int64_t b = 1; devices % a == 0 && b <= devices / a; b++) {
				const int64_t shape[] = {a, b, devices / a / b};
				if (devices / a % b == 0)
					split += agrees_with_trial(&mesh, shape, 3);
			}
	}
	cr_expect_gt(split, 300);
}

/* The framework's mistake in releases before 0.11.1: 28 has lost its twos, and 14 its two. */
Test(axis_split, loses_factors_where_the_release_does)
{
	struct physical_mesh mesh = torus(4, 28, 1);
	const int64_t shape[] = {14, 8};
	int64_t sizes[] = {1, 1, 1, 1, 1, 1};
	const struct jax_rules newest = jax_newest_rules(), before = testing_release("0.10.2");
	struct mesh_error error = axis_split_assign(&mesh, shape, 2, &before, sizes);
	cr_assert(error.type);
	cr_expect_str_eq(error.type, "TypeError");
	cr_expect(!axis_split_assign(&mesh, shape, 2, &newest, sizes).type);
}

static struct axis_assignment whole(struct arena *arena, const struct physical_mesh *mesh,
                                    const int64_t *shape, uint32_t rank, bool core_first)
{
	struct axis_assignment_options options = {.core_axis_first = core_first};
	const struct jax_rules newest = jax_newest_rules();
	return axis_assignment_of(arena, mesh, shape, rank, options, &newest);
}

Test(axis_assignment, gives_the_last_axis_the_most_physical_ones)
{
	struct arena arena = {0};
	struct physical_mesh mesh = torus(4, 4, 16);
	const int64_t shape[] = {16, 16};
	struct axis_assignment got = whole(&arena, &mesh, shape, 2, false);
	const int64_t expected[] = {1, 4, 1, 4, 16, 1};
	cr_assert(!got.error.type);
	cr_expect_arr_eq(got.sizes, expected, sizeof expected);
	arena_drop(&arena);
}

Test(axis_assignment, gives_the_last_axis_the_cores_where_they_are_first)
{
	struct arena arena = {0};
	struct physical_mesh mesh = {.rank = 4, .shape = {4, 4, 2, 2}};
	const int64_t shape[] = {32, 2};
	struct axis_assignment by_index = whole(&arena, &mesh, shape, 2, false);
	struct axis_assignment by_speed = whole(&arena, &mesh, shape, 2, true);
	cr_expect_eq(by_index.sizes[AXIS_Z * 2 + 1], 2);
	cr_expect_eq(by_speed.sizes[AXIS_CORE * 2 + 1], 2);
	cr_expect_eq(by_speed.sizes[AXIS_Z * 2 + 1], 1);
	arena_drop(&arena);
}

Test(axis_assignment, says_what_remained)
{
	struct arena arena = {0};
	struct physical_mesh mesh = torus(2, 2, 4);
	const int64_t shape[] = {2, 2, 4};
	struct axis_assignment got = whole(&arena, &mesh, shape, 3, false);
	cr_expect_str_eq(got.error.type, "NotImplementedError");
	cr_expect(str_starts_with(got.error.message,
	                          STR("Failed to find assignment for logical_axis_index 1 of size "
	                              "2 with remaining assignable mesh [0, 0, 4]. ")));
	arena_drop(&arena);
}
