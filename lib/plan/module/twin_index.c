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

/* Whether the order of two operands does not matter (HloOpcodeIsBinaryCommutative). */
static bool is_commutative(const struct instruction *one)
{
	switch (one->opcode) {
	case OPCODE_ADD:
	case OPCODE_AND:
	case OPCODE_MAXIMUM:
	case OPCODE_MINIMUM:
	case OPCODE_MULTIPLY:
	case OPCODE_OR:
	case OPCODE_XOR:
		return one->noperands == 2;
	default:
		return false;
	}
}

bool twin_same_reads(const struct instruction *a, const struct instruction *b, twin_read *read,
                     const void *context)
{
	bool same = a->noperands == b->noperands;
	for (uint32_t i = 0; i < a->noperands && same; i++)
		same = read(context, a, i) == read(context, b, i);
	return same || (a->opcode == b->opcode && is_commutative(a) && b->noperands == 2 &&
	                read(context, a, 0) == read(context, b, 1) &&
	                read(context, a, 1) == read(context, b, 0));
}

uint64_t twin_hash_reads(const struct instruction *one, twin_read *read, const void *context)
{
	uint64_t hash = (uint64_t)one->opcode + 1;
	if (is_commutative(one)) {
		uint32_t left = read(context, one, 0), right = read(context, one, 1);
		hash = twin_hash(hash, left < right ? left : right);
		return twin_hash(hash, left < right ? right : left);
	}
	for (uint32_t i = 0; i < one->noperands; i++)
		hash = twin_hash(hash, read(context, one, i));
	return hash;
}
