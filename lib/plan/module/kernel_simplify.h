/* SPDX-License-Identifier: Apache-2.0 */
/* What XLA simplifies before it fuses (AlgebraicSimplifier of XLA, learned from its source): the
 * rules that change how much is computed. */
#pragma once

#include "plan/module/kernel_graph.h"

/* Notes what an operation computes as simplified. */
void kernel_simplify(const struct kernel_graph *graph, uint32_t number);

/* Whether it is a sum of what is scattered and of others: XLA adds these up and scatters into that,
 * which nothing else computes. */
bool kernel_scatters_into(const struct kernel_graph *graph, const struct instruction *one);

/* The numbers that an operation computes before they are repeated along dimensions, where it reads
 * nothing else but single numbers; negative: it reads others. */
double kernel_repeated_numbers(const struct kernel_graph *graph, const struct instruction *one);

/* How what an operation computes is repeated, where it reads nothing but what is repeated like
 * that, and single numbers; NULL: it reads others. */
const struct instruction *kernel_repeated_as(const struct kernel_graph *graph,
                                             const struct instruction *one);
