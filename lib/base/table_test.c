/* SPDX-License-Identifier: Apache-2.0 */
#include "base/table.h"

#include "testing/testing.h"

Test(table, keeps_the_first_value_of_each_key)
{
	enum { COUNT = 20000 };
	struct arena arena = {0};
	struct table table = {0};
	cr_expect_null(table_find(&table, STR("k1")), "an empty table finds nothing");
	for (uint32_t round = 0; round < 2; round++)
		for (uint32_t i = 0; i < COUNT; i++) {
			bool added;
			struct str key = str_format(&arena, "k%u", i);
			uint32_t *value = table_add(&arena, &table, key, i + round, &added);
			cr_assert_eq(added, round == 0);
			cr_assert_eq(*value, i);
		}
	cr_expect_eq(table.count, (uint32_t)COUNT);
	for (uint32_t i = 0; i < COUNT; i++) {
		const uint32_t *value = table_find(&table, str_format(&arena, "k%u", i));
		cr_assert(value && *value == i);
	}
	cr_expect_null(table_find(&table, STR("k")));
	cr_expect_null(table_find(&table, STR("k20000")));
	arena_drop(&arena);
}

Test(table, the_empty_key_is_a_key)
{
	struct arena arena = {0};
	struct table table = {0};
	bool added;
	table_add(&arena, &table, (struct str){NULL, 0}, 5, &added);
	cr_expect(added);
	table_add(&arena, &table, STR(""), 6, &added);
	cr_expect(!added);
	cr_expect_eq(*table_find(&table, STR("")), 5u);
	arena_drop(&arena);
}

/* Over and over, as the slots of keys that were taken out must be free again. */
Test(table, keys_can_be_taken_out_from_the_end)
{
	struct arena arena = {0};
	struct table table = {0};
	bool added;
	table_add(&arena, &table, STR("first"), 1, &added);
	for (uint32_t i = 0; i < 100; i++) {
		for (uint32_t j = 0; j < 10; j++)
			table_add(&arena, &table, str_format(&arena, "k%u", i + j), j, &added);
		table_truncate(&table, 1);
		cr_expect_null(table_find(&table, str_format(&arena, "k%u", i)));
	}
	cr_expect_eq(table.room, 32u);
	cr_expect_eq(*table_find(&table, STR("first")), 1u);
	arena_drop(&arena);
}

Test(table, a_value_can_be_changed_where_it_stands)
{
	struct arena arena = {0};
	struct table table = {0};
	bool added;
	*table_add(&arena, &table, STR("a\0b"), 1, &added) = 9;
	cr_expect_eq(*table_find(&table, STR("a\0b")), 9u);
	cr_expect_null(table_find(&table, STR("a")));
	arena_drop(&arena);
}

/* After the table has grown too: the last keys are those that were added last. */
Test(table, keys_have_numbers_and_keep_them)
{
	enum { COUNT = 200 };
	struct arena arena = {0};
	struct table table = {0};
	bool added;
	cr_expect_eq(table_number(&table, STR("k"), table_hash(STR("k"))), 0u);
	for (uint32_t i = 0; i < COUNT; i++)
		table_add(&arena, &table, str_format(&arena, "k%u", i), 7, &added);
	for (uint32_t kept = COUNT; kept > 0; kept--) {
		table_truncate(&table, kept);
		for (uint32_t i = 0; i < COUNT; i++) {
			struct str key = str_format(&arena, "k%u", i);
			uint32_t number = table_number(&table, key, table_hash(key));
			cr_assert_eq(number, i < kept ? i : kept);
		}
	}
	arena_drop(&arena);
}
