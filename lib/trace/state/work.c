/* SPDX-License-Identifier: Apache-2.0 */
/* How much work a program may make, so that following it ends soon and in little memory. */
#include "trace/state/work.h"

#include <assert.h>

enum { MAX_MEMORY = 512 * 1024 * 1024 }; /* bytes of values */

void charge_items(struct trace *trace, uint64_t items)
{
	uint64_t steps = items / ITEMS_A_STEP;
	trace->work.steps += steps < MAX_STEPS ? (uint32_t)steps : MAX_STEPS;
	if (trace->work.steps > trace->work.most_steps)
		trace->work.steps = trace->work.most_steps + 1;
}

void charge_value(struct trace *trace, const struct value *value)
{
	assert(value);
	charge_items(trace, value_weight(value) - 1);
}

/* How long nothing need be looked at again. */
static uint32_t ample_after(const struct work_state *work)
{
	uint32_t next = work->memory_checked + STEPS_BETWEEN;
	if (work->memory_full)
		return 0;
	return next <= work->most_steps ? next : work->most_steps + 1;
}

/* Whether too much memory is held, which is looked up now and then. */
static bool memory_used_up(struct trace *trace)
{
	if (trace->work.steps >= trace->work.memory_checked + STEPS_BETWEEN) {
		trace->work.memory_checked = trace->work.steps;
		trace->work.memory_full |=
		    arena_footprint(trace->op.arena) + arena_footprint(trace->scratch) > MAX_MEMORY;
		trace->work.ample = ample_after(&trace->work);
	}
	return trace->work.memory_full;
}

bool work_left(struct trace *trace)
{
	return !trace->work.stopped && trace->work.steps <= trace->work.most_steps &&
	       !memory_used_up(trace);
}

bool step_allowed(struct trace *trace, struct span at)
{
	bool far = trace->work.steps > trace->work.most_steps,
	     deep = trace->work.nesting > MAX_NESTING;
	if (work_left(trace) && !deep)
		return true;
	if (trace->derived_at)
		at = *trace->derived_at;
	at = program_span(trace->program, at);
	if (trace->work.memory_full)
		diag_add(trace->diags, RULE_PROGRAM_LIMIT, at,
		         "the program is followed up to here: its values take more than %d MiB",
		         MAX_MEMORY / 1024 / 1024);
	else
		diag_add(trace->diags, RULE_PROGRAM_LIMIT, at,
		         "the program is followed up to here: it has more than %d %s",
		         far ? MAX_STEPS : MAX_NESTING,
		         far ? "steps" : "expressions inside of each other");
	trace->work.stopped = true;
	trace->work.limit = at;
	return false;
}
