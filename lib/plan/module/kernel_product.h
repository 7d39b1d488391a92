/* SPDX-License-Identifier: Apache-2.0 */
/* Products of products as XLA orders them before it fuses (AlgebraicSimplifier): a constant
 * multiplies what is repeated rather than what it is repeated for. */
#pragma once

#include "plan/module/kernel_graph.h"

/* What an operation reads as an operand: of one that multiplies by what is repeated what is behind
 * products with constants, whose work is noted where it is done then. */
const struct instruction *kernel_multiplied(struct kernel_graph *graph,
                                            const struct instruction *instruction,
                                            uint32_t operand);

/* Lets quotients by what is repeated, once all that is read is known, read what is behind products
 * with constants too: they are multiplied with the inverse, which is an operation of its own. */
void kernel_join_quotients(struct kernel_graph *graph);

/* What an operation that multiplies by a constant, or adds one, reads as the other operand: what is
 * behind operations that do so too, as the constants are made one. NULL: that is nothing else. */
const struct instruction *kernel_behind_constants(const struct kernel_graph *graph,
                                                  const struct instruction *instruction,
                                                  uint32_t operand);

/* What a product with a truth value, as 0 or 1, reads for it: XLA chooses the other operand or 0.
 * NULL: it multiplies. */
const struct instruction *kernel_chosen(const struct kernel_graph *graph,
                                        const struct instruction *instruction, uint32_t operand);

/* What a constant bound of what another one bounds reads: XLA makes a clamp of it. NULL: it is
 * none. */
const struct instruction *kernel_clamped(const struct kernel_graph *graph,
                                         const struct instruction *instruction, uint32_t operand);
