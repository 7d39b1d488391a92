/* SPDX-License-Identifier: Apache-2.0 */
/* What a layout costs: the slices of every tensor, the memory of a device, the steps of its
 * reshards. */
#pragma once

#include "check/check.h"
#include "plan/memory.h"
#include "plan/step.h"

struct plan_operation;
struct module_summary;

struct plan_options {
	struct step_setting setting;
	struct str
	    pattern;      /* only tensors that it names, as tensor_name_matches says; empty: all */
	bool memory_only; /* no reshards and no program: what lies on a device and nothing else */
	bool steps_only;  /* of a module: what it communicates, not what it computes and holds */
	bool texts_only;  /* of the functions of a program: their modules, which are not planned */
};

struct plan_tensor {
	const struct tensor *tensor;  /* its layouts as PartitionSpecs, where they have such */
	const struct tensor *written; /* as the file or the program lays it out */
	struct slice_map slice_map;
	bool placed;        /* the slice_map is known */
	const char *reason; /* why it is not; static text */
};

/* A function of the program, as the module that it was planned as. */
struct plan_function {
	struct str name;         /* empty: the program itself */
	struct span at;          /* in the file: where it is called */
	struct str text;         /* StableHLO, where only the texts are asked for */
	bool whole;              /* nothing is missing in it */
	const struct plan *plan; /* what the module comes to, whose places are those of the file;
	                            NULL: it is not whole */
	const struct plan_function *before; /* as it was compiled for other arguments, or NULL */
	uint32_t calls;                     /* that come to this */
	struct plan_function *next;
};

/* What a script does on sharded arrays outside of its jitted functions. */
struct plan_outside {
	const struct plan *plan; /* of all of it, whose steps and lines have all runs in them */
	uint32_t compiled;       /* operations, each with operands that lie as they do */
	int64_t runs;            /* of all of them */
};

struct plan {
	const struct spec *spec;
	const struct mesh *meshes; /* those of the spec, each with the devices it is laid on */
	struct plan_tensor *tensors;
	uint32_t ntensors;
	uint32_t unplaced; /* tensors without a known slice_map */
	struct memory memory;
	int64_t limit; /* bytes of memory a device has; 0: not known */
	const struct axis
	    *helpful_axis; /* doubling it frees most memory, when the plan does not fit; or NULL */
	int64_t helpful_bytes; /* so many bytes a device */
	struct plan_steps steps;
	struct plan_tensor *values; /* the arrays that the program names (program_tensors.h) */
	uint32_t nvalues;
	struct plan_operation *operations; /* of the program, in their order */
	uint32_t noperations;
	uint32_t unpriced;               /* operations whose communication is not among the steps */
	struct plan_function *functions; /* of the program (program_functions.h), or NULL */
	const struct plan_outside *outside; /* of them (outside/outside_plan.h), or NULL */
	const struct module_summary
	    *module; /* that it is of (plan/module/module_plan.h), or NULL */
};

/*
 * Plans a spec that has been checked, and the program that was traced with it. Everything lives in
 * `arena`; `scratch` is used and given back.
 */
const struct plan *plan_make(struct arena *arena, struct arena *scratch,
                             const struct check_result *checked,
                             const struct plan_options *options);

/* The plan itself when it is of a module, else those of the functions of its program and of what is
 * outside of them: the one behind `last`, which is NULL for the first; NULL behind them all. */
const struct plan *plan_next_module(const struct plan *plan, const struct plan *last);

/* Positions in the text of a spec up to byte `end`, UINT32_MAX for all of it, those of a program's
 * modules each in its own file. Lives in the arena. */
struct position_index plan_text_positions(struct arena *arena, const struct spec *spec,
                                          uint32_t end);

/* Tensor number `index` of `tensors`, or behind them of `values`. */
const struct plan_tensor *plan_tensor_at(const struct plan *plan, uint32_t index);

/* Whether a tensor, or an array of the program, is placed and counted in the memory. */
bool plan_counts(const struct plan *plan, const struct plan_tensor *planned);

/* Lays a tensor out as slice_map_place does, on the mesh of the plan that is `mesh` of its spec. */
const char *plan_place(struct arena *arena, const struct plan *plan, const struct tensor *tensor,
                       const struct layout *layout, const struct mesh *mesh,
                       struct slice_map *slice_map);

/* Places a tensor of the plan by its layout, and counts the memory that it takes where it does. */
void plan_hold(struct arena *arena, struct plan *plan, struct plan_tensor *planned);

/* Whether it needs more memory than a device has, so far as that is known. */
bool plan_exceeds(const struct plan *plan);

/* The fewest devices whose memory holds all that is counted when nothing is copied; 0 when that is
 * not known. */
int64_t plan_devices_needed(const struct plan *plan);

/* What a tensor or a family that is placed takes of a device; INT64_MAX when that does not fit in
 * 64 bits. */
int64_t plan_tensor_bytes(const struct plan_tensor *planned);
