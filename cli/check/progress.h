/* SPDX-License-Identifier: Apache-2.0 */
/* A line on the terminal that says how far a long run is. */
#pragma once

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

struct progress {
	size_t done, all;     /* files */
	int64_t begun, drawn; /* milliseconds of a clock */
	bool wanted, shown;
};

/* Nothing is shown yet, and never when standard error is not a terminal that can erase a line, or
 * when there is only one file. */
struct progress progress_begin(size_t all);

/* Erases the line, before anything else is written and at the end. */
void progress_erase(struct progress *progress);

/* One more file is done: shows so when the run has taken a second, a few times in each. */
void progress_step(struct progress *progress);
