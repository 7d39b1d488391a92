/* SPDX-License-Identifier: Apache-2.0 */
/* What changes between the collectives of two plans. */
#pragma once

#include "plan/step.h"

enum diff_kind { DIFF_SAME, DIFF_CHANGED, DIFF_ADDED, DIFF_GONE };

struct diff_step {
	enum diff_kind kind;
	const struct plan_step *before, *after; /* NULL for one that is added, or gone */
};

struct diff_steps {
	struct diff_step *items; /* those of before in order, then those added */
	uint32_t count;
	uint32_t counts[DIFF_GONE + 1];
};

/*
 * Compares steps of two modules: those of one kind for the same operation, as the framework calls
 * it, or for the same value where it has no name for that, in their order. A step has changed when
 * its bytes, axes, rounds or the size of its groups differ. The result lives in the arena.
 */
struct diff_steps diff_steps_make(struct arena *arena, const struct plan_steps *before,
                                  const struct plan_steps *after);
