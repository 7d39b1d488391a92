/* SPDX-License-Identifier: Apache-2.0 */
#include "hardware/topology.h"

#include <criterion/criterion.h>

Test(topology, counts_devices_and_refuses_what_is_out_of_range)
{
	struct topology topology = {.extent = {4, 4, 4}, .cores = 2, .slices = 3};
	uint32_t count;
	cr_assert(topology_device_count(&topology, &count));
	cr_assert_eq(count, 384);
	topology.slices = 0;
	cr_assert(!topology_device_count(&topology, &count));
	topology.slices = INT64_MAX;
	cr_assert(!topology_device_count(&topology, &count));
}

/* Position in the list of the device with these coordinates, or -1. */
static int position_of(const struct device_list *devices, const int *at, int slice)
{
	for (uint32_t i = 0; i < devices->count; i++) {
		const struct device *device = &devices->items[i];
		if (device->at[AXIS_X] == at[0] && device->at[AXIS_Y] == at[1] &&
		    device->at[AXIS_Z] == at[2] && device->at[AXIS_CORE] == at[3] &&
		    device->slice == slice)
			return (int)i;
	}
	return -1;
}

Test(topology, numbers_rows_of_the_slice_and_lists_hosts)
{
	struct arena arena = {0};
	struct topology topology = {.extent = {4, 4, 2}, .cores = 2, .slices = 2};
	struct device_list devices = topology_devices(&arena, &topology);
	cr_assert_eq(devices.count, 128);
	/* The fifth chip in the list is the first of the second host, two to the right. */
	cr_expect_eq(position_of(&devices, (int[]){2, 0, 0, 0}, 0), 8);
	cr_expect_eq(devices.items[8].id, 4);
	cr_expect_eq(devices.items[8].process, 1);
	cr_expect_eq(position_of(&devices, (int[]){0, 0, 1, 0}, 0), 32);
	cr_expect_eq(devices.items[32].id, 32);
	cr_expect_eq(position_of(&devices, (int[]){0, 0, 0, 1}, 1), 65);
	cr_expect_eq(devices.items[65].id, 65);
	cr_expect_eq(devices.items[127].process, 15);
	arena_drop(&arena);
}

Test(topology, has_every_id_and_every_place_once)
{
	struct arena arena = {0};
	static const int64_t extents[][3] = {{1, 1, 1}, {2, 4, 1}, {3, 5, 2}, {4, 4, 4}, {1, 4, 1}};
	for (size_t i = 0; i < COUNT_OF(extents); i++) {
		struct topology topology = {.extent = {extents[i][0], extents[i][1], extents[i][2]},
		                            .cores = 2,
		                            .slices = 3};
		struct device_list devices = topology_devices(&arena, &topology);
		bool *seen = arena_new(&arena, bool, devices.count);
		for (uint32_t j = 0; j < devices.count; j++) {
			const struct device *device = &devices.items[j];
			int64_t number =
			    device->at[AXIS_X] +
			    extents[i][0] * (device->at[AXIS_Y] +
			                     extents[i][1] * (device->at[AXIS_Z] +
			                                      extents[i][2] * device->slice));
			cr_expect_eq(device->id, number * 2 + device->at[AXIS_CORE]);
			cr_expect(!seen[device->id]);
			seen[device->id] = true;
		}
	}
	arena_drop(&arena);
}

Test(topology, lists_gpus_by_id_with_their_nodes)
{
	struct arena arena = {0};
	struct topology topology = {.platform = PLATFORM_GPU,
	                            .extent = {8, 1, 1},
	                            .cores = 1,
	                            .slices = 2,
	                            .process_devices = 4};
	struct device_list devices = topology_devices(&arena, &topology);
	cr_assert_eq(devices.count, 16);
	cr_expect_eq(devices.items[9].id, 9);
	cr_expect_eq(devices.items[9].slice, 1);
	cr_expect_eq(devices.items[9].process, 2);
	arena_drop(&arena);
}
