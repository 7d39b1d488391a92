/* SPDX-License-Identifier: Apache-2.0 */
/* What batching rules of all primitives share. */
#pragma once

#include "op/core/primitive.h"

/*
 * The axes that the mapped dimension is sharded over, as the context sees them: none where they are
 * not Explicit, as inside of auto_axes. JAX: batching.py AxisData.explicit_mesh_axis.
 */
struct dim_axes batch_axes(const struct op *op, const struct mapping *mapping);

/*
 * The request for all examples together: of one example's, with the axes of the mapped dimension
 * put in at `dim`; NULL for NULL. False when JAX raises, because an axis would stand in it twice.
 * JAX: batching.py get_sharding_for_vmap.
 */
MUST_USE bool batch_sharding(struct op *op, const struct mapping *mapping,
                             const struct sharding_request *request, uint32_t dim,
                             const struct sharding_request **whole);

/* The type with a dimension of `size` put in at `dim`, sharded over the axes. */
void batch_insert(struct op *op, int64_t size, struct dim_axes axes, const struct array_type *type,
                  uint32_t dim, struct array_type *whole);

/* Raises that a constant, which has no mesh, is to be sharded over the mapped axes. Always false.
 */
bool refuse_mapped_constant(struct op *op, const struct mapping *mapping,
                            const struct array_type *whole, struct dim_axes axes);

/*
 * The type of all examples together, for the type of one. False when JAX raises, as it does where a
 * constant, which is on no mesh, is to be sharded. JAX: core.py unmapped_aval.
 */
MUST_USE bool batch_whole_type(struct op *op, const struct mapping *mapping,
                               const struct array_type *type, uint32_t dim,
                               struct array_type *whole);

/* The axes of the mesh that the spmd_axis_name of a vmap names. */
struct dim_axes mapping_spmd_axes(struct op *op, const struct mapping *mapping,
                                  const struct abstract_mesh *mesh);
