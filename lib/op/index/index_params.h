/* SPDX-License-Identifier: Apache-2.0 */
/* Params of slice and pad. Those of dynamic_slice are the sizes (int64_t, one for each dimension).
 */
#pragma once

#include "op/core/primitive.h"

struct slice_params {
	const int64_t *start, *limit;
	const int64_t *strides; /* NULL: all 1 */
};

struct pad_params {
	const struct padding *paddings;
	uint64_t numpy_dims; /* whose widths are integers of numpy, as a set */
};
