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

/* What a further call gave, with arguments of the same types. */
struct recorded_again {
	const struct recorded_result *results;
	uint32_t count;
	const struct recorded_again *next;
};

struct recorded_function {
	struct str name;              /* of the function; empty: the program itself */
	const struct value *function; /* or NULL */
	struct span at;               /* where it is called, in the program's text */
	const struct equation *equations;
	uint32_t count;
	const struct recorded_argument *arguments;
	uint32_t narguments;
	const struct recorded_result *results;
	uint32_t nresults;
	const struct recorded_again *again;
	const struct abstract_mesh *mesh; /* in context, or NULL */
	struct op *op;                    /* as it was, for whoever applies more */
	struct recorded_function *next;
};

/* Whether nothing is known of how an argument lies, though it is spread over a mesh. */
bool recorded_layout_open(const struct array *array);

/* Of a script no more functions than these are recorded. */
enum { MOST_RECORDED = 64 };

/* A call of a jitted function, outside of all others, that is being recorded. */
struct recorded_call {
	struct recording recording;
	struct recorded_function *made;  /* NULL: it is not recorded */
	struct recorded_function *known; /* that has been recorded so before, or NULL */
};

/*
 * Begins to record a call, when the program is to be recorded, and this function has not been with
 * arguments of the same types. recorded_call_argument adds those that it is traced with, and
 * recorded_call_end takes what it gives: the value as it comes out of the function (NULL: it
 * failed), and as its caller gets it (NULL: as it is), where `all` its arrays have layouts of their
 * own, or those that are others than came out.
 */
void recorded_call_begin(struct trace *trace, struct recorded_call *call);
void recorded_call_argument(struct trace *trace, struct recorded_call *call, struct str name,
                            const struct value *value, bool donated);
/* The same once all arguments have been added: whether the body is recorded. */
void recorded_call_run(struct trace *trace, struct recorded_call *call, struct str name,
                       const struct value *function, struct span at);
void recorded_call_end(struct trace *trace, struct recorded_call *call, const struct value *inner,
                       const struct value *outer, bool all);

/* Ends the recording of the program of a spec, whose arguments are the tensors, and whose results
 * are all arrays that have a name at its top level. */
struct recorded_function *recorded_program(struct trace *trace, struct recording *recording);
