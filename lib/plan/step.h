/* SPDX-License-Identifier: Apache-2.0 */
/* The steps of a change of layout: the collectives that XLA inserts, with their bytes and their
 * time. */
#ifndef PLAN_STEP_H
#define PLAN_STEP_H

#include "plan/cost.h"
#include "plan/mesh_links.h"
#include "plan/slice_map.h"
#include "reshard/reshard.h"

/* What the times and the predictions depend on beside the layouts. */
struct step_setting {
	const struct hardware *hardware; /* or NULL: no times */
	enum cost_setting cost;
	enum xla_release release;
};

struct seconds {
	bool known;
	double low, expected, high;
};

struct plan_step {
	struct str kind;  /* "all-gather" …; "unknown" for what cannot be predicted */
	struct str value; /* name of the tensor */
	struct span at;   /* the layout it is brought to */
	const struct reshard_step *collective; /* NULL when unknown */
	int64_t operand_bytes, result_bytes;   /* per device */
	bool full_rematerialization;
	struct seconds seconds;
	struct str why; /* one line */
	struct plan_step *next;
};

struct plan_steps {
	struct plan_step *first, *last;
	uint32_t count;
	int64_t bytes_moved;    /* received per device over all steps */
	struct seconds seconds; /* of all steps one after the other */
};

/*
 * Appends the steps that bring a tensor from one slice map to another, on meshes over the same
 * devices. Slices that move nothing are not listed. Memory comes from `arena`, `scratch` is used
 * and given back. What cannot be predicted, and a reshard on which the compiler aborts, is one step
 * of kind "unknown" or "abort" that says why.
 */
void plan_reshard(struct arena *arena, struct arena *scratch, const struct step_setting *setting,
                  struct str name, struct span at, const struct slice_map *from,
                  const struct slice_map *to, struct plan_steps *steps);

#endif
