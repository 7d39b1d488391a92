/* SPDX-License-Identifier: Apache-2.0 */
/*
 * The order in which a computation runs, collectives that are made for its instructions among them,
 * and what these hold. As XLA compiles for CPU: breadth first, and sums over the same devices that
 * do not depend on each other are one all-reduce (xla::BFScheduler, CpuAllReduceCombiner). Or as
 * the program stands, which is nearer to compilers that schedule for little memory.
 */
#pragma once

#include "plan/module/module_transients.h"
#include "plan/module/module_values.h"

enum schedule_order { SCHEDULE_BREADTH_FIRST, SCHEDULE_PROGRAM };

/* What a collective writes beside the value that it is made for, or reads, between moments. */
struct schedule_held {
	uint32_t instruction; /* for which it is, by number */
	const struct plan_step *step;
	int64_t bytes;
	uint32_t first, last;
};

/* A value that another is made of, by number, and which of its elements, as value_part says it. */
struct schedule_read {
	uint32_t instruction, element;
};

struct module_schedule {
	/* What written values are made of, those of one behind those of others; by number where
	 * they begin, and one more at the end. */
	const struct schedule_read *reads;
	const uint32_t *first_read;
	const uint32_t *runs;    /* by number of the instruction: the moment when it runs */
	const uint32_t *written; /* and from when on its value is there */
	const int64_t *bytes;    /* of a value that is added up: of all that is; else 0 */
	const struct schedule_held *held;
	uint32_t nheld;
	uint32_t moments;
};

/* Schedules a computation. Lives in the arena, which is used meanwhile. */
struct module_schedule module_schedule_of(struct arena *arena, const struct module_values *values,
                                          const struct module_transients *transients,
                                          enum schedule_order order);
