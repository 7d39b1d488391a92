/* SPDX-License-Identifier: Apache-2.0 */
/*
 * Programs in a table, each with what JAX says of it. testdata/programs/rows.py checks such tables
 * against an installed JAX, and fills in what is left open.
 */
#ifndef TESTING_PROGRAM_CASES_H
#define TESTING_PROGRAM_CASES_H

#include "testing/testing.h"

struct program_case {
	const char *release; /* "0.10.2" */
	const char *mesh; /* "x=2 y=4": axes, explicit ones; "x=2 auto y=4" turns to another type */
	const char *tensors; /* "a f32[8@x,4]; i i32[3]" */
	const char *program; /* lines, with \n between them */
	/* The arrays of its top level, "y f32[8@x]; z f32[]", or "Class: text" of what it raises,
	 * or "unknown". */
	const char *says;
};

/* Checks every row and fails for each that comes out otherwise. */
void testing_programs(const struct program_case *cases, size_t count);

/* The same for what the first error of the row is in shardctl's words: `says` is the message and
 * behind " -- " the help, both as they are printed. */
void testing_words(const struct program_case *cases, size_t count);

/* What checking the program says, as `says` of a row; in the arena. */
struct str testing_program_says(struct arena *arena, const struct program_case *row);

/* The spec that the row stands for; in the arena. */
struct str testing_program_spec(struct arena *arena, const struct program_case *row);

#endif
