/* SPDX-License-Identifier: Apache-2.0 */
/*
 * testdata/program/mistakes/CASE.py is read as a program, and its findings are compared with
 * CASE.txt. `SHARDCTL_UPDATE=1 meson test program_mistakes` writes those anew.
 */
#include "program/interpretable.h"
#include "testing/program_tree.h"
#include "testing/testing.h"

static const char folder[] = "testdata/program/mistakes";

/* The names of the folder that end in ".py". */
static struct testing_names programs(struct arena *arena)
{
	struct testing_names all = testing_list(arena, folder);
	struct testing_names found = {arena_new(arena, const char *, all.count), 0};
	for (size_t i = 0; i < all.count; i++)
		if (str_ends_with(str_of(all.items[i]), STR(".py")))
			found.items[found.count++] = all.items[i];
	return found;
}

/* A finding with its line, and the place underlined. */
static void add_finding(struct buf *out, const struct position_index *index,
                        const struct diag *diag)
{
	struct position start = position_of(index, diag->at.offset);
	size_t line = diag->at.offset, end = str_find(index->text, '\n', diag->at.offset);
	while (line && index->text.s[line - 1] != '\n')
		line--;
	size_t stop = diag->at.offset + diag->at.length;
	struct position last = position_of(index, (uint32_t)(stop < end ? stop : end));
	buf_printf(out, "%u: %.*s\n   ", start.line, (int)(end - line), index->text.s + line);
	buf_fill(out, ' ', start.column - 1 + (start.line > 9));
	buf_fill(out, '^', last.column > start.column ? last.column - start.column : 1);
	buf_printf(out, "\n%s[%s]: %.*s\nhelp: %.*s\n\n", severity_name(diag->severity),
	           diag->rule->name, STR_ARG(diag->message), STR_ARG(diag->help));
}

static struct str findings_of(struct arena *arena, struct str text)
{
	struct arena scratch = {0};
	struct diags diags = diags_make(arena);
	struct buf out = {.arena = arena};
	struct position_index index = position_index_make(arena, text, (uint32_t)text.len);
	uint32_t count;
	const struct program *program = read_text(arena, &scratch, text, &diags);
	program_report_outside(program, &diags);
	const struct diag **sorted = diags_sorted(arena, &diags, &count);
	for (uint32_t i = 0; i < count; i++)
		add_finding(&out, &index, sorted[i]);
	arena_drop(&scratch);
	return buf_str(&out);
}

ParameterizedTestParameters(mistakes, are_reported_as_expected)
{
	struct arena arena = {0};
	size_t count = programs(&arena).count;
	arena_drop(&arena);
	return testing_indexes(count);
}

ParameterizedTest(int *index, mistakes, are_reported_as_expected)
{
	struct arena arena = {0};
	const char *name = programs(&arena).items[*index];
	const char *path = str_format(&arena, "%s/%s", folder, name).s;
	struct str actual = findings_of(&arena, testing_read(&arena, path));
	const char *expected =
	    str_format(&arena, "%s/%.*s.txt", folder, (int)strlen(name) - 3, name).s;
	if (testing_updates())
		testing_write(&arena, expected, actual);
	struct str text = testing_read(&arena, expected);
	cr_expect(text.s && str_equal(actual, text), "%s is not what is found now:\n%.*s", expected,
	          STR_ARG(actual));
	arena_drop(&arena);
}

Test(mistakes, there_are_some)
{
	struct arena arena = {0};
	cr_expect_geq(programs(&arena).count, 12u);
	arena_drop(&arena);
}
