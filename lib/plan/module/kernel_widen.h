/* SPDX-License-Identifier: Apache-2.0 */
/*
 * bf16 as XLA's compiler for CPU computes it: operations read it as float32, and what they compute
 * is rounded again (FloatNormalization of XLA, learned from its source).
 */
#pragma once

#include "plan/module/kernel_graph.h"

/* Whether its numbers are bf16 or float16. */
bool kernel_is_narrow(const struct instruction *instruction);

/* Whether a conversion to float32 changes nothing: what it reads is computed as float32, and is not
 * rounded for it. */
bool kernel_is_wide_already(const struct kernel_graph *graph, const struct instruction *convert);

/* Finds the operations of a program that widen bf16 themselves: they do it for all others too. */
void kernel_find_widened(struct kernel_graph *graph);

/* Whether it repeats numbers, or XLA makes it an operation that does. */
bool kernel_repeats(const struct kernel_graph *graph, const struct instruction *value);

/* What an operation reads of a value: the value, as it is rounded, or as it is widened. UINT32_MAX
 * for `user`: the result of all. */
uint32_t kernel_read_as(struct kernel_graph *graph, uint32_t user, uint32_t value);

/* Conversions in what an operation applies to its elements, for each of them. */
double kernel_applied_conversions(const struct kernel_graph *graph,
                                  const struct instruction *instruction);

/* Notes the work of conversions, beside that of the values which are converted. */
void kernel_add_conversions(const struct kernel_graph *graph);
