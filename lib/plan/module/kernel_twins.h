/* SPDX-License-Identifier: Apache-2.0 */
/* Values that XLA computes once when a program is partitioned (HloCSE): unlike those of
 * module_twins.h also what is constrained. */
#pragma once

#include "plan/module/module_values.h"

/* By number of an instruction, in the arena. */
struct kernel_twins {
	const uint32_t *first;  /* the first that gives the same, mostly itself */
	const uint32_t *summed; /* the first that computes the same, which both add up over devices
	                           for themselves */
};

/* The twins of a computation. What is behind a barrier stays what it is. `repeats`: a loop runs
 * it. */
struct kernel_twins kernel_twins(struct arena *arena, const struct module_values *values,
                                 bool repeats);
