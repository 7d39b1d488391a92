/* SPDX-License-Identifier: Apache-2.0 */
#include "trace/module/staging.h"
#include "trace/state/event.h"

#include <assert.h>

void staging_begin(struct staging *staging, struct trace *trace)
{
	assert(trace->op.staged <= trace->op.nmappings);
	*staging = (struct staging){.trace = trace,
	                            .outer = trace->op.staged,
	                            .outer_bodies = trace->op.bodies,
	                            .outer_replays = trace->op.replays,
	                            .outer_eager = trace->op.eager,
	                            .outer_values = trace->op.values,
	                            .outer_called_eagerly = trace->called_eagerly,
	                            .outer_in_jitted = trace->in_jitted,
	                            .outer_concrete = trace->concrete,
	                            .events = trace->events.last,
	                            .first = true};
	/* A body inside of one that is repeated has been recorded with it. */
	if (!trace->op.replays)
		trace->op.staged = trace->op.nmappings;
	if (trace->op.eager)
		trace->concrete = trace->op.arrays;
	trace->op.eager = false;
	trace->op.values = false;
	trace->called_eagerly = false;
	trace->in_jitted = false;
	trace->op.bodies++;
	recording_begin(&trace->op, &staging->recording);
}

void staging_again(const struct staging *staging)
{
	struct trace *trace = staging->trace;
	if (staging->events)
		staging->events->next = NULL;
	else
		trace->events.first = NULL;
	trace->events.last = staging->events;
	recording_again(&trace->op);
}

void staging_end(struct staging *staging)
{
	struct trace *trace = staging->trace;
	assert(trace->op.bodies == staging->outer_bodies + 1);
	staging->body = recording_end(&trace->op, &staging->recording);
	trace->op.staged = staging->outer;
	trace->op.eager = staging->outer_eager;
	trace->op.values = staging->outer_values;
	trace->called_eagerly = staging->outer_called_eagerly;
	trace->in_jitted = staging->outer_in_jitted;
	trace->concrete = staging->outer_concrete;
	trace->op.replays = staging->outer_replays;
	trace->op.bodies = staging->outer_bodies;
}

bool staging_next(struct staging *staging)
{
	struct trace *trace = staging->trace;
	if (trace->op.staged <= staging->outer) {
		staging_end(staging);
		return false;
	}
	staging_again(staging);
	trace->op.staged--;
	trace->op.replays = true;
	staging->first = false;
	return true;
}

const struct value *staging_fail(struct staging *staging)
{
	struct trace *trace = staging->trace;
	staging_end(staging);
	if (!staging->first)
		trace->failure.placed = false;
	return NULL;
}
