/* SPDX-License-Identifier: Apache-2.0 */
/* Params of primitives on shapes. Those of transpose are its permutation, of concatenate and stack
 * the dimension (uint32_t), of tile its repetitions (int64_t, one for each dimension). */
#pragma once

#include "op/core/primitive.h"

struct broadcast_params {
	const int64_t *shape;
	uint32_t rank;
	const uint32_t *dims; /* where each dimension of the operand goes */
	const struct sharding_request *sharding;
	bool numpy; /* under vmap: dims but the first are integers of numpy, as texts show */
};

struct iota_params {
	const struct dtype *dtype;
	const int64_t *shape;
	uint32_t rank;
	uint32_t dim;
	const struct sharding_request *sharding;
};

struct split_params {
	const int64_t *sizes;
	uint32_t count;
	uint32_t dim;
	bool numpy; /* the sizes are integers of numpy, as texts show */
};

struct squeeze_params {
	const uint32_t *dims; /* ascending */
	uint32_t count;
};

struct rev_params {
	const uint32_t *dims;
	uint32_t count;
};
