/* SPDX-License-Identifier: Apache-2.0 */
/* What changes between two layouts, and what moving from one to the other takes. */
#pragma once

#include "plan/diff_steps.h"
#include "plan/plan.h"

/* How a tensor gets from one layout to the other. */
enum diff_move {
	MOVE_NONE,     /* it stays where it is, or cannot be compared */
	MOVE_RESHARD,  /* collectives, on one set of devices */
	MOVE_TRANSFER, /* each device fetches what it does not hold: between sets of devices, or
	                  where no collectives do it */
};

struct diff_tensor {
	enum diff_kind kind;
	enum diff_move move;
	const struct plan_tensor *before, *after; /* NULL for one that is added, or gone */
	bool shape_changed, dtype_changed, layout_changed;
	const char *reason;      /* why the move is not known, or NULL; static text */
	struct plan_steps steps; /* of MOVE_RESHARD */
	bool within;             /* both meshes have the same devices */
	int64_t fetched; /* of MOVE_TRANSFER: bytes that the device which fetches most receives */
	int64_t fetched_in_all;  /* over all devices */
	struct seconds transfer; /* of it, through the network of the hardware */
};

/* A function of both programs, by its name; NULL: one has it not, or not as a whole. */
struct diff_function {
	struct str name;
	const struct plan *before, *after;
};

struct diff {
	const struct plan *before, *after;
	struct diff_tensor *tensors; /* those of `before` in order, then those added */
	uint32_t ntensors;
	uint32_t counts[DIFF_GONE + 1];
	int64_t
	    bytes_moved; /* received by the busiest device, over all tensors one after the other */
	struct seconds seconds; /* of what moves */
	uint32_t others;        /* tensors that are others than before and so do not move */
	bool by_checkpoint;     /* between two frameworks, which share no memory */
	int64_t bytes_read; /* by each device that reads its slices from a checkpoint of `before` */
	uint32_t unpredicted;            /* steps that the sums leave out */
	bool compares_steps;             /* both are modules, or programs of functions */
	struct diff_steps collectives;   /* of such; else none */
	struct diff_function *functions; /* of two programs, those of `before` first */
	uint32_t nfunctions;
};

/* Compares two plans tensor by tensor, by name; times are those on the hardware of `after`.
 * Everything lives in `arena`; `scratch` is used and given back. */
const struct diff *diff_make(struct arena *arena, struct arena *scratch, const struct plan *before,
                             const struct plan *after, const struct step_setting *setting);

/* "same", "changed", "added", "gone". */
const char *diff_kind_name(enum diff_kind kind);

/* "none", "reshard", "transfer", or "unknown" for a tensor that changes into another one. */
const char *diff_move_name(const struct diff_tensor *entry);
