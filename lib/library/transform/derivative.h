/* SPDX-License-Identifier: Apache-2.0 */
/*
 * What is known of derivatives: a derivative has the types of what it is taken by, and exists when
 * every primitive of the function has one that takes its shardings back. JAX:
 * interpreters/ad.py.
 */
#pragma once

#include "op/core/recording.h"
#include "op/core/watch.h"
#include "trace/library.h"
#include "trace/state/event.h"

/* The value with its arrays as the innermost watch takes the derivative by them; NULL when JAX
 * raises. */
const struct value *derivative_inputs(struct trace *trace, const struct value *value);

/* Reports that the derivative is not known to exist, when a primitive that the function applied
 * leaves that open. `at` is the call that takes it. */
void derivative_judge(struct trace *trace, const struct primitive_watch *watch, struct span at);

/* The derivative by a value, whose leaves are arrays or unknown: the same types, mapped by these
 * vmaps too. NULL when JAX raises. */
const struct value *derivative_by(struct trace *trace, const struct value *value, uint64_t levels);

/* The leaves of a value that are arrays of floats, in order: *count of them, none where nothing is
 * recorded. */
const struct array *const *derivative_leaves(struct trace *trace, const struct value *value,
                                             uint32_t *count);

/*
 * A run of the function of a derivative by what one example sees of it, where vmaps around it are
 * looked at and a program is recorded: what vmap makes of a derivative is that of each example.
 */
struct example_run {
	struct trace *trace;
	struct recording recording;
	struct primitive_watch watch;
	struct recorded_body body; /* of one example, with its inputs and outputs */
	uint32_t staged;
	bool replays, values;
	struct trace_event *events;
};

/* Begins the run; false where none is needed. */
MUST_USE bool example_run_begin(struct example_run *run, struct trace *trace);

/* The value with new arrays, which become inputs of the body. */
const struct value *example_run_inputs(struct example_run *run, const struct value *value);

/* Ends the run with what the function gave, NULL after an error, which is forgotten. The arrays of
 * the result are the outputs of the body; false when there is no such body. */
MUST_USE bool example_run_end(struct example_run *run, const struct value *result);

/* The value with new arrays, mapped as its own are: those that a derivative under vmaps gives. */
const struct value *derivative_anew(struct trace *trace, const struct value *value);

/* Appends an equation of a derivative that goes by examples, by its operands and results under the
 * vmaps around it. */
void derivative_record_mapped(struct trace *trace, const struct equation *equation,
                              const struct value *operands, const struct value *results);

/* Appends an equation of a derivative, of which operands, results and params are set, to what is
 * being recorded. `body` has its inputs; its outputs are the leaves of `answer`. */
void derivative_record(struct trace *trace, const struct equation *equation,
                       const struct recorded_body *body, const struct value *answer);

/* The type of a cotangent: what is unreduced forward is reduced backward. */
struct array_type cotangent_type(const struct array_type *type);

/* The same of a derivative that is taken backward. */
const struct value *derivative_back(struct trace *trace, const struct value *value,
                                    uint64_t levels);
