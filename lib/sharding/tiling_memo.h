/* SPDX-License-Identifier: Apache-2.0 */
/*
 * Tilings that remember what was made of them: programs make the same of the same tilings over and
 * over, and each is as long as there are devices.
 */
#pragma once

#include "sharding/tiling.h"

/* What is made of a tiling. */
enum tiling_maker {
	TILING_REPLICATED_ON,
	TILING_MAPPED,
	TILING_WITHOUT,
	TILING_RESHAPED,
	TILING_REFINED,
	TILING_GROUPED,
	TILING_GROUPED_BY_REPLICAS,
	TILING_EXPANDED,
	TILING_ALIGNED,
	TILING_FOUND,
	DEVICE_GROUPS_MADE,
	DEVICE_GROUPS_LISTED,
	TILING_INSIDE,
	TILING_NAMELESS,
};

enum { TILING_KEY_WORDS = 3 * (TILING_MAX_RANK + 1) + 8 };

/* With what it is made, as numbers and addresses. */
struct tiling_key {
	uint64_t words[TILING_KEY_WORDS];
	uint32_t count;
};

/* Appends a number; there must be room for it among TILING_KEY_WORDS. */
void tiling_key_add(struct tiling_key *key, uint64_t word);

/* Appends the address of what stays where it is as long as the tiling is used. */
void tiling_key_add_address(struct tiling_key *key, const void *address);

/* Tilings that remember, each kept once: those that are the same, names included, are the same
 * pointer, and those that hold the same tiles have the same pointer to their devices. */
struct tiling_memory;

/* An empty one. The arena must not be rewound while a tiling of it is used, nor what is made of
 * one. */
struct tiling_memory *tiling_memory_make(struct arena *arena);

/* The one that is the same as the tiling, whose devices are kept. */
const struct tiling *tiling_remembered(struct tiling_memory *memory, const struct tiling *tiling);

/* The tiling, remembered where `like` is. */
const struct tiling *tiling_remembered_with(const struct tiling *like, const struct tiling *tiling);

/* Whether both are of the same memory. */
bool tiling_remembered_together(const struct tiling *a, const struct tiling *b);

/* What was made of the tiling with this key, or NULL. */
const void *tiling_recalled(const struct tiling *tiling, enum tiling_maker maker,
                            const struct tiling_key *key);

/* Notes what was made; nothing where the tiling does not remember. */
void tiling_note(const struct tiling *tiling, enum tiling_maker maker, const struct tiling_key *key,
                 const void *made);

/* Notes a tiling that was made, which remembers too if this one does, and returns it. */
const struct tiling *tiling_noted(const struct tiling *tiling, enum tiling_maker maker,
                                  const struct tiling_key *key, const struct tiling *made);
