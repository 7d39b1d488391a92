/* SPDX-License-Identifier: Apache-2.0 */
/*
 * Running sums of many numbers as XLA computes them: in parts, to which the sums of those before
 * are added (ReduceWindowRewriter of XLA, learned from its source).
 */
#pragma once

#include "plan/module/kernel_graph.h"

/* What the windows of running sums compute, without what is added to the parts; negative: it is
 * none, or so short that it is one window. */
double kernel_running_sums(const struct kernel_graph *graph, uint32_t number);

/* How often running sums apply their operation, also to add to the parts; negative: as above. */
double kernel_running_times(const struct kernel_graph *graph, uint32_t number);

/* What others read of running sums: each part with the sum of those before. */
uint32_t kernel_running_given(struct kernel_graph *graph, uint32_t number);
