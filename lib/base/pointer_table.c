/* SPDX-License-Identifier: Apache-2.0 */
#include "base/pointer_table.h"

#include <assert.h>

/* Puts it into the empty slot where it belongs; there is one. */
static void put(struct pointer_table *table, struct pointer_slot slot)
{
	assert(table->count < table->room);
	uint32_t at = pointer_slot(table, slot.key);
	while (table->slots[at].key)
		at = (at + 1) & (table->room - 1);
	table->slots[at] = slot;
	table->count++;
}

void pointer_add(struct arena *arena, struct pointer_table *table, const void *key, void *value)
{
	enum { FIRST_ROOM = 16 };
	assert(key && value && !pointer_find(table, key));
	if (table->count >= table->room / 2) {
		struct pointer_table larger = {.room = table->room ? 2 * table->room : FIRST_ROOM};
		larger.slots = arena_new(arena, struct pointer_slot, larger.room);
		for (uint32_t i = 0; i < table->room; i++)
			if (table->slots[i].key)
				put(&larger, table->slots[i]);
		*table = larger;
	}
	put(table, (struct pointer_slot){key, value});
}
