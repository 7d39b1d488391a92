/* SPDX-License-Identifier: Apache-2.0 */
#include <errno.h>
#include <stdint.h>

#include "testing/testing.h"

#ifndef __has_feature
#define __has_feature(x) 0
#endif
#if defined(__SANITIZE_ADDRESS__) || __has_feature(address_sanitizer)
#include <sanitizer/asan_interface.h>
enum { SANITIZED = 1 };
#define IS_POISONED(at) __asan_address_is_poisoned(at)
#else
enum { SANITIZED = 0 };
#define IS_POISONED(at) ((void)(at), 0)
#endif

static bool is_zero(const unsigned char *bytes, size_t count)
{
	for (size_t i = 0; i < count; i++)
		if (bytes[i])
			return false;
	return true;
}

Test(arena, allocations_are_aligned_and_zeroed)
{
	static const struct {
		size_t count, size, align;
	} rows[] = {{1, 1, 1}, {3, 1, 1}, {1, 8, 8},   {7, 2, 2}, {1, 1, 16},     {0, 8, 8},
	            {5, 4, 4}, {1, 1, 1}, {1, 48, 16}, {0, 1, 1}, {1, 70000, 16}, {9, 8, 8}};
	struct arena arena = {0};
	for (size_t i = 0; i < ROWS(rows); i++) {
		unsigned char *at = arena_alloc(&arena, rows[i].count, rows[i].size, rows[i].align);
		size_t bytes = rows[i].count * rows[i].size;
		cr_expect((uintptr_t)at % rows[i].align == 0, "row %zu is not aligned", i);
		cr_expect(is_zero(at, bytes), "row %zu is not zeroed", i);
		memset(at, 0xff, bytes);
	}
	arena_drop(&arena);
}

Test(arena, writing_one_allocation_leaves_the_others)
{
	enum { COUNT = 5000 };
	struct arena arena = {0};
	uint32_t *values[COUNT];
	for (uint32_t i = 0; i < COUNT; i++) {
		values[i] = arena_new(&arena, uint32_t, 1 + i % 7);
		for (uint32_t j = 0; j < 1 + i % 7; j++)
			values[i][j] = i;
	}
	for (uint32_t i = 0; i < COUNT; i++)
		for (uint32_t j = 0; j < 1 + i % 7; j++)
			cr_assert_eq(values[i][j], i);
	arena_drop(&arena);
}

Test(arena, what_many_blocks_of_all_sizes_give_is_zero_and_stays)
{
	enum { PIECES = 12000, LARGEST = 5000 };
	struct arena arena = {0};
	unsigned char **pieces = arena_new(&arena, unsigned char *, PIECES);
	for (size_t i = 0; i < PIECES; i++) {
		size_t size = 1 + i % LARGEST;
		pieces[i] = arena_new(&arena, unsigned char, size);
		cr_assert(pieces[i][0] == 0 && pieces[i][size / 2] == 0 &&
		          pieces[i][size - 1] == 0);
		memset(pieces[i], (int)(i % 255) + 1, size);
	}
	for (size_t i = 0; i < PIECES; i++)
		cr_assert_eq(pieces[i][i % LARGEST], i % 255 + 1);
	arena_drop(&arena);
}

Test(arena, errors_of_the_system_are_as_they_were)
{
	struct arena arena = {0};
	errno = ENOENT;
	for (int i = 0; i < 1000; i++)
		arena_new(&arena, char, 5000);
	cr_expect_eq(errno, ENOENT);
	arena_drop(&arena);
}

Test(arena, the_last_allocation_grows_in_place)
{
	struct arena arena = {0};
	char *text = arena_alloc(&arena, 8, 1, 1);
	memcpy(text, "12345678", 8);
	char *grown = arena_grow(&arena, text, 8, 100, 1);
	cr_expect_eq(grown, text);
	cr_expect(memcmp(grown, "12345678", 8) == 0);
	cr_expect(is_zero((unsigned char *)grown + 8, 92));
	arena_drop(&arena);
}

Test(arena, an_earlier_allocation_is_copied_when_it_grows)
{
	struct arena arena = {0};
	char *text = arena_alloc(&arena, 8, 1, 1);
	memcpy(text, "12345678", 8);
	char *behind = arena_alloc(&arena, 1, 1, 1);
	*behind = 'x';
	char *grown = arena_grow(&arena, text, 8, 16, 1);
	cr_expect_neq(grown, text);
	cr_expect(memcmp(grown, "12345678", 8) == 0);
	cr_expect(is_zero((unsigned char *)grown + 8, 8));
	cr_expect_eq(*behind, 'x');
	arena_drop(&arena);
}

Test(arena, growing_past_a_block_copies_what_was_there)
{
	struct arena arena = {0};
	unsigned char *bytes = NULL;
	size_t used = 0;
	for (size_t size = 1; size < 1 << 20; size *= 2) {
		bytes = arena_grow(&arena, bytes, used, size, 1);
		for (size_t i = used; i < size; i++)
			bytes[i] = (unsigned char)(i * 31);
		used = size;
	}
	for (size_t i = 0; i < used; i++)
		cr_assert_eq(bytes[i], (unsigned char)(i * 31));
	arena_drop(&arena);
}

Test(arena, append_makes_room_and_keeps_the_items)
{
	struct arena arena = {0};
	int64_t *items = NULL;
	size_t room = 0;
	for (size_t i = 0; i < 10000; i++) {
		items = arena_append(&arena, items, i, &room, sizeof *items);
		cr_assert(room > i);
		items[i] = (int64_t)i;
		if (i % 100 == 0)
			arena_new(&arena, char, 1); /* so that it is not always the last one */
	}
	for (size_t i = 0; i < 10000; i++)
		cr_assert_eq(items[i], (int64_t)i);
	arena_drop(&arena);
}

