/* SPDX-License-Identifier: Apache-2.0 */
/* Meshes as types have them: comparing, printing, and changing the types of their axes. */
#pragma once

#include "op/core/type.h"

/* The abstract mesh of a mesh whose axes are of these types, which must outlive it. */
const struct abstract_mesh *abstract_mesh_make(struct arena *arena, const struct mesh *mesh,
                                               const enum axis_type *types);

/* The mesh with the axes of the set changed to `type`. JAX: mesh.py update_axis_types. */
const struct abstract_mesh *abstract_mesh_with(struct arena *arena,
                                               const struct abstract_mesh *mesh, uint64_t axes,
                                               enum axis_type type);

/* Whether two meshes, NULL for the empty one, have the same axes of the same types. */
bool abstract_mesh_equal(const struct abstract_mesh *a, const struct abstract_mesh *b);

/* Whether two meshes, NULL for the empty one, have equal names and sizes. JAX: mesh.py shape_tuple.
 */
bool abstract_mesh_same_shape(const struct abstract_mesh *a, const struct abstract_mesh *b);

/* Whether the mesh has axes and all of them are of the type. JAX: mesh.py are_all_axes_auto,
 * are_all_axes_explicit. */
bool abstract_mesh_all(const struct abstract_mesh *mesh, enum axis_type type);

/* The axes of the type, as a set. */
uint64_t abstract_mesh_axes(const struct abstract_mesh *mesh, enum axis_type type);

/* The axes of the mesh, as a set. */
uint64_t abstract_mesh_all_axes(const struct abstract_mesh *mesh);

/* AbstractMesh('x': 2, axis_types=(Explicit,), …), as the release prints it. */
void abstract_mesh_text(struct buf *out, const struct jax_rules *rules,
                        const struct abstract_mesh *mesh);

/* (('x', 2), ('y', 4)) */
void abstract_mesh_shape_text(struct buf *out, const struct abstract_mesh *mesh);
