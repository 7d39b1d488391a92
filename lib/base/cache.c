/* SPDX-License-Identifier: Apache-2.0 */
#include "base/cache.h"

const void *cache_find(const struct cache *cache, struct str key)
{
	const uint32_t *place = table_find(&cache->keys, key);
	return place ? cache->values[*place] : NULL;
}

void cache_add(struct arena *arena, struct cache *cache, struct str key, const void *value)
{
	bool added;
	uint32_t count = cache->keys.count;
	table_add(arena, &cache->keys, key, count, &added);
	assert(added);
	arena_push(arena, cache->values, count, cache->room, value);
}
