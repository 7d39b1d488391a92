/* SPDX-License-Identifier: Apache-2.0 */
/* Rules of which each is kept once: most operations of a program have that of another. */
#pragma once

#include "base/cache.h"
#include "propagate/factor/factor_rule.h"

struct factor_pool {
	struct arena *arena; /* owns the rules */
	struct cache rules;  /* by write_key's words */
};

/* The one that is the same as `rule`; nothing of the one given is kept. NULL of NULL. Scratch is
 * not given back. */
const struct factor_rule *factor_pool_keep(struct factor_pool *pool, struct arena *scratch,
                                           const struct factor_rule *rule);
