/* SPDX-License-Identifier: Apache-2.0 */
/*
 * A program that was recorded as the StableHLO that JAX makes of it: a text of its own, whose lines
 * know where in the program they come from. JAX: interpreters/mlir.py, and the lowering rules of
 * the primitives in lax/.
 */
#pragma once

#include "trace/convert/recorded_function.h"

/* Something that could not be written. */
struct lowering_gap {
	const struct source_place *place; /* or NULL */
	struct str reason;
};

/* A line of the text. */
struct lowered_line {
	uint32_t start;                   /* its first byte */
	const struct source_place *place; /* what it is made of, or NULL */
};

struct lowering {
	struct str text; /* in the generic form of MLIR */
	const struct lowered_line *lines;
	uint32_t nlines;
	const struct lowering_gap *gap; /* NULL: the text is whole */
};

/* Writes a function as a module, for JAX 0.10.2 on. Arguments that it does not use are left out.
 * Everything lives in the arena. */
struct lowering lower_function(struct arena *arena, const struct recorded_function *function);
