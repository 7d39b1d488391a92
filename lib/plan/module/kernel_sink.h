/* SPDX-License-Identifier: Apache-2.0 */
/*
 * Reshapes that XLA moves behind operations of elements (ReshapeMover of XLA, learned from its
 * source): those of the program, and those of dots that give matrices.
 */
#pragma once

#include "plan/module/kernel_graph.h"

/* Puts such reshapes behind the operations that are computed before them. */
void kernel_sink_reshapes(struct kernel_graph *graph);