Test(arena, a_reserve_gives_what_is_asked_at_first_and_then_doubles)
{
	struct arena arena = {0};
	size_t room = 0;
	int64_t *items = arena_reserve(&arena, NULL, 0, &room, sizeof *items, 3);
	cr_assert_eq(room, 3);
	items[2] = 7;
	arena_new(&arena, char, 1); /* so that it is not the last one */
	cr_expect_eq(arena_reserve(&arena, items, 1, &room, sizeof *items, 2), items);
	cr_expect_eq(room, 3, "there was room for them");
	items = arena_reserve(&arena, items, 3, &room, sizeof *items, 1);
	cr_expect_eq(room, 6);
	cr_expect_eq(items[2], 7);
	items = arena_reserve(&arena, items, 3, &room, sizeof *items, 10);
	cr_expect_eq(room, 13);
	cr_expect_eq(items[2], 7);
	arena_drop(&arena);
}

Test(arena, a_rewind_gives_the_room_again)
{
	struct arena arena = {0};
	char *kept = arena_new(&arena, char, 10);
	memcpy(kept, "kept kept", 10);
	struct arena_mark mark = arena_mark(&arena);
	unsigned char *first = arena_alloc(&arena, 100, 1, 1);
	memset(first, 0xee, 100);
	arena_rewind(&arena, mark);
	unsigned char *again = arena_alloc(&arena, 100, 1, 1);
	cr_expect_eq(first, again);
	cr_expect(is_zero(again, 100), "memory that is given again is zeroed again");
	cr_expect_str_eq(kept, "kept kept");
	arena_drop(&arena);
}

Test(arena, keeps_its_first_block_when_it_is_emptied)
{
	struct arena arena = {0};
	struct arena_mark empty = arena_mark(&arena);
	unsigned char *first = arena_alloc(&arena, 100, 1, 1);
	memset(first, 0xee, 100);
	arena_rewind(&arena, empty);
	cr_expect_not_null(arena.block);
	cr_expect_eq(arena_alloc(&arena, 100, 1, 1), first);
	cr_expect(is_zero(first, 100), "what was little is zeroed again");
	for (int i = 0; i < 3; i++)
		memset(arena_alloc(&arena, 60000, 1, 1), 0xee, 60000);
	arena_rewind(&arena, empty);
	unsigned char *again = arena_alloc(&arena, 60000, 1, 1);
	cr_expect_eq(again, first);
	cr_expect(is_zero(again, 60000), "what was much is zeroed again");
	cr_expect(!arena_is_since(&arena, arena_mark(&arena), again));
	cr_expect(arena_is_since(&arena, empty, again));
	arena_drop(&arena);
}

Test(arena, a_mark_outlives_the_growth_of_what_follows_it)
{
	struct arena arena = {0};
	arena_alloc(&arena, 0, 1, 1); /* a block with nothing in it */
	struct arena_mark mark = arena_mark(&arena);
	char *text = NULL;
	size_t used = 0;
	for (size_t size = 1; size <= (size_t)64 << 20; size *= 4) {
		text = arena_grow(&arena, text, used, size, 1);
		text[size - 1] = 'x';
		used = size;
	}
	arena_rewind(&arena, mark);
	cr_expect_eq(arena.block, mark.block);
	arena_drop(&arena);
}

Test(arena, rewinding_over_and_over_takes_no_more_memory)
{
	struct arena arena = {0};
	arena_new(&arena, char, 60000);
	struct arena_mark mark = arena_mark(&arena);
	arena_new(&arena, char, 60000);
	arena_rewind(&arena, mark);
	size_t footprint = arena_footprint(&arena);
	for (int i = 0; i < 1000; i++) {
		arena_new(&arena, char, 60000);
		arena_rewind(&arena, mark);
	}
	cr_expect_eq(arena_footprint(&arena), footprint);
	arena_drop(&arena);
	cr_expect_eq(arena_footprint(&arena), 0u);
}

Test(arena, is_usable_after_it_was_dropped)
{
	struct arena arena = {0};
	arena_new(&arena, int, 3);
	arena_drop(&arena);
	cr_expect_null(arena.block);
	int *again = arena_new(&arena, int, 3);
	cr_expect_eq(again[2], 0);
	arena_drop(&arena);
}

Test(arena, the_sanitizer_sees_the_end_of_each_allocation)
{
	struct arena arena = {0};
	char *text = arena_alloc(&arena, 8, 1, 1);
	struct arena_mark mark = arena_mark(&arena);
	char *given_back = arena_alloc(&arena, 8, 1, 1);
	cr_expect_eq(IS_POISONED(text + 7), 0);
	cr_expect_eq(IS_POISONED(text + 8) != 0, SANITIZED);
	arena_rewind(&arena, mark);
	cr_expect_eq(IS_POISONED(given_back) != 0, SANITIZED);
	arena_drop(&arena);
}

/* Behind a pointer to volatile, so that the compiler does not see that these sizes cannot be had.
 */
static const volatile size_t huge = SIZE_MAX / 2;

Test(arena, a_count_times_size_that_overflows_ends_the_process, .exit_code = 2)
{
	struct arena arena = {0};
	arena_alloc(&arena, huge, 4, 1);
}

Test(arena, more_than_there_is_ends_the_process, .exit_code = 2)
{
	struct arena arena = {0};
	arena_alloc(&arena, huge, 1, 1);
}

Test(arena, growing_beyond_all_bounds_ends_the_process, .exit_code = 2)
{
	struct arena arena = {0};
	arena_grow(&arena, NULL, 0, huge, 1);
}
