/* SPDX-License-Identifier: Apache-2.0 */
/*
 * Memory. Whoever returns memory takes an arena as its first parameter; nothing is freed one by
 * one. An arena lives until its owner drops it, or is rewound to a mark taken earlier. Allocations
 * are zeroed. Running out of memory prints one line and ends the process with status 2.
 */
#pragma once

#include <assert.h>
#include <stdbool.h>
#include <stddef.h>
#include <string.h>

#include "base/attributes.h"
#include "base/poison.h"

struct arena_block {
	struct arena_block *before;
	void *memory;      /* what the allocator gave, which may begin before the block */
	size_t size, used; /* bytes of `room` */
	size_t ready;      /* bytes of `room` that may be taken: from `used` on they are zero */
	bool paged;        /* its room was zero when it was made */
	_Alignas(max_align_t) unsigned char room[];
};

struct arena {
	struct arena_block *block; /* the block being filled; earlier ones hang behind it */
	struct arena_block
	    *spare; /* the last block given back by a rewind, kept for the next need */
};

struct arena_mark {
	struct arena_block *block;
	size_t used;
};

/* Ends the process with status 2 after saying that there is no memory left. */
NORETURN void arena_out_of_memory(void);

/* Makes so many bytes ready: more of the block, or another one. */
COLD void arena_make_ready(struct arena *arena, size_t bytes);

/* The block that has so many bytes left. */
static inline struct arena_block *arena_block_for(struct arena *arena, size_t bytes, size_t align)
{
	size_t need;
	const struct arena_block *block = arena->block;
	if (__builtin_add_overflow(bytes, align + RED_ZONE, &need))
		arena_out_of_memory();
	if (!block || block->ready - block->used < need)
		arena_make_ready(arena, bytes);
	return arena->block;
}

/*
 * Zeroed room for `count` objects of `size` bytes, aligned to `align` (a power of two, at most that
 * of max_align_t). The arena owns it. Never NULL; a count of 0 gives a unique address.
 */
static inline void *arena_alloc(struct arena *arena, size_t count, size_t size, size_t align)
{
	assert(align && (align & (align - 1)) == 0);
	size_t bytes;
	if (__builtin_mul_overflow(count, size, &bytes))
		arena_out_of_memory();
	struct arena_block *block = arena_block_for(arena, bytes, align);
	size_t start = (block->used + align - 1) & ~(align - 1);
	UNPOISON(block->room + start, bytes);
	block->used = start + bytes + RED_ZONE;
	return block->room + start;
}

/* A copy of `count` objects of `size` bytes; of none `items` may be NULL. */
void *arena_copy(struct arena *arena, const void *items, size_t count, size_t size);

/*
 * Room for `count` objects of `size` bytes that starts with the `used` bytes at `old`. Extends
 * `old` in place when it was the arena's last allocation, else copies; `old` must not be used
 * afterwards.
 */
void *arena_grow(struct arena *arena, void *old, size_t used, size_t count, size_t size);

/*
 * Makes room for one more object in an array of `count`, which has room for *room (and is NULL at
 * first): doubles it when it is full. Returns the array; the old one must not be used afterwards.
 */
void *arena_append(struct arena *arena, void *items, size_t count, size_t *room, size_t size);

/*
 * Makes room for `more` objects in such an array, and for no others where it has none yet; else it
 * doubles at least where it grows. Returns the array; the old one must not be used afterwards.
 */
void *arena_reserve(struct arena *arena, void *items, size_t count, size_t *room, size_t size,
                    size_t more);

/* The current end of the arena, to be given to arena_rewind. */
struct arena_mark arena_mark(const struct arena *arena);

/* Whether what the pointer points to was allocated since the mark. */
bool arena_is_since(const struct arena *arena, struct arena_mark mark, const void *pointer);

/* Gives back everything allocated since the mark; what it pointed to must not be used any more. */
void arena_rewind(struct arena *arena, struct arena_mark mark);

/* Gives back all memory; the arena is empty and usable afterwards. */
void arena_drop(struct arena *arena);

/* Bytes the arena holds from the system, used or not. */
size_t arena_footprint(const struct arena *arena);

/* Stores a value behind the last of the array `items` of `count`, which has room for `room`: all
 * three are changed, and may be evaluated several times. */
#define arena_push(arena, items, count, room, ...)                                          \
	((items) = (count) < (room)                                                         \
	               ? (items)                                                            \
	               : arena_append((arena), (items), (count), &(room), sizeof *(items)), \
	 (items)[(count)++] = __VA_ARGS__)

#define arena_new(arena, type, count) \
	((type *)arena_alloc((arena), (count), sizeof(type), _Alignof(type)))
