/* SPDX-License-Identifier: Apache-2.0 */
/* The verdicts of DTensor on the meshes and the placements of a spec (lib/torch), in words. */
#pragma once

#include "jax/judge.h"
#include "torch/release.h"

/* Judges a mesh as init_device_mesh, or DeviceMesh where ranks are listed, would. False when there
 * is none to place on. */
bool dtensor_check_spec_mesh(const struct judge *judge, const struct torch_rules *rules,
                             const struct mesh *mesh);

/*
 * Judges placements of a tensor on a mesh that is not broken, as distribute_tensor would; those of
 * `reshard_to` as DTensor.redistribute. False when they are refused.
 */
bool dtensor_check_spec_layout(const struct judge *judge, const struct torch_rules *rules,
                               const struct tensor *tensor, const struct layout *layout,
                               const struct mesh *mesh);

/* The placements that lay a tensor out as a PartitionSpec does, axes of a dim in the order of the
 * mesh; NULL when there are none such without strides. Lives in the arena. */
const struct layout *dtensor_placements_of_spec(struct arena *arena, const struct layout *layout,
                                                const struct mesh *mesh);
