/* SPDX-License-Identifier: Apache-2.0 */
/*
 * Loops of very many turns. One that has taken much work is left once the types of what its body
 * assigns are in two turns the same, as is one of which only a run tells when it ends: behind it an
 * array is one of that type, a number one that is not known, and all else foreign.
 */
#pragma once

#include "trace/eval/statement.h"

struct long_loop {
	uint32_t steps;                    /* made before the loop */
	uint32_t open_ends;                /* likewise */
	bool open;                         /* only a run tells when it ends */
	uint32_t turns;                    /* that it has taken so */
	const struct value *const *exits;  /* of the names, where a run may have left it; or NULL */
	const struct table *names;         /* that its body assigns; NULL: it is not long yet */
	const struct value *const *values; /* of these names, at the end of the turn before */
};

struct long_loop long_loop_begin(const struct trace *trace);

/* Called where only a run tells whether the loop ends. */
void long_loop_may_end(struct trace *trace, struct long_loop *loop, const struct statement *whole);

/* Called behind the loop: gives the names what they are wherever it has ended. */
void long_loop_ended(struct trace *trace, const struct long_loop *loop,
                     const struct statement *whole);

/* Called at the end of a turn: whether the loop is to be left, which has then been done, and *flow
 * is how things go on. `at` is what the note is about. */
bool long_loop_left(struct trace *trace, struct long_loop *loop, const struct statement *whole,
                    struct span at, enum flow *flow, const struct value **result);
