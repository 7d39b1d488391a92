/* SPDX-License-Identifier: Apache-2.0 */
/* How a reshape carries a sharding over. JAX: lax/lax.py _reshape_sharding_rule. */
#pragma once

#include "op/core/op.h"

struct reshape_params {
	const int64_t *shape;
	uint32_t rank;
	const uint32_t *dimensions; /* a permutation of the operand's; NULL: row-major order */
	const struct sharding_request *sharding;
};

/* Fills `spec`, of the new rank, for an operand that is sharded and of which nothing is asked.
 * False when the release cannot tell. */
MUST_USE bool reshape_spec(struct op *op, const struct array_type *operand,
                           const struct reshape_params *params, struct dim_axes *spec);

/* A shape cut into groups: dimension i of the shape of fewer dimensions is the product of
 * lengths[i] dimensions of the other one. */
struct grouping {
	uint32_t *lengths;
	uint32_t count;
};

enum grouping_outcome {
	GROUPS_FOUND,
	GROUPS_NONE, /* it is not of this kind */
	GROUPS_TWO,  /* more than one group of several dimensions */
	GROUPS_INDEX_ERROR,
	GROUPS_ASSERTION_ERROR
};

struct sizes {
	const int64_t *sizes;
	uint32_t count;
};

/* Looks for the one group of dimensions of `fine` that makes a dimension of `coarse`. Allocates in
 * op->arena. JAX: _split_on_one_axis. */
enum grouping_outcome find_groups(struct op *op, struct sizes coarse, struct sizes fine,
                                  struct grouping *groups);
