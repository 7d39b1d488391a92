/* SPDX-License-Identifier: Apache-2.0 */
/*
 * What a program goes on with behind a placement that is refused, so that what else is wrong in it
 * is found in the same run: the array as it is, where no type tells how it would have lain, which
 * is on meshes of auto axes alone.
 */
#pragma once

#include "trace/state/trace.h"

/* Calls a function of the library; NULL when that fails. */
typedef const struct value *library_caller(struct trace *trace,
                                           const struct call_arguments *arguments);

/* Says of the error that has been raised in a call which PartitionSpec it is about, and what there
 * is to go on with: `error.spec_at`, `error.instead` and `error.instead_of`. */
void recovery_prepare(struct trace *trace, const struct call_arguments *arguments,
                      library_caller *again);

/* The errors of the leaves that one call places. */
struct leaf_errors {
	struct op_error first, *last;
	uint32_t count;
};

/* Puts the error aside that a leaf has raised for its sharding, so that the others are looked at,
 * too; false when it is another one, which stays. */
MUST_USE bool recovery_keep(struct trace *trace, const struct value *sharding,
                            struct leaf_errors *errors);

/* Raises what was put aside: the first one, with the others behind it. False when there is one. */
MUST_USE bool recovery_raise(struct trace *trace, const struct leaf_errors *errors);

/* Reports the error that has been raised for the shardings that a jitted function is given, at its
 * call, so that the call can go on without them. False when the error stays: as above, or it is
 * another one. */
MUST_USE bool recovery_pass_over(struct trace *trace, const struct value *shardings,
                                 struct span at);

/* Reports the error that an expression has failed by, and gives what the program goes on with; NULL
 * when the error stays, as there is nothing, or somebody around may handle it. */
const struct value *recovery_go_on(struct trace *trace, const struct expression *expression);
