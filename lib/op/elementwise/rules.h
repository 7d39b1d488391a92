/* SPDX-License-Identifier: Apache-2.0 */
/* Rules of elementwise primitives. */
#pragma once

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
UNREDUCED_RULE(reduce_precision_unreduced);
#undef UNREDUCED_RULE

/* Of convert_element_type: those of the operand. JAX: _convert_element_type_ur_rule. */
bool convert_partial(struct op *op, const struct application *application,
                     struct array_type *result);

/* Of select_n: those of the first case with a mesh. JAX: _select_ur_rule. */
bool select_partial(struct op *op, const struct application *application,
                    struct array_type *result);
