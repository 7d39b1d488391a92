/* SPDX-License-Identifier: Apache-2.0 */
/*
 * Evaluating an expression to see what comes of it, and taking that back: nothing is reported
 * meanwhile, and the program has afterwards come to what it had before.
 */
#pragma once

#include "trace/state/trace.h"

/* What is recorded outside of the trace itself. */
struct trial_records {
	struct primitive_watch *watches;
	struct captures *captures;
};

struct trial {
	struct trace before;
	struct trial_records records;
	struct diags unseen;
};

/* Begins a trial, which trial_end ends; inside of another one too. */
void trial_begin(struct trace *trace, struct trial *trial);

/* Whether nothing has failed in it so far, and all was known. */
bool trial_is_clean(const struct trace *trace, const struct trial *trial);

/* Makes the trace what it was, but for what has been counted and found out once for all. The steps
 * that were taken. */
uint32_t trial_end(struct trace *trace, const struct trial *trial);
