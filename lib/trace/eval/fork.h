/* SPDX-License-Identifier: Apache-2.0 */
/*
 * Ways that a program may go, of which only a run would tell which. Each is followed from the same
 * point on, and what they have made of values and names is joined (convert/join.h): behind it there
 * is one program again. A way that leaves a loop or function while another goes on is kept until
 * that is left. What would be raised on one of the ways is no finding, but not known.
 */
#pragma once

#include "trace/eval/statement.h"
#include "trace/state/changes.h"

/* One way: runs statements as run_block does. */
struct way {
	enum flow (*run)(struct trace *trace, const void *context, const struct value **result);
	const void *context;
};

/* Whether ways can be followed here: outside of what is traced, tried or repeated. */
bool can_fork(const struct trace *trace);

/* Follows both; `at` is what a finding is about when neither can be. */
enum flow run_either(struct trace *trace, const struct way *one, const struct way *other,
                     struct span at, const struct value **result);

/* The value of an expression that is one of two, by a condition that is not known; NULL after an
 * error, or without one when it is unknown. */
const struct value *evaluate_either(struct trace *trace, const struct expression *one,
                                    const struct expression *other);

/* The same of a value, or else that of an expression. */
const struct value *evaluate_perhaps(struct trace *trace, const struct value *value,
                                     const struct expression *other);

/* Whether a way has left since `outer` was trace->trial.left, by `break` or `return`. */
bool ways_left(const struct trace *trace, const struct way_left *outer);

/* Keeps what has been done since the mark as a way that leaves by `flow`, and goes on as if it had
 * not been. */
void leave_way(struct trace *trace, struct change_mark mark, enum flow flow,
               const struct value *result);

/* Whether the last way that has left since is that of a `return`, and what that gives. */
bool last_returns(const struct trace *trace, const struct way_left *outer,
                  const struct value **result);

/* At the end of a stretch, whose own way has come to it by `flow`: joins the ways that have
 * left since `outer` and come there too. How things go on, which is FLOW_UNSURE when that is
 * not known. */

/* At the end of a loop's turn: ways that have left by `continue`, which go on with the next one. */
enum flow join_turn(struct trace *trace, const struct way_left *outer, enum flow flow,
                    const struct value **result);

/* At the end of a loop, where ways that have left by `break` come. */
enum flow join_loop(struct trace *trace, const struct way_left *outer, enum flow flow,
                    const struct value **result);

/* At the end of a function: what it returns, by its own way (`result`, or NULL) and by the ways
 * that have left by `return`. None is left over. */
const struct value *join_returns(struct trace *trace, const struct way_left *outer,
                                 const struct value *result);
