/* SPDX-License-Identifier: Apache-2.0 */
/* axis= as many reductions take it. */
#pragma once

#include "trace/library.h"

/* Axes as somebody wrote them; `items` NULL: all. */
struct axes {
	const int64_t *items;
	uint32_t count;
};

/* Reads None, an integer, or several; `name` is the function in errors, or NULL. JAX:
 * numpy/reductions.py _ensure_optional_axes. */
MUST_USE bool read_axes(struct trace *trace, const struct value *value, const char *name,
                        struct axes *axes);
