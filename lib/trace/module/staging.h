/* SPDX-License-Identifier: Apache-2.0 */
/*
 * How JAX traces what is not a plain call: the body of a loop, a branch, a function under jit or
 * checkpoint. First it runs by the types that it sees, whatever vmaps are around it; then once
 * more for each of these, further in first, on arrays with the mapped dimensions. Only the
 * first run can fail at a place in the body: the others repeat operations that have been recorded,
 * and what they raise is raised by the call that traces the body.
 *
 *	staging_begin(&staging, trace);
 *	do
 *		if (!run(…))
 *			return staging_fail(&staging);
 *	while (staging_next(&staging));
 */
#pragma once

#include "op/core/recording.h"
#include "trace/state/trace.h"

struct staging {
	struct trace *trace;
	uint32_t outer; /* vmaps that are not looked at around it */
	uint32_t outer_bodies;
	bool outer_replays, outer_eager, outer_called_eagerly, outer_in_jitted, outer_values;
	uint64_t outer_concrete;
	struct trace_event *events; /* the last one before it */
	struct recording recording; /* of this run; staging_end makes a body of it */
	struct recorded_body body;
	bool first; /* this is the first run */
};

/* Begins the first run of a body. */
void staging_begin(struct staging *staging, struct trace *trace);

/* Forgets the movements of data recorded in this run, which is to be made again. */
void staging_again(const struct staging *staging);

/* Goes on to the next run; false when there is none, and everything is as before. */
MUST_USE bool staging_next(struct staging *staging);

/* Leaves early, without an error. What has been recorded in the last run is staging->body. */
void staging_end(struct staging *staging);

/* Leaves after an error; that of a later run is not placed in the body. Always NULL. */
const struct value *staging_fail(struct staging *staging);
