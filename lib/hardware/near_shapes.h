/* SPDX-License-Identifier: Apache-2.0 */
/* Logical meshes that lie on whole axes of a physical one. */
#pragma once

#include "hardware/axis_assignment.h"

/* Shapes of more axes are not looked for. */
enum { NEAR_SHAPES_MAX = 3, NEAR_SHAPES_RANK_MAX = 8 };

struct near_shapes {
	uint32_t count;
	int64_t sizes[NEAR_SHAPES_MAX][NEAR_SHAPES_RANK_MAX];
};

/*
 * The shapes of `rank` axes that the framework lays on whole axes of `mesh`, those nearest to
 * `shape` first. `scratch` is used and given back.
 */
struct near_shapes near_shapes_of(struct arena *scratch, const struct physical_mesh *mesh,
                                  const int64_t *shape, uint32_t rank,
                                  const struct jax_rules *rules);
