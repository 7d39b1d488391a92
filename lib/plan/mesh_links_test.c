/* SPDX-License-Identifier: Apache-2.0 */
#include "plan/mesh_links.h"

#include <stdio.h>

#include "hardware/device_mesh.h"
#include "testing/release.h"

struct links_case {
	const char *type;
	int64_t shape[3];
	uint32_t rank;
	uint32_t axis;        /* the logical axis in question; 9: all of them */
	const char *expected; /* link, size, "~" for a ring, "/stride", "%sharing" */
	bool is_cycle;
};

/* Meshes as the framework lays them. */
static const struct links_case links_cases[] = {
    {"v5e-256", {16, 16}, 2, 1, "torus 16~", true},
    {"v5e-256", {16, 16}, 2, 9, "torus 16~ torus 16~", false},
    {"v5e-128", {8, 16}, 2, 0, "torus 8", false},
    {"v5e-128", {8, 16}, 2, 1, "torus 16~", true},
    {"v5e-16", {16}, 1, 0, "torus 4 torus 4", true},
    {"v5e-16", {4, 4}, 2, 1, "torus 4", false},
    {"v4-128", {4, 16}, 2, 1, "torus 4~ torus 4~", false},
    {"v4-128", {8, 8}, 2, 1, "torus 4~ torus 2", false},
    {"v4-128", {8, 8}, 2, 0, "torus 2~/2 torus 4~", false},
    {"v5p-32", {4, 4}, 2, 0, "torus 4", false},
    {"v7x-128", {8, 16}, 2, 0, "core 2 torus 4~", true},
    {"v7x-128", {8, 16}, 2, 1, "torus 4~%2 torus 4~%2", false},
    {"h100-64", {8, 8}, 2, 1, "switch 8", false},
    {"h100-64", {8, 8}, 2, 0, "network 8", false},
    {"h100-64", {64}, 1, 0, "switch 8 network 8", false},
    {"h100-8", {2, 4}, 2, 1, "switch 4", false},
};

static void write_axis(struct buf *out, const struct cost_axis *axis)
{
	static const char *const links[] = {[COST_LINK_CORE] = "core",
	                                    [COST_LINK_TORUS] = "torus",
	                                    [COST_LINK_SWITCH] = "switch",
	                                    [COST_LINK_NETWORK] = "network"};
	buf_printf(out, "%s%s %d%s", out->len ? " " : "", links[axis->link], (int)axis->size,
	           axis->wraps ? "~" : "");
	if (axis->stride > 1)
		buf_printf(out, "/%d", (int)axis->stride);
	if (axis->sharing > 1)
		buf_printf(out, "%%%d", (int)axis->sharing);
}

static struct str links_text(struct arena *arena, const struct mesh_links *links)
{
	struct buf out = {.arena = arena};
	for (uint32_t i = 0; i < links->count; i++)
		write_axis(&out, &links->axes[i]);
	return buf_str(&out);
}

static const int32_t *framework_ids(struct arena *arena, const struct hardware *hardware,
                                    const struct links_case *want)
{
	struct topology topology = hardware_topology(hardware);
	struct device_list devices = topology_devices(arena, &topology);
	struct device_mesh_request request = {
	    .mesh_shape = want->shape, .rank = want->rank, .allow_split_physical_axes = true};
	const struct jax_rules rules = testing_release("0.10.2");
	struct device_mesh mesh = device_mesh_create(arena, &devices, &request, &rules);
	cr_assert(!mesh.error.type, "%.*s", STR_ARG(mesh.error.message));
	return mesh.ids;
}

ParameterizedTestParameters(mesh_links, describe_a_group_on_the_hardware)
{
	static int indices[COUNT_OF(links_cases)];
	for (int i = 0; i < (int)COUNT_OF(links_cases); i++)
		indices[i] = i;
	return cr_make_param_array(int, indices, COUNT_OF(links_cases));
}

