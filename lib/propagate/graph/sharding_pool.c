/* SPDX-License-Identifier: Apache-2.0 */
#include "propagate/graph/sharding_pool.h"

#include <string.h>

static void add_number(struct buf *key, int64_t number)
{
	buf_add(key, (struct str){(const char *)&number, sizeof number});
}

static void add_parts(struct buf *key, const struct axis_parts *parts)
{
	for (uint32_t i = 0; i < parts->count; i++) {
		if (parts->items[i].size == 1)
			continue;
		add_number(key, parts->items[i].axis);
		add_number(key, parts->items[i].pre);
		add_number(key, parts->items[i].size);
	}
	add_number(key, -1);
}

static void write_key(struct buf *key, const struct named_sharding *sharding)
{
	add_number(key, (int64_t)(uintptr_t)sharding->mesh);
	add_number(key, sharding->any_rank ? -1 : (int64_t)sharding->rank);
	for (uint32_t i = 0; i < sharding->rank; i++) {
		add_number(key, sharding->dims[i].open);
		add_number(key, sharding->dims[i].priority);
		add_parts(key, &sharding->dims[i].axes);
	}
	const struct axis_parts *parts;
	for (uint32_t i = sharding->rank; (parts = named_sharding_parts(sharding, i)); i++)
		add_parts(key, parts);
	add_number(key, sharding->reduction);
}

/* Axes of size 1 do nothing. */
static struct axis_parts copy_parts(struct arena *arena, const struct axis_parts *parts)
{
	struct axis_parts copy = {arena_new(arena, struct axis_part, parts->count), 0};
	for (uint32_t i = 0; i < parts->count; i++)
		if (parts->items[i].size > 1)
			copy.items[copy.count++] = parts->items[i];
	return copy;
}

static const struct named_sharding *copy_sharding(struct arena *arena,
                                                  const struct named_sharding *sharding)
{
	struct named_sharding *copy = arena_new(arena, struct named_sharding, 1);
	*copy = *sharding;
	copy->dims = arena_copy(arena, sharding->dims, sharding->rank, sizeof *sharding->dims);
	for (uint32_t i = 0; i < sharding->rank; i++)
		copy->dims[i].axes = copy_parts(arena, &sharding->dims[i].axes);
	copy->replicated = copy_parts(arena, &sharding->replicated);
	copy->unreduced = copy_parts(arena, &sharding->unreduced);
	copy->reduced = copy_parts(arena, &sharding->reduced);
	copy->manual = copy_parts(arena, &sharding->manual);
	return copy;
}

const struct named_sharding *sharding_pool_keep(struct sharding_pool *pool,
                                                const struct named_sharding *sharding)
{
	struct arena_mark mark = arena_mark(pool->arena);
	struct buf key = {.arena = pool->arena};
	write_key(&key, sharding);
	bool added;
	uint32_t index = pool->table.count;
	const uint32_t *found = table_find(&pool->table, buf_str(&key));
	if (found) {
		index = *found;
		arena_rewind(pool->arena, mark);
		return pool->items[index];
	}
	struct str kept = buf_str(&key);
	table_add(pool->arena, &pool->table, kept, index, &added);
	uint32_t count = index;
	arena_push(pool->arena, pool->items, count, pool->room,
	           copy_sharding(pool->arena, sharding));
	return pool->items[index];
}
