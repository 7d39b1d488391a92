/* SPDX-License-Identifier: Apache-2.0 */
/* An error as the framework raises it, and numbers written as Python writes them in its texts. */
#pragma once

#include "base/buf.h"

struct mesh_error {
	const char *type;   /* class name, "ValueError"; NULL when there is no error */
	struct str message; /* first line of the text */
};

/* Appends "(4, 2)", "(4,)" or "()", as Python prints a tuple of integers. */
void mesh_error_add_tuple(struct buf *out, const int64_t *values, uint32_t count);

/* "(4, 2)" in the arena, or "[4, 2]" when `is_list`. */
struct str mesh_error_sizes(struct arena *arena, const int64_t *values, uint32_t count,
                            bool is_list);

/* "(4,2)" in the arena, as numpy prints the shape that an array cannot take. */
struct str mesh_error_shape(struct arena *arena, const int64_t *values, uint32_t count);
