/* SPDX-License-Identifier: Apache-2.0 */
/* Meshes with the devices that they are made of. */
#pragma once

#include "spec/spec.h"

/*
 * Copies of the meshes of a spec, in their order, each with the devices that the file lists or that
 * its constructor puts there on the hardware; `devices` stays NULL for 0, 1, 2 … They live in the
 * arena; NULL when the spec has no mesh.
 */
const struct mesh *laid_meshes(struct arena *arena, const struct spec *spec);
