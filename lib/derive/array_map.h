/* SPDX-License-Identifier: Apache-2.0 */
/* What arrays stand for: a hash table from arrays to arrays. Arrays of one number are one: copies
 * that a program makes to say more of an array. */
#pragma once

#include "op/core/op.h"

struct array_map {
	const struct array **keys, **values; /* `room` of each, a power of two; NULL: empty */
	uint32_t count, room;
};

/* What the array stands for; NULL: nothing. */
const struct array *array_map_get(const struct array_map *map, const struct array *key);

/* Says what the array stands for, in place of what has been said. Memory comes from the arena. */
void array_map_put(struct arena *arena, struct array_map *map, const struct array *key,
                   const struct array *value);

/* Lets arrays stand for themselves, where the map is a set of them. */
void array_map_add(struct arena *arena, struct array_map *map, const struct array *array);

/* The same of `count` arrays. */
void array_map_add_all(struct arena *arena, struct array_map *map,
                       const struct array *const *arrays, uint32_t count);

/* A copy, which can be changed without the other. */
struct array_map array_map_copy(struct arena *arena, const struct array_map *map);
