/* SPDX-License-Identifier: Apache-2.0 */
/* What a program costs: where its values lie, and what each of its operations moves. */
#pragma once

#include "op/core/type.h"
#include "plan/plan.h"
#include "trace/trace.h"

/* An operation of a program. */
struct plan_operation {
	struct str function;           /* as the program names it: "jnp.sum", "+" */
	struct str value;              /* the variable that its statement assigns, or empty */
	const struct array_type *type; /* of its result */
	struct span at;                /* in the file */
	bool planned; /* as part of a function (program_functions.h), by steps, or on one device */
	bool priced;  /* what it moves is among the steps */
};

/*
 * Adds the operations of a program to the plan, in their order, and the steps of those that are
 * priced. Everything lives in `arena`; `scratch` is used and given back.
 */
void plan_program(struct arena *arena, struct arena *scratch, const struct trace_result *program,
                  const struct plan_options *options, struct plan *plan);
