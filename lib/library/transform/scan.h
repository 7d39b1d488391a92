/* SPDX-License-Identifier: Apache-2.0 */
/* lax.scan, and what is made of it. JAX: lax/control_flow/loops.py scan. */
#ifndef LIBRARY_TRANSFORM_SCAN_H
#define LIBRARY_TRANSFORM_SCAN_H

#include "trace/library.h"

/* One iteration: takes the carry and one element of what is scanned, and gives a pair of the next
 * carry and an element of the result. NULL when that fails. */
struct scan_body {
	const struct value *(*run)(struct trace *trace, const void *context,
	                           const struct value *carry, const struct value *element,
	                           struct span at);
	const void *context;
	uint32_t hidden; /* values of the carry before the program's own */
};

/*
 * Scans `xs` with the body. `length` may be None where xs says it. The result is a pair of the last
 * carry and the stacked elements; NULL when that fails. `at` is the call.
 */
const struct value *scan_run(struct trace *trace, const struct scan_body *body,
                             const struct value *init, const struct value *xs,
                             const struct value *length, struct span at);

/* Whether unroll= is a boolean or a number that the release takes; false after raising. */
bool scan_check_unroll(struct trace *trace, const struct value *unroll);

#endif
