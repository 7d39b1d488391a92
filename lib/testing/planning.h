/* SPDX-License-Identifier: Apache-2.0 */
/* What the tests of the planner share. */
#pragma once

#include "plan/plan.h"
#include "report/plan_report.h"
#include "testing/testing.h"

/* Plans a text, named "spec.yaml", errors or not; the plan lives in the arena. */
const struct plan *testing_plan(struct arena *arena, struct str text,
                                const struct plan_options *options);

/* What is written of a plan in one format, in the arena. */
struct str testing_written(struct arena *arena, enum output_format format, const struct plan *plan,
                           const struct plan_report_options *options);

/* The slice map of the tensor of this name in a plan; fails the test when it has none. */
const struct slice_map *testing_slice_map(const struct plan *plan, const char *name);

/* A repeatable sequence of numbers. */
struct random {
	uint64_t state;
};

/* The next number below `limit`, which is at least 1. */
int64_t random_below(struct random *random, int64_t limit);
