/* SPDX-License-Identifier: Apache-2.0 */
/* The axes of a mesh along which groups of devices run. */
#pragma once

#include "base/attributes.h"
#include "sharding/axis_parts.h"

/*
 * The axes, or parts of axes, along which groups run, major first. `groups` holds `count` groups of
 * `size` devices; the mesh is over the devices 0, 1, 2 …, be it in an order of its own. Returns
 * false when the groups follow no axes of the mesh. The parts live in the arena.
 */
MUST_USE bool group_axes(struct arena *arena, const struct named_mesh *mesh, const int32_t *groups,
                         int32_t count, int32_t size, struct axis_parts *axes);
