/* SPDX-License-Identifier: Apache-2.0 */
#include "check/ignore.h"

#include "base/buf.h"
#include "testing/testing.h"

/* A text, and the names its comments hold with the line each is on. */
static const char *const rows[][2] = {
    {"", ""},
    {"a: 1 # shardctl: ignore[axis-unused]", "axis-unused@1"},
    {"a: 1\nb: 2 # shardctl: ignore[a, b ,c]\n", "a@2 b@2 c@2"},
    {"# shardctl:ignore[a]\n#shardctl: ignore[b]\n", "a@1 b@2"},
    {"a: 1 # why; shardctl: ignore[a]", ""},
    {"a: 1 # shardctl: ignore [a]", "a@1"},
    {"a: 1 # shardctl: allow[a]", ""},
    {"a: shardctl: ignore[a]", ""},
    {"a: 1 # shardctl: ignore[]", ""},
    {"a: 1 # shardctl: ignore[a,,]", "a@1"},
    {"a: 1 # shardctl: ignore[a", "a@1"},
    {"a: 1 # shardctl: ignore[a\nb]: 2", "a@1"},
    {"a: 1 # shardctl: ignore[a] # shardctl: ignore[b]", "a@1 b@1"},
    {"a: 1 # shardctl:", ""},
    {"a: 1 # shardctl: ignore[a]\r\nb: 2 # shardctl: ignore[b]\r\n", "a@1 b@2"},
};

Test(ignore, comments_are_found_with_their_line)
{
	for (size_t i = 0; i < ROWS(rows); i++) {
		struct arena arena = {0};
		struct str text = str_of(rows[i][0]);
		struct ignore_comments comments = ignore_comments_find(&arena, text);
		struct position_index index = position_index_make(&arena, text, (uint32_t)text.len);
		struct buf out = {.arena = &arena};
		for (uint32_t j = 0; j < comments.count; j++) {
			const struct ignore_comment *comment = &comments.items[j];
			buf_printf(&out, "%s%.*s@%u", j ? " " : "", STR_ARG(comment->name),
			           position_of(&index, comment->name_at.offset).line);
			cr_expect(str_equal(span_text(text, comment->name_at), comment->name));
		}
		testing_expect(rows[i][0], buf_str(&out), rows[i][1]);
		arena_drop(&arena);
	}
}

Test(ignore, a_comment_silences_findings_of_its_name_on_its_line)
{
	static const struct {
		enum rule_id rule;
		uint32_t offset;
		bool silenced;
	} findings[] = {
	    {RULE_AXIS_UNUSED, 0, false},  {RULE_AXIS_UNUSED, 5, true},
	    {RULE_AXIS_UNUSED, 30, true},  {RULE_RANK_MISMATCH, 5, false},
	    {RULE_AXIS_UNUSED, 46, false}, {RULE_RANK_MISMATCH, 46, true},
	    {RULE_DIM_UNEVEN, 46, true},   {RULE_RANK_MISMATCH, 200, false},
	};
	static const char text[] = "a: 1\n"
				   "b: 2 # shardctl: ignore[axis-unused]    \n"
				   "c: 3 # shardctl: ignore[rank-mismatch, dim-uneven]\n"
				   "d: 4\n";
	struct arena arena = {0};
	struct ignore_comments comments = ignore_comments_find(&arena, str_of(text));
	cr_assert_eq(comments.count, 3u);
	for (size_t i = 0; i < ROWS(findings); i++) {
		struct diags diags = diags_make(&arena);
		const struct diag *diag =
		    diag_add(&diags, findings[i].rule, (struct span){findings[i].offset, 1}, "x");
		cr_expect_eq(ignore_comments_match(&comments, diag), findings[i].silenced, "%zu",
		             i);
	}
	arena_drop(&arena);
}

Test(ignore, a_comment_that_silences_nothing_is_reported)
{
	struct arena arena = {0};
	struct str text = STR("a: 1 # shardctl: ignore[axis-unused, rank-mismatch, no-such]\n");
	struct ignore_comments comments = ignore_comments_find(&arena, text);
	struct diags found = diags_make(&arena), reported = diags_make(&arena);
	struct diag *diag = diag_add(&found, RULE_AXIS_UNUSED, (struct span){0, 1}, "x");
	cr_assert(ignore_comments_match(&comments, diag));
	ignore_comments_report_unused(&comments, &reported);
	cr_assert_eq(reported.count, 2u);
	testing_expect("known", reported.first->message,
	               "nothing on this line gives 'rank-mismatch'");
	testing_expect("unknown", reported.first->next->message, "no finding is called 'no-such'");
	comments = ignore_comments_find(&arena, STR("# shardctl: ignore\n"));
	ignore_comments_report_unused(&comments, &reported);
	testing_expect("nameless", reported.last->message,
	               "this comment names no finding to ignore");
	arena_drop(&arena);
}

Test(ignore, very_many_comments_are_searched_quickly)
{
	enum { LINES = 20000 };
	struct arena arena = {0};
	struct buf out = {.arena = &arena};
	for (int i = 0; i < LINES; i++)
		buf_puts(&out, "a: 1 # shardctl: ignore[axis-unused]\n");
	struct str text = buf_str(&out);
	struct ignore_comments comments = ignore_comments_find(&arena, text);
	cr_assert_eq(comments.count, (uint32_t)LINES);
	struct diags diags = diags_make(&arena);
	for (uint32_t i = 0; i < LINES; i++) {
		struct span at = {(uint32_t)(text.len / LINES) * i, 1};
		cr_assert(
		    ignore_comments_match(&comments, diag_add(&diags, RULE_AXIS_UNUSED, at, "x")));
	}
	for (uint32_t i = 0; i < LINES; i++)
		cr_assert(comments.items[i].used);
	arena_drop(&arena);
}
