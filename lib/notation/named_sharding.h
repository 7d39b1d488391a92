/* SPDX-License-Identifier: Apache-2.0 */
/*
 * A sharding by the names of mesh axes, or of parts of them: what PartitionSpec, Shardy and the
 * named form of HloSharding say, and the middle through which notations are converted.
 */
#ifndef NOTATION_NAMED_SHARDING_H
#define NOTATION_NAMED_SHARDING_H

#include "notation/tile_assignment.h"

/* Part of a mesh axis: the axis seen as [pre, size, rest], its middle. The whole axis is pre 1. */
struct axis_part {
	uint32_t axis; /* of the mesh */
	int64_t pre, size;
	size_t at, length; /* bytes of the text it was read from */
};

/* Parts of axes, major to minor. */
struct axis_parts {
	struct axis_part *items;
	uint32_t count;
};

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
	bool single; /* Shardy's mesh without axes that holds one device, `device` */
	int64_t device;
};

enum { NO_PRIORITY = -1 };

struct named_dim {
	struct axis_parts axes;
	bool open;        /* the compiler may shard it further */
	int64_t priority; /* of propagation, or NO_PRIORITY */
};

enum reduction { REDUCE_SUM, REDUCE_MAX, REDUCE_MIN };

struct named_sharding {
	const struct named_mesh *mesh;
	struct named_dim *dims;
	uint32_t rank;
	bool any_rank; /* holds for a tensor of any rank, and has no dims */
	struct axis_parts replicated, unreduced, reduced, manual;
	enum reduction reduction; /* that the unreduced axes wait for */
};

/* Index of the mesh axis of this name, or naxes. */
uint32_t named_mesh_axis(const struct named_mesh *mesh, struct str name);

/* Whether two meshes have the same axes and the same devices in the same places. */
bool named_mesh_equal(struct arena *scratch, const struct named_mesh *a,
                      const struct named_mesh *b);

/* Whether a part is its whole axis. */
bool axis_part_is_whole(const struct named_mesh *mesh, const struct axis_part *part);

/* The whole of an axis. */
struct axis_part axis_whole(const struct named_mesh *mesh, uint32_t axis);

/* Every axis of the mesh, in its order; memory comes from the arena. */
struct axis_parts named_mesh_all_axes(struct arena *arena, const struct named_mesh *mesh);

/* Adds a part at the minor end; one that continues the last part is joined to it. Memory comes from
 * the arena; `parts` must not be grown from two arenas. */
void axis_parts_add(struct arena *arena, struct axis_parts *parts, struct axis_part part);

/* Brings parts into the order of the mesh. */
void axis_parts_sort(struct axis_parts *parts);

/* Product of the sizes: how many shards a dim with these axes has. */
int64_t axis_parts_ways(const struct axis_parts *parts);

/* Whether any of the parts is only part of its axis. */
bool axis_parts_any_cut(const struct named_mesh *mesh, const struct axis_parts *parts);

/* A sharding of `rank` closed dims without axes. */
struct named_sharding named_sharding_make(struct arena *arena, const struct named_mesh *mesh,
                                          uint32_t rank);

/* The sharding in its `index`th list of axes: dims, then replicated, unreduced, reduced, manual;
 * NULL behind the last. */
const struct axis_parts *named_sharding_parts(const struct named_sharding *sharding,
                                              uint32_t index);

/* Whether an axis, or a part of it, stands in any of the lists. */
bool named_sharding_uses(const struct named_sharding *sharding, uint32_t axis);

#endif
