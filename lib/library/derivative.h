/* SPDX-License-Identifier: Apache-2.0 */
/*
 * What is known of derivatives: a derivative has the types of what it is taken by, and exists when
 * every primitive of the function has one that takes its shardings back. JAX:
 * interpreters/ad.py.
 */
#ifndef LIBRARY_DERIVATIVE_H
#define LIBRARY_DERIVATIVE_H

#include "op/watch.h"
#include "trace/trace.h"

/* Reports that the derivative is not known to exist, when a primitive that the function applied
 * leaves that open. `at` is the call that takes it. */
void derivative_judge(struct trace *trace, const struct primitive_watch *watch, struct span at);

/* The derivative by a value, whose leaves are arrays or unknown: the same types, mapped by these
 * vmaps too; as a gradient, unreduced over what they are reduced over and the other way round. NULL
 * when JAX raises. */
const struct value *derivative_by(struct trace *trace, const struct value *value, uint64_t levels,
                                  bool gradient);

#endif
