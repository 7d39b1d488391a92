/* SPDX-License-Identifier: Apache-2.0 */
/*
 * Arrays of functions that JAX has traced and left: a function may keep in a list, or in an
 * attribute, what is a tracer there, and whoever uses it later fails. Arrays are numbered as they
 * are made, so that a function that has been left is a span of numbers. JAX: core.py
 * escaped_tracer_error.
 */
#pragma once

#include "op/core/op.h"

struct primitive_watch;

/* What is a tracer in a function that has been left. */
enum escaping {
	ESCAPING_ALL,       /* under jit: every array of JAX that it makes */
	ESCAPING_MAPPED,    /* under vmap: what that maps */
	ESCAPING_DEPENDENT, /* under grad: what depends on what the derivative is taken by */
	ESCAPING_KINDS
};

/* A function that has been left. */
struct left_function {
	uint64_t first, end;                 /* what op->arrays was when it was entered, and left */
	uint32_t level;                      /* of its vmap */
	const struct primitive_watch *watch; /* that told what depends on its arguments, or NULL */
	bool failed; /* by an error, so that nothing is said of what it has kept */
};

/* Notes that a function has just been left; it is copied, and so is its watch. */
void escape_left(struct op *op, enum escaping kind, struct left_function function);

/* Notes that the array is a result of the function that has just been left, and was entered when
 * op->arrays was `first`: if it belonged there, it belongs to what is around that now. */
void escape_returned(struct op *op, const struct array *array, uint64_t first);

/* The array as one of its own, which the function around gives back, where nothing is recorded and
 * no derivative is taken: what the function has kept of it stays a tracer. */
const struct array *escape_result(struct op *op, const struct array *array);

/* Whether the array is a tracer of a function that has been left. */
bool escape_is_tracer(const struct op *op, const struct array *array);

/* Whether the array may be used where the program stands; else the error for it is raised. */
MUST_USE bool escape_check(struct op *op, const struct array *array);
