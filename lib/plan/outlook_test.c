/* SPDX-License-Identifier: Apache-2.0 */
#include "plan/outlook.h"

#include <criterion/criterion.h>

/* How a mesh lies on hardware by the newest JAX. */
static struct outlook look(struct arena *arena, struct arena *scratch, const char *name,
                           struct outlook_request request)
{
	struct hardware *hardware = arena_new(arena, struct hardware, 1);
	struct diags diags = diags_make(arena);
	*hardware = hardware_named(arena, str_of(name));
	request.hardware = hardware;
	request.framework = framework_read(arena, STR(""), (struct span){0, 0}, &diags);
	return outlook_of(arena, scratch, &request);
}

Test(outlook, times_an_all_gather_over_each_axis)
{
	struct arena arena = {0}, scratch = {0};
	struct outlook outlook =
	    look(&arena, &scratch, "v5e-256", (struct outlook_request){.mesh = STR("x=16,y=-1")});
	cr_assert(outlook.axes);
	cr_expect_eq(outlook.diags->count, 0);
	for (uint32_t i = 0; i < 2; i++) {
		const struct axis_outlook *axis = &outlook.axes[i];
		cr_expect_eq(axis->links.count, 1);
		cr_expect(cost_axis_is_ring(&axis->links.axes[0]));
		cr_expect_float_eq(axis->gather.expected, 0.0118, 0.001);
		cr_expect(axis->gather.low <= axis->gather.expected);
		cr_expect(axis->gather.expected <= axis->gather.high);
	}
	arena_drop(&arena);
	arena_drop(&scratch);
}

Test(outlook, sees_the_network_between_slices)
{
	struct arena arena = {0}, scratch = {0};
	struct outlook_request request = {.mesh = STR("x=32,y=16"),
	                                  .dcn = STR("x=2"),
	                                  .builder = BUILT_BY_CREATE_HYBRID_DEVICE_MESH};
	struct outlook outlook = look(&arena, &scratch, "2xv6e-256", request);
	cr_assert(outlook.axes);
	cr_assert_eq(outlook.axes[0].links.count, 2);
	cr_expect_eq(outlook.axes[0].links.axes[1].link, COST_LINK_NETWORK);
	cr_expect_eq(outlook.axes[1].links.count, 1);
	arena_drop(&arena);
	arena_drop(&scratch);
}

Test(outlook, says_why_a_mesh_does_not_lie)
{
	struct arena arena = {0}, scratch = {0};
	struct outlook outlook =
	    look(&arena, &scratch, "v6e-64", (struct outlook_request){.mesh = STR("x=32,y=2")});
	cr_expect_null(outlook.axes);
	cr_assert_eq(outlook.diags->count, 1);
	cr_expect_str_eq(outlook.diags->first->rule->name, "mesh-unmappable");
	outlook = look(&arena, &scratch, "v6e-64", (struct outlook_request){.mesh = STR("x=65")});
	cr_expect_str_eq(outlook.diags->first->rule->name, "mesh-devices");
	outlook =
	    look(&arena, &scratch, "v6e-64", (struct outlook_request){.mesh = STR("x=-1,y=3")});
	cr_expect_null(outlook.axes);
	arena_drop(&arena);
	arena_drop(&scratch);
}

Test(outlook, refuses_parts_that_cut_no_axis)
{
	static const char *const parts[] = {"z=2", "x=3", "x", "x=2,", "x=0", ","};
	struct arena arena = {0}, scratch = {0};
	for (size_t i = 0; i < COUNT_OF(parts); i++) {
		struct outlook_request request = {.mesh = STR("x=32,y=16"),
		                                  .dcn = str_of(parts[i]),
		                                  .builder = BUILT_BY_CREATE_HYBRID_DEVICE_MESH};
		struct outlook outlook = look(&arena, &scratch, "2xv6e-256", request);
		cr_expect_null(outlook.mesh, "%s", parts[i]);
		cr_expect_eq(outlook.diags->count, 1, "%s", parts[i]);
	}
	arena_drop(&arena);
	arena_drop(&scratch);
}
