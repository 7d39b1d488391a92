/* SPDX-License-Identifier: Apache-2.0 */
/*
 * The collectives that XLA's SPMD partitioner inserts into a program whose values all have their
 * shardings. Follows xla::spmd::SpmdPartitioner of jaxlib 0.10.2, which inserts what Shardy asks
 * for.
 */
#pragma once

#include "module/module.h"
#include "release/rules.h"
#include "reshard/reshard.h"

/* A while loop that a step runs in. */
struct partition_loop {
	const struct partition_loop *outer; /* or NULL */
	const struct instruction *loop;     /* WHILE; its trip_count may be -1: not known */
};

struct partition_options {
	const struct jax_rules *rules; /* of the release */
	const struct named_mesh *mesh; /* on which the axes of groups are found; NULL: none are */
	bool layouts;                  /* steps are to say what they move, from where to where */
};

enum partition_kind {
	PARTITION_COLLECTIVE, /* `step` */
	PARTITION_UNKNOWN,    /* for `reason` */
};

struct partition_step {
	enum partition_kind kind;
	struct reshard_step step;
	const char *reason;                    /* static text, of an unknown */
	const struct instruction *instruction; /* for which it is made */
	const struct instruction *source;      /* whose place in the user's source it has */
	const struct instruction *operand;     /* which made what it moves; NULL of an unknown */
	const struct partition_loop *loop;     /* the innermost it runs in, or NULL */
	const struct instruction *moved;       /* whose result step.move is of, or NULL */
};

/* What one device has of an instruction, and computes for it. */
/* Masks that an operation chooses by and another one before it has made. */
struct masks_again {
	double flops;
	const struct instruction *maker; /* NULL: none */
};

struct partition_share {
	bool known;
	int64_t bytes;    /* of all results; INT64_MAX: more than fit */
	int64_t made;     /* of one, before it is brought to its sharding; 0: that is not told */
	int64_t operands; /* of what a contraction reads once it is gathered; 0: others */
	struct operation_work work; /* of its own, not of what it calls */
	struct masks_again again;   /* not in `work` */
};

struct partition {
	/* The compiler dies on an instruction: no steps. Else RESHARD_PREDICTED, with steps of kind
	 * unknown where something cannot be told. RESHARD_UNKNOWN: nothing can. */
	enum reshard_outcome outcome;
	const char *reason;                 /* of the two; static text */
	const struct instruction *at;       /* of an abort, or NULL */
	const struct partition_step *steps; /* in the order in which HLO lists them */
	uint32_t step_count, unknowns;
	/* By number of the computation and of the instruction; an entry is NULL where it is not
	 * run. NULL where nothing is predicted. */
	struct partition_share *const *shares;
};

/* The kind of a collective that a program itself has; false when the operation is none. */
bool written_kind(enum opcode opcode, enum reshard_kind *kind);

/*
 * Predicts the collectives of a module in which every instruction has its sharding. The result
 * lives in `arena`, steps that are alike share their groups; `scratch` is used meanwhile and left
 * as it was. Never fails: what cannot be said is unknown with its reason.
 */
struct partition partition_module(struct arena *arena, struct arena *scratch,
                                  const struct module *module,
                                  const struct partition_options *options);
