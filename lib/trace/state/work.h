/* SPDX-License-Identifier: Apache-2.0 */
/*
 * How much work a program may make. What is evaluated counts steps; what goes through values
 * without evaluating anything charges them. After too many, or too much memory, the program is
 * stopped, and whatever goes on for long asks.
 */
#pragma once

#include "trace/state/trace.h"

enum {
	MAX_CALL_DEPTH = 100,
	MAX_DOUBTED_CALLS = 3, /* of a function by itself, where each may not be made */
	MAX_INNER_DEPTH = 400, /* of functions of the library that are written in Python */
	MAX_NESTING = 2500,    /* of expressions inside of each other */
	MAX_STEPS = 4000000,
	INNER_STEPS = 4,   /* of functions of the library in Python that count for one */
	ARRAY_ITEMS = 128, /* that an operation on arrays counts for */
	ITEMS_A_STEP = 8,  /* that are gone through as fast as a step is made */
	STEPS_BETWEEN = 64 /* for which it is not looked how much memory values take */
};

/* Whether a step that was counted may be made; false when there were too many, which has been
 * reported. */
MUST_USE bool step_allowed(struct trace *trace, struct span at);

/* Counts a step; false when there were too many, which has been reported. */
MUST_USE static inline bool count_step(struct trace *trace, struct span at)
{
	struct work_state *work = &trace->work;
	if (work->stopped)
		return false;
	work->steps += !trace->prelude || work->inner_steps++ % INNER_STEPS == 0;
	bool ample = work->steps < work->ample && work->nesting <= MAX_NESTING;
	return ample || step_allowed(trace, at);
}

/* Counts the steps that going through so many items is worth: one for each ITEMS_A_STEP of them. */
void charge_items(struct trace *trace, uint64_t items);

/* The same of all values that there are in this one. */
void charge_value(struct trace *trace, const struct value *value);

/* Whether there are steps left; what would go on for long without evaluating anything asks. */
bool work_left(struct trace *trace);
