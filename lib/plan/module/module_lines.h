/* SPDX-License-Identifier: Apache-2.0 */
/* The cost of a module by the lines of the user's source. */
#pragma once

#include "plan/module/module_work.h"

/* Fills in the lines and the collectives of a cost whose rows are known. Memory as usual. */
void module_lines(struct arena *arena, struct arena *scratch, const struct plan_steps *steps,
                  struct module_cost *cost);

/* What the text calls the operation, also one that no rule is known for. */
struct str operation_word(const struct instruction *instruction);

/* How often a step runs, a loop of unknown length once. */
double step_times(const struct plan_step *step);

/* Adds up times, as far as they are known. */
void work_seconds_add(struct work_seconds *sum, const struct work_seconds *more);
