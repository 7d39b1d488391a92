/* SPDX-License-Identifier: Apache-2.0 */
#include "diag/edit.h"

#include <stdlib.h>

#include "base/buf.h"
#include "testing/testing.h"

/* Adds an edit to a repair. */
static void edit(struct arena *arena, struct diag_repair *repair, uint32_t offset, uint32_t length,
                 const char *text)
{
	struct diag_edit *added = arena_new(arena, struct diag_edit, 1);
	*added = (struct diag_edit){{offset, length}, str_of(text), repair->edits};
	repair->edits = added;
}

/* The text with those repairs that can be made together, and which these are: "ab+-". */
static struct str made(struct arena *arena, struct str text, const struct diag_repair *repairs,
                       uint32_t count)
{
	const struct diag_repair *list[8];
	bool chosen[8];
	struct buf out = {.arena = arena};
	for (uint32_t i = 0; i < count; i++)
		list[i] = &repairs[i];
	struct edit_set set = edits_together(arena, list, count, (uint32_t)text.len, chosen);
	struct edited before = edited_begin(arena, text), after = edited_with(arena, &before, &set);
	buf_add(&out, edited_text(arena, &after));
	for (uint32_t i = 0; i < count; i++)
		buf_putc(&out, chosen[i] ? '+' : '-');
	return buf_str(&out);
}

Test(edit, edits_that_leave_each_other_alone_are_made_together)
{
	struct arena arena = {0};
	struct diag_repair repairs[4] = {0};
	edit(&arena, &repairs[0], 6, 1, "SIX");
	edit(&arena, &repairs[1], 0, 0, "<");
	edit(&arena, &repairs[1], 10, 0, ">");
	edit(&arena, &repairs[2], 3, 3, "");
	testing_expect("made", made(&arena, STR("0123456789"), repairs, 3), "<012SIX789>+++");
	arena_drop(&arena);
}

Test(edit, a_repair_in_the_way_of_another_is_left_out_whole)
{
	struct arena arena = {0};
	struct diag_repair repairs[3] = {0};
	edit(&arena, &repairs[0], 2, 3, "x");
	edit(&arena, &repairs[1], 4, 1, "y");
	edit(&arena, &repairs[1], 8, 1, "y");
	edit(&arena, &repairs[2], 8, 2, "z");
	testing_expect("made", made(&arena, STR("0123456789"), repairs, 3), "01x567z+-+");
	arena_drop(&arena);
}

Test(edit, what_would_have_two_orders_or_leaves_the_text_is_not_made)
{
	struct arena arena = {0};
	struct diag_repair repairs[5] = {0};
	edit(&arena, &repairs[0], 3, 0, "a");
	edit(&arena, &repairs[1], 3, 0, "b");
	edit(&arena, &repairs[2], 9, 2, "c");
	edit(&arena, &repairs[3], 5, 2, "d");
	edit(&arena, &repairs[3], 6, 2, "e");
	testing_expect("made", made(&arena, STR("0123456789"), repairs, 5), "012a3456789+----");
	arena_drop(&arena);
}

Test(edit, places_move_with_the_text_in_front_of_them)
{
	struct arena arena = {0};
	struct diag_repair repair = {0};
	edit(&arena, &repair, 6, 2, "");
	edit(&arena, &repair, 2, 1, "long");
	const struct diag_repair *list[] = {&repair};
	bool chosen;
	struct edit_set set = edits_together(&arena, list, 1, 10, &chosen);
	struct buf out = {.arena = &arena};
	for (uint32_t offset = 0; offset <= 10; offset++)
		buf_printf(&out, " %u", edits_move(&set, offset));
	testing_expect("places", buf_str(&out), " 0 1 2 6 7 8 9 9 9 10 11");
	arena_drop(&arena);
}

/* Random repairs of one to three edits. */
static void random_repairs(struct arena *arena, struct diag_repair *repairs, uint32_t count,
                           uint32_t length)
{
	static const char *const texts[] = {"", "x", "\n", "two words", "\r\n\t", "é"};
	for (uint32_t i = 0; i < count; i++) {
		repairs[i] = (struct diag_repair){0};
		for (int edits = 1 + rand() % 3; edits > 0; edits--) {
			uint32_t offset = (uint32_t)rand() % (length + 2);
			edit(arena, &repairs[i], offset, (uint32_t)rand() % 4,
			     texts[(size_t)rand() % COUNT_OF(texts)]);
		}
	}
}

/* The text put together byte by byte: what an edit covers is gone, what it puts in stands there. */
static struct str expected(struct arena *arena, struct str text, const struct diag_repair *repairs,
                           const bool *chosen, uint32_t count)
{
	struct buf out = {.arena = arena};
	for (uint32_t at = 0; at <= text.len; at++) {
		bool covered = at == text.len;
		for (int inserting = 1; inserting >= 0; inserting--) {
			for (uint32_t i = 0; i < count; i++) {
				for (const struct diag_edit *edit = repairs[i].edits;
				     chosen[i] && edit; edit = edit->next) {
					uint32_t end = edit->at.offset + edit->at.length;
					covered |= at >= edit->at.offset && at < end;
					if (at == edit->at.offset &&
					    (edit->at.length == 0) == (inserting == 1))
						buf_add(&out, edit->text);
				}
			}
		}
		if (!covered)
			buf_putc(&out, text.s[at]);
	}
	return buf_str(&out);
}

Test(edit, bytes_outside_of_random_edits_stay_as_they_are)
{
	enum { TEXTS = 20000, REPAIRS = 6 };
	struct arena arena = {0};
	srand(11);
	for (int i = 0; i < TEXTS; i++) {
		struct diag_repair repairs[REPAIRS];
		const struct diag_repair *list[REPAIRS];
		bool chosen[REPAIRS];
		char letters[30];
		struct str text = {letters, (size_t)rand() % sizeof letters};
		for (size_t at = 0; at < text.len; at++)
			letters[at] = "ab\n\r \t"[rand() % 6];
		random_repairs(&arena, repairs, REPAIRS, (uint32_t)text.len);
		for (uint32_t r = 0; r < REPAIRS; r++)
			list[r] = &repairs[r];
		struct edit_set set =
		    edits_together(&arena, list, REPAIRS, (uint32_t)text.len, chosen);
		struct edited before = edited_begin(&arena, text),
			      after = edited_with(&arena, &before, &set);
		struct str got = edited_text(&arena, &after),
			   want = expected(&arena, text, repairs, chosen, REPAIRS);
		cr_assert(str_equal(got, want), "text %d: got '%.*s', not '%.*s'", i, STR_ARG(got),
		          STR_ARG(want));
		for (uint32_t p = 0; p < after.count; p++) {
			const struct edited_piece *piece = &after.pieces[p];
			cr_assert(
			    !piece->kept ||
			    str_equal(piece->text, str_slice(text, piece->offset,
			                                     piece->offset + piece->text.len)));
		}
		arena_rewind(&arena, (struct arena_mark){0});
	}
	arena_drop(&arena);
}
