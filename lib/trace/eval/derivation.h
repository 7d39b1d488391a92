/* SPDX-License-Identifier: Apache-2.0 */
/*
 * Functions of the library that follow from others, as JAX derives them: their parts are
 * expressions in the language of programs, in which the function's parameters are names. All of it
 * stands, for errors and findings, where the function is called.
 */
#ifndef TRACE_EVAL_DERIVATION_H
#define TRACE_EVAL_DERIVATION_H

#include "trace/state/trace.h"

struct scope;

struct derivation {
	struct trace *trace;
	struct scope *scope; /* its names, and nothing of the program */
	struct span at;      /* the call */
	bool failed;         /* a part has: nothing more is computed */
};

/* The derivation of the function being called, with its parameters as names. */
struct derivation derivation_of(struct trace *trace, const struct call_arguments *arguments);

/* Gives a name a value; NULL is a failure. `name` must outlive the trace. */
void derivation_set(struct derivation *derivation, const char *name, const struct value *value);

/* The value of an expression; NULL after a failure, or when it is not known. */
const struct value *derive(struct derivation *derivation, const char *expression);

/* Gives the name the value of the expression. */
void derive_name(struct derivation *derivation, const char *name, const char *expression);

#endif
