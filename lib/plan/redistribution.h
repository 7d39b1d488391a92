/* SPDX-License-Identifier: Apache-2.0 */
/* The steps of DTensor.redistribute, with their bytes and their time. */
#pragma once

#include "plan/step.h"
#include "torch/release.h"

/* A tensor that is brought from one list of placements to another on its mesh, both of which are
 * taken by torch. */
struct redistribution {
	struct torch_rules rules;
	const struct tensor *tensor;
	const struct layout *from, *to; /* placements; NULL: none stand for the layout */
};

/* The placements of a layout on a mesh; NULL when it stands for none, or either is missing. */
const struct layout *redistribution_layout(struct arena *arena, const struct layout *layout,
                                           const struct mesh *mesh);

/*
 * Appends the steps of a task that is done so. Bytes are those of the first rank, whose shards are
 * the longest; along a dimension that is cut unevenly collectives carry the padding too. Memory
 * comes from `arena`; `scratch` is used and given back.
 */
void plan_redistribution(struct arena *arena, struct arena *scratch,
                         const struct step_setting *setting, const struct reshard_task *task,
                         const struct redistribution *move, struct plan_steps *steps);
