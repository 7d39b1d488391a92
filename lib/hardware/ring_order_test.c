/* SPDX-License-Identifier: Apache-2.0 */
#include "hardware/ring_order.h"

#include <stdlib.h>

#include "testing/release.h"

struct ring_case {
	const char *release, *device_kind;
	int64_t extent[3], cores;
	int64_t shape[3];
	uint32_t rank;
	bool found;
	int hops; /* the longest way from one chip to the next, the last one to the first included
	           */
};

static const struct ring_case ring_cases[] = {
    {"0.10.2", "TPU v3", {2, 2, 1}, 2, {8}, 1, true, 1},
    {"0.10.2", "TPU v5 lite", {2, 2, 1}, 1, {4}, 1, true, 1},
    {"0.10.2", "TPU v5 lite", {4, 2, 1}, 1, {8}, 1, true, 1},
    /* Along x first, the ring was made for 4 x 2: on 2 x 4 it takes steps of two. */
    {"0.10.2", "TPU v5 lite", {2, 4, 1}, 1, {8}, 1, true, 2},
    {"0.10.2", "TPU v5 lite", {4, 4, 1}, 1, {16, 1}, 2, true, 1},
    {"0.10.2", "TPU v5 lite", {4, 4, 1}, 1, {4, 4}, 2, false, 0},
    {"0.10.2", "TPU v5 lite", {4, 8, 1}, 1, {32}, 1, false, 0},
    {"0.4.30", "TPU v5 lite", {4, 2, 1}, 1, {8}, 1, false, 0},
    {"0.10.2", "TPU v5e", {4, 2, 1}, 1, {8}, 1, false, 0},
    {"0.11.0", "TPU v5e", {4, 2, 1}, 1, {8}, 1, true, 1},
    {"0.10.2", "TPU v5p", {2, 2, 2}, 1, {2, 2, 2}, 3, true, 1},
    {"0.10.2", "TPU v5", {2, 2, 2}, 1, {8}, 1, false, 0},
    {"0.11.1", "TPU v5", {2, 2, 2}, 1, {8}, 1, true, 1},
    {"0.10.2", "TPU7x", {2, 2, 1}, 2, {8}, 1, true, 1},
    {"0.10.2", "TPU7x", {2, 2, 8}, 2, {64}, 1, false, 0},
    {"0.10.2", "TPU v4", {2, 2, 1}, 1, {4}, 1, false, 0},
    {"0.10.2", "TPU v4 lite", {2, 2, 1}, 1, {4}, 1, true, 1},
};

static int hops_between(const struct device *a, const struct device *b)
{
	return abs(a->at[AXIS_X] - b->at[AXIS_X]) + abs(a->at[AXIS_Y] - b->at[AXIS_Y]) +
	       abs(a->at[AXIS_Z] - b->at[AXIS_Z]);
}

static const struct device *device_with(const struct device_list *devices, int32_t id)
{
	for (uint32_t i = 0; i < devices->count; i++)
		if (devices->items[i].id == id)
			return &devices->items[i];
	cr_assert_fail("no device has id %d", id);
	return NULL;
}

ParameterizedTestParameters(ring_order, goes_from_neighbour_to_neighbour)
{
	static int indices[COUNT_OF(ring_cases)];
	for (int i = 0; i < (int)COUNT_OF(ring_cases); i++)
		indices[i] = i;
	return cr_make_param_array(int, indices, COUNT_OF(ring_cases));
}

ParameterizedTest(int *index, ring_order, goes_from_neighbour_to_neighbour)
{
	const struct ring_case *want = &ring_cases[*index];
	struct arena arena = {0};
	struct topology topology = {.device_kind = str_of(want->device_kind),
	                            .extent = {want->extent[0], want->extent[1], want->extent[2]},
	                            .cores = want->cores,
	                            .slices = 1};
	struct device_list devices = topology_devices(&arena, &topology);
	const struct jax_rules rules = testing_release(want->release);
	struct ring_order ring =
	    ring_order_of(&arena, &devices, device_kind_rule_of(&rules, devices.device_kind),
	                  want->shape, want->rank);
	cr_expect_eq(ring.found, want->found, "%s", want->device_kind);
	int most = 0;
	for (uint32_t i = 0; ring.found && i < devices.count; i++) {
		const struct device *here = device_with(&devices, ring.ids[i]);
		const struct device *next =
		    device_with(&devices, ring.ids[(i + 1) % devices.count]);
		int hops = hops_between(here, next);
		most = hops > most ? hops : most;
	}
	cr_expect_eq(most, want->hops, "%s %d: %d", want->device_kind, (int)want->extent[0], most);
	arena_drop(&arena);
}
