/* SPDX-License-Identifier: Apache-2.0 */
/* The axes of a mesh along which groups of devices run, or messages go. */
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

/*
 * The axes, in the order of the mesh, along which one of `count` pairs of a source and a target
 * moves; none where each device sends to itself. The mesh is as above. The parts live in the arena.
 */
struct axis_parts pair_axes(struct arena *arena, const struct named_mesh *mesh,
                            const int32_t *pairs, int32_t count);
