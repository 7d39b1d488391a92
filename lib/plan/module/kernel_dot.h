/* SPDX-License-Identifier: Apache-2.0 */
/*
 * Dots as XLA's compiler for CPU has them before it fuses: of matrices, or batches of them, whose
 * operands are reshaped where they are none (DotDecomposer), where a dimension is 1 and where one
 * is a vector (AlgebraicSimplifier); sums of products where nothing but a batch is left.
 */
#pragma once

#include "plan/module/kernel_graph.h"

/* Whether it is a dot whose operands and result are reshaped, as one is no matrix. */
bool kernel_is_decomposed(const struct instruction *instruction);

/* Whether XLA reshapes or transposes an operand of a dot to matrices. */
bool kernel_makes_matrices(const struct kernel_graph *graph, const struct instruction *dot,
                           uint32_t operand);

/* Which dimensions of the operand stand where then. */
struct kernel_matrices kernel_matrices_of(const struct instruction *dot, uint32_t operand);

/* Whether both operands of a dot have dimensions of the batch and those that are summed alone: XLA
 * multiplies and sums. */
bool kernel_sums_products(const struct kernel_graph *graph, const struct instruction *dot);

/* What is multiplied before such a dot, and the sum that it is then. */
struct kernel_node kernel_products_of(const struct kernel_graph *graph,
                                      const struct instruction *dot);
const struct instruction *kernel_sum_of(const struct kernel_graph *graph,
                                        const struct instruction *dot);
