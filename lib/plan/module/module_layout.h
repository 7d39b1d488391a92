/* SPDX-License-Identifier: Apache-2.0 */
/* Other layouts for the values of a module than its text has, so that one lowering serves many. */
#pragma once

#include "module/module.h"
#include "spec/asked_layout.h"
#include "spec/spec.h"

/* A value that is laid out anew. */
struct module_target {
	const struct asked_layout *layout;
	struct str name;
	uint32_t index;                  /* of an argument or result */
	struct instruction *instruction; /* on a line */
	const struct hlo_shape *shape;
};

struct module_targets {
	struct module_target *items;
	size_t count, room;
	const struct asked_layout **missed; /* layouts that are for no value, `nmissed` of them */
	size_t nmissed, missed_room;
};

/*
 * The values of the module that the layouts are for, each with the last that names it. Patterns
 * match a name or its path. The text is that of the module.
 */
struct module_targets module_targets_find(struct arena *arena, const struct module *module,
                                          struct str text, const struct asked_layouts *layouts);

/* The values as tensors of a spec, to have their layouts judged: "tensors:" and a line each. */
struct str module_targets_spec(struct arena *arena, const struct module_targets *targets);

/*
 * Gives the values the layouts of the spec, which has been checked and has no error. NULL, or why
 * one of them cannot be, with the value in *at.
 */
const char *module_targets_apply(struct arena *arena, struct module *module,
                                 const struct named_mesh *mesh,
                                 const struct module_targets *targets, const struct spec *spec,
                                 const struct module_target **at);

/*
 * The text with another mesh in the place of the one whose axes are `mesh`; s NULL when it does not
 * stand there as sdy.mesh. Lines keep their numbers.
 */
struct str module_text_on_mesh(struct arena *arena, struct str text, const struct named_mesh *mesh,
                               const struct mesh *other);
