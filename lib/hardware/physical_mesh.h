/* SPDX-License-Identifier: Apache-2.0 */
/* The devices of a slice as an array over the axes of its torus. */
#pragma once

#include "hardware/mesh_error.h"
#include "hardware/device_kind.h"
#include "hardware/topology.h"

struct physical_mesh {
	uint32_t rank;
	int64_t shape[PHYSICAL_AXES];
	uint8_t axis[PHYSICAL_AXES]; /* which of AXIS_X .. AXIS_CORE each array axis is */
	const int32_t *ids;          /* in C order; -1 where a release lets a hole pass */
	struct mesh_error error;     /* type set: the framework raises; the rest is not usable */
};

/*
 * Lays the devices of one slice on x, y, z, and on the core axis when the kind has one; coordinates
 * count from the smallest present. Raises as the framework does on a second core where one is
 * expected, on a missing device and on one given twice (jax, mesh_utils._get_physical_tpu_mesh).
 * `devices` is not empty. The arena owns the ids.
 */
struct physical_mesh physical_mesh_of(struct arena *arena, const struct device_list *devices,
                                      const struct jax_rules *rules, enum core_axis core_axis);

/*
 * The mesh with its axes reordered so that the processes' devices form contiguous blocks of the
 * logical mesh, or the error when topology and shape are not in the framework's table of such pairs
 * (jax, mesh_utils._transpose_trick). `shape` has `rank` sizes.
 */
struct physical_mesh physical_mesh_contiguous(struct arena *arena, struct physical_mesh mesh,
                                              const int64_t *shape, uint32_t rank);

/*
 * The ids of the array read along axes in the order given by `axes`, a permutation of the array's
 * axes; sizes[i] is the size of axis i. The arena owns the result.
 */
int32_t *transposed_ids(struct arena *arena, const int32_t *ids, const int64_t *sizes,
                        const uint32_t *axes, uint32_t rank);
