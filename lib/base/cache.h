/* SPDX-License-Identifier: Apache-2.0 */
/* What was made once of a text, or of other bytes, and is taken again where they come again. */
#pragma once

#include "base/table.h"

struct cache {
	struct table keys;
	const void **values; /* in the order of their keys */
	size_t room;
};

/* What was noted under the key; NULL: nothing. */
const void *cache_find(const struct cache *cache, struct str key);

/* Notes a value under a key that has none yet and must outlive the cache. Memory comes from the
 * arena. */
void cache_add(struct arena *arena, struct cache *cache, struct str key, const void *value);
