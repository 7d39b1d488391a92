/* SPDX-License-Identifier: Apache-2.0 */
#include "sharding/tiling_memo.h"

#include <assert.h>
#include <string.h>

struct tiling_note {
	enum tiling_maker maker;
	uint32_t count;
	const uint64_t *words;
	const void *made;
	struct tiling_note *next;
};

struct tiling_memo {
	struct arena *arena;
	struct tiling_note *notes;
};

void tiling_key_add(struct tiling_key *key, uint64_t word)
{
	assert(key->count < TILING_KEY_WORDS);
	key->words[key->count++] = word;
}

void tiling_key_add_address(struct tiling_key *key, const void *address)
{
	tiling_key_add(key, (uint64_t)(uintptr_t)address);
}

const struct tiling *tiling_remembering(struct arena *arena, const struct tiling *tiling)
{
	struct tiling *copy = arena_new(arena, struct tiling, 1);
	*copy = *tiling;
	copy->memo = arena_new(arena, struct tiling_memo, 1);
	copy->memo->arena = arena;
	return copy;
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
	struct tiling_note *note = arena_new(memo->arena, struct tiling_note, 1);
	const uint64_t *words = arena_copy(memo->arena, key->words, key->count, sizeof *words);
	*note = (struct tiling_note){maker, key->count, words, made, memo->notes};
	memo->notes = note;
}

const struct tiling *tiling_noted(const struct tiling *tiling, enum tiling_maker maker,
                                  const struct tiling_key *key, const struct tiling *made)
{
	if (!tiling->memo || !made)
		return made;
	if (!made->memo)
		made = tiling_remembering(tiling->memo->arena, made);
	tiling_note(tiling, maker, key, made);
	return made;
}
