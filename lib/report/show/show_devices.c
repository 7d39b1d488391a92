/* SPDX-License-Identifier: Apache-2.0 */
/* The label of a cell: the devices that hold a shard. */
#include <inttypes.h>
#include <stdio.h>
#include <stdlib.h>

#include "base/order.h"
#include "report/show/show_words.h"

enum { MOST_LISTED = 64 }; /* devices; of more only the first and the last one are found */

/* The last position that holds the shard, when the mesh has its devices in order. */
static int64_t last_position(const struct replicas *replicas)
{
	int64_t last = replicas->base;
	for (uint32_t i = 0; i < replicas->naxes; i++)
		last += (replicas->sizes[i] - 1) * replicas->strides[i];
	return last;
}

/* The smallest and the largest device that hold the shard. */
static void find_ends(const struct mesh *mesh, struct replicas replicas, int64_t *first,
                      int64_t *last)
{
	*first = replicas.base;
	*last = last_position(&replicas);
	if (!mesh->devices)
		return;
	*first = INT64_MAX;
	*last = INT64_MIN;
	for (int64_t position = replicas_next(&replicas); position >= 0;
	     position = replicas_next(&replicas)) {
		int64_t device = mesh->devices[position];
		*first = device < *first ? device : *first;
		*last = device > *last ? device : *last;
	}
}

/* 0,2,4-7: three neighbours or more as a range. */
static struct str list(struct arena *arena, const int64_t *devices, size_t count)
{
	struct buf out = {.arena = arena};
	for (size_t i = 0; i < count;) {
		size_t end = i + 1;
		while (end < count && devices[end] == devices[end - 1] + 1)
			end++;
		if (end - i < 3)
			end = i + 1;
		buf_puts(&out, i ? "," : "");
		buf_integer(&out, devices[i]);
		if (end - i > 1) {
			buf_putc(&out, '-');
			buf_integer(&out, devices[end - 1]);
		}
		i = end;
	}
	return buf_str(&out);
}

/* All of a small number of devices, sorted. */
static struct str list_all(struct arena *arena, const struct mesh *mesh, struct replicas replicas)
{
	int64_t devices[MOST_LISTED];
	size_t count = 0;
	for (int64_t position = replicas_next(&replicas); position >= 0;
	     position = replicas_next(&replicas))
		devices[count++] = mesh_device(mesh, position);
	qsort(devices, count, sizeof *devices, compare_int64);
	return list(arena, devices, count);
}

struct str show_devices(struct arena *arena, const struct slice_map *slice_map,
                        const int64_t *indices, size_t room, const char *dots)
{
	struct replicas replicas = slice_map_replicas(slice_map, indices);
	int64_t first, last;
	if (slice_map->copies <= MOST_LISTED) {
		struct str all = list_all(arena, slice_map->mesh, replicas);
		if (all.len <= room || slice_map->copies == 1)
			return all;
	}
	find_ends(slice_map->mesh, replicas, &first, &last);
	if (last - first + 1 == slice_map->copies)
		return str_format(arena, "%" PRId64 "-%" PRId64, first, last);
	return str_format(arena, "%" PRId64 " %s %" PRId64 " (%" PRId64 ")", first, dots, last,
	                  slice_map->copies);
}

static size_t length_of(int64_t number)
{
	char digits[24];
	return (size_t)snprintf(digits, sizeof digits, "%" PRId64, number);
}

size_t show_devices_bound(const struct slice_map *slice_map, size_t room)
{
	const struct mesh *mesh = slice_map->mesh;
	size_t device = length_of(slice_map->devices);
	for (int64_t i = 0; mesh->devices && i < mesh->ndevices; i++)
		device =
		    length_of(mesh->devices[i]) > device ? length_of(mesh->devices[i]) : device;
	size_t ends = 2 * device + length_of(slice_map->copies) + sizeof " ...  ()" - 1;
	if (slice_map->copies == 1)
		return device;
	return ends > room ? ends : room;
}
