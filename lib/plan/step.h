/* SPDX-License-Identifier: Apache-2.0 */
/* The steps of a change of layout: the collectives that XLA inserts, with their bytes and their
 * time. */
#pragma once

#include "module/module.h"
#include "plan/cost.h"
#include "plan/mesh_links.h"
#include "plan/slice_map.h"
#include "reshard/reshard.h"

/* What the times and the predictions depend on beside the layouts. */
struct step_setting {
	const struct hardware *hardware; /* or NULL: no times; a plan sets that of its spec */
	enum cost_setting cost;
	const struct jax_rules *rules; /* of the release that compiles; NULL: not JAX. As above */
	bool explain;                  /* keep what the times assume */
	bool groups;                   /* keep the groups and pairs of devices, which take memory */
	bool layouts;  /* of a module: keep what a step moves, from where to where */
	bool compiled; /* of a module: estimate what XLA counts of what it compiles for CPU */
};

struct seconds {
	bool known;
	double low, expected, high;
};

/* Another way to the same end that takes less time. */
struct cheaper_form {
	struct str how; /* one line */
	struct seconds seconds;
};

struct plan_step {
	struct str kind;  /* "all-gather" …; "unknown" for what cannot be predicted */
	struct str value; /* name of the tensor */
	struct span at;   /* the layout it is brought to */
	int64_t count;    /* of tensors in the family, each with a step of its own */
	const struct reshard_step *collective; /* NULL when unknown; its devices are positions */
	const struct mesh *mesh;               /* of those positions */
	bool sized;                            /* the bytes are known */
	int64_t operand_bytes, result_bytes;   /* per device, of one tensor */
	int64_t received;                      /* the same, of what comes from other devices */
	bool full_rematerialization;
	struct seconds seconds;
	struct str why;                     /* one line */
	const struct cheaper_form *cheaper; /* for it and the steps before it, or NULL */
	/* Of a module: rounds of the loops around it, from the outside in, -1 where that is not
	 * known. */
	const int64_t *trips;
	uint32_t ntrips;
	const struct instruction *instruction; /* for which it is, or NULL */
	const struct instruction *source;  /* whose place in the user's source it has, or NULL */
	const struct instruction *loop;    /* the innermost around it, or NULL */
	const struct instruction *moved;   /* whose result collective->move is of, or NULL */
	const struct instruction *operand; /* which made what it reads, or NULL */
	const struct str *assumptions;     /* behind the time, in words; with `explain` */
	uint32_t nassumptions;
	/* Of a program: its function, and the text of its line, which stays what it is where lines
	 * move; else empty. */
	struct str function, line_text;
	uint32_t
	    in_function; /* the place of that among the functions of the plan, from 1; 0: none */
	struct plan_step *next;
};

struct plan_steps {
	struct plan_step *first, *last;
	uint32_t count;
	uint32_t unpredicted;    /* steps that are unknown or abort, or whose bytes are not known */
	int64_t bytes_moved;     /* received per device over all steps and tensors of families */
	bool overflow;           /* that does not fit in 64 bits */
	uint32_t open_loops;     /* steps in loops of unknown length, which count for one round */
	uint32_t transfers;      /* steps that bring arrays to the devices, in none of the sums */
	int64_t transferred;     /* bytes that each device gets by them; INT64_MAX: more than fit */
	struct seconds bringing; /* of the transfers, each chip over its link to the host */
	struct seconds seconds;  /* of all other steps one after the other */
};

/* A tensor, or each of a family of `count`, is brought to another layout, on the same mesh or on
 * one over the same devices. */
struct reshard_task {
	struct str name;
	struct span at; /* the layout it is brought to */
	int64_t count;
	const struct slice_map *from, *to;
};

/*
 * Appends the steps of a task. Slices that move nothing are not listed. Memory comes from `arena`,
 * `scratch` is used and given back. What cannot be predicted, and a reshard on which the compiler
 * aborts, is one step of kind "unknown" or "abort" that says why.
 */
void plan_reshard(struct arena *arena, struct arena *scratch, const struct step_setting *setting,
                  const struct reshard_task *task, struct plan_steps *steps);

/*
 * The same for values that are parts of sums: those over the axes of `from` that are not unreduced
 * in `to` are added up first, as Shardy does it. Both layouts are on one mesh.
 */
void plan_reshard_sums(struct arena *arena, struct arena *scratch,
                       const struct step_setting *setting, const struct reshard_task *task,
                       struct plan_steps *steps);

/* Appends one collective of a task, of which the prediction is copied, and returns its step. Bytes
 * are those of elements of whole bytes. */
struct plan_step *plan_add_collective(struct arena *arena, struct arena *scratch,
                                      const struct step_setting *setting,
                                      const struct reshard_task *task,
                                      const struct reshard_step *predicted,
                                      struct plan_steps *steps);

/* A collective for whatever reason. */
struct step_task {
	struct str name;
	struct span at;
	int64_t count;           /* of tensors in a family */
	int64_t times;           /* it runs: for each of a family, and in every round of loops */
	const struct mesh *mesh; /* of the positions that are its devices */
	bool sized;              /* its bytes are known */
	struct str why;          /* one line */
};

/* Appends it, and returns its step; the prediction is copied. */
struct plan_step *plan_add_step(struct arena *arena, struct arena *scratch,
                                const struct step_setting *setting, const struct step_task *task,
                                const struct reshard_step *predicted, struct plan_steps *steps);

/* Appends a step that cannot be predicted and returns it; `kind` is "unknown" or "abort". */
struct plan_step *plan_add_unpredicted(struct arena *arena, const struct step_task *task,
                                       struct str kind, struct plan_steps *steps);

/* Says at the last of gathers that follow each other, along several dimensions of one value, how
 * much sooner one over all their axes is done: each of them uses the links of its own axes only,
 * and leaves the others idle. Says nothing of other steps. */
void plan_suggest_one_gather(struct arena *arena, struct arena *scratch,
                             const struct step_setting *setting, const struct plan_step *first,
                             struct plan_step *last);

/* Appends a step of kind "transfer": an array that one device or the host has whole is spread out
 * as `task->to` says; the time is that of the host. */
void plan_add_transfer(struct arena *arena, const struct step_setting *setting,
                       const struct reshard_task *task, struct plan_steps *steps);

/* Appends copies of steps, and adds up what they come to. */
void plan_add_steps(struct arena *arena, const struct plan_steps *more, struct plan_steps *steps);

/* The same of steps that run so often, one after the other. */
void plan_add_runs(struct arena *arena, const struct plan_steps *more, int64_t runs,
                   struct plan_steps *steps);

/* Appends a step of kind "unknown"; `why` is static text. */
void plan_reshard_unknown(struct arena *arena, const struct reshard_task *task, const char *why,
                          struct plan_steps *steps);

/* An axis of the mesh, or part of one, as people read it: "y", "y:(2)4". */
struct str step_axis_text(struct arena *arena, const struct mesh *mesh,
                          const struct axis_part *part);

/* "data, model": the axes along which a step goes, as people read them. */
void step_add_axes(struct buf *out, const struct mesh *mesh, const struct reshard_step *step);

/* " over data, model"; " within each device", where it goes along axes of one device alone; nothing
 * where the axes are not known, or the step is NULL. */
void step_add_over(struct buf *out, const struct mesh *mesh, const struct reshard_step *step);

/* Adds what so many steps take to a sum, which is known as long as all that is added is. */
void step_add_seconds(struct seconds *sum, const struct seconds *more, int64_t count);
