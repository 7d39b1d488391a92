/* SPDX-License-Identifier: Apache-2.0 */
/* What has to be added up over groups of devices that contract different parts. */
#pragma once

#include "partition/contraction.h"

struct contraction_sum {
	/* Without slices: all-reduced along these dimensions of the left operand. */
	const struct tiling *lhs;
	uint32_t lhs_dims[TILING_MAX_RANK + 1], lhs_count;
	/* Else along these of the result, of which each device then keeps a part; then along the
	 * replicas of the result. */
	const struct tiling *carried;
	uint32_t slices[TILING_MAX_RANK + 1], slice_count;
	bool replicas;
	/* Where places are those of the tilings: outside of the groups. */
	const struct device_groups *groups;
	const struct nesting *nesting;
	int32_t devices;
};

/* Adds up a local result, which is inside the groups or deeper. */
struct shards contraction_add_up(struct contraction *c, const struct contraction_sum *sum,
                                 struct shards value);
