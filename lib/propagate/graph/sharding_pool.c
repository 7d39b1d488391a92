/* SPDX-License-Identifier: Apache-2.0 */
#include "propagate/graph/sharding_pool.h"

/* How many words write_key needs at most. */
static size_t key_words(const struct named_sharding *sharding)
{
	enum { PER_SHARDING = 7, PER_DIM = 3, PER_PART = 3 };
	size_t parts = (size_t)sharding->replicated.count + sharding->unreduced.count +
	               sharding->reduced.count + sharding->manual.count;
	for (uint32_t i = 0; i < sharding->rank; i++)
		parts += sharding->dims[i].axes.count;
	return PER_SHARDING + (size_t)PER_DIM * sharding->rank + PER_PART * parts;
}

/* A list of axes, of which those of size 1 do nothing, and its end. */
static int64_t *write_parts(int64_t *word, const struct axis_parts *parts)
{
	for (uint32_t i = 0; i < parts->count; i++) {
		if (parts->items[i].size == 1)
			continue;
		*word++ = parts->items[i].axis;
		*word++ = parts->items[i].pre;
		*word++ = parts->items[i].size;
	}
	*word++ = -1;
	return word;
}

/* All that a sharding is, as words; returns their end. */
static int64_t *write_key(int64_t *word, const struct named_sharding *sharding)
{
	*word++ = (int64_t)(uintptr_t)sharding->mesh;
	*word++ = sharding->any_rank ? -1 : (int64_t)sharding->rank;
	for (uint32_t i = 0; i < sharding->rank; i++) {
		*word++ = sharding->dims[i].open;
		*word++ = sharding->dims[i].priority;
		word = write_parts(word, &sharding->dims[i].axes);
	}
	word = write_parts(word, &sharding->replicated);
	word = write_parts(word, &sharding->unreduced);
	word = write_parts(word, &sharding->reduced);
	word = write_parts(word, &sharding->manual);
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
