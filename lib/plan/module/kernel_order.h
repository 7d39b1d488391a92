/* SPDX-License-Identifier: Apache-2.0 */
/* The order in which XLA goes through a computation (HloComputation::MakeInstructionPostOrder). */
#pragma once

#include "plan/module/kernel_graph.h"

/* Orders a graph: what the first result is made of comes first, operands in their order. */
void kernel_order(struct kernel_graph *graph);
