/* SPDX-License-Identifier: Apache-2.0 */
/* What joining arrays along an old or a new dimension has in common. */
#pragma once

#include "op/core/primitive.h"

/*
 * The operand whose sharding all have that are on a mesh, in *sharded; NULL when all are constants.
 * False after raising that they differ. JAX: lax/lax.py _concatenate_sharding_rule.
 */
MUST_USE bool joined_sharding(struct op *op, const struct application *application,
                              const struct array_type **sharded);

/* The unreduced and reduced axes that operands of one sharding have: a primitive's `unreduced`. Its
 * `data` are struct partial_rules. JAX: lax/lax.py _concatenate_ur_rule. */
bool joined_partial(struct op *op, const struct application *application,
                    struct array_type *result);
