/* SPDX-License-Identifier: Apache-2.0 */
/* Assignment of logical axes to parts of physical axes. */
#pragma once

#include "hardware/mesh_error.h"
#include "release/rules.h"
#include "hardware/physical_mesh.h"

/*
 * Fills sizes[physical * rank + logical], all 1 before, for the `rank` logical sizes of `shape`,
 * the last first: of all ways to hand out the prime factors of a size to physical axes that still
 * have them, the best by whole axes covered, their number, overlap with axes already in use, and
 * size on the first axes. Returns the error that the framework raises, or one without type
 * (jax, mesh_utils._create_device_mesh_for_nd_torus_splitting_axes and what it calls).
 */
struct mesh_error axis_split_assign(const struct physical_mesh *mesh, const int64_t *shape,
                                    uint32_t rank, const struct jax_rules *rules, int64_t *sizes);
