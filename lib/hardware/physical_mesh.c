/* SPDX-License-Identifier: Apache-2.0 */
#include "hardware/physical_mesh.h"

#include <assert.h>
#include <inttypes.h>

/* The part of the torus that the devices cover. */
struct cuboid {
	int32_t start[PHYSICAL_AXES];
	int64_t extent[PHYSICAL_AXES];
};

/* The largest coordinates by x, then y, then z; not the largest on each axis. */
static const struct device *last_by_coordinates(const struct device_list *devices)
{
	const struct device *last = &devices->items[0];
	for (uint32_t i = 1; i < devices->count; i++)
		for (uint32_t axis = 0; axis < AXIS_CORE; axis++) {
			int32_t more = devices->items[i].at[axis] - last->at[axis];
			if (more > 0)
				last = &devices->items[i];
			if (more != 0)
				break;
		}
	return last;
}

static struct cuboid cuboid_from_zero(const struct device_list *devices)
{
	const struct device *last = last_by_coordinates(devices);
	struct cuboid cuboid = {.extent[AXIS_CORE] = 1};
	for (uint32_t axis = 0; axis < AXIS_CORE; axis++)
		cuboid.extent[axis] = last->at[axis] + 1;
	return cuboid;
}

static struct cuboid cuboid_around(const struct device_list *devices)
{
	struct cuboid cuboid;
	for (uint32_t axis = 0; axis < PHYSICAL_AXES; axis++) {
		int32_t least = devices->items[0].at[axis], most = least;
		for (uint32_t i = 1; i < devices->count; i++) {
			int32_t at = devices->items[i].at[axis];
			least = at < least ? at : least;
			most = at > most ? at : most;
		}
		cuboid.start[axis] = least;
		cuboid.extent[axis] = most - least + 1;
	}
	return cuboid;
}

static void add_device(struct buf *out, const struct device *device)
{
	buf_printf(out, "TpuDevice(id=%d, process_index=%d, coords=(%d,%d,%d), core_on_chip=%d)",
	           device->id, device->process, device->at[AXIS_X], device->at[AXIS_Y],
	           device->at[AXIS_Z], device->at[AXIS_CORE]);
}

/* The devices as Python prints the list; shortened, for nobody reads thousands of them. */
static struct str device_list_text(struct arena *arena, const struct device_list *devices)
{
	enum { PRINTED = 4096 };
	struct buf out = {.arena = arena};
	buf_putc(&out, '[');
	for (uint32_t i = 0; i < devices->count && i < PRINTED; i++) {
		buf_puts(&out, i ? ", " : "");
		add_device(&out, &devices->items[i]);
	}
	buf_puts(&out, devices->count > PRINTED ? ", ...]" : "]");
	return buf_str(&out);
}

/* Where the device stands in the array, or -1 when it lies outside. */
static int64_t position_in_cuboid(const struct physical_mesh *mesh, const struct cuboid *cuboid,
                                  const struct device *device)
{
	int64_t position = 0;
	for (uint32_t i = 0; i < mesh->rank; i++) {
		int64_t at = device->at[i] - cuboid->start[i];
		if (at < 0 || at >= mesh->shape[i])
			return -1;
		position = position * mesh->shape[i] + at;
	}
	return position;
}

static struct mesh_error second_core_error(struct arena *arena, struct str device_kind,
                                           const struct device *device)
{
	struct buf text = {.arena = arena};
	add_device(&text, device);
	return (struct mesh_error){
	    "AssertionError",
	    str_format(arena,
	               "Creating meshes for TPU >v3 requires one device per chip (\"megacore\" "
	               "mode). Got device id %d for a device of kind %.*s: %.*s.",
	               device->at[AXIS_CORE], STR_ARG(device_kind), STR_ARG(buf_str(&text)))};
}

static struct mesh_error outside_error(struct arena *arena, const struct physical_mesh *mesh,
                                       const struct device *device)
{
	uint32_t axis = 0;
	while (axis + 1 < mesh->rank && device->at[axis] < mesh->shape[axis])
		axis++;
	return (struct mesh_error){
	    "IndexError",
	    str_format(arena, "index %d is out of bounds for axis %" PRIu32 " with size %" PRId64,
	               device->at[axis], axis, mesh->shape[axis])};
}

