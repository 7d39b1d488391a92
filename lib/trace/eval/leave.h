/* SPDX-License-Identifier: Apache-2.0 */
/* Leaving a function that JAX has traced: what is a tracer in it is none outside. */
#pragma once

#include "trace/state/trace.h"

/*
 * Notes that a call has been left of what a transformation gave, which was entered when there were
 * `first` arrays. What it gives is no tracer any more; NULL: it has failed.
 */
void leave_transformed(struct trace *trace, const struct value *function, uint64_t first,
                       const struct value *result);

/* The same of a call that the program makes of a function of the library, where that traces what it
 * is given: of a loop, a branch, or jax.eval_shape. */
void leave_traced(struct trace *trace, const struct function_row *row, uint64_t first,
                  const struct value *result);
