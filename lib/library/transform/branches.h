/* SPDX-License-Identifier: Apache-2.0 */
/* Branches of which one is taken when the program runs. JAX: lax/control_flow/conditionals.py
 * _switch_internal, _cond_batching_rule. */
#pragma once

#include "trace/library.h"

enum { MAX_BRANCHES = 64 };

struct alternative {
	const struct value *function;
	struct str name; /* as errors print it: "true_fun", "branch 0" */
};

struct branches {
	const char *api;                 /* "cond", "switch" */
	const struct alternative *items; /* in the order in which they are traced */
	uint32_t count;                  /* at most MAX_BRANCHES */
	bool reversed;                   /* the index counts them from the last */
	const struct array *index;       /* that chooses: an int32 scalar */
	struct value_list operands;      /* of every branch */
};

/* Runs all branches, which must give the same types. NULL when that fails. */
const struct value *branches_run(struct trace *trace, const struct branches *branches,
                                 struct span at);
