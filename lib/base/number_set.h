/* SPDX-License-Identifier: Apache-2.0 */
/* A set of numbers, of which many are near each other: a hash table of words with a bit for each of
 * 64 numbers. */
#pragma once

#include <stdint.h>

#include "base/arena.h"

struct number_word {
	uint64_t key; /* one more than the first number of the word over 64; 0: the slot is empty */
	uint64_t bits; /* bit i: the number i behind the first is in the set */
};

struct number_set {
	struct number_word *words; /* `room` of them, a power of two */
	uint32_t count, room;
	uint32_t last; /* the word that was added to last, which the next number is mostly in too */
};

/* Adds the number; whether it is new. Memory comes from the arena. */
bool number_set_add(struct arena *arena, struct number_set *set, uint64_t number);

/* Whether the number is in the set. */
bool number_set_has(const struct number_set *set, uint64_t number);
