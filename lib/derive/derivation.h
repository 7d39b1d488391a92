/* SPDX-License-Identifier: Apache-2.0 */
/* What the parts of a derivative share. */
#pragma once

#include "derive/array_map.h"
#include "op/core/primitive.h"
#include "op/core/recording.h"

/* The linear part of a body: equations that hang on tangents. */
struct linear_part {
	struct recorded_body body; /* inputs and outputs are tangents; NULL for one that is zero */
	struct array_map arrays;   /* all that hang on tangents, each standing for itself */
};

struct kept_linear;

struct derivation {
	struct op *op;
	struct array_map values; /* arrays of the program that others stand for */
	struct array_map made; /* arrays that equations of the program make, or bodies are given */
	struct kept_linear *kept; /* linear parts that functions of the program go on with */
	bool fresh;               /* results of equations that are expanded are made anew */
	const char *unknown;      /* why the derivative at hand is not known; NULL: it is */
};

/* The array that stands for one of the program: if none does, itself, and from then on for its
 * copies too. NULL for NULL. */
const struct array *standing(struct derivation *derivation, const struct array *array);

/* The same of `count` arrays; the list is in the arena. */
const struct array **all_standing(struct derivation *derivation, const struct array *const *arrays,
                                  uint32_t count);

/* Gives up the derivative at hand, for this reason: the first one stays. Always false. */
bool derivative_unknown(struct derivation *derivation, const char *reason, const char *name);

/* Appends an equation as it stands. */
void emit_equation(struct op *op, const struct equation *equation);

/* What an equation was applied in. */
struct context {
	const struct abstract_mesh *mesh;
	bool checks_varying;
};

/* Goes over to the mesh and the checks that an equation was applied in. Returns those of before,
 * for context_set. */
struct context context_of(struct op *op, const struct equation *equation);

/* Goes back to a context that context_of has given. */
void context_set(struct op *op, struct context context);

/* Begins to record apart from what is around, which is recorded no further until part_end. */
void part_begin(struct op *op, struct recording *part);

/* Ends the innermost part and gives its equations: a body without inputs and outputs, which the
 * caller fills in. */
struct recorded_body part_end(struct op *op, const struct recording *part);

/* Whether it is a literal: a scalar that nothing makes. */
bool is_literal(const struct derivation *derivation, const struct array *array);

/* A new array of the same type. */
const struct array *array_again(struct op *op, const struct array *array);

/* Whether an equation uses an array of the set, in its bodies too. */
bool equation_uses(struct derivation *derivation, const struct equation *equation,
                   const struct array_map *set);

/* Adds to the set what equations of the body make of what is in it. */
void mark_linear(struct derivation *derivation, const struct recorded_body *body,
                 struct array_map *set);

/* The equations of the body that use an array of the set; the others are appended to what is being
 * recorded. */
struct recorded_body linear_equations(struct derivation *derivation,
                                      const struct recorded_body *body,
                                      const struct array_map *set);

/* The equation with other arrays where these stand for its own, in its bodies too, and without
 * derivatives in these. */
struct equation standing_equation(struct derivation *derivation, const struct equation *equation);

/* The equations of a body once more, with new results, and with other arrays for those in the map,
 * where results are put. */
struct recorded_body replayed(struct derivation *derivation, const struct recorded_body *body,
                              struct array_map *others);

/* Expands the equations of a body into what is being recorded. */
void expand_equations(struct derivation *derivation, const struct recorded_body *body);
