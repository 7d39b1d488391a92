/* SPDX-License-Identifier: Apache-2.0 */
/* Operations that XLA computes when it compiles, or leaves out for what it knows of constants
 * (AlgebraicSimplifier and HloConstantFolding of XLA, learned from their source). */
#pragma once

#include "plan/module/kernel_graph.h"

/* The operand that an operation of two gives as it is, as the one to which 0 is added; NULL: it
 * gives none. */
const struct instruction *kernel_given(const struct kernel_graph *graph,
                                       const struct instruction *one);

/* Whether nothing is left of an operation: it is made of constants, or gives an operand as it is.
 */
bool kernel_is_known(const struct kernel_graph *graph, const struct instruction *one);
