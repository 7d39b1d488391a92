/* SPDX-License-Identifier: Apache-2.0 */
/* How the devices of two meshes correspond. */
#ifndef PLAN_MESH_MATCH_H
#define PLAN_MESH_MATCH_H

#include "spec/spec.h"

/* Whether two meshes have the same axes, in names and sizes, over the same devices in the same
 * order. */
bool mesh_equal(const struct mesh *a, const struct mesh *b);

/* Devices in a mesh; 0 when there are more than fit in 63 bits. */
int64_t mesh_device_count(const struct mesh *mesh);

/* The device at a position of a mesh: from its list, else the position. */
static inline int64_t mesh_device(const struct mesh *mesh, int64_t position)
{
	return mesh->devices ? mesh->devices[position] : position;
}

/*
 * Where the devices of mesh `b` stand in mesh `a`: result[i] is the position in `a` of the device
 * at position i of `b`. NULL when the meshes are not over the same devices, or have more than
 * `limit` of them. The arena owns the result.
 */
const int32_t *mesh_match(struct arena *arena, const struct mesh *a, const struct mesh *b,
                          int32_t limit);

#endif
