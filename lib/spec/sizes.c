/* SPDX-License-Identifier: Apache-2.0 */
#include "spec/spec.h"

const int64_t *tensor_sizes(struct arena *arena, const struct tensor *tensor)
{
	int64_t *sizes = arena_new(arena, int64_t, tensor->rank);
	for (uint32_t i = 0; i < tensor->rank; i++)
		sizes[i] = tensor->dims[i].size;
	return sizes;
}

const int64_t *mesh_axis_sizes(struct arena *arena, const struct mesh *mesh)
{
	int64_t *sizes = arena_new(arena, int64_t, mesh->nsizes);
	for (uint32_t i = 0; i < mesh->nsizes; i++)
		sizes[i] = mesh->axes[i].size;
	return sizes;
}
