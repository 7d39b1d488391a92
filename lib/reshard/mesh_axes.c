/* SPDX-License-Identifier: Apache-2.0 */
#include "reshard/mesh_axes.h"

#include <assert.h>
#include <inttypes.h>

int32_t mesh_axes_devices(const struct mesh_axes *mesh, int32_t limit)
{
	int64_t count = 1;
	for (uint32_t i = 0; i < mesh->count; i++) {
		if (mesh->sizes[i] > limit / count)
			return -1;
		count *= mesh->sizes[i];
	}
	return (int32_t)count;
}

const struct tiling *mesh_axes_tiling(struct arena *arena, const struct mesh_axes *mesh,
                                      const struct axis_list *dims, uint32_t rank)
{
	struct tiling_view view = {.count = 0};
	uint32_t order[MESH_MAX_AXES], used = 0;
	int32_t tiles[TILING_MAX_RANK], total = mesh_axes_devices(mesh, INT32_MAX);
	bool is_used[MESH_MAX_AXES] = {false};
	assert(mesh->count <= MESH_MAX_AXES && rank <= TILING_MAX_RANK && total > 0);
	for (uint32_t i = 0; i < mesh->count; i++)
		tiling_view_add(&view, (int32_t)mesh->sizes[i]);
	int32_t replicas = total;
	for (uint32_t i = 0; i < rank; i++) {
		tiles[i] = 1;
		for (uint32_t k = 0; k < dims[i].count; k++) {
			uint32_t axis = dims[i].axes[k];
			tiles[i] *= (int32_t)mesh->sizes[axis];
			is_used[axis] = true;
			order[used++] = axis;
		}
		replicas /= tiles[i];
	}
	for (uint32_t i = 0; i < mesh->count; i++)
		if (!is_used[i])
			order[used++] = i;
	const int32_t *devices = mesh->devices;
	if (!devices)
		devices = tiling_replicated(arena, 0, total)->devices;
	return tiling_make(arena, rank, tiles, replicas,
	                   tiling_transposed(arena, devices, &view, order));
}

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

struct axis_text {
	struct arena *arena;
	const struct mesh_axes *mesh;
	struct str *axes; /* filled from the end */
	uint32_t first;
	const int32_t *positions; /* first member of each group, `size` apart */
	int32_t count, size;
};

/* True when the part of an axis with this stride has index 0 at the start of every group. */
static bool starts_at_zero(const struct axis_text *text, int64_t stride, int64_t size)
{
	for (int32_t i = 0; i < text->count; i++)
		if (text->positions[i * text->size] / stride % size != 0)
			return false;
	return true;
}

/* Writes the axes that one run covers, minor first; false when it fits none. */
static bool add_run(struct axis_text *text, struct run run)
{
	int64_t axis_stride = 1;
	for (uint32_t i = text->mesh->count; i-- > 0 && run.size > 1;) {
		int64_t axis_size = text->mesh->sizes[i], stride = run.stride;
		int64_t next = axis_stride * axis_size;
		if (stride >= axis_stride && stride < next) {
			int64_t minor = stride / axis_stride, room = axis_size / minor;
			int64_t size = run.size < room ? run.size : room;
			if (stride % axis_stride != 0 || axis_size % minor != 0 ||
			    room % size != 0 || run.size % size != 0 || text->first == 0 ||
			    !starts_at_zero(text, stride, size))
				return false;
			struct str name = text->mesh->names[i];
			text->axes[--text->first] =
			    size == axis_size
				? name
				: str_format(text->arena, "%.*s:(%" PRId64 ")%" PRId64,
			                     STR_ARG(name), room / size, size);
			run.size /= size;
			run.stride = next;
		}
		axis_stride = next;
	}
	return run.size == 1;
}

/* The position in the mesh of each listed device. */
static const int32_t *positions_of(struct arena *arena, const struct mesh_axes *mesh,
                                   const int32_t *devices, int32_t count)
{
	if (!mesh->devices)
		return devices;
	int32_t total = mesh_axes_devices(mesh, INT32_MAX);
	int32_t *position = arena_new(arena, int32_t, (size_t)total);
	int32_t *result = arena_new(arena, int32_t, (size_t)count);
	for (int32_t i = 0; i < total; i++)
		position[mesh->devices[i]] = i;
	for (int32_t i = 0; i < count; i++)
		result[i] = position[devices[i]];
	return result;
}

bool mesh_axes_of_groups(struct arena *arena, const struct mesh_axes *mesh, const int32_t *groups,
                         int32_t count, int32_t size, const struct str **axes, uint32_t *axis_count)
{
	struct run runs[MAX_RUNS];
	enum { ROOM = MAX_RUNS + MESH_MAX_AXES };
	const int32_t *positions = positions_of(arena, mesh, groups, count * size);
	uint32_t run_count = find_runs(positions, size, runs);
	if (!runs_fit(positions, count, size, runs, run_count))
		return false;
	struct axis_text text = {
	    arena, mesh, arena_new(arena, struct str, ROOM), ROOM, positions, count, size,
	};
	for (uint32_t k = 0; k < run_count; k++)
		if (!add_run(&text, runs[k]))
			return false;
	*axes = text.axes + text.first;
	*axis_count = ROOM - text.first;
	return true;
}
