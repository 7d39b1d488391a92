/* SPDX-License-Identifier: Apache-2.0 */
/* Why a jitted function is compiled more than once. */
#pragma once

#include "plan/plan.h"

/* How the arguments of a function differ from those that it was compiled for before. */
struct recompile {
	bool again;                      /* it was compiled before */
	uint32_t layouts;                /* arguments that lie otherwise */
	uint32_t types;                  /* arguments of another shape or dtype */
	const struct plan_tensor *first; /* of the types, else of the layouts; NULL: none */
};

/* Both counts are 0 where a static argument, or the number of arrays, is another. The arguments are
 * those of the plan and stay with it. JAX: pjit.py, where types, shardings and static arguments are
 * the key of what has been compiled. */
struct recompile recompile_of(const struct plan_function *function);
