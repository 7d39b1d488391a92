/* SPDX-License-Identifier: Apache-2.0 */
/* How often the computations of a module run. */
#pragma once

#include "plan/module/module_share.h"

struct module_runs {
	double *times; /* by number of computation; 0: never, or applied to elements */
	double *once;  /* the same with every loop run once */
	uint32_t open_loops, branches;
};

/* The runs of all computations; of a conditional the branch that computes most. In the arena. */
struct module_runs module_runs_of(struct arena *arena, const struct module_shares *shares);
