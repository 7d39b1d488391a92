/* SPDX-License-Identifier: Apache-2.0 */
/*
 * Functions of one example that are given a whole batch. The batch is then reduced away with the
 * rest, and the program goes on with a wrong number: sharding decides where values lie, never what
 * is computed. Only what shows that it is of one example counts: the program maps it elsewhere by
 * jax.vmap, or it says so by its name or that of a parameter.
 */
#ifndef TRACE_STATE_MISSING_VMAP_H
#define TRACE_STATE_MISSING_VMAP_H

#include "trace/state/trace.h"

/* Notes that the program maps this value, when it is a function of its own. */
void note_mapped_function(struct trace *trace, const struct value *function);

/* Notes a call of a function of the program, `arguments` by its `parameters`, when it takes a batch
 * away. `at` stands in the program's text. */
void note_batch_call(struct trace *trace, const struct closure *closure,
                     const struct parameters *parameters, const struct value *const *arguments,
                     const struct value *result, struct span at);

/* Adds the findings, once the whole program has been followed. */
void report_missing_vmaps(struct trace *trace);

#endif
