/* SPDX-License-Identifier: Apache-2.0 */
/* How arrays of a program lie where their types do not show it: as they were placed, or, of what a
 * function gave, as propagation has laid out its results. */
#pragma once

#include "plan/plan.h"
#include "trace/convert/recorded_function.h"

/* What is known of results, by the numbers of arrays; empty to begin with. */
struct program_layouts {
	struct table numbers;
	const struct sharding_request **requests;
	size_t room;
};

/* Takes the results of a function from the module that it was planned as, whose shardings are those
 * that propagation gave. A result that lies along parts of axes is not known. Memory comes from the
 * arena. */
void program_layouts_add(struct arena *arena, struct program_layouts *layouts,
                         const struct recorded_function *function, const struct module *module,
                         const struct named_mesh *mesh);

/* What an array outside of functions is placed with; NULL: it is not known. */
const struct sharding_request *program_layout_of(const struct program_layouts *layouts,
                                                 const struct array *array);

/* The function with its arguments placed as far as that is known: itself, or a copy. */
const struct recorded_function *program_layouts_place(struct arena *arena,
                                                      const struct program_layouts *layouts,
                                                      const struct recorded_function *function);
