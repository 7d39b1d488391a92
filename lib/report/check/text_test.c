/* SPDX-License-Identifier: Apache-2.0 */
#include "report/report.h"
#include "testing/testing.h"

static const char *render(struct arena *arena, struct str spec, const char *path,
                          const struct report_options *options)
{
	struct arena scratch = {0};
	struct buf out = {.arena = arena};
	struct check_result result = testing_check(arena, spec);
	struct source source = *result.source;
	source.path = str_of(path);
	result.source = &source;
	text_format.file(&out, &scratch, &result, options, &(bool){false});
	arena_drop(&scratch);
	return str_copy(arena, buf_str(&out)).s;
}

Test(text, a_clean_file_is_one_line)
{
	struct arena arena = {0};
	static const struct report_options options;
	cr_expect_str_eq(
	    render(&arena, STR("framework: jax==0.6.0\ntensors: {}"), "a.yaml", &options),
	    "a.yaml: accepted by jax 0.6.0\n");
	arena_drop(&arena);
}

Test(text, quiet_says_nothing_of_warnings)
{
	struct arena arena = {0};
	static const struct report_options options = {.quiet = true};
	cr_expect_str_eq(
	    render(&arena, STR("mesh: {x: 2, y: 2}\ntensors: {a: 'f32[8@x]'}"), "a.yaml", &options),
	    "");
	arena_drop(&arena);
}

Test(text, a_path_cannot_start_a_line_or_move_a_cursor)
{
	struct arena arena = {0};
	static const struct report_options options;
	const char *shown = render(&arena, STR("a: ["), "x\n::error::\033[2J", &options);
	cr_expect_null(strchr(shown, '\033'));
	cr_expect_null(strstr(shown, "\n::error"));
	cr_expect_not_null(strstr(shown, "x\\n::error::\\x1b[2J:1:"));
	arena_drop(&arena);
}

Test(text, at_most_a_hundred_findings_are_shown)
{
	struct arena arena = {0};
	struct buf spec = {.arena = &arena};
	static const struct report_options options;
	buf_puts(&spec, "mesh: {x: 2}\ntensors:\n");
	for (int i = 0; i < 150; i++)
		buf_printf(&spec, "  a%d: f32[9@x]\n", i);
	const char *shown = render(&arena, buf_str(&spec), "a.yaml", &options);
	size_t count = 0;
	for (const char *at = shown; (at = strstr(at, "error[")); at++)
		count++;
	cr_expect_eq(count, 100u);
	cr_expect_not_null(strstr(shown,
	                          "\na.yaml: 50 more findings are not shown; --max-findings sets "
	                          "the limit\n"));
	cr_expect_not_null(strstr(shown, ", 150 errors\n"));
	arena_drop(&arena);
}

Test(text, several_files_are_summed_up)
{
	static const struct {
		struct report_totals totals;
		const char *line;
	} rows[] = {
	    {{1, 5, 0, 0, 0, 0, {0}}, ""},
	    {{2, 1, 1, 0, 2, 1, {0}},
	     "2 files: 1 error, 1 warning, 2 fixed, 1 fixable with --fix\n"},
	    {{3, 0, 2, 9, 0, 0, {0}}, "3 files: 0 errors, 2 warnings\n"},
	};
	static const struct report_options options;
	for (size_t i = 0; i < ROWS(rows); i++) {
		struct arena arena = {0};
		struct buf out = {.arena = &arena};
		text_format.end(&out, &rows[i].totals, &options);
		testing_expect(rows[i].line, buf_str(&out), rows[i].line);
		arena_drop(&arena);
	}
}
