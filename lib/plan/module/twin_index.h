/* SPDX-License-Identifier: Apache-2.0 */
/* Operations by the hash of what they are, of which those that are the same are found. */
#pragma once

#include <stdbool.h>
#include <stdint.h>

#include "module/module.h"

struct twin_index {
	uint32_t *heads, *next; /* of a bucket, and behind a number: the last one before, + 1 */
	uint32_t buckets;
};

/* Whether what two numbers stand for is the same. */
typedef bool twin_test(const void *context, uint32_t a, uint32_t b);

/* An index for as many numbers, from 0 on. In the arena. */
struct twin_index twin_index_make(struct arena *arena, uint32_t count);

/* A hash with one more value behind the others. */
static inline uint64_t twin_hash(uint64_t hash, uint64_t value)
{
	return hash * 1000003 + value;
}

/* The first value of a constant whose values are known; 0 of an empty one. */
static inline uint64_t twin_first_value(const struct hlo_literal *literal)
{
	return literal->values ? (uint64_t)literal->values[0] : 0;
}

/* Stores a number, to be found by its hash. */
void twin_index_keep(struct twin_index *index, uint64_t hash, uint32_t number);

/* A number stored before that has this hash and is the same; else `number`, which is then stored.
 * Of those with one hash only a few are compared. */
uint32_t twin_index_find(struct twin_index *index, uint64_t hash, uint32_t number, twin_test *same,
                         const void *context);

/* What an operand of an operation is known as. */
typedef uint32_t twin_read(const void *context, const struct instruction *one, uint32_t operand);

/* Whether two operations read the same; where their order does not matter, in any. */
bool twin_same_reads(const struct instruction *a, const struct instruction *b, twin_read *read,
                     const void *context);

/* The hash of an operation and of what it reads, equal for all that read the same. */
uint64_t twin_hash_reads(const struct instruction *one, twin_read *read, const void *context);
