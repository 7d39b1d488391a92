/* SPDX-License-Identifier: Apache-2.0 */
#include "plan/module/twin_index.h"

/* Numbers of one hash that are compared. */
enum { MAX_COMPARED = 16 };

struct twin_index twin_index_make(struct arena *arena, uint32_t count)
{
	return (struct twin_index){.heads = arena_new(arena, uint32_t, (size_t)count + 1),
	                           .next = arena_new(arena, uint32_t, count),
	                           .buckets = count + 1};
}

static uint32_t *head_of(const struct twin_index *index, uint64_t hash)
{
	return &index->heads[(uint32_t)((hash ^ hash >> 29) % index->buckets)];
}

void twin_index_keep(struct twin_index *index, uint64_t hash, uint32_t number)
{
	uint32_t *head = head_of(index, hash);
	index->next[number] = *head;
	*head = number + 1;
}

uint32_t twin_index_find(struct twin_index *index, uint64_t hash, uint32_t number, twin_test *same,
                         const void *context)
{
	uint32_t compared = 0;
	for (uint32_t i = *head_of(index, hash); i && compared < MAX_COMPARED; compared++) {
		if (same(context, i - 1, number))
			return i - 1;
		i = index->next[i - 1];
	}
	twin_index_keep(index, hash, number);
	return number;
}
