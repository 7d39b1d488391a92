/* SPDX-License-Identifier: Apache-2.0 */
/*
 * Functions of arrays written as formulas: "x * tanh(logaddexp(x, 0))". Operators and functions
 * are those of jax.numpy, which promote and broadcast; with "lax." in front those of jax.lax.
 * Python numbers are weakly typed. Parts are computed from left to right and from inside out, so
 * that what fails first in JAX fails first here.
 *
 *	formula  = sum [(">" | ">=" | "<" | "<=" | "==" | "!=") sum]
 *	sum      = product {("+" | "-") product}
 *	product  = factor {("*" | "/") factor}
 *	factor   = "-" factor | primary ["^" number]
 *	primary  = number | letter | name "(" formula {"," formula} ")" | "(" formula ")"
 */
#ifndef OP_ELEMENTWISE_FORMULA_H
#define OP_ELEMENTWISE_FORMULA_H

#include "op/core/op.h"

/* What the letters of a formula stand for: letter i of `letters` is arrays[i]. */
struct formula_names {
	const char *letters; /* "xb" */
	const struct array *const *arrays;
};

/* The value of the formula; NULL when JAX raises, or one of its arrays is NULL. */
const struct array *formula(struct op *op, const char *text, const struct formula_names *names);

/* The value of a formula of one array, x. */
const struct array *formula_of(struct op *op, const char *text, const struct array *x);

#endif
