/* SPDX-License-Identifier: Apache-2.0 */
#include "sharding/named_mesh.h"

uint32_t named_mesh_axis(const struct named_mesh *mesh, struct str name)
{
	uint32_t axis = 0;
	while (axis < mesh->naxes && !str_equal(mesh->axes[axis].name, name))
		axis++;
	return axis;
}

static bool orders_equal(struct arena *scratch, const struct named_mesh *a,
                         const struct named_mesh *b)
{
	if (!a->order && !b->order)
		return true;
	if (!a->order || !b->order)
		return false;
	const int64_t *x = tile_assignment_devices(scratch, a->order),
		      *y = tile_assignment_devices(scratch, b->order);
	return x && y && memcmp(x, y, (size_t)a->count * sizeof *x) == 0;
}

bool named_mesh_equal(struct arena *scratch, const struct named_mesh *a, const struct named_mesh *b)
{
	if (a == b)
		return true;
	if (a->naxes != b->naxes || a->single != b->single || a->device != b->device)
		return false;
	for (uint32_t i = 0; i < a->naxes; i++)
		if (!str_equal(a->axes[i].name, b->axes[i].name) ||
		    a->axes[i].size != b->axes[i].size)
			return false;
	return orders_equal(scratch, a, b);
}
