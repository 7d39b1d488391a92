/* SPDX-License-Identifier: Apache-2.0 */
#include "base/table.h"

/* The slot that holds `key`, or the empty one where it belongs; the table has an empty slot. */
static struct table_slot *slot_of(const struct table *table, struct str key)
{
	uint32_t mask = table->room - 1;
	uint64_t hash = str_hash(key);
	for (uint32_t i = (uint32_t)(hash ^ hash >> 32) & mask;; i = (i + 1) & mask) {
		struct table_slot *slot = &table->slots[i];
		if (!slot->key.s || str_equal(slot->key, key))
			return slot;
	}
}

static void enlarge(struct arena *arena, struct table *table)
{
	struct table old = *table;
	table->room = old.room ? 2 * old.room : 16;
	table->slots = arena_new(arena, struct table_slot, table->room);
	for (uint32_t i = 0; i < old.room; i++)
		if (old.slots[i].key.s)
			*slot_of(table, old.slots[i].key) = old.slots[i];
}

uint32_t *table_add(struct arena *arena, struct table *table, struct str key, uint32_t value,
                    bool *added)
{
	if (table->count >= table->room / 2)
		enlarge(arena, table);
	struct table_slot *slot = slot_of(table, key);
	*added = !slot->key.s;
	if (*added) {
		*slot = (struct table_slot){{key.s ? key.s : "", key.len}, value};
		table->count++;
	}
	return &slot->value;
}

uint32_t *table_find(const struct table *table, struct str key)
{
	if (!table->room)
		return NULL;
	struct table_slot *slot = slot_of(table, key);
	return slot->key.s ? &slot->value : NULL;
}
