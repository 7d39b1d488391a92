/* SPDX-License-Identifier: Apache-2.0 */
/*
 * Loops of very many turns. One that has taken much work is left once the types of what its body
 * assigns are in two turns the same: behind it an array is one of that type, a number one that is
 * not known, and all else foreign.
 */
#pragma once

#include "trace/eval/statement.h"

struct long_loop {
	uint32_t steps;                    /* made before the loop */
	const struct table *names;         /* that its body assigns; NULL: it is not long yet */
	const struct value *const *values; /* of these names, at the end of the turn before */
};

struct long_loop long_loop_begin(const struct trace *trace);

/* Called at the end of a turn: whether the loop is to be left, which has then been done, and *flow
 * is how things go on. `at` is what the note is about. */
bool long_loop_left(struct trace *trace, struct long_loop *loop, const struct statement *whole,
                    struct span at, enum flow *flow, const struct value **result);
