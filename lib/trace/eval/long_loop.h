/* SPDX-License-Identifier: Apache-2.0 */
/*
 * Loops of very many turns, or of which it is not known how many they take. One is followed until
 * another turn changes nothing that is not known already: behind it an array is one of its type,
 * a number one that is not known, and all else what it is after any turn, or foreign.
 */
#pragma once

#include "trace/eval/statement.h"

struct long_loop {
	uint32_t steps;              /* made before the loop */
	size_t memory;               /* held before it */
	uint32_t turns;              /* made so far */
	uint32_t doubtful;           /* of these since it may have been left */
	const struct way_left *left; /* the last way that had left before the loop */
};

/* The statements that each turn of a `for` or `while` runs. */
const struct block *loop_body(const struct statement *loop);

/* What there is before the loop: steps, memory in bytes, and ways that have left. */
struct long_loop long_loop_begin(const struct trace *trace);

/* Called at the end of a turn: whether the loop is to be left, which has then been done, and *flow
 * is how things go on. `at` is what the note is about. */
bool long_loop_left(struct trace *trace, struct long_loop *loop, const struct statement *whole,
                    const struct value *iterator, struct span at, enum flow *flow,
                    const struct value **result);

/* Runs a loop, from where can_fork, of which it is not known whether it takes another turn: over
 * what is not known, or while what is not known holds. */
enum flow run_open_loop(struct trace *trace, const struct statement *whole,
                        const struct value **result);
