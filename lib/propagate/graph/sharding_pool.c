/* SPDX-License-Identifier: Apache-2.0 */
#include "propagate/graph/sharding_pool.h"

/* How many words write_key needs at most. */
static size_t key_words(const struct named_sharding *sharding)
{
	enum { PER_SHARDING = 3, PER_LIST = 3, PER_PART = 3 };
	size_t words = PER_SHARDING;
	const struct axis_parts *parts;
	for (uint32_t i = 0; (parts = named_sharding_parts(sharding, i)); i++)
		words += PER_LIST + (size_t)PER_PART * parts->count;
	return words;
}

/* All that a sharding is, as words; returns their end. */
static int64_t *write_key(int64_t *word, const struct named_sharding *sharding)
{
	const struct axis_parts *parts;
	*word++ = (int64_t)(uintptr_t)sharding->mesh;
	*word++ = sharding->any_rank ? -1 : (int64_t)sharding->rank;
	for (uint32_t i = 0; (parts = named_sharding_parts(sharding, i)); i++) {
		if (i < sharding->rank) {
			*word++ = sharding->dims[i].open;
			*word++ = sharding->dims[i].priority;
		}
		for (uint32_t k = 0; k < parts->count; k++) {
			if (parts->items[k].size == 1)
				continue;
			*word++ = parts->items[k].axis;
			*word++ = parts->items[k].pre;
			*word++ = parts->items[k].size;
		}
		*word++ = -1;
	}
	*word++ = sharding->reduction;
	return word;
}

const struct named_sharding *sharding_pool_keep(struct sharding_pool *pool,
                                                const struct named_sharding *sharding)
{
	enum { USUAL = 64 };
	int64_t usual[USUAL];
	struct arena_mark mark = arena_mark(pool->arena);
	size_t words = key_words(sharding);
	int64_t *start = words <= USUAL ? usual : arena_new(pool->arena, int64_t, words);
	const int64_t *end = write_key(start, sharding);
	struct str key = {(const char *)start, (size_t)(end - start) * sizeof *start};
	const struct named_sharding *kept = cache_find(&pool->kept, key);
	if (kept) {
		arena_rewind(pool->arena, mark);
		return kept;
	}
	kept = named_sharding_copy(pool->arena, sharding);
	cache_add(pool->arena, &pool->kept, str_copy(pool->arena, key), kept);
	return kept;
}
