/* SPDX-License-Identifier: Apache-2.0 */
#include "plan/laid_mesh.h"

#include "jax/mesh_build.h"
#include "plan/slice_map.h"

const struct mesh *laid_meshes(struct arena *arena, const struct spec *spec)
{
	if (!spec->nmeshes)
		return NULL;
	struct mesh *meshes = arena_new(arena, struct mesh, spec->nmeshes);
	for (uint32_t i = 0; i < spec->nmeshes; i++) {
		struct mesh *mesh = &meshes[i];
		*mesh = spec->meshes[i];
		int64_t count = mesh_size(mesh);
		const int32_t *ids = mesh->devices ? NULL : mesh_device_ids(arena, spec, mesh);
		if (!ids)
			continue;
		int64_t *devices = arena_new(arena, int64_t, (size_t)count);
		for (int64_t j = 0; j < count; j++)
			devices[j] = ids[j];
		mesh->devices = devices;
		mesh->ndevices = (uint32_t)count;
	}
	return meshes;
}
