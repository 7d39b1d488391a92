/* SPDX-License-Identifier: Apache-2.0 */
/* Paddings as XLA has them before it fuses: what is below nothing is cut off by a slice
 * (AlgebraicSimplifier of XLA, learned from its source). */
#pragma once

#include "plan/module/kernel_graph.h"

/* What a padding that cuts off is: the slice that does so; another instruction is itself. In the
 * arena of the graph. */
const struct instruction *kernel_cut(const struct kernel_graph *graph,
                                     const struct instruction *instruction);

/* Whether what is cut off so is padded before. */
bool kernel_pads_before(const struct instruction *instruction);
