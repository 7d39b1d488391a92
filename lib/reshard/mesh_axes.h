/* SPDX-License-Identifier: Apache-2.0 */
/*
 * The axes of a mesh, seen from tilings: making a tiling of the axes that each dimension is sharded
 * over, and finding the axes along which groups of devices run.
 */
#ifndef RESHARD_MESH_AXES_H
#define RESHARD_MESH_AXES_H

#include "base/str.h"
#include "reshard/tiling.h"

enum { MESH_MAX_AXES = 64 };

struct mesh_axes {
	const struct str *names;
	const int64_t *sizes; /* at least 1 each; their product is the number of devices */
	uint32_t count;       /* axes, major to minor; at most MESH_MAX_AXES */
	/* The device at each position of the mesh, a permutation of 0, 1, 2 ...; NULL: that order.
	 * The ids in HLO are positions, so only a mesh laid over another one's devices needs it. */
	const int32_t *devices;
};

/* The axes a dimension is sharded over, major first, by their number in the mesh. */
struct axis_list {
	const uint32_t *axes;
	uint32_t count;
};

/* Devices in the mesh, or -1 when there are more than `limit`. */
int32_t mesh_axes_devices(const struct mesh_axes *mesh, int32_t limit);

/*
 * The tiling of a tensor whose dimension i is sharded over dims[i]; no axis may come twice. The
 * mesh must not have more devices than an array of int32_t counts. As JAX lowers a PartitionSpec
 * to an HloSharding: axes nobody uses make replicas.
 */
const struct tiling *mesh_axes_tiling(struct arena *arena, const struct mesh_axes *mesh,
                                      const struct axis_list *dims, uint32_t rank);

/*
 * The axes along which groups run, major first, as text: an axis "y", or "y:(2)2", part of it as in
 * Shardy (the axis seen as [2, 2, rest]). `groups` holds `count` groups of `size` devices. Returns
 * false when they follow no axes of the mesh. Text lives in the arena.
 */
bool mesh_axes_of_groups(struct arena *arena, const struct mesh_axes *mesh, const int32_t *groups,
                         int32_t count, int32_t size, const struct str **axes,
                         uint32_t *axis_count);

#endif
