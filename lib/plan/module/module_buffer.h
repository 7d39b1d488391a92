/* SPDX-License-Identifier: Apache-2.0 */
/* Memory of values while they are needed, and which of them are where a result is later
 * (BufferAssigner of XLA, learned from its source). */
#pragma once

#include "base/arena.h"

#include <stdbool.h>
#include <stdint.h>

/* A value, or an element of one that is a tuple, while it is needed. */
struct module_buffer {
	int64_t bytes;
	uint32_t first, last; /* moments of the schedule; first > last: it is none */
	bool result;          /* it is where the caller has it, or an argument */
	bool own;             /* it is a result that is made here */
};

/* Puts values where results stand later that are no smaller, the largest first: they take no memory
 * of their own then. */
void module_buffers_place(struct arena *scratch, struct module_buffer *buffers, uint32_t count);
