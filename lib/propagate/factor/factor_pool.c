/* SPDX-License-Identifier: Apache-2.0 */
#include "propagate/factor/factor_pool.h"

#include "base/buf.h"

static void add_bytes(struct buf *key, const void *bytes, size_t size)
{
	buf_add(key, (struct str){bytes, size});
}

static void add_map(struct buf *key, const struct factor_map *map)
{
	add_bytes(key, &map->rank, sizeof(map->rank));
	for (uint32_t d = 0; d < map->rank; d++) {
		uint32_t start = map->starts[d], count = map->starts[d + 1] - start;
		add_bytes(key, &count, sizeof(count));
		add_bytes(key, map->factors + start, count * sizeof(*map->factors));
	}
}

static void write_key(struct buf *key, const struct factor_rule *rule)
{
	const uint32_t counts[] = {rule->nfactors, rule->noperands, rule->nresults};
	add_bytes(key, counts, sizeof(counts));
	for (uint32_t f = 0; f < rule->nfactors; f++) {
		const struct factor *factor = &rule->factors[f];
		const int64_t numbers[] = {factor->size, (int64_t)factor->kind, factor->blocked};
		add_bytes(key, numbers, sizeof(numbers));
	}
	for (uint32_t t = 0; t < rule->noperands + rule->nresults; t++)
		add_map(key, &rule->tensors[t]);
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
	return copy;
}

const struct factor_rule *factor_pool_keep(struct factor_pool *pool, struct arena *scratch,
                                           const struct factor_rule *rule)
{
	if (!rule)
		return NULL;
	struct buf key = {.arena = scratch};
	write_key(&key, rule);
	const uint32_t *found = table_find(&pool->table, buf_str(&key));
	if (found)
		return pool->items[*found];
	struct str kept = {arena_copy(pool->arena, key.data, key.len, 1), key.len};
	uint32_t count = pool->table.count;
	bool added;
	table_add(pool->arena, &pool->table, kept, count, &added);
	arena_push(pool->arena, pool->items, count, pool->room, copy_rule(pool->arena, rule));
	return pool->items[count - 1];
}
