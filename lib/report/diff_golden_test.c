/* SPDX-License-Identifier: Apache-2.0 */
/*
 * testdata/diff/CASE/: before.yaml is compared with after.yaml, and what each format writes with
 * expect.NAME. `SHARDCTL_UPDATE=1 meson test --suite golden` writes them anew.
 */
#include "report/diff_report.h"
#include "testing/golden.h"

static const char folder[] = "testdata/diff";

static const char *const outputs[FORMAT_CSV + 1] = {
    [FORMAT_TEXT] = "expect.txt", [FORMAT_JSON] = "expect.json", [FORMAT_CSV] = "expect.csv"};

static bool written_at_the_end(struct buf *buf)
{
	return false;
}

static const struct plan *plan_part(struct arena *arena, struct arena *scratch, const char *name,
                                    const char *file, struct str *framework)
{
	const struct check_options check = {0};
	const struct plan_options options = {0};
	struct source *source = arena_new(arena, struct source, 1);
	*source = (struct source){str_of(file), golden_part(arena, folder, name, file)};
	cr_assert_not_null(source->text.s, "%s has no %s", name, file);
	struct check_result result = check_source(arena, scratch, source, &check);
	cr_assert_eq(result.errors, 0, "%s of %s has errors", file, name);
	*framework = result.framework;
	return plan_make(arena, scratch, &result, &options);
}

ParameterizedTestParameters(diff_golden, output_is_as_expected)
{
	return golden_indexes(folder);
}

ParameterizedTest(int *index, diff_golden, output_is_as_expected)
{
	struct arena arena = {0}, scratch = {0};
	const char *name = golden_cases(&arena, folder).items[*index];
	struct diff_report_options options = {.groups = true};
	const struct step_setting setting = {.groups = true};
	const struct plan *before = plan_part(&arena, &scratch, name, "before.yaml",
	                                      &options.framework_before),
			  *after = plan_part(&arena, &scratch, name, "after.yaml",
	                                     &options.framework_after);
	const struct diff *diff = diff_make(&arena, &scratch, before, after, &setting);
	for (enum output_format i = FORMAT_TEXT; i <= FORMAT_CSV; i++) {
		struct stream out = {.buf = {.arena = &arena}, .write = written_at_the_end};
		options.format = i;
		diff_write(&out, &scratch, diff, &options);
		struct str actual = buf_str(&out.buf);
		golden_compare(&arena, folder, name, outputs[i], actual);
	}
	arena_drop(&arena);
	arena_drop(&scratch);
}
