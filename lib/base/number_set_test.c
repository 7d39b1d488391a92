/* SPDX-License-Identifier: Apache-2.0 */
#include "base/number_set.h"

#include "testing/testing.h"

Test(number_set, has_what_was_added)
{
	enum { COUNT = 3000 };
	static const uint64_t first[] = {0, UINT64_C(1) << 40, UINT64_MAX - 7 * COUNT};
	struct arena arena = {0};
	struct number_set set = {0};
	cr_expect_not(number_set_has(&set, 0), "an empty set has nothing");
	for (size_t i = 0; i < COUNT; i++) {
		uint64_t number = first[i % 3] + 7 * i;
		cr_assert_not(number_set_has(&set, number));
		cr_assert(number_set_add(&arena, &set, number), "it is new");
		cr_assert_not(number_set_add(&arena, &set, number), "it is there");
	}
	for (size_t i = 0; i < COUNT; i++) {
		cr_assert(number_set_has(&set, first[i % 3] + 7 * i));
		cr_assert_not(number_set_has(&set, first[i % 3] + 7 * i + 1));
	}
	arena_drop(&arena);
}
