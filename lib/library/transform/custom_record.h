/* SPDX-License-Identifier: Apache-2.0 */
/* Functions with rules for their derivatives, where what a program applies is recorded. */
#pragma once

#include "trace/convert/pytree.h"
#include "trace/library.h"

/* The rules of a function, as its methods set them. */
struct custom_rules {
	const struct value *jvp, *fwd, *bwd;
	bool others; /* for each argument a rule of its own */
};

/* What a function is called with: all of it, and parted by nondiff_argnums. */
struct parted {
	struct value_list all, fixed, others;
	struct pytree tree; /* of the others */
};

/* The arguments of a rule: those that no derivative is taken by, and two more. */
struct value_list rule_arguments(struct trace *trace, const struct value_list *fixed,
                                 const struct value *first, const struct value *second);

/*
 * Appends the call of a function with rules, which has given this result while nothing was
 * recorded, to what is being recorded: EQUATION_CUSTOM_JVP or EQUATION_CUSTOM_VJP with the function
 * and its rules as bodies, which are run for it. Nothing where one of them fails, so that the
 * result is not known.
 */
void custom_record(struct trace *trace, const struct value *function,
                   const struct custom_rules *rules, const struct parted *given,
                   const struct value *result, struct span at);

/* Records lax.custom_linear_solve of b, which gave x while nothing was recorded: how it is solved,
 * what is solved, and how its transpose is, or None; each a function of what has the leaves of b.
 * The x that is recorded; NULL after an error. JAX: control_flow/solves.py. */
const struct value *linear_solve_record(struct trace *trace, const struct value *const functions[3],
                                        const struct value *b, const struct value *x,
                                        struct span at);
