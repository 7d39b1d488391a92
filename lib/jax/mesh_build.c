/* SPDX-License-Identifier: Apache-2.0 */
#include "jax/mesh_build.h"

#include "hardware/make_mesh.h"

/* Mesh(np.array(jax.devices()).reshape(sizes), names) */
static struct device_mesh listed(struct arena *arena, const struct device_list *devices,
                                 const struct device_mesh_request *request)
{
	struct device_mesh mesh = {
	    .path = DEVICE_MESH_LISTED, .rank = request->rank, .count = devices->count};
	int32_t *ids = arena_new(arena, int32_t, devices->count);
	for (uint32_t i = 0; i < devices->count; i++)
		ids[i] = devices->items[i].id;
	for (uint32_t i = 0; i < request->rank; i++)
		mesh.shape[i] = request->mesh_shape[i];
	mesh.ids = ids;
	return mesh;
}

struct device_mesh mesh_build(struct arena *arena, const struct hardware *hardware,
                              const struct mesh *mesh, const struct jax_rules *rules)
{
	int64_t sizes[MAX_AXES], inner[MAX_AXES], outer[MAX_AXES];
	struct topology topology = hardware_topology(hardware);
	struct device_list devices = topology_devices(arena, &topology);
	for (uint32_t i = 0; i < mesh->nsizes; i++) {
		sizes[i] = mesh->axes[i].size;
		outer[i] = mesh->dcn && i < mesh->naxes ? mesh->dcn[i] : 1;
		inner[i] = sizes[i] / outer[i];
	}
	struct device_mesh_request request = {
	    .mesh_shape = sizes,
	    .rank = mesh->nsizes,
	    .contiguous_submeshes = mesh->options.contiguous_submeshes,
	    .allow_split_physical_axes = mesh->options.allow_split_physical_axes,
	    .dcn_mesh_shape = outer,
	    .dcn_rank = mesh->nsizes,
	    .process_is_granule = mesh->options.process_is_granule,
	    .granules_as_listed = mesh->options.granules_as_listed,
	};
	switch (mesh->builder) {
	case BUILT_BY_MAKE_MESH:
		return make_mesh(arena, &devices, &request, rules);
	case BUILT_BY_CREATE_DEVICE_MESH:
		return device_mesh_create(arena, &devices, &request, rules);
	case BUILT_BY_CREATE_HYBRID_DEVICE_MESH:
		request.mesh_shape = inner;
		return device_mesh_create_hybrid(arena, &devices, &request, rules);
	case BUILT_BY_MESH:
		break;
	}
	return listed(arena, &devices, &request);
}

static const int32_t *ids_of_file(struct arena *arena, const struct mesh *mesh)
{
	int32_t *ids = arena_new(arena, int32_t, mesh->ndevices);
	for (uint32_t i = 0; i < mesh->ndevices; i++) {
		if (mesh->devices[i] > INT32_MAX)
			return NULL;
		ids[i] = (int32_t)mesh->devices[i];
	}
	return ids;
}

static bool holds_mesh(const struct device_mesh *built, const struct mesh *mesh)
{
	int64_t product = 1;
	for (uint32_t i = 0; i < mesh->nsizes; i++)
		if (!checked_multiply(&product, product, mesh->axes[i].size))
			return false;
	return !built->error.type && built->ids && product == built->count;
}

const int32_t *mesh_device_ids(struct arena *arena, const struct spec *spec,
                               const struct mesh *mesh)
{
	if (mesh->devices)
		return ids_of_file(arena, mesh);
	if (!spec->hardware || spec->hardware->devices > MESH_BUILD_DEVICES_MAX || mesh->broken ||
	    spec->framework.broken || !spec->framework.rules)
		return NULL;
	struct device_mesh built = mesh_build(arena, spec->hardware, mesh, spec->framework.rules);
	return holds_mesh(&built, mesh) ? built.ids : NULL;
}
