/* SPDX-License-Identifier: Apache-2.0 */
/*
 * What collectives move for an operation: each is one of its own that reads what is sent, as it is
 * given to collectives.
 */
#pragma once

#include "plan/module/kernel_graph.h"

/* The first step that adds up what an operation gives over devices, or NULL. */
const struct plan_step *kernel_adding_step(const struct kernel_graph *graph, uint32_t number);

/* The first step of an operation that moves a value, which may be its result; what a loop hands on
 * its body has made, and a collective that the program has is its own step. NULL: none. */
const struct plan_step *kernel_step_of(const struct kernel_graph *graph, uint32_t number,
                                       uint32_t value);

/* What an operation has of a value that a collective moves for it, and maybe others behind it, each
 * what the one before gave. */
uint32_t kernel_moved(struct kernel_graph *graph, uint32_t user, uint32_t value,
                      const struct plan_step *step);
