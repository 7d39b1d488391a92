/* SPDX-License-Identifier: Apache-2.0 */
/*
 * Unreduced and reduced axes of elementwise operations. What is unreduced over an axis is, on each
 * device along it, a part of a sum that nobody has finished; only what is linear may go on with it.
 */
#ifndef OP_ELEMENTWISE_PARTIAL_H
#define OP_ELEMENTWISE_PARTIAL_H

#include "op/core/primitive.h"

/* The rules `unreduced` of elementwise primitives. JAX: lax/lax.py unop_ur_rule, nary_ur_rule,
 * _add_ur_rule, _mul_ur_rule, _div_ur_rule, _neg_ur_rule. */
#define UNREDUCED_RULE(name) \
	bool name(struct op *op, const struct application *application, struct array_type *result)
UNREDUCED_RULE(nonlinear_unreduced);
UNREDUCED_RULE(add_unreduced);
UNREDUCED_RULE(mul_unreduced);
UNREDUCED_RULE(div_unreduced);
UNREDUCED_RULE(sub_unreduced);
UNREDUCED_RULE(neg_unreduced);
UNREDUCED_RULE(copy_unreduced);
UNREDUCED_RULE(reduce_precision_unreduced);
#undef UNREDUCED_RULE

/* Of convert_element_type: those of the operand. JAX: _convert_element_type_ur_rule. */
bool convert_partial(struct op *op, const struct application *application,
                     struct array_type *result);

/* Of select_n: those of the first case with a mesh. JAX: _select_ur_rule. */
bool select_partial(struct op *op, const struct application *application,
                    struct array_type *result);

/* frozenset({'x', 'y'}) */
void axis_set_text(struct buf *out, const struct abstract_mesh *mesh, uint64_t set);

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

#endif
