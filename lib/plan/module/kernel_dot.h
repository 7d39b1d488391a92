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

/* Whether two reshapes of one value give the same. */
bool kernel_same_matrices(const struct kernel_matrices *a, const struct kernel_matrices *b);

/* The size of a dimension of a value on a device, as it is sharded. */
int64_t kernel_local_size(const struct kernel_graph *graph, const struct instruction *value,
                          uint32_t dim);

/* Rows, columns and numbers that are added up, of the matrices, or each of a batch of them, that a
 * device multiplies; 0: they are not known. */
struct kernel_sizes {
	double rows, summed, columns;
};

struct kernel_sizes kernel_dot_sizes(const struct kernel_graph *graph,
                                     const struct instruction *dot);

/* Whether a dot of small matrices is computed in tiles that are read row by row, and not by a
 * library (CanEmitTiledLlvmIrGemm, where one thread multiplies). */
bool kernel_is_tiled(const struct kernel_graph *graph, const struct instruction *dot);

/* Whether XLA transposes an operand, a matrix, for a dot that it makes one of matrices and that can
 * not read its columns as rows. */
bool kernel_turns_matrix(const struct kernel_graph *graph, const struct instruction *dot,
                         uint32_t operand);

/* Whether a dot can read the columns of an operand as rows, so that nothing is transposed before it
 * (DotImplementationCanHandleTranspose, where one thread multiplies). */
bool kernel_reads_columns(const struct kernel_graph *graph, const struct instruction *dot);

/* Whether both operands of a dot have dimensions of the batch and those that are summed alone: XLA
 * multiplies and sums. */
bool kernel_sums_products(const struct kernel_graph *graph, const struct instruction *dot);

/* What is multiplied before such a dot, and the sum that it is then. */
struct kernel_node kernel_products_of(const struct kernel_graph *graph,
                                      const struct instruction *dot);
const struct instruction *kernel_sum_of(const struct kernel_graph *graph,
                                        const struct instruction *dot);
