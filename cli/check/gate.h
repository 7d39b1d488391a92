/* SPDX-License-Identifier: Apache-2.0 */
/* What makes check end with 1, and readers of the options that say so. */
#pragma once

#include "cli/arguments/options.h"
#include "report/report.h"

/* Whether a file fails the run. */
bool gate_fails(const struct gate *gate, const struct check_result *result);

/* --fail-on error|warning|unknown, also several with commas between, into a gate. */
bool gate_read(struct arena *arena, const struct argument *argument, void *gate);

/* --strict: all of them. */
bool gate_read_strict(struct arena *arena, const struct argument *argument, void *gate);

/* --max-findings N|all, into report_options. */
bool gate_read_most(struct arena *arena, const struct argument *argument, void *report);
