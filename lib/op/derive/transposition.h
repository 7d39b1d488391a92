/* SPDX-License-Identifier: Apache-2.0 */
/*
 * The derivatives of primitives backward: what takes a cotangent of the result to one of an
 * operand, which must have the operand's type. JAX: interpreters/ad.py backward_pass.
 */
#ifndef OP_DERIVE_TRANSPOSITION_H
#define OP_DERIVE_TRANSPOSITION_H

#include "op/core/watch.h"

struct scatter_dimensions;

/* The updates that a scatter with these dimensions would have put where the indices say. JAX:
 * slicing.py _scatter_addsub_transpose_rule. */
const struct array *gather_updates(struct op *op, const struct scatter_dimensions *dims,
                                   const struct array *x, const struct array *indices,
                                   const struct array_type *updates);

/* What top_k along the axis takes of another array, by the indices that it gives; or, back, what
 * the values put there. */
const struct array *gather_top(struct op *op, const struct array *x, const struct array *indices,
                               uint32_t axis, bool back, const struct array *values);

/* The axis that an entry of top_k goes along. */
uint32_t top_axis(const struct tape_entry *entry);

/* Whether the cotangent of the entry's result has a way back to this operand; false after raising
 * what JAX does, or when it is not known. */
MUST_USE bool transpose(struct op *op, const struct tape_entry *entry, uint32_t operand);

#endif
