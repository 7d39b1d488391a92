/* SPDX-License-Identifier: Apache-2.0 */
/* A hash table from what stands at an address to something else that lives as long. */
#pragma once

#include <stdint.h>

#include "base/arena.h"

struct pointer_slot {
	const void *key; /* NULL: the slot is empty */
	void *value;
};

struct pointer_table {
	struct pointer_slot *slots; /* `room` of them, a power of two */
	uint32_t count, room;
};

/* Where to look for an address first: the low bits of most are alike. */
static inline uint32_t pointer_slot(const struct pointer_table *table, const void *key)
{
	uint64_t hash = (uint64_t)(uintptr_t)key * 0x9e3779b97f4a7c15u;
	return (uint32_t)(hash >> 32) & (table->room - 1);
}

/* What was stored under the address, or NULL. */
static inline void *pointer_find(const struct pointer_table *table, const void *key)
{
	if (!table->room)
		return NULL;
	uint32_t at = pointer_slot(table, key);
	while (table->slots[at].key && table->slots[at].key != key)
		at = (at + 1) & (table->room - 1);
	return table->slots[at].value;
}

/* Stores a value, which is not NULL, under an address, which is not NULL and has none yet. Memory
 * comes from the arena. */
void pointer_add(struct arena *arena, struct pointer_table *table, const void *key, void *value);
