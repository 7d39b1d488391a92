/* SPDX-License-Identifier: Apache-2.0 */
/* Operations that XLA computes when it compiles, or leaves out for what it knows of constants
 * (AlgebraicSimplifier and HloConstantFolding of XLA, learned from their source). */
#pragma once

#include "plan/module/kernel_graph.h"

/* The operand that an operation of two gives as it is, as the one to which 0 is added; NULL: it
 * gives none. */
const struct instruction *kernel_given(const struct kernel_graph *graph,
                                       const struct instruction *one);

/* Whether all elements of a value are one number that is known when it is compiled. */
bool kernel_is_constant(const struct kernel_graph *graph, const struct instruction *operand);

/* Whether all elements are known when it is compiled, of which each may be another number. */
bool kernel_is_folded(const struct kernel_graph *graph, const struct instruction *operand);

/* Whether that number is 0. */
bool kernel_is_zero(const struct kernel_graph *graph, const struct instruction *operand);

/* Whether XLA sees that no element is below 0. */
bool kernel_is_never_negative(const struct kernel_graph *graph, const struct instruction *operand);

/* That number if it is a power of two, or the negative of one; else 0. */
double kernel_power_of_two(const struct kernel_graph *graph, const struct instruction *operand);

/* Whether nothing is left of an operation: it is made of constants, or gives an operand as it is.
 */
bool kernel_is_known(const struct kernel_graph *graph, const struct instruction *one);
