/* SPDX-License-Identifier: Apache-2.0 */
/* Values that XLA computes once when a program is partitioned (HloCSE): unlike those of
 * module_twins.h also what is constrained. */
#pragma once

#include "plan/module/module_values.h"

/* For each instruction of a computation the number of the first that gives the same, mostly its
 * own. What is behind a barrier stays what it is. `repeats`: a loop runs it. In the arena. */
const uint32_t *kernel_twins(struct arena *arena, const struct module_values *values, bool repeats);
