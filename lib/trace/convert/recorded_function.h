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
	const struct array *given; /* what the caller has of it */
	/* What out_shardings says of it; NULL: nothing. */
	const struct sharding_request *placed;
};

struct recorded_function {
	struct str name; /* of the function; empty: the program itself */
	/* What is compiled, and the function of the program that a library has it made of: the same
	 * where that is given to jit itself; or NULL. */
	const struct value *function, *program;
	const struct value *const *statics; /* arguments that are part of the program */
	uint32_t nstatics;
	/* The call that was compiled for this one as well, which has no equations then; NULL: this
	 * one is compiled itself. */
	const struct recorded_function *same;
	struct span at; /* where it is called, in the program's text */
	uint64_t first; /* arrays of lower numbers existed before */
	const struct equation *equations;
	uint32_t count;
	const struct recorded_argument *arguments;
	uint32_t narguments;
	const struct recorded_result *results;
	uint32_t nresults;
	const struct abstract_mesh *mesh; /* in context, or NULL */
	struct op *op;                    /* as it was, for whoever applies more */
	/* What in it is not known, so that what follows of that is missing; no feature: nothing. */
	struct coverage_gap gap;
	struct recorded_function *next;
};

/* The mesh that a constraint or a shard_map names; NULL: it is another equation, or none (NULL). */
const struct abstract_mesh *equation_mesh(const struct equation *equation);

/* What operations go on with behind the run of a function: nothing is around them. In the arena. */
struct op *op_afterwards(struct trace *trace);

/* Of a script no more calls than these are recorded, and of functions with their equations. Where
 * one has been called with arguments of the same types so often that the compiler's layouts have
 * come to rest, a further call is taken for one like the last. */
enum { MOST_RECORDED_CALLS = 4096, MOST_RECORDED = 256, MOST_RECORDED_ALIKE = 8 };

/* A call of a jitted function, outside of all others, that is being recorded. */
struct recorded_call {
	struct recording recording;
	struct recorded_function *made; /* NULL: it is not recorded */
	uint64_t met;                   /* how often the program had come to what is not known */
	bool outermost;                 /* what it applies is not applied by the script itself */
};

/* A call is recorded in this order, where the program is recorded: recorded_call_begin, its
 * arguments, recorded_call_run, the body, recorded_call_end. */

/* Begins the call; where it is not recorded, because it is inside of another or there are too
 * many, call->made is NULL. Those that are too many are counted (trace_result.nleft_out). */
void recorded_call_begin(struct trace *trace, struct recorded_call *call);

/* Adds an argument that is part of the program: it is not traced. */
void recorded_call_static(struct trace *trace, struct recorded_call *call,
                          const struct value *value);

/* Adds the arrays of an argument that is traced, each by the name of the argument and its path in
 * it. One that is no tree is not recorded, and nor is the call. */
void recorded_call_argument(struct trace *trace, struct recorded_call *call, struct str name,
                            const struct value *value, bool donated);

/* Says what is called, once all arguments have been added: whether the body is recorded, or an
 * earlier call stands for it (recorded_function.same). `program` as in struct recorded_function. */
void recorded_call_run(struct trace *trace, struct recorded_call *call, struct str name,
                       const struct value *function, const struct value *program, struct span at);

/* Takes what the call gives: `inner` as it comes out of the function, NULL where it failed, and
 * `outer` as the caller gets it, NULL where nobody does. `placed`: out_shardings says how that is
 * laid out. */
void recorded_call_end(struct trace *trace, struct recorded_call *call, const struct value *inner,
                       const struct value *outer, bool placed);

/*
 * Ends the recording: the functions of a script, and in *outside its equations between their calls;
 * or the program of a spec, whose arguments are the tensors, and whose results are all arrays that
 * have a name at its top level. NULL where there are none.
 */
const struct recorded_function *recorded_end(struct trace *trace, const struct recording *recording,
                                             const struct recorded_function **outside);
