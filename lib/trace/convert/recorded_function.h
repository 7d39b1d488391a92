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
	struct str name; /* "loss"; of a jitted function its path in what is returned, "[0]['w']" */
};

struct recorded_function {
	struct str name; /* of the function; empty: the program itself */
	struct span at;  /* where it is called, in the program's text */
	const struct equation *equations;
	uint32_t count;
	const struct recorded_argument *arguments;
	uint32_t narguments;
	const struct recorded_result *results;
	uint32_t nresults;
	const struct abstract_mesh *mesh; /* in context, or NULL */
	struct op *op;                    /* of the run, for whoever applies more */
	struct recorded_function *next;
};

/* Ends the recording of the program of a spec, whose arguments are the tensors, and whose results
 * are all arrays that have a name at its top level. */
struct recorded_function *recorded_program(struct trace *trace, struct recording *recording);
