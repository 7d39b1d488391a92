/* SPDX-License-Identifier: Apache-2.0 */
/* Arguments that many reductions take: axis=, dtype=, out=, where=, initial=. */
#pragma once

#include "trace/library.h"
#include "op/core/primitive.h"
#include "op/reduce/reduce.h"

/* The argument at `index`, or None where the row of this release has none there. */
const struct value *optional_argument(const struct call_arguments *arguments, uint32_t index);

/* axis= as reductions take it: None, an integer, or several. JAX: numpy/reductions.py
 * _ensure_optional_axes. */
MUST_USE bool read_axes(struct trace *trace, const struct value *value,
                        struct numpy_reduction *reduction);

/* dtype=, which stays NULL for None. */
MUST_USE bool read_dtype(struct trace *trace, const struct value *value,
                         const struct dtype **dtype);

/* Refuses out= that is not None, as jnp.`name` does. */
MUST_USE bool refuse_out(struct trace *trace, const struct value *value, const char *name);

/* Where a function has its parameters; 0 where it has none (the array is at 0, axis at 1). */
struct reduction_parameters {
	const char *name; /* of the reduction */
	const struct numpy_reducer *reducer;
	const struct primitive *primitive; /* of argmax and argmin */
	uint8_t dtype, out, keepdims, initial, where, promotes;
};

/* The flag of the argument at `index`; false where the function or its release has none. */
MUST_USE bool read_flag(struct trace *trace, const struct call_arguments *arguments, uint32_t index,
                        bool *flag);

/* What all reductions take, in the order in which they look at it; the row's data are its
 * reduction_parameters. */
MUST_USE bool read_reduction(struct trace *trace, const struct call_arguments *arguments,
                             struct numpy_reduction *reduction, const struct array **x);
