/* SPDX-License-Identifier: Apache-2.0 */
/* Reductions as XLA makes them before it fuses: those of reductions as one, and of many numbers in
 * windows first (AlgebraicSimplifier and TreeReductionRewriter). */
#pragma once

#include "plan/module/kernel_graph.h"

/* What an operation reads as an operand: of one that reduces what is reduced in the same way, what
 * that reads. */
const struct instruction *kernel_reduced(const struct kernel_graph *graph,
                                         const struct instruction *instruction, uint32_t operand);

/* What is computed of an operation that may reduce what is stacked: of that each is put to the
 * others. */
const struct instruction *kernel_unstacked(const struct kernel_graph *graph,
                                           const struct instruction *instruction);

/* Notes what a reduction of reductions, or in windows, computes. Whether windows are reduced first.
 */
bool kernel_reduce_windows(struct kernel_graph *graph, uint32_t number);

/* The same of a dot, which adds up so many products on a device. */
bool kernel_sum_windows(struct kernel_graph *graph, uint32_t number, double products);
