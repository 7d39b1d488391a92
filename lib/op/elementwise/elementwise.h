/* SPDX-License-Identifier: Apache-2.0 */
/* The elementwise primitives as a table, and the rules they share. */
#ifndef OP_ELEMENTWISE_ELEMENTWISE_H
#define OP_ELEMENTWISE_ELEMENTWISE_H

#include "op/core/primitive.h"

/* The primitive of this name ("add", "exp", …), or NULL. */
const struct primitive *elementwise_named(struct str name);

/* How many operands it takes. */
uint32_t elementwise_arity(const struct primitive *primitive);

/*
 * The spec of operands that meet dimension by dimension. Operands of rank 0 take no part; `result`
 * has the rank of the others. False after raising when two are sharded differently. JAX: lax/lax.py
 * broadcasting_sharding_rule.
 */
MUST_USE bool broadcasting_spec(struct op *op, const struct application *application,
                                struct dim_axes *result);

/* The batching rule of operations that work element by element. JAX: batching.py
 * broadcast_batcher. */
bool broadcast_batch(struct op *op, const struct batching *batching, const struct batched *out);

/* Checks that all dtypes are the same, by the name that errors use. JAX: lax.py check_same_dtypes.
 */
MUST_USE bool check_same_dtypes(struct op *op, const char *name,
                                const struct array_type *const *types, uint32_t count);

#endif
