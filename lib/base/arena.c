/* SPDX-License-Identifier: Apache-2.0 */
#include "base/arena.h"

#include <assert.h>
#include <errno.h>
#include <stdbool.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/mman.h>

enum { FIRST_BLOCK = 64 * 1024, LARGEST_BLOCK = 8 * 1024 * 1024 };
enum { PAGE = 4 * 1024, HUGE_PAGE = 2 * 1024 * 1024 };
/* A block of this size lies on huge pages, and calloc takes it from the system, whose pages are
 * zero and need not be written. */
enum { PAGED_BLOCK = HUGE_PAGE };

void arena_out_of_memory(void)
{
	fputs("shardctl: out of memory\n", stderr);
	exit(2);
}

/* Bytes of the largest room that a block of so many bytes has. */
static size_t room_of(size_t bytes)
{
	return bytes - sizeof(struct arena_block);
}

/* Blocks double in size, so that a large arena has few of them; one that has come half the way to
 * huge pages gets the first. */
static size_t next_size(const struct arena_block *before)
{
	if (!before || before->size < room_of(FIRST_BLOCK))
		return room_of(FIRST_BLOCK);
	size_t bytes = sizeof *before + before->size;
	if (bytes >= PAGED_BLOCK / 4 && bytes < PAGED_BLOCK)
		return room_of(PAGED_BLOCK);
	return room_of(bytes < LARGEST_BLOCK / 2 ? 2 * bytes : LARGEST_BLOCK);
}

/* Asks for huge pages under the memory of a large block, which saves most page faults; without them
 * nothing changes. Where something has been written there is no huge page any more. */
static void advise(const char *memory, size_t bytes)
{
#ifdef MADV_HUGEPAGE
	uintptr_t start = ((uintptr_t)memory + HUGE_PAGE - 1) / HUGE_PAGE * HUGE_PAGE;
	uintptr_t end = ((uintptr_t)memory + bytes) / HUGE_PAGE * HUGE_PAGE;
	if (end > start)
		madvise((void *)start, end - start, MADV_HUGEPAGE);
#else
#endif
}

/* Has the system put pages under a part of a block at once, which takes less than a page fault for
 * each; a system that cannot leaves it to them. */
static void put_pages(const struct arena_block *block, size_t start, size_t end)
{
#ifdef MADV_POPULATE_WRITE
	int kept = errno;
	uintptr_t first = ((uintptr_t)block->room + start) / PAGE * PAGE;
	uintptr_t last = ((uintptr_t)block->room + end) / PAGE * PAGE;
	if (last > first)
		madvise((void *)first, last - first, MADV_POPULATE_WRITE);
	errno = kept;
#else
#endif
}

/* A block with room for so many bytes. A large one begins where a huge page does. */
static struct arena_block *block_make(size_t size)
{
	bool paged = size >= room_of(PAGED_BLOCK);
	size_t before = paged ? HUGE_PAGE : 0, bytes = before + sizeof(struct arena_block) + size;
	char *memory = paged ? calloc(1, bytes) : malloc(bytes);
	if (!memory)
		arena_out_of_memory();
	size_t skipped = before ? HUGE_PAGE - (uintptr_t)memory % HUGE_PAGE : 0;
	struct arena_block *block = (void *)(memory + skipped);
	advise(memory + skipped, sizeof *block + size);
	*block = (struct arena_block){.memory = memory, .size = size, .paged = paged};
	POISON(block->room, size);
	return block;
}

static void block_free(struct arena_block *block)
{
	if (block)
		free(block->memory);
}

/* Makes zero what stands in a part of a block that nobody has taken. */
static void clear(struct arena_block *block, size_t start, size_t end)
{
	UNPOISON(block->room + start, end - start);
	memset(block->room + start, 0, end - start);
	POISON(block->room + start, end - start);
}

/* Empties a block of which all was given back. What is little is cleared, else it will be as it is
 * taken again. */
static void block_empty(struct arena_block *block)
{
	if (block->used <= PAGE) {
		clear(block, 0, block->used);
	} else {
		POISON(block->room, block->size);
		block->ready = 0;
	}
	block->paged = block->paged && block->ready;
	block->used = 0;
}

static void block_new(struct arena *arena, size_t least)
{
	assert(least);
	struct arena_block *block = arena->spare;
	if (block && block->size >= least) {
		arena->spare = NULL;
		block_empty(block);
	} else {
		size_t size = next_size(arena->block);
		block = block_make(least > size ? least : size);
	}
	block->before = arena->block;
	arena->block = block;
}

static size_t rounded_up(size_t bytes, size_t step)
{
	return (bytes + step - 1) / step * step;
}

