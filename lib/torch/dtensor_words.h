/* SPDX-License-Identifier: Apache-2.0 */
/* Our words for what torch refuses of placements. */
#pragma once

#include "torch/dtensor_place.h"

/* A shard of a dimension that the tensor has not, at this place of the list. */
void dtensor_say_dim(const struct dtensor_placing *placing, uint32_t place,
                     struct violations *found, struct violation *refusal);

/* Not one placement for each dimension of the mesh. */
void dtensor_say_count(const struct dtensor_placing *placing, struct violations *found,
                       struct violation *refusal);

/* Of a dimension that several mesh dimensions shard otherwise than a tuple of a PartitionSpec
 * would, a warning and what to do; false where the slices are the same. `placements` are those that
 * the DTensor has, one for each dimension of the mesh. Texts live in the arena. */
bool dtensor_nests_otherwise(struct arena *arena, const struct dtensor_placing *placing,
                             const struct placement *placements, uint32_t dim, struct str *message,
                             struct str *help);

/* A Partial that cannot be made, at this place of the list. */
void dtensor_say_partial(const struct dtensor_placing *placing, uint32_t place,
                         struct violations *found, struct violation *refusal);
