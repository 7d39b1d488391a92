/* SPDX-License-Identifier: Apache-2.0 */
/* A hash table from text to a number, for finding names among very many. A copy of the struct
 * shares the slots: after one of the two has grown, only that one may be used. */
#pragma once

#include "base/str.h"

struct table_entry {
	struct str key;
	uint32_t value;
	uint32_t hash; /* of the key */
};

struct table_slot {
	uint32_t hash;  /* of the entry's key */
	uint32_t entry; /* its number plus one; 0: the slot is empty */
};

struct table {
	struct table_slot *slots; /* `room` of them, a power of two */
	struct table_entry *entries;
	uint32_t count, room;
	size_t entry_room;
};

/* Makes room for `count` keys at once. */
void table_reserve(struct arena *arena, struct table *table, uint32_t count);

/*
 * Stores `value` under `key` unless the key is there already; returns where the key's value stands.
 * *added says which. Keys are views: their text must outlive the table. Memory comes from the
 * arena.
 */
uint32_t *table_add(struct arena *arena, struct table *table, struct str key, uint32_t value,
                    bool *added);

/* Where the value of `key` stands, or NULL. */
uint32_t *table_find(const struct table *table, struct str key);

/* The hash of a key that is looked for in several tables, for table_find_hashed and
 * table_number. */
uint32_t table_hash(struct str key);

/* table_find of a key whose table_hash is known already. */
uint32_t *table_find_hashed(const struct table *table, struct str key, uint32_t hash);

/* How many keys were added before this one, whose hash it is; the table's count when it has none
 * such. */
uint32_t table_number(const struct table *table, struct str key, uint32_t hash);

/* Forgets all keys but the first `count` that were added. */
void table_truncate(struct table *table, uint32_t count);
