/* SPDX-License-Identifier: Apache-2.0 */
/* What XLA's compiler for CPU leaves to a library before it fuses: large reductions and the
 * operations around them (YnnMatcher and LibraryRewriter of XLA, learned from their source). */
#pragma once

#include "plan/module/kernel_graph.h"

/* Marks what a library computes, and leaves out reductions that another one makes too. */
void kernel_find_libraries(struct kernel_graph *graph);