ParameterizedTest(int *index, mesh_links, describe_a_group_on_the_hardware)
{
	const struct links_case *want = &links_cases[*index];
	struct arena arena = {0};
	struct hardware hardware = hardware_of_type(&arena, str_of(want->type));
	struct mesh_layout layout = {want->shape, want->rank,
	                             framework_ids(&arena, &hardware, want)};
	uint32_t axes[] = {0, 1, 2};
	uint32_t naxes = want->rank;
	if (want->axis != 9) {
		axes[0] = want->axis;
		naxes = 1;
	}
	struct mesh_links links = mesh_links_of(&arena, &hardware, &layout, axes, naxes);
	struct str text = links_text(&arena, &links);
	cr_expect(str_equal(text, str_of(want->expected)), "%s axis %d: %.*s, not %s", want->type,
	          (int)want->axis, STR_ARG(text), want->expected);
	cr_expect_eq(links.is_cycle, want->is_cycle, "%s axis %d", want->type, (int)want->axis);
	arena_drop(&arena);
}

Test(mesh_links, are_taken_as_a_line_where_members_form_no_grid)
{
	struct arena arena = {0};
	struct hardware hardware = hardware_of_type(&arena, STR("v5e-16"));
	const int64_t shape[] = {3};
	const int32_t ids[] = {0, 5, 10};
	struct mesh_layout layout = {shape, 1, ids};
	const uint32_t axes[] = {0};
	struct mesh_links links = mesh_links_of(&arena, &hardware, &layout, axes, 1);
	cr_expect(links.irregular);
	cr_expect(str_equal(links_text(&arena, &links), STR("torus 3")));
	arena_drop(&arena);
}

Test(mesh_links, cross_the_network_between_slices)
{
	struct arena arena = {0};
	struct hardware hardware =
	    hardware_of_topology(&arena, STR("v5p"), STR("4x4x8_twisted"), 4);
	const int64_t shape[] = {4, 128};
	struct mesh_layout layout = {shape, 2, NULL};
	const uint32_t both[] = {0, 1}, outer[] = {0}, inner[] = {1};
	struct mesh_links links = mesh_links_of(&arena, &hardware, &layout, outer, 1);
	cr_expect(str_equal(links_text(&arena, &links), STR("network 4")));
	cr_expect_eq(mesh_links_twist(&hardware, &links), 0);
	links = mesh_links_of(&arena, &hardware, &layout, inner, 1);
	cr_expect(str_equal(links_text(&arena, &links), STR("torus 4~ torus 4~ torus 8~")));
	cr_expect_gt(mesh_links_twist(&hardware, &links), 1.6);
	links = mesh_links_of(&arena, &hardware, &layout, both, 2);
	cr_expect_eq(links.devices, 512);
	arena_drop(&arena);
}

/* The whole way from a name to seconds, for an all-gather along the last axis. */
static double gather_seconds(struct arena *arena, const struct links_case *want, int64_t bytes)
{
	struct hardware hardware = hardware_of_type(arena, str_of(want->type));
	struct mesh_layout layout = {want->shape, want->rank,
	                             framework_ids(arena, &hardware, want)};
	uint32_t axes[] = {want->rank - 1};
	struct mesh_links links = mesh_links_of(arena, &hardware, &layout, axes, 1);
	struct cost_request request = {
	    .op = COST_ALL_GATHER, .bytes = bytes, .axes = links.axes, .naxes = links.count};
	return cost_of(arena, hardware.chip, COST_TEXTBOOK, &request).expected;
}

/* The quiz of scaling-book sharding.md: no wraparound on the axis of 4 of a v5e 8x4. */
Test(mesh_links, lead_from_a_name_to_the_published_time)
{
	struct arena arena = {0};
	const struct links_case quiz = {.type = "v5e-32", .shape = {8, 4}, .rank = 2};
	double seconds = gather_seconds(&arena, &quiz, 2L * 2048 * 8192);
	cr_expect(seconds > 555e-6 && seconds < 565e-6, "%g", seconds);
	const struct links_case cube = {.type = "v4-128", .shape = {4, 4, 4}, .rank = 3};
	seconds = gather_seconds(&arena, &cube, 2L * 1024 * 4096 / 4);
	cr_expect(seconds > 22.5e-6 && seconds < 23.5e-6, "%g", seconds);
	arena_drop(&arena);
}
