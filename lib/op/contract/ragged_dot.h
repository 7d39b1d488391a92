/* SPDX-License-Identifier: Apache-2.0 */
/* Products of which one dimension is cut into groups. JAX: lax.py ragged_dot_general. */
#ifndef OP_CONTRACT_RAGGED_DOT_H
#define OP_CONTRACT_RAGGED_DOT_H

#include "op/core/lax.h"

struct ragged_dimensions {
	struct dot_dimensions dot;
	struct dimension_list ragged; /* of the left operand; one */
	struct dimension_list group;  /* of the right operand; one, or none */
};

/* lax.ragged_dot_general; a NULL dtype is that of the operands. Releases before 0.5.3 know only
 * lax.ragged_dot, whose dimensions these then are. */
const struct array *lax_ragged_dot_general(struct op *op, const struct array *const operands[3],
                                           const struct ragged_dimensions *dimensions,
                                           const struct dtype *preferred,
                                           const struct sharding_request *sharding);

#endif
