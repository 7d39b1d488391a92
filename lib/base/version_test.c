/* SPDX-License-Identifier: Apache-2.0 */
#include "base/version.h"

#include <criterion/criterion.h>

Test(version, is_read_from_one_to_four_numbers)
{
	struct version version;
	cr_assert(version_read(STR("0.12.0.1"), &version));
	cr_assert_eq(version.part[1], 12);
	cr_assert_eq(version.part[3], 1);
	cr_assert(version_read(STR("1"), &version));
	cr_assert_eq(version.part[1], 0);
	cr_assert(!version_read(STR(""), &version));
	cr_assert(!version_read(STR("0.12.x"), &version));
	cr_assert(!version_read(STR("0.-1"), &version));
	cr_assert(!version_read(STR("1.2.3.4.5"), &version));
	cr_assert(!version_read(STR("1..2"), &version));
	cr_assert(!version_read(STR("1."), &version));
	cr_assert(!version_read(STR("2147483648"), &version));
}

Test(version, is_compared_part_by_part)
{
	struct version nine = {{0, 9, 0}}, ten = {{0, 10, 0}}, patch = {{0, 10, 0, 1}};
	cr_expect_lt(version_compare(nine, ten), 0);
	cr_expect_lt(version_compare(ten, patch), 0);
	cr_expect_gt(version_compare(patch, nine), 0);
	cr_expect_eq(version_compare(ten, ten), 0);
}

Test(version, parts_left_out_are_zero)
{
	struct version brief, whole;
	cr_assert(version_read(STR("0.6"), &brief));
	cr_assert(version_read(STR("0.6.0.0"), &whole));
	cr_expect_eq(version_compare(brief, whole), 0);
}

Test(version, is_written_with_three_numbers_or_four)
{
	struct arena arena = {0};
	cr_expect(str_equal(version_text(&arena, (struct version){{0, 5}}), STR("0.5.0")));
	cr_expect(
	    str_equal(version_text(&arena, (struct version){{0, 12, 0, 1}}), STR("0.12.0.1")));
	arena_drop(&arena);
}
