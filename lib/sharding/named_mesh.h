/* SPDX-License-Identifier: Apache-2.0 */
/* A mesh: axes with names and sizes over devices. */
#pragma once

#include "sharding/tile_assignment.h"

struct mesh_axis {
	struct str name;
	int64_t size;
	bool manual; /* its type in JAX, or given over to a manual computation */
};

struct named_mesh {
	const struct mesh_axis *axes; /* major to minor; sizes are at least 1 */
	uint32_t naxes;
	int64_t count; /* product of the sizes */
	/* The device at each place of the mesh; NULL: 0, 1, 2 … */
	const struct tile_assignment *order;
	bool numbered; /* its axes have no names of their own, and are called 0, 1, 2 … */
	bool single;   /* Shardy's mesh without axes that holds one device, `device` */
	int64_t device;
};

/* Index of the mesh axis of this name, or naxes. */
uint32_t named_mesh_axis(const struct named_mesh *mesh, struct str name);

/* Whether two meshes have the same axes and the same devices in the same places. */
bool named_mesh_equal(struct arena *scratch, const struct named_mesh *a,
                      const struct named_mesh *b);
