/* SPDX-License-Identifier: Apache-2.0 */
/* Unreduced and reduced axes of types: what is unreduced over an axis is, on each device along it,
 * a part of a sum that nobody has finished. */
#pragma once

#include "op/core/op.h"

/* "sum", "max" or "min". */
const char *unreduced_kind_name(enum unreduced_kind kind);

/* Checks that what the type is unreduced by is of this kind. JAX: core.py getu. */
MUST_USE bool check_unreduced_kind(struct op *op, const struct array_type *type,
                                   enum unreduced_kind kind);

/*
 * Whether a rule may read the spec of the type: since 0.10.2 not when that has unreduced or reduced
 * axes. `how` is what the rule does: "*pspec" or "pspec[...]". False after raising. JAX:
 * partition_spec.py __iter__, __getitem__.
 */
MUST_USE bool spec_readable(struct op *op, const struct array_type *type, const char *how);

/*
 * Raises that an array that is unreduced or reduced over some of the axes is to vary along them,
 * and cannot. Always false. JAX: core.py check_unreduced_args, pvary.
 */
bool refuse_to_vary(struct op *op, const struct array_type *type, uint64_t axes);

/* The type as the operation being applied sees it inside of shard_map: a constant varies as the
 * other operands do. JAX: core.py auto_insert_reshard. */
struct array_type type_varied(const struct op *op, const struct array_type *type);

/* Completes an error about an operand that is not finished: says how to finish it. Always false. */
bool help_finish(struct op *op, const struct array_type *type);
