/* SPDX-License-Identifier: Apache-2.0 */
/* Which axes of the torus, or parts of them, each axis of a logical mesh gets. */
#pragma once

#include "hardware/mesh_error.h"
#include "release/rules.h"
#include "hardware/physical_mesh.h"

struct axis_assignment {
	bool split;    /* found by splitting physical axes */
	uint32_t rank; /* logical axes */
	/*
	 * sizes[physical * rank + logical]: how much of the physical axis the logical one has. The
	 * parts of one physical axis follow each other in logical order, the last being minor.
	 */
	int64_t *sizes;
	int32_t unassigned;      /* the logical axis that no whole axes fit, or -1 */
	struct mesh_error error; /* type set: the framework raises */
};

struct axis_assignment_options {
	bool allow_split;     /* parts of axes where whole ones do not do */
	bool core_axis_first; /* of sets of as many axes, those with the fast core axis first */
};

/*
 * Assigns physical axes to the `rank` sizes of `shape`, the last (most communicating) first: whole
 * axes, as many as possible, the first such set in order; when that fails and splitting is allowed,
 * parts of axes (jax, mesh_utils._create_device_mesh_for_nd_torus and ..._splitting_axes). The
 * arena owns the sizes.
 */
struct axis_assignment axis_assignment_of(struct arena *arena, const struct physical_mesh *mesh,
                                          const int64_t *shape, uint32_t rank,
                                          struct axis_assignment_options options,
                                          const struct jax_rules *rules);

/*
 * The device ids in logical order: physical axes cut as assigned, grouped by logical axis. NULL
 * with *error set when sizes and mesh do not fit together, as numpy says it. The arena owns the
 * ids.
 */
const int32_t *axis_assignment_ids(struct arena *arena, const struct physical_mesh *mesh,
                                   const struct axis_assignment *assignment,
                                   struct mesh_error *error);
