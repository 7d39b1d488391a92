/* SPDX-License-Identifier: Apache-2.0 */
/* What XLA simplifies before it fuses (AlgebraicSimplifier of XLA, learned from its source): the
 * rules that change how much is computed. */
#pragma once

#include "plan/module/kernel_graph.h"

/* Notes what an operation computes as simplified. */
void kernel_simplify(const struct kernel_graph *graph, uint32_t number);
