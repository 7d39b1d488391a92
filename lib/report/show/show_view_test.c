/* SPDX-License-Identifier: Apache-2.0 */
#include "report/show/show_view.h"

#include "testing/testing.h"

static const struct {
	const char *name;
	int64_t total, room, kept;
	const char *expected; /* rows, with ~ for a gap */
} cases[] = {
    {"all fit", 4, 4, -1, "0 1 2 3"},
    {"one row", 1, 0, -1, "0"},
    {"the middle is left out", 10, 4, -1, "0 1 ~ 8 9"},
    {"the head gets the odd one", 10, 5, -1, "0 1 2 ~ 8 9"},
    {"no room: the ends", 10, 0, -1, "0 ~ 9"},
    {"a row to keep at an end", 10, 4, 9, "0 1 ~ 8 9"},
    {"a row to keep in the middle", 10, 5, 5, "0 1 ~ 5 ~ 8 9"},
    {"a row to keep beside the head", 10, 5, 3, "0 1 ~ 3 ~ 8 9"},
    {"a row to keep that the head no longer has", 10, 4, 2, "0 1 2 ~ 9"},
    {"a row to keep beside the tail", 10, 4, 7, "0 1 ~ 7 ~ 9"},
    {"no room but a row to keep", 10, 0, 5, "0 ~ 5 ~ 9"},
};

ParameterizedTestParameters(show_view, shows_first_and_last)
{
	return testing_indexes(ROWS(cases));
}

ParameterizedTest(int *index, show_view, shows_first_and_last)
{
	struct arena arena = {0};
	struct buf out = {.arena = &arena};
	struct view view = view_make(cases[*index].total, cases[*index].room, cases[*index].kept);
	int64_t before = -1;
	for (int64_t row = 0; row >= 0; row = view_next(&view, row)) {
		buf_puts(&out, row > before + 1 ? " ~" : "");
		buf_printf(&out, "%s%d", row ? " " : "", (int)row);
		before = row;
	}
	testing_expect(cases[*index].name, buf_str(&out), cases[*index].expected);
	arena_drop(&arena);
}

/* For every small number of rows, room and row to keep. */
Test(show_view, holds_what_it_promises)
{
	for (int64_t total = 1; total < 24; total++)
		for (int64_t room = 0; room < 26; room++)
			for (int64_t kept = -1; kept < total; kept++) {
				struct view view = view_make(total, room, kept);
				int64_t shown = 0, last = -1, gaps = 0;
				bool has_kept = kept < 0;
				for (int64_t row = 0; row >= 0; row = view_next(&view, row)) {
					gaps += row > last + 1;
					has_kept |= row == kept;
					last = row;
					shown++;
				}
				cr_expect(has_kept && last == total - 1);
				cr_expect(shown <= (room < 3 ? 3 : room));
				cr_expect(room < total || shown == total);
				cr_expect_eq(shown, view_shown(&view));
				cr_expect_eq(gaps, view_gaps(&view));
			}
}

Test(show_view, counts_beyond_32_bits)
{
	struct view view = view_make((int64_t)1 << 40, 2, -1);
	cr_expect_eq(view_next(&view, 0), ((int64_t)1 << 40) - 1);
	cr_expect_eq(view_next(&view, ((int64_t)1 << 40) - 1), -1);
}
