/* SPDX-License-Identifier: Apache-2.0 */
#include "hardware/physical_mesh.h"

#include "testing/release.h"

static struct device_list slice(struct arena *arena, int64_t x, int64_t y, int64_t z, int64_t cores)
{
	struct topology topology = {
	    .device_kind = STR("TPU v4"), .extent = {x, y, z}, .cores = cores, .slices = 1};
	return topology_devices(arena, &topology);
}

Test(physical_mesh, stands_in_order_of_coordinates)
{
	struct arena arena = {0};
	struct device_list devices = slice(&arena, 4, 2, 2, 1);
	const struct jax_rules newest = jax_newest_rules();
	struct physical_mesh mesh = physical_mesh_of(&arena, &devices, &newest, CORE_NONE);
	cr_assert(!mesh.error.type);
	cr_expect_eq(mesh.rank, 3);
	for (int x = 0; x < 4; x++)
		for (int y = 0; y < 2; y++)
			for (int z = 0; z < 2; z++)
				cr_expect_eq(mesh.ids[(x * 2 + y) * 2 + z], x + 4 * (y + 2 * z));
	arena_drop(&arena);
}

Test(physical_mesh, has_a_core_axis_where_the_kind_has_one)
{
	struct arena arena = {0};
	struct device_list two = slice(&arena, 2, 2, 1, 2), one = slice(&arena, 2, 2, 1, 1);
	const struct jax_rules newest = jax_newest_rules(), *rules = &newest;
	cr_expect_eq(physical_mesh_of(&arena, &two, rules, CORE_ALWAYS).shape[AXIS_CORE], 2);
	cr_expect_eq(physical_mesh_of(&arena, &one, rules, CORE_ALWAYS).rank, 4);
	cr_expect_eq(physical_mesh_of(&arena, &two, rules, CORE_IF_TWO).rank, 4);
	cr_expect_eq(physical_mesh_of(&arena, &one, rules, CORE_IF_TWO).rank, 3);
	struct physical_mesh refused = physical_mesh_of(&arena, &two, rules, CORE_NONE);
	cr_expect_str_eq(refused.error.type, "AssertionError");
	cr_expect(str_starts_with(refused.error.message, STR("Creating meshes for TPU >v3")));
	arena_drop(&arena);
}

/* The upper half of a slice starts at z 2: newer releases count from there, the oldest from 0. */
Test(physical_mesh, of_a_part_counts_from_its_corner)
{
	struct arena arena = {0};
	struct device_list devices = slice(&arena, 2, 2, 4, 1);
	devices.items += 8;
	devices.count = 8;
	const struct jax_rules newest = jax_newest_rules();
	struct physical_mesh mesh = physical_mesh_of(&arena, &devices, &newest, CORE_NONE);
	cr_assert(!mesh.error.type);
	cr_expect_eq(mesh.shape[AXIS_Z], 2);
	cr_expect_eq(mesh.ids[0], 8);
	const struct jax_rules oldest = testing_release("0.4.30");
	mesh = physical_mesh_of(&arena, &devices, &oldest, CORE_NONE);
	cr_expect_eq(mesh.shape[AXIS_Z], 4);
	cr_expect_eq(mesh.ids[0], -1);
	arena_drop(&arena);
}

Test(physical_mesh, misses_a_device)
{
	struct arena arena = {0};
	struct device_list devices = slice(&arena, 2, 2, 1, 1);
	devices.count = 3;
	const struct jax_rules newest = jax_newest_rules();
	struct physical_mesh mesh = physical_mesh_of(&arena, &devices, &newest, CORE_NONE);
	cr_assert(mesh.error.type);
	cr_expect(str_starts_with(mesh.error.message, STR("jax_devices=[TpuDevice(id=0, ")));
	cr_expect(str_ends_with(mesh.error.message, STR("dims=(2, 2, 1) cores_per_chip=1")));
	arena_drop(&arena);
}

Test(physical_mesh, is_reordered_for_contiguous_submeshes)
{
	struct arena arena = {0};
	struct device_list devices = slice(&arena, 4, 4, 4, 1);
	const struct jax_rules newest = jax_newest_rules();
	struct physical_mesh mesh = physical_mesh_of(&arena, &devices, &newest, CORE_NONE);
	const int64_t shape[] = {1, 16, 4}, other[] = {8, 8};
	struct physical_mesh contiguous = physical_mesh_contiguous(&arena, mesh, shape, 3);
	cr_assert(!contiguous.error.type);
	cr_expect_eq(contiguous.axis[1], AXIS_Z);
	cr_expect_eq(contiguous.ids[1], mesh.ids[4]);
	cr_expect_eq(contiguous.ids[4], mesh.ids[1]);
	struct str message = physical_mesh_contiguous(&arena, mesh, other, 2).error.message;
	cr_expect(str_ends_with(message, STR("Available mesh_shapes: [(16, 4)]")));
	arena_drop(&arena);
}

Test(transposed_ids, reads_along_axes_in_another_order)
{
	struct arena arena = {0};
	const int32_t ids[] = {0, 1, 2, 3, 4, 5};
	const int64_t sizes[] = {2, 3};
	const uint32_t axes[] = {1, 0};
	const int32_t expected[] = {0, 3, 1, 4, 2, 5};
	int32_t *got = transposed_ids(&arena, ids, sizes, axes, 2);
	cr_expect_arr_eq(got, expected, sizeof expected);
	arena_drop(&arena);
}
