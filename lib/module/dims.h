/* SPDX-License-Identifier: Apache-2.0 */
/* Lists of dimensions, as instructions have them. */
#pragma once

#include <stdbool.h>
#include <stdint.h>

/* Whether one of `count` dimensions is this one. */
static inline bool dims_hold(const int64_t *dims, uint32_t count, int64_t dim)
{
	for (uint32_t i = 0; i < count; i++)
		if (dims[i] == dim)
			return true;
	return false;
}
