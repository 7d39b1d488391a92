/* SPDX-License-Identifier: Apache-2.0 */
/* The devices of a mesh: what its constructor in JAX makes of the hardware. */
#pragma once

#include "hardware/device_mesh.h"
#include "spec/spec.h"

/* Hardware of more devices is not laid out one by one. */
enum { MESH_BUILD_DEVICES_MAX = 1 << 17 };

/*
 * Calls the mesh's constructor, at a release of JAX, on the devices of the hardware, of which there
 * are at most MESH_BUILD_DEVICES_MAX. An axis of a hybrid mesh is its part within a slice times its
 * part in `dcn`. Mesh itself takes the devices as they are listed. The arena owns the result.
 */
struct device_mesh mesh_build(struct arena *arena, const struct hardware *hardware,
                              const struct mesh *mesh, const struct jax_rules *rules);

/*
 * The device ids of a mesh of the spec, in C order of its sizes: those the file lists, else those
 * that the constructor puts there on the hardware. NULL stands for 0, 1, 2 …, which is also what is
 * taken without hardware, on more than MESH_BUILD_DEVICES_MAX devices, when the constructor
 * refuses, and for frameworks other than JAX. The arena owns the ids.
 */
const int32_t *mesh_device_ids(struct arena *arena, const struct spec *spec,
                               const struct mesh *mesh);
