/* SPDX-License-Identifier: Apache-2.0 */
/* Rules of which each is kept once: most operations of a program have that of another. */
#pragma once

#include "base/table.h"
#include "propagate/factor/factor_rule.h"

struct factor_pool {
	struct arena *arena; /* owns the rules */
	struct table table;
	const struct factor_rule **items;
	size_t room;
	struct arena_mark begun; /* where the rule began that is made */
};

/* The arena in which a rule is to be made that factor_pool_keep gets next. */
struct arena *factor_pool_begin(struct factor_pool *pool);

/* The rule of the pool that is the same as this one: itself, or one before it, and then its memory
 * is given back. NULL of NULL. Scratch is not given back. */
const struct factor_rule *factor_pool_keep(struct factor_pool *pool, struct arena *scratch,
                                           const struct factor_rule *rule);
