/* SPDX-License-Identifier: Apache-2.0 */
#include "hardware/make_mesh.h"

#include <inttypes.h>

/* Product of Python integers, as large as it matters here. */
static int64_t product_of(const int64_t *sizes, uint32_t count)
{
	int64_t product = 1;
	for (uint32_t i = 0; i < count; i++)
		if (!checked_multiply(&product, product, sizes[i]))
			return INT64_MAX;
	return product;
}

/* How many devices devices[:product] has: a negative bound counts from the end. */
static uint32_t count_taken(int64_t devices, int64_t product)
{
	int64_t count = product < 0 ? devices + product : product;
	if (count > devices)
		count = devices;
	return count > 0 ? (uint32_t)count : 0;
}

static bool splits_axes(const struct device_list *devices)
{
	return str_equal(devices->device_kind, STR("TPU v5 lite")) ||
	       str_equal(devices->device_kind, STR("TPU v5e"));
}

static bool span_slices(const struct device_list *devices)
{
	for (uint32_t i = 1; i < devices->count; i++)
		if (devices->items[i].slice != devices->items[0].slice)
			return true;
	return false;
}

/* Whether the release wants the devices to be of one slice; a CPU has none. */
static bool needs_one_slice(const struct device_list *devices, const struct jax_rules *rules)
{
	if (devices->platform == PLATFORM_TPU)
		return rules->has[JAX_MAKE_MESH_ONE_TPU_SLICE];
	return devices->platform != PLATFORM_OTHER && rules->has[JAX_MAKE_MESH_ONE_SLICE];
}

static struct device_mesh refused(enum device_mesh_problem problem, struct str message)
{
	return (struct device_mesh){.error = {"ValueError", message}, .problem = problem};
}

struct device_mesh make_mesh(struct arena *arena, const struct device_list *devices,
                             const struct device_mesh_request *request,
                             const struct jax_rules *rules)
{
	int64_t product = product_of(request->mesh_shape, request->rank);
	if (product > devices->count && request->rank <= MESH_RANK_MAX) {
		struct str shape =
		    mesh_error_sizes(arena, request->mesh_shape, request->rank, false);
		return refused(DEVICE_MESH_COUNT,
		               str_format(arena,
		                          "Number of devices %" PRIu32
		                          " must be >= the product of mesh_shape %.*s",
		                          devices->count, STR_ARG(shape)));
	}
	struct device_list taken = *devices;
	taken.count = count_taken(devices->count, product);
	struct device_mesh_request plain = {.mesh_shape = request->mesh_shape,
	                                    .rank = request->rank,
	                                    .allow_split_physical_axes = splits_axes(devices)};
	struct device_mesh mesh = device_mesh_create(arena, &taken, &plain, rules);
	if (!mesh.error.type && needs_one_slice(devices, rules) && span_slices(&taken))
		return refused(DEVICE_MESH_SLICES,
		               STR("`jax.make_mesh` does not support multi-slice topologies. "
		                   "Please use jax.experimental.mesh_utils.create_hybrid_device_"
		                   "mesh"));
	return mesh;
}
