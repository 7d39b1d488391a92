/* SPDX-License-Identifier: Apache-2.0 */
/* How often the computations of a module run. */
#pragma once

#include "plan/module/module_values.h"

struct module_runs {
	double *times; /* by number of computation; 0: never, or applied to elements */
	/* What all of it computes with every loop run once, and of branches each figure of the one
	 * where it is greatest: as XLA counts. */
	struct operation_work once;
	uint32_t open_loops, branches;
};

/* The runs of all computations; of a conditional the branch that computes most. In the arena. */
struct module_runs module_runs_of(struct arena *arena, const struct module_shares *shares,
                                  const struct module_transients *transients);

/* `once` as XLA counts it of what it compiled for CPU: operations that several kernels need are
 * computed by each. `values` are those of all computations, by number; of the compiler in
 * that release, or NULL. */
struct operation_work module_compiled_once(struct arena *arena,
                                           const struct module_transients *transients,
                                           const struct module_values *values,
                                           const struct jax_rules *rules);
