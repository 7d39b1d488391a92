/* SPDX-License-Identifier: Apache-2.0 */
#include "propagate/factor/factor_pool.h"

#include <assert.h>
#include <string.h>

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

static struct factor_map copy_map(struct arena *arena, const struct factor_map *map)
{
	struct factor_map copy = {.rank = map->rank};
	uint32_t *starts = arena_new(arena, uint32_t, map->rank + 1u);
	uint32_t first = map->rank ? map->starts[0] : 0;
	for (uint32_t d = 0; d <= map->rank; d++)
		starts[d] = map->starts[d] - (map->rank ? first : map->starts[d]);
	copy.starts = starts;
	copy.factors =
	    arena_copy(arena, map->factors + first, starts[map->rank], sizeof(*map->factors));
	return copy;
}

/* Whether two tensors are made of the same factors in the same way; maps begin at 0. */
static bool maps_equal(const struct factor_map *a, const struct factor_map *b)
{
	return a->rank == b->rank &&
	       memcmp(a->starts, b->starts, (a->rank + 1u) * sizeof *a->starts) == 0 &&
	       memcmp(a->factors, b->factors, a->starts[a->rank] * sizeof *a->factors) == 0;
}

static bool all_alike(const struct factor_map *maps, uint32_t count)
{
	for (uint32_t t = 1; t < count; t++)
		if (!maps_equal(&maps[0], &maps[t]))
			return false;
	return true;
}

static const struct factor_rule *copy_rule(struct arena *arena, const struct factor_rule *rule)
{
	struct factor_rule *copy = arena_new(arena, struct factor_rule, 1);
	uint32_t count = rule->noperands + rule->nresults;
	struct factor_map *maps = arena_new(arena, struct factor_map, count);
	*copy = *rule;
	copy->factors = arena_copy(arena, rule->factors, rule->nfactors, sizeof(*rule->factors));
	for (uint32_t t = 0; t < count; t++)
		maps[t] = copy_map(arena, &rule->tensors[t]);
	copy->tensors = maps;
	copy->alike = all_alike(maps, count);
	return copy;
}

uint32_t factor_pool_place(struct factor_pool *pool, struct arena *scratch,
                           const struct factor_rule *rule)
{
	size_t words = key_words(rule);
	uint32_t *start = arena_new(scratch, uint32_t, words), *end = write_key(start, rule);
	assert((size_t)(end - start) == words);
	struct str key = {(const char *)start, words * sizeof *start};
	bool added;
	uint32_t count = pool->table.count;
	uint32_t place = *table_add(pool->arena, &pool->table, key, count, &added);
	if (!added)
		return place;
	pool->table.entries[place].key = str_copy(pool->arena, key);
	arena_push(pool->arena, pool->items, count, pool->room, copy_rule(pool->arena, rule));
	return place;
}

const struct factor_rule *factor_pool_keep(struct factor_pool *pool, struct arena *scratch,
                                           const struct factor_rule *rule)
{
	if (!rule)
		return NULL;
	uint32_t place = factor_pool_place(pool, scratch, rule); /* which may move the items */
	return pool->items[place];
}
