/* SPDX-License-Identifier: Apache-2.0 */
/* The most memory that a module needs at a time. */
#pragma once

#include "plan/module/module_schedule.h"
#include "plan/module/module_values.h"
#include "plan/module/module_work.h"

struct module_peak {
	int64_t bytes;
	bool overflow;
	struct work_value largest[WORK_LARGEST];
	uint32_t nlargest;
};

/*
 * The peak of what is neither argument nor result: written values from where they are written until
 * they are read last, in this order; what a loop carries is written over what it is given. Memory
 * as usual. The values of all computations come by their numbers.
 */
struct module_peak module_peak_of(struct arena *scratch, const struct module_shares *shares,
                                  const struct module_values *values,
                                  const struct module_transients *transients,
                                  enum schedule_order order);
