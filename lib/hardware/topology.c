/* SPDX-License-Identifier: Apache-2.0 */
#include "hardware/topology.h"

#include <assert.h>

bool topology_device_count(const struct topology *topology, uint32_t *count)
{
	const int64_t factors[] = {topology->extent[AXIS_X], topology->extent[AXIS_Y],
	                           topology->extent[AXIS_Z], topology->cores, topology->slices};
	int64_t product = 1;
	for (size_t i = 0; i < COUNT_OF(factors); i++)
		if (factors[i] < 1 || !checked_multiply(&product, product, factors[i]) ||
		    product > TOPOLOGY_DEVICES_MAX)
			return false;
	*count = (uint32_t)product;
	return true;
}

/* Host blocks along an axis on which each host owns up to two chips. */
static int32_t blocks_of_two(int64_t extent)
{
	assert(extent > 0);
	return (int32_t)ceiling_divide(extent, 2);
}

/* Appends the devices of the chip at x, y, z of a slice. */
static uint32_t list_chip(const struct topology *topology, struct device *items, uint32_t count,
                          struct device chip)
{
	int64_t x = topology->extent[AXIS_X], y = topology->extent[AXIS_Y];
	int64_t z = topology->extent[AXIS_Z];
	int64_t number =
	    chip.at[AXIS_X] + x * (chip.at[AXIS_Y] + y * (chip.at[AXIS_Z] + z * chip.slice));
	for (int32_t core = 0; core < topology->cores; core++) {
		chip.at[AXIS_CORE] = core;
		chip.id = (int32_t)(number * topology->cores + core);
		items[count++] = chip;
	}
	return count;
}

/* Appends the devices of the host whose block of chips starts at `corner`. */
static uint32_t list_host(const struct topology *topology, struct device *items, uint32_t count,
                          struct device corner)
{
	int64_t x_end = corner.at[AXIS_X] + 2, y_end = corner.at[AXIS_Y] + 2;
	if (x_end > topology->extent[AXIS_X])
		x_end = topology->extent[AXIS_X];
	if (y_end > topology->extent[AXIS_Y])
		y_end = topology->extent[AXIS_Y];
	struct device chip = corner;
	for (; chip.at[AXIS_Y] < y_end; chip.at[AXIS_Y]++)
		for (chip.at[AXIS_X] = corner.at[AXIS_X]; chip.at[AXIS_X] < x_end;
		     chip.at[AXIS_X]++)
			count = list_chip(topology, items, count, chip);
	return count;
}

static void list_tpu(const struct topology *topology, struct device *items)
{
	int32_t hosts_x = blocks_of_two(topology->extent[AXIS_X]);
	int32_t hosts_y = blocks_of_two(topology->extent[AXIS_Y]);
	int64_t layers = topology->extent[AXIS_Z];
	int64_t hosts = (int64_t)hosts_x * hosts_y * layers * topology->slices;
	uint32_t count = 0;
	for (int32_t host = 0; host < hosts; host++) {
		int32_t row = host / hosts_x, layer = row / hosts_y;
		struct device corner = {.process = host, .slice = (int32_t)(layer / layers)};
		corner.at[AXIS_X] = host % hosts_x * 2;
		corner.at[AXIS_Y] = row % hosts_y * 2;
		corner.at[AXIS_Z] = (int32_t)(layer % layers);
		count = list_host(topology, items, count, corner);
	}
}

static void list_by_id(const struct topology *topology, struct device *items, uint32_t count)
{
	int64_t slice = count / topology->slices;
	int64_t process = topology->process_devices > 0 ? topology->process_devices : slice;
	for (uint32_t i = 0; i < count; i++)
		items[i] = (struct device){.id = (int32_t)i,
		                           .slice = (int32_t)(i / slice),
		                           .process = (int32_t)(i / process)};
}

struct device_list topology_devices(struct arena *arena, const struct topology *topology)
{
	struct device_list list = {.platform = topology->platform,
	                           .device_kind = topology->device_kind};
	if (!topology_device_count(topology, &list.count))
		return list;
	struct device *items = arena_new(arena, struct device, list.count);
	if (topology->platform == PLATFORM_TPU)
		list_tpu(topology, items);
	else
		list_by_id(topology, items, list.count);
	list.items = items;
	return list;
}
