/* SPDX-License-Identifier: Apache-2.0 */
/* What of a recording its results need. */
#pragma once

#include "base/number_set.h"
#include "op/core/recording.h"

/*
 * The body without the equations, loops' carries and results of branches that its outputs do not
 * need. In the arena; equations that lose something are new ones. JAX: partial_eval.py dce_jaxpr,
 * control_flow/loops.py _scan_dce_rule, _while_dce_rule, conditionals.py _cond_dce_rule.
 */
struct recorded_body recording_pruned(struct arena *arena, const struct recorded_body *body);

/* Sets of arrays: those of one number are one. */
struct array_set {
	struct arena *arena;
	struct number_set numbers;
};

/* Adds the array; whether it is new. */
bool array_set_add(struct array_set *set, const struct array *array);

/* Whether an array of that number is in the set. */
bool array_set_has(const struct array_set *set, const struct array *array);
