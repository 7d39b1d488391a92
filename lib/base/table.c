/* SPDX-License-Identifier: Apache-2.0 */
#include "base/table.h"

#include <assert.h>

uint32_t table_hash(struct str key)
{
	uint64_t hash = str_hash(key);
	return (uint32_t)(hash ^ hash >> 32);
}

/* The slot that holds `key`, or the empty one where it belongs; the table has an empty slot. */
static struct table_slot *slot_of(const struct table *table, struct str key, uint32_t hash)
{
	assert(table->room && (table->room & (table->room - 1)) == 0);
	assert(table->count < table->room);
	uint32_t mask = table->room - 1;
	for (uint32_t i = hash & mask;; i = (i + 1) & mask) {
		struct table_slot *slot = &table->slots[i];
		if (!slot->entry)
			return slot;
		if (slot->hash != hash)
			continue;
		struct str other = table->entries[slot->entry - 1].key;
		if (other.len == key.len && (other.s == key.s || str_equal(other, key)))
			return slot;
	}
}

/* Lays the table out in `room` new slots. Its entries take theirs in the order in which they were
 * added, so that the last ones can be taken away again. */
static void rehash(struct arena *arena, struct table *table, uint32_t room)
{
	assert(room > table->room && (room & (room - 1)) == 0);
	table->room = room;
	table->slots = arena_new(arena, struct table_slot, room);
	for (uint32_t i = 0; i < table->count; i++) {
		uint32_t hash = table->entries[i].hash, at = hash & (room - 1);
		while (table->slots[at].entry)
			at = (at + 1) & (room - 1);
		table->slots[at] = (struct table_slot){hash, i + 1};
	}
}

void table_reserve(struct arena *arena, struct table *table, uint32_t count)
{
	enum { FIRST_ROOM = 4 };
	uint32_t room = table->room ? table->room : FIRST_ROOM;
	while (room / 2 <= count && room <= UINT32_MAX / 2)
		room *= 2;
	if (room > table->room)
		rehash(arena, table, room);
}

uint32_t *table_add(struct arena *arena, struct table *table, struct str key, uint32_t value,
                    bool *added)
{
	if (table->count >= table->room / 2)
		table_reserve(arena, table, table->count + 1);
	uint32_t hash = table_hash(key);
	struct table_slot *slot = slot_of(table, key, hash);
	*added = !slot->entry;
	if (*added) {
		arena_push(arena, table->entries, table->count, table->entry_room,
		           (struct table_entry){key, value, hash});
		*slot = (struct table_slot){hash, table->count};
	}
	return &table->entries[slot->entry - 1].value;
}

uint32_t *table_find(const struct table *table, struct str key)
{
	return table->room ? table_find_hashed(table, key, table_hash(key)) : NULL;
}

uint32_t *table_find_hashed(const struct table *table, struct str key, uint32_t hash)
{
	if (!table->room)
		return NULL;
	const struct table_slot *slot = slot_of(table, key, hash);
	return slot->entry ? &table->entries[slot->entry - 1].value : NULL;
}

uint32_t table_number(const struct table *table, struct str key, uint32_t hash)
{
	const struct table_slot *slot = table->room ? slot_of(table, key, hash) : NULL;
	return slot && slot->entry ? slot->entry - 1 : table->count;
}

void table_truncate(struct table *table, uint32_t count)
{
	assert(count <= table->count);
	while (table->count > count) {
		uint32_t at = table->entries[table->count - 1].hash & (table->room - 1);
		while (table->slots[at].entry != table->count)
			at = (at + 1) & (table->room - 1);
		table->slots[at] = (struct table_slot){0, 0};
		table->count--;
	}
}
