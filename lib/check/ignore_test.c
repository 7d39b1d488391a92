/* SPDX-License-Identifier: Apache-2.0 */
#include "check/ignore.h"

#include "base/buf.h"
#include "testing/testing.h"

static struct ignore_comments find(struct arena *arena, const char *path, struct str text)
{
	struct source *source = arena_new(arena, struct source, 1);
	*source = (struct source){str_of(path), text};
	return ignore_comments_find(arena, source, NULL);
}

/* A text, and the names its comments hold with the line each speaks of. */
static const char *const rows[][2] = {
    {"", ""},
    {"a: 1 # shardctl: ignore[axis-unused]", "axis-unused@1"},
    {"a: 1\nb: 2 # shardctl: ignore[a, b ,c]\n", "a@2 b@2 c@2"},
    {"x: 1 # shardctl:ignore[a]\nx: 1 #shardctl: ignore[b]\n", "a@1 b@2"},
    {"# shardctl: ignore[a]\nx: 1\n", "a@2"},
    {"  # shardctl: ignore[a] why\n\n# more\n  # shardctl: ignore[b]\nx: 1 # shardctl: ignore[c]\n",
     "a@5 b@5 c@5"},
    {"# x: 2  # shardctl: ignore[a]\nx: 1\n", "a@2"},
    {"# shardctl: ignore[a]", "a@1"},
    {"a: 1 # shardctl: ignored[a]", ""},
    {"a: 1 # shardctl: ignore[a] # shardctl: ignore-file[b]", "a@1"},
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
		struct ignore_comments comments = find(&arena, "x.yaml", text);
		struct position_index index = position_index_make(&arena, text, (uint32_t)text.len);
		struct buf out = {.arena = &arena};
		for (uint32_t j = 0; j < comments.nlines; j++) {
			const struct ignore_comment *comment = &comments.lines[j];
			if (!comment->name.s)
				continue;
			buf_printf(&out, "%s%.*s@%u", j ? " " : "", STR_ARG(comment->name),
			           position_of(&index, comment->about.offset).line);
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
	struct ignore_comments comments = find(&arena, "x.yaml", str_of(text));
	cr_assert_eq(comments.nlines, 3u);
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
	struct ignore_comments comments = find(&arena, "x.yaml", text);
	struct diags found = diags_make(&arena), reported = diags_make(&arena);
	struct diag *diag = diag_add(&found, RULE_AXIS_UNUSED, (struct span){0, 1}, "x");
	cr_assert(ignore_comments_match(&comments, diag));
	ignore_comments_report_unused(&comments, text, &reported);
	cr_assert_eq(reported.count, 2u);
	testing_expect("known", reported.first->message,
	               "nothing on this line gives 'rank-mismatch'");
	testing_expect("unknown", reported.first->next->message, "no finding is called 'no-such'");
	text = STR("# shardctl: ignore\n");
	comments = find(&arena, "x.yaml", text);
	ignore_comments_report_unused(&comments, text, &reported);
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
	struct ignore_comments comments = find(&arena, "x.yaml", text);
	cr_assert_eq(comments.nlines, (uint32_t)LINES);
	struct diags diags = diags_make(&arena);
	for (uint32_t i = 0; i < LINES; i++) {
		struct span at = {(uint32_t)(text.len / LINES) * i, 1};
		cr_assert(
		    ignore_comments_match(&comments, diag_add(&diags, RULE_AXIS_UNUSED, at, "x")));
	}
	for (uint32_t i = 0; i < LINES; i++)
		cr_assert(comments.lines[i].used);
	arena_drop(&arena);
}

/* All of them speak of one line, far below. */
Test(ignore, comments_one_below_the_other_are_read_quickly)
{
	enum { LINES = 200000 };
	struct arena arena = {0};
	struct buf out = {.arena = &arena};
	for (int i = 0; i < LINES; i++)
		buf_puts(&out, "# shardctl: ignore[axis-unused]\n");
	uint32_t last = (uint32_t)out.len;
	buf_puts(&out, "a: 1\n");
	struct ignore_comments comments = find(&arena, "x.yaml", buf_str(&out));
	cr_assert_eq(comments.nlines, (uint32_t)LINES);
	cr_expect_eq(comments.lines[0].about.offset, last);
	cr_expect_eq(comments.lines[LINES - 1].about.offset, last);
	arena_drop(&arena);
}

/* The names of whole files that the comments of a text of Markdown hold, and those of lines. */
Test(ignore, in_markdown_comments_of_code_are_those_in_its_blocks)
{
	static const char text[] = "<!-- shardctl: ignore-file[a] -->\n"
				   "Write `# shardctl: ignore[b]`.\n"
				   "# shardctl: ignore-file[c]\n"
				   "```python\n"
				   "# shardctl: ignore-file[d]\n"
				   "<!-- shardctl: ignore-file[e] -->\n"
				   "x = 1  # shardctl: ignore[f]\n"
				   "```\n"
				   "# shardctl: ignore[g]\n";
	struct arena arena = {0};
	struct ignore_comments comments = find(&arena, "x.md", str_of(text));
	cr_assert_eq(comments.nlines, 1u);
	cr_assert_eq(comments.nfiles, 2u);
	testing_expect("line", comments.lines[0].name, "f");
	testing_expect("text", comments.files[0].name, "a");
	testing_expect("code", comments.files[1].name, "d");
	arena_drop(&arena);
}
