/* SPDX-License-Identifier: Apache-2.0 */
/* What each round of a loop computes of the same: XLA computes it once, before the loop, and hands
 * it to the body (WhileLoopInvariantCodeMotion of XLA, learned from its source). */
#pragma once

#include "plan/module/kernel_graph.h"

/* Notes which operations of a loop's body stand before the loop. */
void kernel_hoist(struct kernel_graph *graph);

/* Whether a kernel and a value that it reads stand on the same side of where the loop begins. */
bool kernel_stands_with(const struct kernel_graph *graph, uint32_t root, uint32_t value);

/* Notes of the values that a loop does not change what it takes to widen them before the loop. */
void kernel_note_widened_before(const struct kernel_graph *graph);
