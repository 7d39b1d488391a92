/* SPDX-License-Identifier: Apache-2.0 */
#include "propagate/factor/factor_pool.h"

#include <assert.h>

/* How many words write_key needs. */
static size_t key_words(const struct factor_rule *rule)
{
	enum { PER_RULE = 3, PER_FACTOR = 3 };
	size_t words = PER_RULE + (size_t)PER_FACTOR * rule->nfactors;
	for (uint32_t t = 0; t < rule->noperands + rule->nresults; t++) {
		const struct factor_map *map = &rule->tensors[t];
		words += 1u + map->rank + map->starts[map->rank] - map->starts[0];
	}
	return words;
}

/* All that a rule is, as words; returns their end. */
static uint32_t *write_key(uint32_t *word, const struct factor_rule *rule)
{
	*word++ = rule->nfactors;
	*word++ = rule->noperands;
	*word++ = rule->nresults;
	for (uint32_t f = 0; f < rule->nfactors; f++) {
		const struct factor *factor = &rule->factors[f];
		*word++ = (uint32_t)factor->size;
		*word++ = (uint32_t)(factor->size >> 32);
		*word++ = (uint32_t)factor->kind << 1 | factor->blocked;
	}
	for (uint32_t t = 0; t < rule->noperands + rule->nresults; t++) {
		const struct factor_map *map = &rule->tensors[t];
		*word++ = map->rank;
		for (uint32_t d = 0; d < map->rank; d++)
			*word++ = map->starts[d + 1] - map->starts[d];
		for (uint32_t i = map->starts[0]; i < map->starts[map->rank]; i++)
			*word++ = map->factors[i];
	}
	return word;
}

struct arena *factor_pool_begin(struct factor_pool *pool)
{
	/* The table grows now: what it gets behind the mark would be given back with the rule. */
	table_reserve(pool->arena, &pool->table, pool->table.count + 1);
	pool->begun = arena_mark(pool->arena);
	return pool->arena;
}

const struct factor_rule *factor_pool_keep(struct factor_pool *pool, struct arena *scratch,
                                           const struct factor_rule *rule)
{
	if (!rule)
		return NULL;
	size_t words = key_words(rule);
	uint32_t *start = arena_new(scratch, uint32_t, words), *end = write_key(start, rule);
	assert((size_t)(end - start) == words);
	struct str key = {(const char *)start, words * sizeof *start};
	uint32_t hash = table_hash(key), count = pool->table.count;
	const uint32_t *known = table_find_hashed(&pool->table, key, hash);
	if (known) {
		arena_rewind(pool->arena, pool->begun);
		return pool->items[*known];
	}
	bool added;
	table_add(pool->arena, &pool->table, str_copy(pool->arena, key), count, &added);
	arena_push(pool->arena, pool->items, count, pool->room, rule);
	return rule;
}
