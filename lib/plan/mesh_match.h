/* SPDX-License-Identifier: Apache-2.0 */
/* How the devices of two meshes correspond. */
#pragma once

#include "plan/slice_map.h"

/* Whether two meshes have the same axes, in names and sizes, over the same devices in the same
 * order. */
bool mesh_equal(const struct mesh *a, const struct mesh *b);

/* The first mesh of a spec that equals this one; NULL: there is none. */
const struct mesh *mesh_find(const struct spec *spec, const struct mesh *mesh);

/*
 * Where the devices of mesh `b` stand in mesh `a`: result[i] is the position in `a` of the device
 * at position i of `b`. NULL when the meshes are not over the same devices, or have more than
 * `limit` of them. The arena owns the result.
 */
const int64_t *mesh_match(struct arena *arena, const struct mesh *a, const struct mesh *b,
                          int32_t limit);
