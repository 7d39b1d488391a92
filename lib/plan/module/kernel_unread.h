/* SPDX-License-Identifier: Apache-2.0 */
/* What XLA does not compute, as nothing reads it (HloDCE). */
#pragma once

#include "plan/module/kernel_graph.h"

/* Leaves operations and loops out of an ordered graph which nothing reads. */
void kernel_leave_unread(struct kernel_graph *graph);
