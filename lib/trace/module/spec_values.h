/* SPDX-License-Identifier: Apache-2.0 */
/* The tensors and meshes of the spec, as values. */
#pragma once

#include "trace/state/trace.h"

/* Makes the types of all tensors, as jit does for its arguments; reports those that cannot be. */
void make_tensors(struct trace *trace);

/* The tensor or mesh of this name, or NULL. */
const struct value *spec_value(struct trace *trace, struct str name);

/* Mesh number `index` of the spec, the same value each time; unknown when it cannot be built. Only
 * behind make_tensors. */
const struct value *spec_mesh(struct trace *trace, uint32_t index);

/* A new value of it. */
const struct value *mesh_of_spec(struct trace *trace, uint32_t index);

/* What a spec asks for; false when JAX would refuse it, which is reported where it stands. */
MUST_USE bool request_of_spec(struct arena *arena, const struct abstract_mesh *mesh,
                              const struct partition_spec *spec, struct sharding_request *request);

/* An array of this type, placed as its layout says unless the mesh is NULL. NULL when it cannot be,
 * which op.error tells if JAX would say so. */
const struct value *typed_value(struct trace *trace, const struct tensor *tensor,
                                const struct abstract_mesh *mesh);
