/* SPDX-License-Identifier: Apache-2.0 */
#include "diag/unified_diff.h"

#include <stdio.h>
#include <stdlib.h>

#include "testing/testing.h"

static struct str diff_of(struct arena *arena, const char *path, struct str text,
                          const struct diag_edit *edits, uint32_t count)
{
	struct buf out = {.arena = arena};
	struct edit_set set = {arena_new(arena, const struct diag_edit *, count), NULL, count};
	for (uint32_t i = 0; i < count; i++)
		set.items[i] = &edits[i];
	struct edited before = edited_begin(arena, text), after = edited_with(arena, &before, &set);
	unified_diff(&out, arena, str_of(path), &after);
	return buf_str(&out);
}

Test(unified_diff, shows_lines_around_a_change)
{
	struct arena arena = {0};
	struct diag_edit edits[] = {{{10, 1}, STR("FIVE"), NULL}, {{18, 0}, STR("more\n"), NULL}};
	testing_expect(
	    "diff", diff_of(&arena, "a b.yaml", STR("1\n2\n3\n4\n5=5\n6\n7\n8\n9"), edits, 2),
	    "--- a b.yaml\t\n+++ a b.yaml\t\n@@ -2,8 +2,9 @@\n 2\n 3\n 4\n-5=5\n+5=FIVE\n"
	    " 6\n 7\n 8\n+more\n 9\n\\ No newline at end of file\n");
	arena_drop(&arena);
}

Test(unified_diff, far_changes_stand_apart_and_none_gives_nothing)
{
	struct arena arena = {0};
	struct str text = STR("1\n2\n3\n4\n5\n6\n7\n8\n9\n");
	struct diag_edit edits[] = {{{0, 2}, STR(""), NULL}, {{17, 0}, STR("!"), NULL}};
	struct diag_edit same = {{2, 1}, STR("2"), NULL};
	testing_expect("diff", diff_of(&arena, "x\ny", text, edits, 2),
	               "--- \"x\\012y\"\n+++ \"x\\012y\"\n@@ -1,4 +1,3 @@\n-1\n 2\n 3\n 4\n"
	               "@@ -6,4 +5,4 @@\n 6\n 7\n 8\n-9\n+9!\n");
	testing_expect("same", diff_of(&arena, "x", text, &same, 1), "");
	arena_drop(&arena);
}

/* The text of the line at *at, with its end; *at goes behind it. */
static struct str next_line(struct str text, size_t *at)
{
	size_t start = *at, end = str_find(text, '\n', start);
	*at = end < text.len ? end + 1 : end;
	return str_slice(text, start, *at);
}

/* The old text as a hunk's numbers and marks have it changed: a small patch(1), which trusts
 * nothing. */
static struct str patched(struct arena *arena, struct str old, struct str diff)
{
	struct buf out = {.arena = arena};
	size_t at = 0, read = 0, line_number = 1;
	(void)next_line(diff, &read);
	(void)next_line(diff, &read);
	while (read < diff.len) {
		size_t start, count = 1;
		struct str line = next_line(diff, &read);
		char *header = (char *)(uintptr_t)str_copy(arena, line).s;
		if (str_starts_with(line, STR("@@"))) {
			cr_assert_geq(sscanf(header, "@@ -%zu,%zu", &start, &count), 1);
			for (start += count == 0; line_number < start; line_number++)
				buf_add(&out, next_line(old, &at));
			continue;
		}
		size_t ahead = read;
		bool cut = str_starts_with(next_line(diff, &ahead), STR("\\"));
		struct str body = str_slice(line, 1, line.len - cut);
		read = cut ? ahead : read;
		if (line.s[0] != '+') {
			struct str there = next_line(old, &at);
			cr_assert(str_equal(there, body), "'%.*s' is not '%.*s' in\n%.*s\n%.*s",
			          STR_ARG(there), STR_ARG(body), STR_ARG(old), STR_ARG(diff));
			line_number++;
		}
		if (line.s[0] != '-')
			buf_add(&out, body);
	}
	buf_add(&out, str_slice(old, at, old.len));
	return buf_str(&out);
}

Test(unified_diff, patching_with_the_diff_of_random_edits_gives_their_text)
{
	enum { TEXTS = 20000 };
	static const char *const texts[] = {"", "x", "\n", "a\nb\n", "\r\n", "\na"};
	struct arena arena = {0};
	srand(3);
	for (int i = 0; i < TEXTS; i++) {
		char letters[80];
		struct str text = {letters, (size_t)rand() % sizeof letters};
		for (size_t at = 0; at < text.len; at++)
			letters[at] = "ab\n"[rand() % 3];
		struct edited edited = edited_begin(&arena, text);
		for (int round = 0; round < 2; round++) {
			struct diag_edit edits[4];
			struct edit_set set = {arena_new(&arena, const struct diag_edit *, 4), NULL,
			                       0};
			struct str now = edited_text(&arena, &edited);
			for (size_t at = 0; set.count < 4; set.count++) {
				size_t offset = at + (size_t)rand() % (now.len - at + 1);
				size_t length = (size_t)rand() % (now.len - offset + 1) % 5;
				edits[set.count] = (struct diag_edit){
				    {(uint32_t)offset, (uint32_t)length},
				    str_of(texts[(size_t)rand() % COUNT_OF(texts)]),
				    NULL};
				set.items[set.count] = &edits[set.count];
				at = offset + length;
			}
			edited = edited_with(&arena, &edited, &set);
		}
		struct buf diff = {.arena = &arena};
		unified_diff(&diff, &arena, STR("f"), &edited);
		struct str want = edited_text(&arena, &edited),
			   got = patched(&arena, text, buf_str(&diff));
		cr_assert(str_equal(want, got), "text %d:\n'%.*s'\n%.*s", i, STR_ARG(text),
		          STR_ARG(buf_str(&diff)));
		arena_rewind(&arena, (struct arena_mark){0});
	}
	arena_drop(&arena);
}
