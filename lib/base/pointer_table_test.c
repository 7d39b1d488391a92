/* SPDX-License-Identifier: Apache-2.0 */
#include "base/pointer_table.h"

#include "testing/testing.h"

Test(pointer_table, finds_what_each_address_was_given)
{
	enum { COUNT = 5000 };
	struct arena arena = {0};
	struct pointer_table table = {0};
	char *places = arena_new(&arena, char, COUNT + 1);
	cr_expect_null(pointer_find(&table, places), "an empty table finds nothing");
	for (size_t i = 0; i < COUNT; i++)
		pointer_add(&arena, &table, &places[i], &places[COUNT - i]);
	for (size_t i = 0; i < COUNT; i++)
		cr_assert_eq(pointer_find(&table, &places[i]), (void *)&places[COUNT - i]);
	cr_expect_null(pointer_find(&table, &places[COUNT]));
	cr_expect_eq(table.count, (uint32_t)COUNT);
	arena_drop(&arena);
}
