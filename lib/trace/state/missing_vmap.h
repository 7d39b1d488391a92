/* SPDX-License-Identifier: Apache-2.0 */
/*
 * Functions of one example that are given a whole batch. The batch is then reduced away with the
 * rest, and the program goes on with a wrong number: sharding decides where values lie, never what
 * is computed. Only what shows that it is of one example counts: the program maps it elsewhere by
 * jax.vmap, or it says so by its name, that of a parameter, or those in a call.
 */
#pragma once

#include "trace/state/trace.h"

/* What a transformation shows of a function: that it is of one example; that it may well be of a
 * batch, of which it gives the mean. */
enum function_use {
	USED_MAPPED,
	USED_DIFFERENTIATED,
};

/* Notes that the program transforms this value, when it is a function of its own. */
void note_transformed_function(struct trace *trace, const struct value *function,
                               enum function_use use);

/* Notes a call of a function of the program, `arguments` by its `parameters`, when it takes a batch
 * away. `at` stands in the program's text. */
void note_batch_call(struct trace *trace, const struct closure *closure,
                     const struct parameters *parameters, const struct value *const *arguments,
                     const struct value *result, struct span at);

/* Notes a call by names that say so, loss(params, ys) of loss(params, y), outside of all that JAX
 * traces: `ys` was placed in parts, which mean nothing to the result. `arguments` are the
 * positional ones. */
void note_plural_call(struct trace *trace, const struct call *call, const struct value *function,
                      const struct value_list *arguments, const struct value *result,
                      struct span at);

/* Adds the findings, once the whole program has been followed. */
void report_missing_vmaps(struct trace *trace);

/* Whether the program maps a function of its own, or calls one with a batch. */
bool works_on_batches(const struct trace *trace);
