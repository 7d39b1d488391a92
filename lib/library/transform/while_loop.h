/* SPDX-License-Identifier: Apache-2.0 */
/* lax.while_loop, and what is made of it. */
#ifndef LIBRARY_TRANSFORM_WHILE_LOOP_H
#define LIBRARY_TRANSFORM_WHILE_LOOP_H

#include "trace/library.h"

/* Takes the carry and gives a value, or NULL when that fails. */
typedef const struct value *while_part(struct trace *trace, const void *context,
                                       const struct value *carry, struct span at);

struct while_parts {
	while_part *condition, *body;
	const void *context;
	uint32_t hidden; /* values of the carry before the program's own */
};

/* Runs the loop over types; the result is the last carry, or NULL when it fails. `at` is the call.
 */
const struct value *while_run(struct trace *trace, const struct while_parts *parts,
                              const struct value *init, struct span at);

#endif
