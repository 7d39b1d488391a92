/* SPDX-License-Identifier: Apache-2.0 */
/* The shardings of the tensors of an operation, said by factor instead of by dimension. */
#pragma once

#include "propagate/factor/step.h"

/* How one tensor is sharded along one factor. */
struct factor_axes {
	struct axis_parts axes;
	struct axis_parts overflow; /* axes that do not fit into the factor */
	bool present;               /* the tensor has this factor */
	bool closed, last;          /* last: the minor one of its dimension */
};

struct projection {
	const struct step *step;
	struct factor_axes *axes; /* per tensor and factor */
	uint32_t ntensors;
};

/* The shardings of all tensors of the step, projected: axes of a dimension are dealt out to its
 * factors, major first, as far as they divide them; what is left is overflow. Lists are in the
 * arena. Shardy: ShardingProjection::build. */
struct projection projection_make(struct arena *arena, const struct step *step);

static inline struct factor_axes *projection_of(const struct projection *projection,
                                                uint32_t tensor, uint32_t factor)
{
	return &projection->axes[(size_t)tensor * projection->step->rule->nfactors + factor];
}

/* The sharding of a tensor by dimension again; NULL when it is as it was. */
const struct named_sharding *
projection_sharding(struct arena *arena, const struct projection *projection, uint32_t tensor);
