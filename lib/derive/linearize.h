/* SPDX-License-Identifier: Apache-2.0 */
/* The way forward: a body with its tangents. JAX: interpreters/ad.py LinearizeTrace. */
#pragma once

#include "derive/derivation.h"

struct linearization {
	struct derivation *derivation;
	struct array_map tangents; /* of arrays of the program; those without have none */
	struct array_map linear;   /* all arrays that hang on tangents */
	struct recording part;     /* the equations of tangents */
};

/*
 * Appends the equations of the body to what is being recorded, and those of tangents to the linear
 * part. The inputs of the body have tangents, or none, and stand for what they are given. False
 * when a derivative is not known.
 */
MUST_USE bool linearize_body(struct linearization *forward, const struct recorded_body *body);

/* Gives the array of the program a new tangent that everything hangs on. */
const struct array *tangent_input(struct linearization *forward, const struct array *array);

/* The tangent of an array of the program; NULL: zero. */
const struct array *tangent_of(const struct linearization *forward, const struct array *array);

/* Appends an equation to the linear part, or to what is being recorded, as it hangs on tangents or
 * not. */
void emit_forward(struct linearization *forward, const struct equation *equation);

/* What has been made linear, for these tangents that go in and come out. */
struct linear_part linear_end(struct linearization *forward, const struct array *const *inputs,
                              uint32_t ninputs, const struct array *const *outputs,
                              uint32_t noutputs);
