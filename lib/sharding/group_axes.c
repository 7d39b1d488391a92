/* SPDX-License-Identifier: Apache-2.0 */
#include "sharding/group_axes.h"

#include <assert.h>

/* `size` steps of `stride` positions. */
struct run {
	int64_t stride, size;
};

/* At most so many runs of size 2 or more fit into the devices an int32_t counts. */
enum { MAX_RUNS = 32 };

/*
 * Cuts the positions of one group into nested runs, minor first, so that member i stands at the
 * first position plus the sum of its digits times the strides. The whole group is checked later.
 */
static uint32_t find_runs(const int32_t *positions, int32_t size, struct run *runs)
{
	uint32_t count = 0;
	for (int32_t step = 1; step < size && count < MAX_RUNS;) {
		int64_t stride = (int64_t)positions[step] - positions[0];
		int32_t length = 2;
		while (length * step < size &&
		       positions[length * step] - positions[0] == length * stride)
			length++;
		runs[count++] = (struct run){stride, length};
		step *= length;
	}
	return count;
}

/* True when every group is made of these runs. */
static bool runs_fit(const int32_t *positions, int32_t count, int32_t size, const struct run *runs,
                     uint32_t run_count)
{
	int64_t product = 1;
	for (uint32_t k = 0; k < run_count; k++)
		product *= runs[k].size;
	if (product != size)
		return false;
	for (int32_t i = 0; i < count * size; i++) {
		int64_t offset = 0, rest = i % size;
		for (uint32_t k = 0; k < run_count; rest /= runs[k++].size)
			offset += rest % runs[k].size * runs[k].stride;
		if (positions[i] - positions[i - i % size] != offset)
			return false;
	}
	return true;
}

/* The axes found so far, of groups whose members stand at `positions`. */
struct axis_search {
	const struct named_mesh *mesh;
	struct axis_part *parts; /* filled from the end */
	uint32_t first;
	const int32_t *positions; /* first member of each group, `size` apart */
	int32_t count, size;
};

/* True when the part of an axis with this stride has index 0 at the start of every group. */
static bool starts_at_zero(const struct axis_search *search, int64_t stride, int64_t size)
{
	for (int32_t i = 0; i < search->count; i++)
		if (search->positions[i * search->size] / stride % size != 0)
			return false;
	return true;
}

/* Adds the axes that one run covers, minor first; false when it fits none. */
static bool add_run(struct axis_search *search, struct run run)
{
	int64_t axis_stride = 1;
	for (uint32_t i = search->mesh->naxes; i-- > 0 && run.size > 1;) {
		int64_t axis_size = search->mesh->axes[i].size, stride = run.stride;
		int64_t next = axis_stride * axis_size;
		if (stride >= axis_stride && stride < next) {
			int64_t minor = stride / axis_stride, room = axis_size / minor;
			int64_t size = run.size < room ? run.size : room;
			if (stride % axis_stride != 0 || axis_size % minor != 0 ||
			    room % size != 0 || run.size % size != 0 || search->first == 0 ||
			    !starts_at_zero(search, stride, size))
				return false;
			search->parts[--search->first] =
			    (struct axis_part){.axis = i, .pre = room / size, .size = size};
			run.size /= size;
			run.stride = next;
		}
		axis_stride = next;
	}
	return run.size == 1;
}

/* The position in the mesh of each listed device. */
static const int32_t *positions_of(struct arena *arena, const struct named_mesh *mesh,
                                   const int32_t *devices, int32_t count)
{
	if (!mesh->order)
		return devices;
	const int64_t *ids = tile_assignment_devices(arena, mesh->order);
	int32_t *position = arena_new(arena, int32_t, (size_t)mesh->count);
	int32_t *result = arena_new(arena, int32_t, (size_t)count);
	for (int32_t i = 0; i < mesh->count; i++) {
		assert(ids[i] >= 0 && ids[i] < mesh->count);
		position[ids[i]] = i;
	}
	for (int32_t i = 0; i < count; i++)
		result[i] = position[devices[i]];
	return result;
}

bool group_axes(struct arena *arena, const struct named_mesh *mesh, const int32_t *groups,
                int32_t count, int32_t size, struct axis_parts *axes)
{
	struct run runs[MAX_RUNS];
	uint32_t room = MAX_RUNS + mesh->naxes;
	assert(count > 0 && size > 0);
	const int32_t *positions = positions_of(arena, mesh, groups, count * size);
	uint32_t run_count = find_runs(positions, size, runs);
	if (!runs_fit(positions, count, size, runs, run_count))
		return false;
	struct axis_search search = {
	    mesh, arena_new(arena, struct axis_part, room), room, positions, count, size,
	};
	for (uint32_t k = 0; k < run_count; k++)
		if (!add_run(&search, runs[k]))
			return false;
	*axes = (struct axis_parts){search.parts + search.first, room - search.first};
	return true;
}

/* Whether a source and its target stand at different places of the axis that has so many places
 * behind each of its own. */
static bool moves_along(const int32_t *positions, int32_t count, int64_t behind, int64_t size)
{
	for (int32_t i = 0; i < count; i++)
		if (positions[2 * i] / behind % size != positions[2 * i + 1] / behind % size)
			return true;
	return false;
}

struct axis_parts pair_axes(struct arena *arena, const struct named_mesh *mesh,
                            const int32_t *pairs, int32_t count)
{
	const int32_t *positions = positions_of(arena, mesh, pairs, 2 * count);
	struct axis_parts axes = {0};
	int64_t behind = mesh->count;
	for (uint32_t i = 0; i < mesh->naxes; i++) {
		behind /= mesh->axes[i].size;
		if (moves_along(positions, count, behind, mesh->axes[i].size))
			axis_parts_push(arena, &axes, axis_whole(mesh, i));
	}
	return axes;
}
