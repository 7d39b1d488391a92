/* SPDX-License-Identifier: Apache-2.0 */
#include "trace/state/place.h"

#include "op/core/recording.h"
#include "trace/state/argument_name.h"
#include "trace/state/trace.h"

/* The calls around, as places; those of a frame are made once. */
static const struct source_place *callers(struct trace *trace, const struct frame *frame)
{
	if (!frame)
		return NULL;
	if (frame == trace->recorded.frame)
		return trace->recorded.caller;
	struct source_place *place = arena_new(trace->op.arena, struct source_place, 1);
	place->at = frame->at;
	place->caller = callers(trace, frame->outer);
	trace->recorded.frame = frame;
	trace->recorded.caller = place;
	return place;
}

const struct source_place *place_of_operation(struct op *op)
{
	struct trace *trace = (struct trace *)(void *)op; /* its first member */
	struct source_place *place = arena_new(op->arena, struct source_place, 1);
	if (trace->derived_at)
		place->at = *trace->derived_at;
	else if (trace->applied)
		place->at = trace->applied->at;
	else if (trace->waiting_at)
		place->at = *trace->waiting_at;
	place->caller = callers(trace, trace->frame);
	return place;
}
