/* SPDX-License-Identifier: Apache-2.0 */
#include "sharding/tiling_memo.h"

#include <assert.h>
#include <string.h>

#include "base/cache.h"

struct tiling_note {
	enum tiling_maker maker;
	uint32_t count;
	const uint64_t *words;
	const void *made;
	struct tiling_note *next;
};

struct tiling_memo {
	struct tiling_memory *memory;
	struct tiling_note *notes;
};

struct tiling_memory {
	struct arena *arena;
	struct table lists;   /* of devices, as bytes */
	struct cache tilings; /* by their words */
};

struct tiling_memory *tiling_memory_make(struct arena *arena)
{
	struct tiling_memory *memory = arena_new(arena, struct tiling_memory, 1);
	memory->arena = arena;
	return memory;
}

void tiling_key_add(struct tiling_key *key, uint64_t word)
{
	assert(key->count < TILING_KEY_WORDS);
	key->words[key->count++] = word;
}

void tiling_key_add_address(struct tiling_key *key, const void *address)
{
	tiling_key_add(key, (uint64_t)(uintptr_t)address);
}

/* The list that is the same as that of the tiling, kept once. */
static const int32_t *kept_devices(struct tiling_memory *memory, const struct tiling *tiling)
{
	bool added;
	struct table *lists = &memory->lists;
	struct str bytes = {(const char *)tiling->devices,
	                    (size_t)tiling->count * sizeof *tiling->devices};
	uint32_t at = *table_add(memory->arena, lists, bytes, lists->count, &added);
	return (const int32_t *)(const void *)lists->entries[at].key.s;
}

/* The tiling that is the same as this one over a list that was kept. */
static const struct tiling *remembered_over(struct tiling_memory *memory,
                                            const struct tiling *tiling, const int32_t *devices)
{
	struct tiling_key key;
	key.count = 0;
	tiling_key_add_address(&key, devices);
	tiling_key_add_address(&key, tiling->named);
	tiling_key_add(&key, tiling->any_form);
	tiling_key_add(&key, (uint64_t)tiling->replicas << 1 | tiling->uncuttable);
	for (uint32_t i = 0; i < tiling->rank; i++)
		tiling_key_add(&key, (uint64_t)tiling->tiles[i]);
	struct str bytes = {(const char *)key.words, key.count * sizeof *key.words};
	const struct tiling *known = cache_find(&memory->tilings, bytes);
	if (known)
		return known;
	struct tiling *copy = arena_new(memory->arena, struct tiling, 1);
	*copy = *tiling;
	copy->devices = devices;
	copy->memo = arena_new(memory->arena, struct tiling_memo, 1);
	copy->memo->memory = memory;
	cache_add(memory->arena, &memory->tilings, str_copy(memory->arena, bytes), copy);
	return copy;
}

const struct tiling *tiling_remembered(struct tiling_memory *memory, const struct tiling *tiling)
{
	return remembered_over(memory, tiling, kept_devices(memory, tiling));
}

const struct tiling *tiling_remembered_with(const struct tiling *like, const struct tiling *tiling)
{
	if (!like->memo || tiling->memo)
		return tiling;
	struct tiling_memory *memory = like->memo->memory;
	return tiling->devices == like->devices ? remembered_over(memory, tiling, like->devices)
	                                        : tiling_remembered(memory, tiling);
}

const void *tiling_recalled(const struct tiling *tiling, enum tiling_maker maker,
                            const struct tiling_key *key)
{
	for (struct tiling_note *n = tiling->memo ? tiling->memo->notes : NULL; n; n = n->next)
		if (n->maker == maker && n->count == key->count &&
		    memcmp(n->words, key->words, key->count * sizeof *key->words) == 0)
			return n->made;
	return NULL;
}

void tiling_note(const struct tiling *tiling, enum tiling_maker maker, const struct tiling_key *key,
                 const void *made)
{
	struct tiling_memo *memo = tiling->memo;
	if (!memo || !made)
		return;
	struct arena *arena = memo->memory->arena;
	struct tiling_note *note = arena_new(arena, struct tiling_note, 1);
	const uint64_t *words = arena_copy(arena, key->words, key->count, sizeof *words);
	*note = (struct tiling_note){maker, key->count, words, made, memo->notes};
	memo->notes = note;
}

const struct tiling *tiling_noted(const struct tiling *tiling, enum tiling_maker maker,
                                  const struct tiling_key *key, const struct tiling *made)
{
	if (!tiling->memo || !made)
		return made;
	made = tiling_remembered_with(tiling, made);
	tiling_note(tiling, maker, key, made);
	return made;
}

bool tiling_remembered_together(const struct tiling *a, const struct tiling *b)
{
	return a->memo && b->memo && a->memo->memory == b->memo->memory;
}
