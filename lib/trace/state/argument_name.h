/* SPDX-License-Identifier: Apache-2.0 */
/* What the program calls the arrays that it gives to an operation, for the words of findings. */
#pragma once

#include "trace/state/trace.h"

/* An expression of the program whose parts have been evaluated and which is now being applied. */
struct applied {
	const struct applied *outer;
	const struct expression *expression; /* or NULL */
	struct span at;                      /* its place, or that of a statement x += y */
	const struct scope *scope;           /* in which it stands */
	const struct value *const *operands;
	uint32_t count;
};

/* What stands for the array of this very type in what is being applied: an operand, or a name in
 * its text, such as "w", "x.T" or "params['w']". Empty when nothing does. For op.name_of. */
struct str argument_name(const struct op *op, const struct array_type *type);

/* Puts what is being applied in front of what is around it; `applied` must live until it is taken
 * away by trace->applied = applied->outer. What a library function is derived from is passed over.
 */
void applied_begin(struct trace *trace, struct applied *applied,
                   const struct expression *expression, struct span at,
                   const struct value *const *operands, uint32_t count);
