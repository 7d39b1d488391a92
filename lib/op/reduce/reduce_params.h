/* SPDX-License-Identifier: Apache-2.0 */
/* Params of cumulative operations, of sort and of top_k. */
#pragma once

#include "op/core/primitive.h"

struct cumulation {
	int64_t axis;
	bool reverse;
};

struct sorting {
	uint32_t dim, nkeys;
};

struct choosing {
	int64_t k, axis;
};
