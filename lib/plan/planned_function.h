/* SPDX-License-Identifier: Apache-2.0 */
/* A function that was recorded, or a part of one, as the module that it is lowered to: planned,
 * with the places of the program. */
#pragma once

#include "lower/lower.h"
#include "plan/plan.h"
#include "plan/program_layouts.h"

/* What plans of a program's parts are made with. */
struct planning {
	struct arena *arena, *scratch; /* as in plan_make */
	const struct trace_result *program;
	const struct plan_options *options;
	struct program_layouts *layouts; /* of a script, or NULL */
	struct position_index positions; /* in the text of the program and its modules */
	struct plan *plan;               /* that the parts become part of */
};

/* A part that is planned. */
struct planned_function {
	const struct recorded_function *function;
	const struct lowering *lowering;
	uint32_t number; /* among the functions of the plan, from 1; 0: it is none of them */
};

/* Plans it, and takes down how its results lie; NULL after a step that says why it is not known. */
const struct plan *plan_lowered(const struct planning *planning,
                                const struct planned_function *planned);

/* Adds a step to the plan that says why something of a function is not known. */
struct plan_step *planning_unknown(const struct planning *planning,
                                   const struct recorded_function *function,
                                   const struct source_place *place, struct str reason);
