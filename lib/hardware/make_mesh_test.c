/* SPDX-License-Identifier: Apache-2.0 */
#include "hardware/make_mesh.h"

#include "hardware/hardware.h"
#include "testing/release.h"

/* jax.make_mesh of one or two axes; an axis of 0 is none. */
static struct device_mesh make(struct arena *arena, const char *name, int64_t x, int64_t y,
                               const char *release)
{
	struct hardware hardware = hardware_named(arena, str_of(name));
	cr_assert(!hardware.problem.len, "%s", name);
	struct topology topology = hardware_topology(&hardware);
	struct device_list devices = topology_devices(arena, &topology);
	int64_t shape[] = {x, y};
	struct device_mesh_request request = {.mesh_shape = shape, .rank = y ? 2 : 1};
	const struct jax_rules rules = testing_release(release);
	return make_mesh(arena, &devices, &request, &rules);
}

Test(make_mesh, takes_the_first_devices)
{
	struct arena arena = {0};
	struct device_mesh mesh = make(&arena, "h100-8", 4, 0, jax_newest_release());
	cr_assert_null(mesh.error.type);
	cr_expect_eq(mesh.count, 4);
	cr_expect_eq(mesh.ids[3], 3);
	arena_drop(&arena);
}

Test(make_mesh, needs_enough_devices)
{
	struct arena arena = {0};
	struct device_mesh mesh = make(&arena, "h100-8", 4, 4, jax_newest_release());
	cr_expect_eq(mesh.problem, DEVICE_MESH_COUNT);
	cr_expect(
	    str_equal(mesh.error.message,
	              STR("Number of devices 8 must be >= the product of mesh_shape (4, 4)")));
	cr_expect_str_eq(make(&arena, "h100-8", -8, 0, jax_newest_release()).error.type,
	                 "ValueError");
	cr_expect_str_eq(make(&arena, "h100-8", INT64_MAX, 3, jax_newest_release()).error.type,
	                 "ValueError");
	arena_drop(&arena);
}

Test(make_mesh, splits_axes_on_v5e_alone)
{
	struct arena arena = {0};
	cr_expect_null(make(&arena, "v5e-64", 32, 2, jax_newest_release()).error.type);
	cr_expect_str_eq(make(&arena, "v6e-64", 32, 2, jax_newest_release()).error.type,
	                 "NotImplementedError");
	arena_drop(&arena);
}

Test(make_mesh, refuses_several_slices_from_the_release_on_that_does)
{
	struct arena arena = {0};
	static const char before[] = "0.8.0", tpu[] = "0.8.1", any[] = "0.10.2";
	cr_expect_null(make(&arena, "2xv5e-4", 8, 0, before).error.type);
	cr_expect_eq(make(&arena, "2xv5e-4", 8, 0, tpu).problem, DEVICE_MESH_SLICES);
	cr_expect_null(make(&arena, "2xv5e-4", 4, 0, tpu).error.type);
	cr_expect_null(make(&arena, "h100-16", 16, 0, tpu).error.type);
	cr_expect_eq(make(&arena, "h100-16", 16, 0, any).problem, DEVICE_MESH_SLICES);
	cr_expect_null(make(&arena, "cpu-16", 16, 0, any).error.type);
	arena_drop(&arena);
}
