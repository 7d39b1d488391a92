/* SPDX-License-Identifier: Apache-2.0 */
#include "base/arena.h"

#include <assert.h>
#include <stdbool.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/mman.h>

enum { FIRST_BLOCK = 64 * 1024, LARGEST_BLOCK = 8 * 1024 * 1024 };
/* From here on calloc surely takes pages of the system, which are zero and need not be written. */
enum { PAGED_BLOCK = 4 * 1024 * 1024 };

void arena_out_of_memory(void)
{
	fputs("shardctl: out of memory\n", stderr);
	exit(2);
}

/* Blocks double in size, so that a large arena has few of them. */
static size_t next_size(const struct arena_block *before)
{
	if (!before || before->size < FIRST_BLOCK)
		return FIRST_BLOCK;
	return before->size < LARGEST_BLOCK / 2 ? 2 * before->size : LARGEST_BLOCK;
}

/* Asks for huge pages under a large block, which saves most page faults; without them nothing
 * changes. */
static void advise(const struct arena_block *block)
{
#ifdef MADV_HUGEPAGE
	enum { HUGE_PAGE = 2 * 1024 * 1024 };
	uintptr_t start = ((uintptr_t)block + HUGE_PAGE - 1) / HUGE_PAGE * HUGE_PAGE;
	uintptr_t end = ((uintptr_t)block->room + block->size) / HUGE_PAGE * HUGE_PAGE;
	if (end > start)
		madvise((void *)start, end - start, MADV_HUGEPAGE);
#else
#endif
}

static void block_new(struct arena *arena, size_t least)
{
	assert(least);
	struct arena_block *block = arena->spare;
	if (block && block->size >= least) {
		arena->spare = NULL;
	} else {
		size_t size = next_size(arena->block);
		size = least > size ? least : size;
		bool paged = size >= PAGED_BLOCK;
		block = paged ? calloc(1, sizeof *block + size) : malloc(sizeof *block + size);
		if (!block)
			arena_out_of_memory();
		block->size = size;
		block->written = paged ? 0 : size;
		advise(block);
		POISON(block->room, size);
	}
	block->used = 0;
	block->before = arena->block;
	arena->block = block;
}

void arena_add_block(struct arena *arena, size_t bytes)
{
	if (bytes > SIZE_MAX / 4)
		arena_out_of_memory();
	block_new(arena, bytes + _Alignof(max_align_t) + RED_ZONE);
}

/* Room for so many bytes, which are whatever they are. */
static void *take(struct arena *arena, size_t bytes)
{
	enum { ALIGN = _Alignof(max_align_t) };
	struct arena_block *block = arena_block_for(arena, bytes, ALIGN);
	return arena_take(block, (block->used + ALIGN - 1) & ~(size_t)(ALIGN - 1), bytes);
}

/* Whether `old`, of `used` bytes, ends where the block does and the block has `need` bytes for it.
 */
static int grows_in_place(const struct arena_block *block, const unsigned char *old, size_t used,
                          size_t need)
{
	if (!block || !old || old < block->room || old >= block->room + block->used)
		return 0;
	size_t start = (size_t)(old - block->room);
	return start + used + RED_ZONE == block->used && need <= block->size - start - RED_ZONE;
}

/* Makes the arena's last block larger, which holds one object of `used` bytes and nothing else; the
 * object moves with it. */
static void *grow_block(struct arena *arena, size_t used, size_t need)
{
	struct arena_block *block = arena->block;
	UNPOISON(block->room, block->size);
	block = realloc(block, sizeof *block + need + RED_ZONE);
	if (!block)
		arena_out_of_memory();
	arena->block = block;
	block->size = block->used = block->written = need + RED_ZONE;
	memset(block->room + used, 0, need - used);
	POISON(block->room + need, block->size - need);
	return block->room;
}

void *arena_copy(struct arena *arena, const void *items, size_t count, size_t size)
{
	assert(items || !count);
	size_t bytes;
	if (__builtin_mul_overflow(count, size, &bytes))
		arena_out_of_memory();
	void *copy = take(arena, bytes);
	return count ? memcpy(copy, items, bytes) : copy;
}

void *arena_grow(struct arena *arena, void *old, size_t used, size_t count, size_t size)
{
	assert(used <= count * size);
	size_t bytes;
	if (!old)
		return arena_alloc(arena, count, size, _Alignof(max_align_t));
	if (__builtin_mul_overflow(count, size, &bytes) || bytes > SIZE_MAX / 4)
		arena_out_of_memory();
	struct arena_block *block = arena->block;
	if (grows_in_place(block, old, used, bytes)) {
		UNPOISON((unsigned char *)old + used, bytes - used);
		memset((unsigned char *)old + used, 0, bytes - used);
		block->used += bytes - used;
		if (block->written < block->used)
			block->written = block->used;
		return old;
	}
	bool alone = block && old == block->room && used + RED_ZONE == block->used;
	if (alone && used >= LARGEST_BLOCK / 8)
		return grow_block(arena, used, bytes);
	if (!used)
		return arena_alloc(arena, count, size, _Alignof(max_align_t));
	unsigned char *grown = memcpy(take(arena, bytes), old, used);
	memset(grown + used, 0, bytes - used);
	return grown;
}

void *arena_append(struct arena *arena, void *items, size_t count, size_t *room, size_t size)
{
	assert(size && count <= *room);
	enum { FIRST_ROOM = 4 };
	if (count < *room)
		return items;
	size_t larger = *room ? 2 * *room : FIRST_ROOM;
	void *grown = arena_grow(arena, items, *room * size, larger, size);
	*room = larger;
	return grown;
}

struct arena_mark arena_mark(const struct arena *arena)
{
	return (struct arena_mark){arena->block, arena->block ? arena->block->used : 0};
}

void arena_rewind(struct arena *arena, struct arena_mark mark)
{
	while (arena->block != mark.block) {
		assert(arena->block); /* the mark is of this arena */
		struct arena_block *block = arena->block;
		arena->block = block->before;
		POISON(block->room, block->size);
		free(arena->spare);
		arena->spare = block;
	}
	if (arena->block) {
		assert(mark.used <= arena->block->used);
		POISON(arena->block->room + mark.used, arena->block->size - mark.used);
		arena->block->used = mark.used;
	}
}

void arena_drop(struct arena *arena)
{
	arena_rewind(arena, (struct arena_mark){0});
	free(arena->spare);
	arena->spare = NULL;
}

/* Whether the pointer is into the block, from so many bytes on. */
static bool points_into(const struct arena_block *block, size_t from, const void *pointer)
{
	uintptr_t at = (uintptr_t)pointer, start = (uintptr_t)block->room;
	return at >= start + from && at < start + block->used;
}

bool arena_is_since(const struct arena *arena, struct arena_mark mark, const void *pointer)
{
	bool since = false;
	const struct arena_block *block = arena->block;
	for (; block && block != mark.block; block = block->before)
		since |= points_into(block, 0, pointer);
	if (block)
		since |= points_into(block, mark.used, pointer);
	return since && block == mark.block;
}

size_t arena_footprint(const struct arena *arena)
{
	size_t total = arena->spare ? arena->spare->size : 0;
	for (const struct arena_block *block = arena->block; block; block = block->before)
		total += block->size;
	return total;
}
