/* SPDX-License-Identifier: Apache-2.0 */
/* Programs for tests, and what comes of them as text. */
#ifndef TESTING_PROGRAM_H
#define TESTING_PROGRAM_H

#include "testing/testing.h"

/*
 * Runs a program in a spec with the mesh x=2, y=2 of Explicit axes (of Auto ones before 0.5.3) and
 * the tensors a: f32[4@x,8], b: bf16[4@x,8], c: i32[8], m: bool[4@x,8], s: f32[] and k: i32[].
 * Gives, separated by "; ", each finding as "LINE Class: text" or "LINE rule: message", the line
 * being that of the program, and then what its top-level names hold, arrays as "o=f32[4@x,8]" and
 * what Python knows as its repr; functions and modules are left out.
 */
struct str testing_program(struct arena *arena, const char *release, const char *program);

/* A program under a release, and what testing_program gives for it. */
struct program_outcome {
	const char *release, *program, *outcome;
};

/* Fails for each row that comes out otherwise. */
void testing_outcomes(const struct program_outcome *cases, size_t count);

#endif
