/* SPDX-License-Identifier: Apache-2.0 */
/* What XLA makes of gathers and scatters before it fuses: their indices are rows of a matrix, also
 * those of a batch (BatchedGatherScatterNormalizer, GatherSimplifier and ScatterSimplifier). */
#pragma once

#include "plan/module/kernel_graph.h"

/* Whether an operand is brought to another shape. */
bool kernel_gathers_otherwise(const struct instruction *instruction, uint32_t operand);

/* What the operation reads of an operand for which it reads a value. */
uint32_t kernel_gathered_as(struct kernel_graph *graph, const struct instruction *instruction,
                            uint32_t operand, uint32_t value);

/* Whether a gather's result is brought back to its shape. */
bool kernel_gives_otherwise(const struct instruction *instruction);

/* What others read of a gather's result. */
uint32_t kernel_given_as(struct kernel_graph *graph, uint32_t gather);
