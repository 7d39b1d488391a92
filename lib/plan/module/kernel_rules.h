/* SPDX-License-Identifier: Apache-2.0 */
/* What XLA's compiler for CPU fuses (InstructionFusion and CpuInstructionFusion of XLA, learned
 * from their source). */
#pragma once

#include "plan/module/kernel_graph.h"

/* Whether it multiplies each element with each, and sums nothing on a device: XLA makes a
 * multiplication of it. */
bool kernel_is_outer_product(const struct kernel_graph *graph,
                             const struct instruction *instruction);

/* What a number of a floating-point type is divided by, where XLA multiplies by its inverse: a
 * constant, or what is repeated, for the first that divides by it, and read for nothing else. NULL:
 * neither. */
const struct instruction *kernel_divisor(const struct kernel_graph *graph,
                                         const struct instruction *instruction);

/* Whether it divides integers by a power of two: XLA shifts or masks them. */
bool kernel_shifts(const struct kernel_graph *graph, const struct instruction *one);

/* Whether kernels may compute it for themselves: nothing adds it up on the way. */
bool kernel_can_be_taken(const struct kernel_graph *graph, uint32_t number);

/* Whether it may compute what it reads: nothing moves that on the way. */
bool kernel_can_take(const struct kernel_graph *graph, uint32_t number);

/* Whether it is too expensive to be computed twice (CpuInstructionFusion::IsExpensive). */
bool kernel_is_expensive(const struct kernel_graph *graph, uint32_t number);

/* Whether it reads elements of a value more than once (HloInstruction::OperandElementUse). */
bool kernel_reuses(const struct kernel_graph *graph, const struct instruction *user,
                   uint32_t value);

/* Whether more readers would each compute what is expensive. */
bool kernel_would_repeat(const struct kernel_graph *graph, uint32_t value);

/* Whether what is written over its first operand would read that in another order
 * (InstructionFusion::ShouldFuseInPlaceOp). */
bool kernel_is_written_over(const struct kernel_graph *graph, uint32_t user, uint32_t value);

/* Whether an operation takes a value in by what both are. */
bool kernel_takes(const struct kernel_graph *graph, uint32_t user, uint32_t value);
