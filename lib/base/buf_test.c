/* SPDX-License-Identifier: Apache-2.0 */
#include "base/buf.h"

#include "testing/testing.h"

Test(buf, appends_text_bytes_and_formats)
{
	struct arena arena = {0};
	struct buf out = {.arena = &arena};
	testing_expect("nothing yet", buf_str(&out), "");
	buf_puts(&out, "ab");
	buf_putc(&out, 'c');
	buf_add(&out, STR("de"));
	buf_add(&out, (struct str){NULL, 0});
	buf_fill(&out, '-', 3);
	buf_fill(&out, 'x', 0);
	buf_printf(&out, "%d|%s", -5, "end");
	buf_printf(&out, "%s", "");
	testing_expect("all", buf_str(&out), "abcde----5|end");
	arena_drop(&arena);
}

Test(buf, keeps_its_text_while_others_grow_in_the_same_arena)
{
	struct arena arena = {0};
	struct buf odd = {.arena = &arena}, even = {.arena = &arena};
	for (int i = 0; i < 20000; i++)
		buf_putc(i % 2 ? &odd : &even, (char)('a' + i % 26));
	cr_assert_eq(odd.len, 10000u);
	cr_assert_eq(even.len, 10000u);
	for (int i = 0; i < 20000; i++)
		cr_assert_eq((i % 2 ? odd : even).data[i / 2], (char)('a' + i % 26));
	arena_drop(&arena);
}

Test(buf, a_formatted_text_longer_than_a_block_arrives_whole)
{
	struct arena arena = {0};
	struct buf out = {.arena = &arena};
	buf_puts(&out, ">");
	buf_printf(&out, "%0200000d", 7);
	cr_assert_eq(out.len, 200001u);
	cr_expect_eq(out.data[0], '>');
	cr_expect_eq(out.data[1], '0');
	cr_expect_eq(out.data[200000], '7');
	arena_drop(&arena);
}

Test(buf, a_length_that_overflows_ends_the_process, .exit_code = 2)
{
	struct arena arena = {0};
	struct buf out = {.arena = &arena};
	buf_fill(&out, 'x', SIZE_MAX / 2);
}

static const int64_t integers[] = {0, 1, -1, 9, 10, 123456789, INT64_MAX, INT64_MIN};

ParameterizedTestParameters(buf, integers_are_written_as_by_printf)
{
	return testing_indexes(ROWS(integers));
}

ParameterizedTest(int *index, buf, integers_are_written_as_by_printf)
{
	struct arena arena = {0};
	struct buf out = {.arena = &arena};
	buf_integer(&out, integers[*index]);
	testing_expect("integer", buf_str(&out),
	               str_format(&arena, "%lld", (long long)integers[*index]).s);
	arena_drop(&arena);
}
