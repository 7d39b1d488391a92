/* SPDX-License-Identifier: Apache-2.0 */
/* What a group of devices along axes of a logical mesh is on the hardware. */
#pragma once

#include "plan/cost.h"
#include "hardware/hardware.h"
#include "hardware/physical_mesh.h"

/* Coordinates of a device: x, y, z, core, and the slice or node. */
enum { PLACE_SLICE = PHYSICAL_AXES, PLACE_AXES };

struct mesh_place {
	int64_t at[PLACE_AXES];
};

/* Where a device is: ids count through core, x, y, z and slice, the first fastest. */
struct mesh_place mesh_place_of(const struct hardware *hardware, uint64_t id);

/* A logical mesh whose devices are known. */
struct mesh_layout {
	const int64_t *shape;
	uint32_t rank;
	const int32_t *ids; /* in C order of the shape; NULL: 0, 1, 2 ... */
};

struct mesh_links {
	struct cost_axis axes[COST_AXES_MAX];
	uint32_t count;
	int64_t devices; /* of the group */
	bool is_cycle;   /* consecutive members are neighbours, and so are the last and the first */
	bool irregular;  /* members form no grid on the torus: taken as one line */
	bool spans_slice; /* the group has every chip of a slice */
};

/*
 * The links of the group that runs along the logical `axes` (naxes indices into the shape, major
 * first) and starts at the mesh's first device; groups of one mesh lie alike. Coordinates follow
 * from the ids (see topology_devices). `scratch` is used and given back.
 */
struct mesh_links mesh_links_of(struct arena *scratch, const struct hardware *hardware,
                                const struct mesh_layout *layout, const uint32_t *axes,
                                uint32_t naxes);

/* The speed-up of an all-to-all of this group by a twist of the torus; 0 without one. */
double mesh_links_twist(const struct hardware *hardware, const struct mesh_links *links);
