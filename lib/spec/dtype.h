/* SPDX-License-Identifier: Apache-2.0 */
/* Element types, in the spellings of JAX, NumPy, PyTorch and XLA. */
#ifndef SPEC_DTYPE_H
#define SPEC_DTYPE_H

#include "base/str.h"

struct dtype {
	const char *name;  /* JAX's: float32 */
	const char *brief; /* as in type strings: f32 */
	uint32_t bits;     /* of one element as it is stored: 4 for int4, 8 for bool */
};

/* The type of this name in any of its spellings, or NULL. */
const struct dtype *dtype_named(struct str name);

/* All names, for suggestions; *count says how many. The array lives in the arena. */
const struct str *dtype_names(struct arena *arena, size_t *count);

#endif
