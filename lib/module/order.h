/* SPDX-License-Identifier: Apache-2.0 */
/* The order in which HLO visits the instructions of a computation, and the computations. */
#pragma once

#include "module/module.h"

/*
 * Brings the instructions of a computation into HLO's order, operands first and the first of them
 * first (HloComputation::ComputeInstructionPostOrder): unused parameters, then from the root, from
 * what is kept though nobody uses it, and from what is half used. Others are dropped; numbers and
 * users are counted anew, and the first time where each stands in the text is kept.
 */
void computation_order(struct arena *scratch, struct computation *computation);

/* Numbers the computations anew, callees before what calls them, the entry last. */
void module_order(struct arena *scratch, struct module *module);
