/* SPDX-License-Identifier: Apache-2.0 */
/* The parts of the search for a repair: what is tried, and what came of it. */
#pragma once

#include "trace/repair/operands.h"
#include "trace/repair/rewrite.h"

enum { MAX_REPAIR_STEPS = 100000, MAX_ATTEMPTS = 64 };

/* An expression that has been found to work. */
struct success {
	struct rewrite rewrite;
	const struct array_type *result; /* of an array, else NULL */
	bool gathered;                   /* operands only give axes up */
	uint32_t lost;                   /* mesh axes that an operand gives up */
	int64_t bits;                    /* that move */
};

/* The search for one error. */
struct search {
	struct trace *trace;
	const struct expression *whole;
	struct operands operands;
	const struct expression *base; /* in which operands are moved: the whole, or a part of it */
	struct success found[MAX_ATTEMPTS]; /* by moving operands */
	uint32_t nfound, attempts;
	const struct expression
	    *line; /* around the expression, which is to work too; NULL: none is */
	const struct array_type
	    *told;     /* how the result lies by what an attempt failed with, or NULL */
	bool gives_up; /* what is proposed leaves out an axis that the program names */
	bool as_told;  /* the rewritten expression has the result that the error tells of */
};

/* ---- An attempt (repair_attempt.c) ---- */

/* The value of a tree that stands for the expression; NULL when it fails, or when enough has been
 * tried. */
const struct value *try_tree(struct search *search, const struct expression *tree);

/* Whether the rewritten expression works, and with search->line all that its statement evaluates.
 */
bool rewrite_works(struct search *search, const struct rewrite *rewrite);

/* Takes the rewritten expression as the repair; `why` says what it does, up to a colon; the remark
 * may be empty. */
void propose(struct search *search, const char *why, const struct rewrite *rewrite,
             struct str remark);

/* Mesh axes that the entries of a spec name. */
uint32_t axes_used(const struct dim_axes *spec, uint32_t rank);

/* The sharding that gives what the type has. */
struct sharding_request request_of(const struct array_type *type);

/* ---- Moving operands first (repair_moves.c) ---- */

/* Tries to move operands, one at a time, or all when that does not help, and keeps in `found` what
 * works with search->base. */
void try_moves(struct search *search);

/* That of `found` which gathers least, then moves least, of those that work; NULL when none does.
 */
const struct success *best_move(struct search *search);

/* ---- Saying how the result lies (repair_result.c) ---- */

/* How the result comes out of operands that were moved, the one that is spread most; NULL when
 * nothing is known of it. */
const struct array_type *result_of_moves(const struct search *search);

/* Rewrites to say how the result lies, where the operation takes that; false when nothing works. */
MUST_USE bool try_out_sharding(struct search *search, struct rewrite *rewrite);

/* Rewrites to auto_axes; false when nothing works. */
MUST_USE bool try_auto_axes(struct search *search, struct rewrite *rewrite);

/* The same around the expression as it has been rewritten so far, with this sharding. */
MUST_USE bool try_auto_axes_with(struct search *search, const struct rewrite *begun,
                                 const struct sharding_request *sharding, struct rewrite *rewrite);

/* ---- What the call was given (repair_given.c) ---- */

/* Mends a sharding that the call is given, and proposes that; false when nothing works. */
MUST_USE bool repair_given(struct search *search);

/* ---- A slip of the pen (repair_slip.c) ---- */

/* Proposes to write what the error says is meant, where that can be found in the expression, or
 * once in the file; false when it cannot. */
MUST_USE bool repair_slip(struct trace *trace, const struct expression *expression);
