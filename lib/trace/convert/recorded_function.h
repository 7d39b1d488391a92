/* SPDX-License-Identifier: Apache-2.0 */
/* Functions of a program that become a module of their own: a jitted one that a script calls, or
 * the program of a spec as a whole. */
#pragma once

#include "op/core/recording.h"
#include "trace/state/trace.h"

struct recorded_argument {
	const struct array *array;
	struct str name; /* "params['w']" */
	bool donated;
};

struct recorded_result {
	const struct array *array;
	/* What out_shardings says of it; NULL: nothing. */
	const struct sharding_request *placed;
};

struct recorded_function {
	struct str name;              /* of the function; empty: the program itself */
	const struct value *function; /* or NULL */
	struct span at;               /* where it is called, in the program's text */
	uint64_t first;               /* arrays of lower numbers existed before */
	const struct equation *equations;
	uint32_t count;
	const struct recorded_argument *arguments;
	uint32_t narguments;
	const struct recorded_result *results;
	uint32_t nresults;
	const struct abstract_mesh *mesh; /* in context, or NULL */
	struct op *op;                    /* as it was, for whoever applies more */
	struct recorded_function *next;
};

/* Of a script no more functions than these are recorded. */
enum { MOST_RECORDED = 64 };

/* A call of a jitted function, outside of all others, that is being recorded. */
struct recorded_call {
	struct recording recording;
	struct recorded_function *made; /* NULL: it is not recorded */
	bool compiled;                  /* it is inside of another one */
};

/*
 * Begins to record a call, when the program is to be recorded, and this function has not been with
 * arguments of the same types. recorded_call_argument adds those that it is traced with, and
 * recorded_call_end takes what it gives: the value as it comes out of the function, and as its
 * caller gets it; NULL: it failed.
 */
void recorded_call_begin(struct trace *trace, struct recorded_call *call);
void recorded_call_argument(struct trace *trace, struct recorded_call *call, struct str name,
                            const struct value *value, bool donated);
/* The same once all arguments have been added: whether the body is recorded. */
void recorded_call_run(struct trace *trace, struct recorded_call *call, struct str name,
                       const struct value *function, struct span at);

/* What a call outside of all others gives: where it is given arrays on several devices, how its
 * results lie is not known. NULL for NULL. */
const struct value *recorded_call_result(struct trace *trace, const struct recorded_call *call,
                                         const struct value_list *given,
                                         const struct value *result);
void recorded_call_end(struct trace *trace, struct recorded_call *call, const struct value *inner,
                       const struct value *outer);

/* Ends the recording of the program of a spec, whose arguments are the tensors, and whose results
 * are all arrays that have a name at its top level. */
struct recorded_function *recorded_program(struct trace *trace, struct recording *recording);
