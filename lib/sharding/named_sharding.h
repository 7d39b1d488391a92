/* SPDX-License-Identifier: Apache-2.0 */
/*
 * A sharding by the names of mesh axes, or of parts of them: what PartitionSpec, Shardy and the
 * named form of HloSharding say, and the middle through which notations are converted.
 */
#pragma once

#include "sharding/axis_parts.h"

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

/* A sharding of `rank` closed dims without axes. */
struct named_sharding named_sharding_make(struct arena *arena, const struct named_mesh *mesh,
                                          uint32_t rank);

/* One of `rank` open dims without axes: it says nothing. */
struct named_sharding named_sharding_open(struct arena *arena, const struct named_mesh *mesh,
                                          uint32_t rank);

/* Whether a sharding says nothing: all dims are open, and no axis stands in it. */
bool named_sharding_is_open(const struct named_sharding *sharding);

/* The sharding in its `index`th list of axes: dims, then replicated, unreduced, reduced, manual;
 * NULL behind the last. */
const struct axis_parts *named_sharding_parts(const struct named_sharding *sharding,
                                              uint32_t index);

/* The first mesh with axes that one of the shardings is over, or NULL. */
const struct named_mesh *named_mesh_with_axes(const struct named_sharding *const *shardings,
                                              uint32_t count);

/* The shardings, those whose mesh has no axes and is not one device over `mesh` instead. */
const struct named_sharding *const *
named_shardings_over(struct arena *arena, const struct named_sharding *const *shardings,
                     uint32_t count, const struct named_mesh *mesh);

/* Whether an axis, or a part of it, stands in any of the lists. */
bool named_sharding_uses(const struct named_sharding *sharding, uint32_t axis);

/* The same sharding in the arena, but for its mesh, which is shared, and axes of size 1, which do
 * nothing and are left out. */
const struct named_sharding *named_sharding_copy(struct arena *arena,
                                                 const struct named_sharding *sharding);
