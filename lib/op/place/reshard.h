/* SPDX-License-Identifier: Apache-2.0 */
/* What reshard and mesh_cast share. JAX: pjit.py reshard_p, mesh_cast_p. */
#pragma once

#include "op/core/primitive.h"

/* What reshard and mesh_cast are given. */
struct reshard_params {
	struct sharding_request target;
};

/* The batching rule of both: the same primitive on all examples, with the mapped axes in the
 * target. */
MUST_USE bool reshard_batch_target(struct op *op, const struct batching *batching,
                                   const struct batched *out);

/* Applies one of them, whose operand and result need not be on the mesh in context. */
const struct array *reshard_apply(struct op *op, const struct primitive *primitive,
                                  const struct array *x, const struct reshard_params *params);
