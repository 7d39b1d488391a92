/* SPDX-License-Identifier: Apache-2.0 */
/*
 * What each device computes, reads and writes when it runs a module, and the most memory that it
 * needs meanwhile. FLOPs are counted as XLA counts them; bytes and memory are estimates that follow
 * which values are written (module_values.h).
 */
#pragma once

#include "plan/module/module_share.h"
#include "plan/step.h"

enum bound { BOUND_NONE, BOUND_COMPUTE, BOUND_MEMORY, BOUND_COMMUNICATION };

/* Seconds, as far as the hardware is known. */
struct work_seconds {
	bool known;
	double compute;       /* of contractions, at the chip's peak */
	double memory;        /* at the bandwidth of its memory */
	double roofline;      /* of each operation the longer of these two */
	double communication; /* of all collectives one after the other */
};

/* An instruction, in all rounds of the loops around it. */
struct work_row {
	const struct instruction *instruction;
	double times; /* it runs; a loop of unknown length counts for one round */
	struct operation_work work;
	double bytes; /* read and written */
	struct work_seconds seconds;
};

/* What a line of the user's source comes to: all rows and steps that it made. */
struct work_line {
	struct str file; /* empty: the text does not say */
	int64_t line;    /* 0 */
	struct str name; /* of a place without a file: the path of the operation, or its name */
	struct operation_work work;
	double bytes, received;
	double collectives; /* how many run */
	struct work_seconds seconds;
};

/* The collectives of one kind over the same axes that a line made. */
struct work_collectives {
	const struct work_line *line;
	const struct plan_step *first; /* kind, axes and mesh of all of them */
	uint32_t steps;                /* of the plan */
	double count, received;        /* in all rounds */
	struct seconds seconds;
};

/* A value in memory at the peak. */
struct work_value {
	const struct instruction *instruction;
	int64_t bytes;
	struct str collective; /* that is made for it and has the bytes; empty: they are its own */
};

enum { WORK_LARGEST = 5 };

struct module_cost {
	struct operation_work work;          /* of each device, in all rounds of loops */
	struct operation_work work_once;     /* the body of a loop once, as XLA counts */
	struct operation_work compiled_once; /* the same of what XLA compiles for CPU, */
	bool has_compiled;                   /* where that was asked for */
	double bytes;
	struct work_seconds seconds;
	uint32_t uncounted;  /* instructions whose share of a device is not known */
	uint32_t open_loops; /* loops of unknown length, counted for one round */
	uint32_t branches;   /* of conditionals, left out for the one that computes most */
	uint32_t untimed;    /* steps and contractions for which no time is known */
	uint32_t scattered;  /* all-reduces that are timed as reduce-scatters */
	struct work_row *rows;
	uint32_t nrows;
	struct work_line *lines; /* what takes longest first */
	uint32_t nlines;
	struct work_collectives *collectives; /* in the order of the lines */
	uint32_t ncollectives;
	int64_t temporaries; /* bytes at the peak, beside arguments and results */
	bool breadth_first; /* in the order in which XLA runs on CPU; else in that of the program */
	bool overflow;      /* that does not fit in 64 bits */
	struct work_value largest[WORK_LARGEST]; /* of the temporaries */
	uint32_t nlargest;
};

/*
 * Prices a module whose steps are known. Lives in the arena; `scratch` is used and given back. Of
 * the setting `compiled` and `rules` are read. `hardware` may be NULL: then there are no times.
 */
struct module_cost *module_cost_of(struct arena *arena, struct arena *scratch,
                                   const struct module_shares *shares,
                                   const struct plan_steps *steps,
                                   const struct step_setting *setting,
                                   const struct hardware *hardware);

/* What takes longest of the three: of what is known, compute before memory before communication
 * when they are equal. */
enum bound work_bound(const struct work_seconds *seconds);

/* "compute", "memory", "communication"; "" for none. */
const char *bound_name(enum bound bound);