/* Puts every device in its place; an id of -1 marks a place without one. */
static struct mesh_error place_devices(struct arena *arena, const struct device_list *devices,
                                       const struct cuboid *cuboid,
                                       const struct physical_mesh *mesh, int32_t *ids)
{
	for (uint32_t i = 0; i < devices->count; i++) {
		const struct device *device = &devices->items[i];
		if (mesh->rank <= AXIS_CORE && device->at[AXIS_CORE] != 0)
			return second_core_error(arena, devices->device_kind, device);
		int64_t position = position_in_cuboid(mesh, cuboid, device);
		assert(device->id >= 0);
		if (position < 0)
			return outside_error(arena, mesh, device);
		ids[position] = device->id;
	}
	return (struct mesh_error){0};
}

static struct mesh_error count_error(struct arena *arena, const struct device_list *devices,
                                     const struct cuboid *cuboid)
{
	struct str extent = mesh_error_sizes(arena, cuboid->extent, AXIS_CORE, false);
	return (struct mesh_error){"AssertionError",
	                           str_format(arena,
	                                      "jax_devices=%.*s dims=%.*s cores_per_chip=%" PRId64,
	                                      STR_ARG(device_list_text(arena, devices)),
	                                      STR_ARG(extent), cuboid->extent[AXIS_CORE])};
}

static struct mesh_error hole_error(struct arena *arena, const struct device_list *devices)
{
	return (struct mesh_error){
	    "AssertionError",
	    str_format(arena,
	               "Constructed mesh contains a \"hole\"; probable cause: coordinates of "
	               "jax_devices are not a contiguous cuboid: %.*s",
	               STR_ARG(device_list_text(arena, devices)))};
}

/* Product of the cuboid's extents; at most the cube of the largest coordinate, so it fits. */
static int64_t cuboid_places(const struct cuboid *cuboid, uint32_t rank)
{
	int64_t places = 1;
	for (uint32_t axis = 0; axis < rank; axis++)
		if (!checked_multiply(&places, places, cuboid->extent[axis]))
			return INT64_MAX;
	return places;
}

static struct mesh_error fill(struct arena *arena, const struct device_list *devices,
                              const struct jax_rules *rules, const struct cuboid *cuboid,
                              struct physical_mesh *mesh)
{
	int64_t places = cuboid_places(cuboid, mesh->rank);
	if (places > TOPOLOGY_DEVICES_MAX)
		return hole_error(arena, devices);
	int32_t *ids = arena_new(arena, int32_t, (size_t)places);
	memset(ids, 0xff, (size_t)places * sizeof *ids);
	mesh->ids = ids;
	struct mesh_error error = place_devices(arena, devices, cuboid, mesh, ids);
	for (int64_t i = 0; i < places && !error.type && !rules->has[JAX_EXTENT_FROM_ZERO]; i++)
		if (ids[i] < 0)
			error = hole_error(arena, devices);
	return error;
}

struct physical_mesh physical_mesh_of(struct arena *arena, const struct device_list *devices,
                                      const struct jax_rules *rules, enum core_axis core_axis)
{
	assert(devices->count && rules);
	struct cuboid cuboid =
	    rules->has[JAX_EXTENT_FROM_ZERO] ? cuboid_from_zero(devices) : cuboid_around(devices);
	bool with_cores =
	    core_axis == CORE_ALWAYS || (core_axis == CORE_IF_TWO && cuboid.extent[AXIS_CORE] == 2);
	struct physical_mesh mesh = {.rank = with_cores ? PHYSICAL_AXES : AXIS_CORE};
	for (uint32_t axis = 0; axis < mesh.rank; axis++) {
		mesh.shape[axis] = cuboid.extent[axis];
		mesh.axis[axis] = (uint8_t)axis;
	}
	if (!rules->has[JAX_EXTENT_FROM_ZERO] &&
	    cuboid_places(&cuboid, PHYSICAL_AXES) != devices->count)
		mesh.error = count_error(arena, devices, &cuboid);
	else
		mesh.error = fill(arena, devices, rules, &cuboid, &mesh);
	return mesh;
}

/* Topologies and logical shapes (without sizes of 1) for which submeshes can be contiguous. */
struct contiguous_row {
	int64_t topology[3];
	int64_t shape[2];
	uint32_t axes[3];
};

