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
 * Compares steps of two modules, by what they are and not by the names of values, which a text
 * counts anew: first those that are the same in kind, operation as the framework calls it, bytes,
 * axes, rounds and size of groups; of what is left those of one kind for the same operation, then
 * for operations of one opcode, each in their order. The result lives in the arena.
 */
struct diff_steps diff_steps_make(struct arena *arena, const struct plan_steps *before,
                                  const struct plan_steps *after);
