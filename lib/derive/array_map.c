/* SPDX-License-Identifier: Apache-2.0 */
#include "derive/array_map.h"

#include <assert.h>

/* Where the key stands, or would. */
static uint32_t place_of(const struct array_map *map, const struct array *key)
{
	assert(map->room);
	uint64_t hash = key->number * UINT64_C(0x9e3779b97f4a7c15);
	uint32_t at = (uint32_t)(hash >> 32) & (map->room - 1);
	while (map->keys[at] && map->keys[at]->number != key->number)
		at = (at + 1) & (map->room - 1);
	return at;
}

const struct array *array_map_get(const struct array_map *map, const struct array *key)
{
	return map->room && key ? map->values[place_of(map, key)] : NULL;
}

static void grow(struct arena *arena, struct array_map *map)
{
	enum { FIRST_ROOM = 16 };
	struct array_map old = *map;
	map->room = old.room ? 2 * old.room : FIRST_ROOM;
	map->keys = arena_new(arena, const struct array *, map->room);
	map->values = arena_new(arena, const struct array *, map->room);
	for (uint32_t i = 0; i < old.room; i++) {
		if (!old.keys[i])
			continue;
		uint32_t at = place_of(map, old.keys[i]);
		map->keys[at] = old.keys[i];
		map->values[at] = old.values[i];
	}
}

void array_map_put(struct arena *arena, struct array_map *map, const struct array *key,
                   const struct array *value)
{
	if (2 * map->count >= map->room)
		grow(arena, map);
	uint32_t at = place_of(map, key);
	map->count += !map->keys[at];
	map->keys[at] = key;
	map->values[at] = value;
}

void array_map_add(struct arena *arena, struct array_map *map, const struct array *array)
{
	array_map_put(arena, map, array, array);
}

void array_map_add_all(struct arena *arena, struct array_map *map,
                       const struct array *const *arrays, uint32_t count)
{
	for (uint32_t i = 0; i < count; i++)
		array_map_add(arena, map, arrays[i]);
}

struct array_map array_map_copy(struct arena *arena, const struct array_map *map)
{
	struct array_map copy = *map;
	copy.keys = arena_copy(arena, map->keys, map->room, sizeof *map->keys);
	copy.values = arena_copy(arena, map->values, map->room, sizeof *map->values);
	return copy;
}
