/* SPDX-License-Identifier: Apache-2.0 */
/*
 * Interprets a program over types, statement by statement as JAX would trace it. Every error is a
 * finding at the expression that raises it; what depends on that is unknown, and the statements
 * behind it are judged as far as they do not.
 */
#pragma once

#include "trace/state/coverage.h"
#include "trace/convert/recorded_function.h"
#include "trace/state/event.h"
#include "trace/value/library.h"

/* A value that a program gives a name at its top level. */
struct named_value {
	struct str name;
	const struct value *value;
	struct span at; /* of the last target with that name, in the program's text */
};

/* The outcome of a program. */
struct trace_result {
	const struct named_value *values; /* of its top level, in the order of first assignment */
	uint32_t count;
	const struct trace_event *events;
	const struct recorded_function *functions; /* of a spec that records; else NULL */
	/* Of a script that records: what it applies between the calls of these; else NULL. */
	const struct recorded_function *outside;
	uint32_t nleft_out;   /* calls beyond those in `functions` */
	struct span left_out; /* the first of them */
	const struct program *program;
	bool sharding_in_types; /* the release has it */
	struct coverage coverage;
	bool ended;        /* by sys.exit and its like, and what follows was not run */
	struct span limit; /* where it took too much to be followed on; of no length: nowhere */
	struct span devices_wanted; /* where it first mattered how many devices there are, which
	                               nothing says; of no length: nowhere */
	struct span kind_asked;     /* where it first asked for their kind, which nothing says */
	int64_t devices_meant;  /* how many a mesh of it has that takes no other number; 0: none */
	int64_t devices_built;  /* how many its largest mesh is written for; 0: it builds none */
	bool sizes_taken;       /* how much there is in a file was asked, and is assumed */
	bool texts_taken;       /* and what a text holds */
	bool mesh_replaced;     /* a mesh that it builds has the sizes of the command line */
	const bool *asked_used; /* by number, which layouts of the command line are for something */
};

/*
 * Runs the program with the spec's tensors and meshes in scope, under the first mesh of the spec,
 * and adds findings to `diags`, also about what of it is not interpreted. `meshes` has one for each
 * of the spec's, NULL for one that is broken. Values live in `arena`.
 */
struct trace_result trace_program(struct arena *arena, struct arena *scratch,
                                  const struct library *library, const struct jax_rules *rules,
                                  const struct spec *spec, const struct program *program,
                                  const struct abstract_mesh *const *meshes, struct diags *diags);
