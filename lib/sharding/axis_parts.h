/* SPDX-License-Identifier: Apache-2.0 */
/* Lists of mesh axes, or of parts of them: what a dim is sharded over, or a group runs along. */
#pragma once

#include "base/buf.h"
#include "sharding/named_mesh.h"

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

/* Whether a part is its whole axis. */
bool axis_part_is_whole(const struct named_mesh *mesh, const struct axis_part *part);

/* Whether both are the same part of the same axis. */
bool axis_part_equal(const struct axis_part *a, const struct axis_part *b);

/* The whole of an axis. */
struct axis_part axis_whole(const struct named_mesh *mesh, uint32_t axis);

/* Appends what Shardy and HLO write behind the name of an axis of `whole` devices: ":(2)4", and
 * nothing for all of it. */
void axis_part_write_cut(struct buf *out, const struct axis_part *part, int64_t whole);

/* Every axis of the mesh, in its order; memory comes from the arena. */
struct axis_parts named_mesh_all_axes(struct arena *arena, const struct named_mesh *mesh);

/* Adds a part at the minor end; one that continues the last part is joined to it. Memory comes from
 * the arena; `parts` must not be grown from two arenas. */
void axis_parts_add(struct arena *arena, struct axis_parts *parts, struct axis_part part);

/* Adds a part as it is. */
void axis_parts_push(struct arena *arena, struct axis_parts *parts, struct axis_part part);

/* Brings parts into the order of the mesh. */
void axis_parts_sort(struct axis_parts *parts);

/* Those of the parts that are none of the others. */
struct axis_parts axis_parts_without(struct arena *arena, const struct axis_parts *parts,
                                     const struct axis_parts *others);

/* Product of the sizes: how many shards a dim with these axes has. */
int64_t axis_parts_ways(const struct axis_parts *parts);

/* Whether any of the parts is only part of its axis. */
bool axis_parts_any_cut(const struct named_mesh *mesh, const struct axis_parts *parts);
