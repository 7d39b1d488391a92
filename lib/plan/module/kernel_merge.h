/* SPDX-License-Identifier: Apache-2.0 */
/* Kernels that XLA computes once because they are the same: what barriers kept apart is compared
 * only when all is fused (OptimizationBarrierExpander, HloCSE). */
#pragma once

#include "plan/module/kernel_graph.h"

/* Leaves out of the work what such kernels compute again. */
void kernel_merge(struct kernel_graph *graph);
