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
	TILING_EXPANDED,
	TILING_ALIGNED,
	TILING_FOUND,
	DEVICE_GROUPS_MADE,
	TILING_INSIDE,
};

enum { TILING_KEY_WORDS = 3 * (TILING_MAX_RANK + 1) + 8 };

/* With what it is made, as numbers and addresses. */
struct tiling_key {
	uint64_t words[TILING_KEY_WORDS];
	uint32_t count;
};

void tiling_key_add(struct tiling_key *key, uint64_t word);
void tiling_key_add_address(struct tiling_key *key, const void *address);

/* The same tiling, which remembers from now on. The arena must not be rewound while it is used, nor
 * what is made of it. */
const struct tiling *tiling_remembering(struct arena *arena, const struct tiling *tiling);

/* What was made of the tiling with this key, or NULL. */
const void *tiling_recalled(const struct tiling *tiling, enum tiling_maker maker,
                            const struct tiling_key *key);

/* Notes what was made; nothing where the tiling does not remember. */
void tiling_note(const struct tiling *tiling, enum tiling_maker maker, const struct tiling_key *key,
                 const void *made);

/* Notes a tiling that was made, which remembers too if this one does, and returns it. */
const struct tiling *tiling_noted(const struct tiling *tiling, enum tiling_maker maker,
                                  const struct tiling_key *key, const struct tiling *made);
