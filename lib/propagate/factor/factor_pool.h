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
};

/* The place of a rule in the pool, added when it is not there; the pool keeps its own. */
uint32_t factor_pool_place(struct factor_pool *pool, struct arena *scratch,
                           const struct factor_rule *rule);

/* The one that is the same as `rule`; nothing of the one given is kept. NULL of NULL. Scratch is
 * not given back. */
const struct factor_rule *factor_pool_keep(struct factor_pool *pool, struct arena *scratch,
                                           const struct factor_rule *rule);
