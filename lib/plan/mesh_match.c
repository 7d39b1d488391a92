/* SPDX-License-Identifier: Apache-2.0 */
#include "plan/mesh_match.h"

#include "plan/device_index.h"
#include "plan/slice_map.h"

bool mesh_equal(const struct mesh *a, const struct mesh *b)
{
	if (a == b)
		return true;
	if (a->naxes != b->naxes)
		return false;
	for (uint32_t i = 0; i < a->naxes; i++)
		if (a->axes[i].size != b->axes[i].size ||
		    !str_equal(a->axes[i].name, b->axes[i].name))
			return false;
	int64_t count = mesh_size(a);
	for (int64_t i = 0; (a->devices || b->devices) && i < count; i++)
		if (mesh_device(a, i) != mesh_device(b, i))
			return false;
	return true;
}

const struct mesh *mesh_find(const struct spec *spec, const struct mesh *mesh)
{
	for (uint32_t i = 0; i < spec->nmeshes; i++)
		if (spec->meshes[i].axes == mesh->axes || mesh_equal(&spec->meshes[i], mesh))
			return &spec->meshes[i];
	return NULL;
}

const int64_t *mesh_match(struct arena *arena, const struct mesh *a, const struct mesh *b,
                          int32_t limit)
{
	int64_t count = mesh_size(a);
	if (count != mesh_size(b) || count < 1 || count > limit)
		return NULL;
	struct device_index index_a = device_index_make(arena, a),
			    index_b = device_index_make(arena, b);
	int64_t *positions = arena_new(arena, int64_t, (size_t)count);
	for (int64_t i = 0; i < count; i++) {
		struct held_device of_a = device_index_at(&index_a, i),
				   of_b = device_index_at(&index_b, i);
		if (of_a.device != of_b.device)
			return NULL;
		positions[of_b.position] = of_a.position;
	}
	return positions;
}
