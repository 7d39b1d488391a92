/* SPDX-License-Identifier: Apache-2.0 */
#include "check/memo.h"

#include <assert.h>

enum { MAX_ENTRIES = 16384 };

const struct memo_entry *memo_find(const struct memo *memo, struct str value)
{
	const uint32_t *known = table_find(&memo->index, value);
	return known ? &memo->entries[*known] : NULL;
}

void memo_add(struct memo *memo, struct str value, struct memo_entry entry)
{
	assert(memo->arena && memo->count <= MAX_ENTRIES);
	bool added;
	if (memo->count == MAX_ENTRIES)
		return;
	table_add(memo->arena, &memo->index, value, memo->count, &added);
	if (!added)
		return;
	arena_push(memo->arena, memo->entries, memo->count, memo->room, entry);
}
