/* SPDX-License-Identifier: Apache-2.0 */
/*
 * The largest elements, as XLA's compiler for CPU finds them: it sorts all elements, and leaves
 * them to a library where that gives the same (TopkDecomposer and TopkRewriter of XLA, learned from
 * their source).
 */
#pragma once

#include "plan/module/kernel_graph.h"

/* What is computed to find the largest elements of a value; negative: a library finds them, or it
 * is another operation. */
double kernel_sorted_for_largest(const struct kernel_graph *graph, uint32_t number);
