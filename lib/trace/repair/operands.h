/* SPDX-License-Identifier: Apache-2.0 */
/* The arrays that an expression computes with, and evaluating expressions as a trial. */
#pragma once

#include "trace/state/trace.h"

enum { MAX_REPAIR_OPERANDS = 8 };

/* A part of the expression that is an array. */
struct operand {
	const struct expression *expression;
	const struct array_type *type;
};

struct operands {
	struct operand items[MAX_REPAIR_OPERANDS]; /* from left to right */
	uint32_t count;
	struct str
	    names[MAX_REPAIR_OPERANDS]; /* of all variables in it that are arrays, each once */
	uint32_t nnames;
	const struct expression *bodies[MAX_REPAIR_OPERANDS]; /* of lambdas that are arguments */
	uint32_t nbodies;
};

/* The value of an expression, which may be none of the program; NULL when it has an error, which
 * goes to *error when that is not NULL, or is not known. What the program has come to is the same
 * afterwards, but for the steps that it took. */
const struct value *trace_try(struct trace *trace, const struct expression *expression,
                              struct op_error *error);

/* The operands, array and indices, or arguments of the expression, those in tuples and lists
 * included, as far as they are arrays on a mesh: so many as there is room for. */
struct operands operands_of(struct trace *trace, const struct expression *expression);
