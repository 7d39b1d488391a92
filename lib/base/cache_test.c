/* SPDX-License-Identifier: Apache-2.0 */
#include "base/cache.h"

#include <criterion/criterion.h>

Test(cache, finds_what_was_added)
{
	static const char *const words[] = {"one", "two", "three", "four", "five"};
	struct arena arena = {0};
	struct cache cache = {0};
	for (size_t i = 0; i < COUNT_OF(words); i++) {
		cr_expect_null(cache_find(&cache, str_of(words[i])));
		cache_add(&arena, &cache, str_of(words[i]), &words[i]);
	}
	for (size_t i = 0; i < COUNT_OF(words); i++)
		cr_expect_eq(cache_find(&cache, str_of(words[i])), &words[i]);
	arena_drop(&arena);
}
