/* SPDX-License-Identifier: Apache-2.0 */
/* What the collectives that are made for instructions add to them. */
#pragma once

#include "plan/module/module_share.h"
#include "plan/module/module_twins.h"
#include "plan/step.h"

/* By number of computation and instruction; a row is NULL where there are none. Of a text that has
 * its collectives each of them is an instruction, and all rows are NULL. */
struct module_transients {
	const int64_t *const *bytes;  /* that they write beside the value */
	const double *const *sums;    /* elements that all-reduces add up */
	const uint8_t *const *kinds;  /* enum instruction_steps */
	const uint32_t *const *first; /* where the steps begin in the list; 0: there are none */
	const struct plan_step *const *steps; /* behind one that is none; NULL at its end */
};

/* What a collective writes beside the value that it is made for, or reads and is not that value
 * yet. */
int64_t module_transient_bytes(const struct plan_step *step);

/* Of all steps of a plan. In the arena. */
struct module_transients module_transients_of(struct arena *arena,
                                              const struct module_shares *shares,
                                              const struct plan_steps *steps);

/* What a device computes of an instruction and in the collectives for it. */
struct operation_work module_work_at(const struct module_shares *shares,
                                     const struct module_transients *transients,
                                     const struct computation *computation,
                                     const struct instruction *instruction);
