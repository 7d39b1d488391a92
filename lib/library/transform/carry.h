/* SPDX-License-Identifier: Apache-2.0 */
/*
 * What a loop carries from one iteration to the next. What its body gives back must have the types
 * that it got. JAX: lax/control_flow/loops.py _check_carry_type, _promote_weak_typed_input.
 */
#pragma once

#include "trace/convert/pytree.h"
#include "trace/module/staging.h"

struct carry {
	struct pytree init;          /* what goes in first */
	const struct array **arrays; /* its leaves */
	uint64_t *levels;            /* the vmaps that map each in this run */
	const struct array **inputs; /* as this run of the body gets them */
	struct pytree out;           /* what the body gave back in its last run */
	const struct array **results;
	uint32_t hidden; /* of fori_loop: how many values of its own stand before the program's */
	bool untimed;    /* a condition ends the loop: how often it runs is not known */
	bool forwards;   /* what comes out as it went in is not made part of the loop */
};

/* Whether two types are equal but for weakness; shardings count in releases that compare them, and
 * unless one is of a constant. JAX: core.py typematch. */
bool types_match(const struct op *op, const struct array_type *a, const struct array_type *b);

/* Whether types say what shard_map follows of loops and branches, or it follows nothing; where
 * neither is so it is not known. */
MUST_USE bool replication_told(struct op *op);

/* Begins with the value that goes in first. False when that holds what is no array. */
MUST_USE bool carry_begin(struct trace *trace, const struct value *init, struct carry *carry);

/* Brings the carry into the form in which this run of the body gets it. */
MUST_USE bool carry_align(struct trace *trace, struct carry *carry);

/* The argument of the body. */
const struct value *carry_input(struct trace *trace, const struct carry *carry);

/* Takes what the body gave back. False when it is no array. */
MUST_USE bool carry_take(struct trace *trace, struct carry *carry, const struct value *out);

/*
 * Compares what came back with what went in, where the body is run for the first time. A weakly
 * typed value that went in takes the dtype that came out: *again says that the body must then run
 * once more. `name` of the loop is as its errors print it.
 */
MUST_USE bool carry_settle(struct carry *carry, const struct staging *staging, const char *name,
                           bool *again);

/* The comparison alone, after which nothing can be settled any more. */
MUST_USE bool carry_check(struct trace *trace, const struct carry *carry, const char *name);

/* Maps what goes in by the vmaps that map what comes out; *again says that something changed. */
MUST_USE bool carry_map(struct trace *trace, struct carry *carry, bool *again);

/* Maps what goes in by these vmaps too. */
MUST_USE bool carry_map_by(struct trace *trace, struct carry *carry, uint64_t levels);

/* Maps what the body gave back last by the vmaps that map what went in, as part of the body. */
MUST_USE bool carry_finish(struct trace *trace, struct carry *carry);

/* What goes in first, mapped as the body gets it: the operands of the loop where it is recorded.
 * NULL when JAX raises. */
const struct array *const *carry_operands(struct trace *trace, const struct carry *carry);

/* What the loop gives back in the end; NULL when JAX raises. */
const struct value *carry_result(struct trace *trace, const struct carry *carry);
