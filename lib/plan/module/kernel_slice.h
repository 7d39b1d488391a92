/* SPDX-License-Identifier: Apache-2.0 */
/* What the partitioner takes of a value that a device has more of, for an operation on a part. */
#pragma once

#include "plan/module/kernel_graph.h"

/* Operands of which an operation reads a slice. */
uint32_t kernel_slices(const struct kernel_graph *graph, const struct instruction *instruction);

/* What an operation reads for a value that no collective moves: a slice, which all share that read
 * as much, or the value itself. */
uint32_t kernel_slice_of(struct kernel_graph *graph, uint32_t number, uint32_t value);