static const struct contiguous_row contiguous_rows[] = {
    {{2, 2, 1}, {2, 2}, {0, 1, 2}},     {{2, 2, 4}, {4, 4}, {0, 1, 2}},
    {{4, 4, 4}, {16, 4}, {0, 2, 1}},    {{4, 8, 8}, {64, 4}, {0, 2, 1}},
    {{4, 8, 8}, {4, 64}, {0, 2, 1}},    {{8, 8, 8}, {64, 8}, {0, 2, 1}},
    {{8, 16, 16}, {256, 8}, {0, 2, 1}}, {{8, 16, 16}, {8, 256}, {0, 2, 1}},
};
enum { CONTIGUOUS_ROWS = COUNT_OF(contiguous_rows) };

static bool has_topology(const struct physical_mesh *mesh, const struct contiguous_row *row)
{
	return mesh->rank == 3 && memcmp(mesh->shape, row->topology, sizeof row->topology) == 0;
}

/* Whether `shape` without its sizes of 1 is that of the row. */
static bool has_shape(const int64_t *shape, uint32_t rank, const struct contiguous_row *row)
{
	uint32_t matched = 0;
	for (uint32_t i = 0; i < rank; i++) {
		if (shape[i] == 1)
			continue;
		if (matched == 2 || shape[i] != row->shape[matched])
			return false;
		matched++;
	}
	return matched == 2;
}

static struct mesh_error not_contiguous(struct arena *arena, const struct physical_mesh *mesh,
                                        const int64_t *shape, uint32_t rank)
{
	struct str topology = mesh_error_sizes(arena, mesh->shape, mesh->rank, false);
	struct buf available = {.arena = arena};
	for (uint32_t i = 0; i < CONTIGUOUS_ROWS; i++)
		if (has_topology(mesh, &contiguous_rows[i])) {
			buf_puts(&available, available.len ? ", " : "");
			mesh_error_add_tuple(&available, contiguous_rows[i].shape, 2);
		}
	if (!available.len)
		return (struct mesh_error){
		    "ValueError",
		    str_format(arena,
		               "create_device_mesh cannot create contiguous submeshes for "
		               "physical mesh topology %.*s",
		               STR_ARG(topology))};
	return (struct mesh_error){
	    "ValueError",
	    str_format(arena,
	               "create_device_mesh cannot create contiguous submeshes for mesh_shape "
	               "%.*s and physical mesh topology %.*s. Available mesh_shapes: [%.*s]",
	               STR_ARG(mesh_error_sizes(arena, shape, rank, false)), STR_ARG(topology),
	               STR_ARG(buf_str(&available)))};
}

struct physical_mesh physical_mesh_contiguous(struct arena *arena, struct physical_mesh mesh,
                                              const int64_t *shape, uint32_t rank)
{
	const struct contiguous_row *row = NULL;
	for (uint32_t i = 0; i < CONTIGUOUS_ROWS && !row; i++)
		if (has_topology(&mesh, &contiguous_rows[i]) &&
		    has_shape(shape, rank, &contiguous_rows[i]))
			row = &contiguous_rows[i];
	if (!row) {
		mesh.error = not_contiguous(arena, &mesh, shape, rank);
		return mesh;
	}
	struct physical_mesh reordered = mesh;
	for (uint32_t i = 0; i < mesh.rank; i++) {
		reordered.shape[i] = mesh.shape[row->axes[i]];
		reordered.axis[i] = mesh.axis[row->axes[i]];
	}
	reordered.ids = transposed_ids(arena, mesh.ids, mesh.shape, row->axes, mesh.rank);
	return reordered;
}

int32_t *transposed_ids(struct arena *arena, const int32_t *ids, const int64_t *sizes,
                        const uint32_t *axes, uint32_t rank)
{
	int64_t *strides = arena_new(arena, int64_t, rank);
	int64_t *at = arena_new(arena, int64_t, rank);
	int64_t count = 1;
	for (uint32_t i = rank; i-- > 0;) {
		strides[i] = count;
		count *= sizes[i];
	}
	int32_t *result = arena_new(arena, int32_t, (size_t)count);
	int64_t from = 0;
	for (int64_t to = 0; to < count; to++) {
		result[to] = ids[from];
		for (uint32_t i = rank; i-- > 0;) {
			uint32_t axis = axes[i];
			from += strides[axis];
			if (++at[axis] < sizes[axis])
				break;
			from -= strides[axis] * sizes[axis];
			at[axis] = 0;
		}
	}
	return result;
}
