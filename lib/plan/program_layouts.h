/* SPDX-License-Identifier: Apache-2.0 */
/*
 * Where the arrays of a script lie that no type tells: what a jitted function gives back lies as
 * the compiler chose, and what is computed of that between the calls as the compiler of each
 * operation did. JAX: pjit.py takes the shardings of results from the compiled program.
 */
#pragma once

#include "lower/lowering.h"
#include "module/module.h"
#include "trace/trace.h"

struct outside_unit;
struct outside_units;
struct program_layouts;

/* Of a script that was recorded. Lives in the arena. */
struct program_layouts *program_layouts_make(struct arena *arena,
                                             const struct trace_result *program);

/* Takes down how the results of a function lie: as those of its module, whose shardings are
 * complete; NULL: that is not known. */
void program_layouts_take(struct program_layouts *layouts, const struct recorded_function *function,
                          const struct module *module);

/* The same of a function that runs on one device. */
void program_layouts_take_alone(struct program_layouts *layouts,
                                const struct recorded_function *function);

/* The same of a function that is not planned, by what it is lowered to. */
void program_layouts_compile(struct program_layouts *layouts,
                             const struct recorded_function *function,
                             const struct lowering *lowering);

/* The same of a call that was compiled together with one that has been taken down. */
void program_layouts_repeat(struct program_layouts *layouts,
                            const struct recorded_function *function,
                            const struct recorded_function *same);

/* What the script applies between the calls. */
const struct outside_units *program_layouts_outside(const struct program_layouts *layouts);

/* A unit of that as it is compiled where its arguments lie. One stands for all at a place of the
 * program that come to the same. */
struct compiled_unit {
	struct recorded_function function; /* on their mesh */
	struct lowering lowering;
	struct str reason; /* why it is not known, or empty */
	const struct source_place *place;
	uint32_t number;              /* how many were compiled before it */
	struct compiled_unit *before; /* at the same place */
};

/* It; NULL where it is on no mesh, or each device has all that it takes and gives. */
const struct compiled_unit *program_layouts_unit(struct program_layouts *layouts,
                                                 const struct outside_unit *unit);

/* The array with what it is placed with: on a mesh, or NULL on one device, where nothing has put it
 * on one. NULL when that is not known. */
const struct array *program_layouts_place(struct program_layouts *layouts,
                                          const struct array *array);