/*
 * Makes what is needed ready, and a little more. Pages are put under a part of the block as soon as
 * it is begun; but the first part of an arena, of which most need little, gets its pages as they
 * are used, and a large block gets huge ones so.
 */
static void make_ready(struct arena_block *block, size_t need)
{
	enum { LARGEST_STEP = 64 * 1024 };
	size_t start = block->ready, end = block->used + need, quarter = block->size / 4;
	size_t step = quarter < LARGEST_STEP ? quarter : LARGEST_STEP;
	size_t next = start + (block->paged ? quarter : PAGE);
	next = next < block->size ? next : block->size;
	end = end < next ? next : end;
	size_t first = rounded_up(start, step), last = rounded_up(end, step);
	bool little = !block->before && !start && need <= step;
	if (last > first && !block->paged && !little)
		put_pages(block, first, last < block->size ? last : block->size);
	if (!block->paged)
		clear(block, start, end);
	block->ready = end;
}

void arena_make_ready(struct arena *arena, size_t bytes)
{
	if (bytes > SIZE_MAX / 4)
		arena_out_of_memory();
	size_t need = bytes + _Alignof(max_align_t) + RED_ZONE;
	struct arena_block *block = arena->block;
	if (!block || block->size - block->used < need)
		block_new(arena, need);
	block = arena->block;
	if (block->ready - block->used < need)
		make_ready(block, need);
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
	size_t skipped = (size_t)((char *)block - (char *)block->memory);
	char *memory = realloc(block->memory, skipped + sizeof *block + need + RED_ZONE);
	if (!memory)
		arena_out_of_memory();
	block = (void *)(memory + skipped);
	arena->block = block;
	block->memory = memory;
	block->paged = false;
	block->size = block->used = block->ready = need + RED_ZONE;
	memset(block->room + used, 0, need - used);
	POISON(block->room + need, block->size - need);
	return block->room;
}

void *arena_copy(struct arena *arena, const void *items, size_t count, size_t size)
{
	assert(items || !count);
	void *copy = arena_alloc(arena, count, size, _Alignof(max_align_t));
	return count ? memcpy(copy, items, count * size) : copy;
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
		if (block->ready - block->used < bytes - used)
			make_ready(block, bytes - used);
		UNPOISON((unsigned char *)old + used, bytes - used);
		block->used += bytes - used;
		return old;
	}
	bool alone = block && old == block->room && used + RED_ZONE == block->used;
	if (alone && used >= LARGEST_BLOCK / 8)
		return grow_block(arena, used, bytes);
	void *grown = arena_alloc(arena, bytes, 1, _Alignof(max_align_t));
	return used ? memcpy(grown, old, used) : grown;
}

void *arena_reserve(struct arena *arena, void *items, size_t count, size_t *room, size_t size,
                    size_t more)
{
	assert(size && count <= *room);
	if (more <= *room - count)
		return items;
	if (more > SIZE_MAX / 4 - count)
		arena_out_of_memory();
	size_t larger = count + more > 2 * *room ? count + more : 2 * *room;
	void *grown = items ? arena_grow(arena, items, *room * size, larger, size)
	                    : arena_alloc(arena, larger, size, _Alignof(max_align_t));
	*room = larger;
	return grown;
}

void *arena_append(struct arena *arena, void *items, size_t count, size_t *room, size_t size)
{
	enum { FIRST_ROOM = 4 };
	return count < *room
	           ? items
	           : arena_reserve(arena, items, count, room, size, *room ? 1 : FIRST_ROOM);
}

struct arena_mark arena_mark(const struct arena *arena)
{
	return (struct arena_mark){arena->block, arena->block ? arena->block->used : 0};
}

/* Takes the last block away; the arena keeps it for the next need. */
static void pop_block(struct arena *arena)
{
	struct arena_block *block = arena->block;
	assert(block); /* the mark is of this arena */
	arena->block = block->before;
	POISON(block->room, block->size);
	block_free(arena->spare);
	arena->spare = block;
}

void arena_rewind(struct arena *arena, struct arena_mark mark)
{
	/* The first block stays: the next need is mostly as small. */
	bool all = !mark.block && arena->block;
	while (arena->block != mark.block && !(all && !arena->block->before))
		pop_block(arena);
	struct arena_block *block = arena->block;
	if (all) {
		block_empty(block);
	} else if (block && block->used != mark.used) {
		assert(mark.used < block->used);
		clear(block, mark.used, block->used);
		block->used = mark.used;
	}
}

void arena_drop(struct arena *arena)
{
	while (arena->block)
		pop_block(arena);
	block_free(arena->spare);
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
