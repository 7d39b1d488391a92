/* SPDX-License-Identifier: Apache-2.0 */
/*
 * What a script applies outside of its jitted functions, in the units that JAX compiles: each
 * operation by itself, and what the library has jit around as one. A derivative is the operations
 * that it is made of, forwards and back. JAX: dispatch.py apply_primitive.
 */
#pragma once

#include "trace/trace.h"

/* One of them: a function whose arguments are the arrays that it takes, without names, and whose
 * results those that are used outside of it. */
struct outside_unit {
	struct recorded_function function; /* on no mesh yet */
	const struct source_place *place;  /* of what it begins with, or NULL */
};

struct outside_units {
	const struct outside_unit *items; /* in their order */
	uint32_t count;
	struct table makers; /* numbers of units, by the arrays that they make */
	struct table others; /* places in `standing`, by arrays of the recording */
	const struct array *const *standing;
};

/* The units of a script that was recorded, without those whose results nothing uses. Lives in the
 * arena. */
struct outside_units outside_units_make(struct arena *arena, const struct trace_result *program);

/* The array that stands for one of the recording, as a gradient for the result of its equation;
 * itself for any other. */
const struct array *outside_standing(const struct outside_units *units, const struct array *array);

/* The unit that makes an array; NULL: none. */
const struct outside_unit *outside_maker(const struct outside_units *units,
                                         const struct array *array);
