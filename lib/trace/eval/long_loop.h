/* SPDX-License-Identifier: Apache-2.0 */
/*
 * Loops of very many turns, and of which only a run tells how many. One that has taken much work is
 * left once the types of what its body assigns are in two turns the same, as is one of which only a
 * run tells when it ends: behind it an array is one of that type, a number one that is not known,
 * and all else foreign.
 */
#pragma once

#include "trace/eval/statement.h"

struct long_loop {
	const struct statement *whole;
	uint32_t steps;                    /* made before the loop */
	bool open;                         /* only a run tells when it ends */
	bool skips;                        /* or whether the rest of a turn is run */
	uint32_t turns;                    /* that may have been the last ones */
	const struct table *names;         /* that its body assigns; NULL: not asked yet */
	const struct value *const *values; /* of these names, at the end of the turn before */
	const struct value *const *exits;  /* where a run may have left it; NULL: nowhere */
};

struct long_loop long_loop_begin(const struct trace *trace, const struct statement *whole);

/* Whether only `break` and its like end the loop. */
bool has_no_end(const struct statement *loop);

/* Called where only a run tells whether the innermost loop goes on: by `break`, or for `skips` by
 * `continue`. */
void long_loop_may_end(struct trace *trace, bool skips);

/* Called behind the loop: gives the names what they are wherever it has ended. */
void long_loop_ended(struct trace *trace, const struct long_loop *loop);

/* Called at the end of a turn: whether the loop is to be left, which has then been done, and *flow
 * is how things go on. `at` is what the note is about. */
bool long_loop_left(struct trace *trace, struct long_loop *loop, struct span at, enum flow *flow,
                    const struct value **result);
