/* SPDX-License-Identifier: Apache-2.0 */
/*
 * What a part of a program applies, for the derivative that is taken of it: which primitives, and
 * which arrays depend on what it is taken by. JAX: interpreters/ad.py JVPTrace.
 */
#pragma once

#include "op/core/primitive.h"

/* How an array stands to what the derivative is taken by. */
enum dependence {
	DEPENDENCE_UNTOLD, /* what made it is not looked into: a loop, a branch */
	DEPENDENCE_NONE,
	DEPENDENCE_SOME
};

struct primitive_watch {
	struct primitive_watch *outer; /* of a part around this one, which sees the same */

	uint64_t first;     /* arrays made before it do not depend on anything */
	uint8_t *dependent; /* enum dependence of each later one */
	size_t told;        /* for so many there is room */
	struct tape_entry *entries;
	uint32_t nentries;
	size_t entry_room;
	uint32_t mappings; /* vmaps around it: what these make of a primitive is no part of it */
	uint32_t bodies;   /* likewise what is traced as a whole */
	uint32_t muted;    /* nothing is recorded */
	bool linear;       /* what is applied is a rule of the program for a derivative */
	bool forward_only; /* the derivative is not taken back */
	bool at_once;      /* the whole derivative is taken where the function runs: vmaps of it are
	                      around it */
	bool blurred;      /* an array whose dependence is untold was used */
	const char *doubt; /* what the derivative is not known of, or NULL */
};

/* Begins to record what is applied; ends with watch_end. */
void watch_begin(struct op *op, struct primitive_watch *watch);

/* Goes back to the watch around; this one is the innermost, and keeps what it has recorded. */
void watch_end(struct op *op, const struct primitive_watch *watch);

/* Says that the derivative of what is applied is not known. */
void watch_doubt(struct op *op, const char *name);

/* Records a loop that ends when a condition says so: what goes in first and what comes out. */
void watch_loop(struct op *op, const struct array *const *inits, const struct array *const *results,
                uint32_t count);

/* The array as the innermost watch takes the derivative by it. */
const struct array *watch_input(struct op *op, const struct array *array);

/* The array with its derivative stopped: nothing behind it depends on anything. */
const struct array *watch_stop(struct op *op, const struct array *array);

/* Says that a new array depends on what another one does; of the vmap at `level` (0: of none). */
void watch_inherit(struct op *op, const struct array *array, const struct array *from,
                   uint32_t level);

/*
 * Puts in place of these results arrays that depend on the operands by a rule of the program:
 * `back` takes the derivative back to them; NULL: it is what it is.
 */
void watch_custom(struct op *op, const struct array *const *operands, uint32_t count,
                  const struct array **results, uint32_t nresults,
                  bool (*back)(struct op *op, void *data), void *data);

/* An array of this type that belongs to no vmap. */
const struct array *array_example(struct op *op, const struct array *array);

/* An array of the type of this one's cotangent: what is reduced forward is unreduced back. JAX:
 * core.py primal_sharding_to_cotangent_sharding. */
const struct array *cotangent_example(struct op *op, const struct array *array);

/* Whether the cotangent, which may be NULL after a failure, has the type of the operand. JAX: ad.py
 * ct_check. */
MUST_USE bool check_cotangent(struct op *op, const struct array *operand,
                              const struct array *cotangent);

/* How the array stands to what the derivative of this watch is taken by. Arrays made before the
 * watch, of dtypes without a derivative, and literals are DEPENDENCE_NONE. */
enum dependence watch_dependence(const struct primitive_watch *watch, const struct array *array);

/* How the array stands to what any derivative is taken by that is under way: outside of jit it is a
 * tracer where it depends on it. DEPENDENCE_NONE inside of a rule of the program, which sees the
 * values themselves. */
enum dependence derivative_dependence(const struct op *op, const struct array *array);

/* Mutes the watches that a primitive on arrays of this level is one for: those inside of at least
 * as many vmaps. As often as watch_unmute. */
void watch_mute(struct op *op, uint32_t level);

/* Takes back one watch_mute of the same level. */
void watch_unmute(struct op *op, uint32_t level);

/*
 * Records a primitive that has been applied to arrays of this level, and takes its derivative
 * forward. False when JAX raises there.
 */
MUST_USE bool watch_follow(struct op *op, const struct application *application,
                           const struct array *const *operands, uint32_t level,
                           const struct array *const *results);

/*
 * Takes the derivative of these arrays back to what it is taken by; false when JAX raises. What is
 * not known of it is said in watch->doubt.
 */
MUST_USE bool watch_transpose(struct op *op, struct primitive_watch *watch,
                              const struct array *const *outputs, uint32_t count);
