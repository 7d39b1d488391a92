/* SPDX-License-Identifier: Apache-2.0 */
#include "trace/repair/trial.h"

#include "op/core/captures.h"
#include "op/core/watch.h"
#include "trace/state/changes.h"
#include "trace/state/event.h"

static struct trial_records record_state(const struct op *op)
{
	uint32_t nwatches = 0, ncaptures = 0;
	for (const struct primitive_watch *watch = op->watch; watch; watch = watch->outer)
		nwatches++;
	for (const struct captures *captures = op->captures; captures; captures = captures->outer)
		ncaptures++;
	struct trial_records recorded = {arena_new(op->arena, struct primitive_watch, nwatches),
	                                 arena_new(op->arena, struct captures, ncaptures)};
	nwatches = ncaptures = 0;
	for (const struct primitive_watch *watch = op->watch; watch; watch = watch->outer)
		recorded.watches[nwatches++] = *watch;
	for (const struct captures *captures = op->captures; captures; captures = captures->outer)
		recorded.captures[ncaptures++] = *captures;
	return recorded;
}

static void restore_state(const struct op *op, const struct trial_records *recorded)
{
	uint32_t nwatches = 0, ncaptures = 0;
	for (struct primitive_watch *watch = op->watch; watch; watch = watch->outer)
		*watch = recorded->watches[nwatches++];
	for (struct captures *captures = op->captures; captures; captures = captures->outer)
		*captures = recorded->captures[ncaptures++];
}

/* Makes the trace what it was, but for what has been counted and found out once for all. */
static void take_back(struct trace *trace, const struct trace *before)
{
	struct trace after = *trace;
	value_changes_undo(trace, before->trial.changes);
	*trace = *before;
	trace->op.arrays = after.op.arrays; /* their numbers are not given again */
	trace->fields = after.fields;       /* what is behind their slots is shared */
	trace->members = after.members;
	trace->trial.count = after.trial.count;
	trace->names.imported = after.names.imported;
	table_truncate(&trace->names.imported, before->names.imported.count);
	trace->failure.reported = after.failure.reported;
	table_truncate(&trace->failure.reported, before->failure.reported.count);
	if (trace->events.last)
		trace->events.last->next = NULL;
}

void trial_begin(struct trace *trace, struct trial *trial)
{
	trial->before = *trace;
	trial->records = record_state(&trace->op);
	trial->unseen = diags_make(trace->op.arena);
	trace->diags = &trial->unseen;
	trace->trial.running = true;
	trace->trial.count++;
	trace->op.error = (struct op_error){0};
	trace->failure.placed = false;
}

bool trial_is_clean(const struct trace *trace, const struct trial *trial)
{
	return trace->failure.count == trial->before.failure.count && !trace->work.stopped &&
	       !trial->unseen.count;
}

uint32_t trial_end(struct trace *trace, const struct trial *trial)
{
	uint32_t steps = trace->work.steps - trial->before.work.steps;
	take_back(trace, &trial->before);
	restore_state(&trace->op, &trial->records);
	return steps;
}
