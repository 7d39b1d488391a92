/* SPDX-License-Identifier: Apache-2.0 */
#include "base/number_set.h"

#include <assert.h>

enum { NUMBERS = 64 /* in a word */ };

static uint64_t key_of(uint64_t number)
{
	return number / NUMBERS + 1;
}

static uint64_t bit_of(uint64_t number)
{
	return UINT64_C(1) << number % NUMBERS;
}

/* The word with the key, or the empty one where it belongs; the set has an empty one. */
static struct number_word *word_of(const struct number_set *set, uint64_t key)
{
	assert(set->count < set->room);
	uint64_t hash = key * UINT64_C(0x9e3779b97f4a7c15);
	uint32_t at = (uint32_t)(hash >> 32) & (set->room - 1);
	while (set->words[at].key && set->words[at].key != key)
		at = (at + 1) & (set->room - 1);
	return &set->words[at];
}

static void grow(struct arena *arena, struct number_set *set)
{
	enum { FIRST_ROOM = 8 };
	struct number_set larger = {.count = set->count,
	                            .room = set->room ? 2 * set->room : FIRST_ROOM};
	larger.words = arena_new(arena, struct number_word, larger.room);
	for (uint32_t i = 0; i < set->room; i++)
		if (set->words[i].key)
			*word_of(&larger, set->words[i].key) = set->words[i];
	*set = larger;
}

bool number_set_add(struct arena *arena, struct number_set *set, uint64_t number)
{
	uint64_t key = key_of(number), bit = bit_of(number);
	if (!set->room || set->words[set->last].key != key) {
		if (set->count >= set->room / 2)
			grow(arena, set);
		struct number_word *found = word_of(set, key);
		set->last = (uint32_t)(found - set->words);
		set->count += !found->key;
		found->key = key;
	}
	struct number_word *word = &set->words[set->last];
	bool known = word->bits & bit;
	word->bits |= bit;
	return !known;
}

bool number_set_has(const struct number_set *set, uint64_t number)
{
	return set->room && word_of(set, key_of(number))->bits & bit_of(number);
}
