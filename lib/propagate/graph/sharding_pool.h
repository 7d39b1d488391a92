/* SPDX-License-Identifier: Apache-2.0 */
/* Shardings of which each is kept once, so that those that are the same are the same pointer. */
#pragma once

#include "base/cache.h"
#include "sharding/named_sharding.h"

struct sharding_pool {
	struct arena *arena; /* owns the shardings */
	struct cache kept;   /* by write_key's words */
};

/* The one that is the same as `sharding`; nothing of the one given is kept. */
const struct named_sharding *sharding_pool_keep(struct sharding_pool *pool,
                                                const struct named_sharding *sharding);
