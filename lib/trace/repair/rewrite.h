/* SPDX-License-Identifier: Apache-2.0 */
/*
 * Other ways to write an expression of the program, as what has failed is repaired: the tree of
 * what would be evaluated, made of the parts of the old one, and the text that the user would
 * write.
 */
#pragma once

#include "trace/state/trace.h"

enum { MAX_REWRITE_EDITS = 24 };

/* Text that is put in the place of a part of the program's text, which may be empty. */
struct rewrite_edit {
	struct span replaced;
	struct str text;
};

struct rewrite {
	const struct trace *trace;
	const struct expression *whole;               /* as the program has it */
	const struct expression *tree;                /* as it is rewritten */
	struct rewrite_edit edits[MAX_REWRITE_EDITS]; /* inside of `whole`, none in another */
	uint32_t count;
	const char *imported; /* a name that it uses, of jax.experimental.shard; NULL: none */
};

/* The expression as it stands. */
struct rewrite rewrite_begin(const struct trace *trace, const struct expression *whole);

/* Moves a part of the expression, or all of it, to the sharding: jax.sharding.reshard(part, P(…)),
 * or reshard(…) alone in releases that have it elsewhere. False when there are too many changes. */
MUST_USE bool rewrite_reshard(struct rewrite *rewrite, const struct expression *part,
                              const struct sharding_request *sharding);

/*
 * Says how the result lies: x[i] becomes x.at[i].get(out_sharding=P(…)), a @ b jnp.matmul with
 * out_sharding, jnp.take(x, i, axis=0) what x[i] becomes, any other call is given the keyword.
 * False when there is no such form.
 */
MUST_USE bool rewrite_out_sharding(struct rewrite *rewrite,
                                   const struct sharding_request *sharding);

/* Puts P(…) in the place of a part of the expression. False when there are too many changes. */
MUST_USE bool rewrite_spec(struct rewrite *rewrite, const struct expression *part,
                           const struct sharding_request *sharding);

/* Leaves an argument of the call out. False when there are too many changes. */
MUST_USE bool rewrite_without(struct rewrite *rewrite, uint32_t argument);

/* Calls reshard with the arguments of the call. False when there are too many changes. */
MUST_USE bool rewrite_as_reshard(struct rewrite *rewrite);

/* Has the compiler lay out what is inside: jax.sharding.auto_axes(lambda x: …,
 * out_sharding=P(…))(x) with the names given as its parameters. `keyword` is what the release calls
 * out_sharding. */
MUST_USE bool rewrite_auto_axes(struct rewrite *rewrite, const struct str *names, uint32_t count,
                                struct str keyword, const struct sharding_request *sharding);

/* The text of the rewritten expression, in the arena of the trace. */
struct str rewrite_text(const struct rewrite *rewrite);
