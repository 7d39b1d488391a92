/* SPDX-License-Identifier: Apache-2.0 */
#include "cli/check/checked_spec.h"

#include "cli/arguments/command.h"
#include "cli/files/files.h"
#include "testing/testing.h"

static int read_status(struct arena *arena, const char *path, const struct check_options *options,
                       struct check_result *result)
{
	struct arena scratch = {0};
	const struct report_options report = {.quiet = false};
	const char *whole = testing_path(arena, path);
	struct source *source = arena_new(arena, struct source, 1);
	int status = STATUS_FAILED;
	if (file_read(arena, whole, source))
		status =
		    checked_source_read(arena, &scratch, whole, source, options, &report, result);
	arena_drop(&scratch);
	return status;
}

/* Files of the source tree, and what reading them ends with. */
static const struct {
	const char *path;
	int status;
} rows[] = {
    {"specs/hello.yaml", STATUS_CLEAN},
    {"specs/hello-wrong.yaml", STATUS_FINDINGS},
    {"testdata/check/yaml-syntax/in.yaml", STATUS_FINDINGS},
    {"specs/nosuch.yaml", STATUS_FAILED},
    {"specs", STATUS_FAILED},
};

Test(checked_spec, only_a_spec_without_errors_is_clean)
{
	for (size_t i = 0; i < ROWS(rows); i++) {
		struct arena arena = {0};
		const struct check_options options = {.overrides = {.mesh = {NULL, 0}}};
		struct check_result result = {.spec = NULL};
		cr_expect_eq(read_status(&arena, rows[i].path, &options, &result), rows[i].status,
		             "%s", rows[i].path);
		cr_expect(rows[i].status != STATUS_CLEAN || result.spec, "%s", rows[i].path);
		arena_drop(&arena);
	}
}

/* The overrides of the command line reach the check. */
Test(checked_spec, a_mesh_of_the_command_line_is_judged)
{
	static const struct {
		const char *mesh;
		int status;
	} meshes[] = {{"data=8,model=1", STATUS_CLEAN}, {"data=3,model=2", STATUS_FINDINGS}};
	for (size_t i = 0; i < ROWS(meshes); i++) {
		struct arena arena = {0};
		struct check_options options = {.overrides = {.mesh = str_of(meshes[i].mesh)}};
		struct check_result result;
		cr_expect_eq(read_status(&arena, "specs/hello.yaml", &options, &result),
		             meshes[i].status, "%s", meshes[i].mesh);
		arena_drop(&arena);
	}
}

/* What is ignored is no finding, but a file that is not valid stays one. */
Test(checked_spec, a_file_that_is_no_spec_cannot_be_ignored_away)
{
	struct arena arena = {0};
	struct check_options options = {.overrides = {.mesh = {NULL, 0}}};
	struct check_result result;
	for (int i = 0; i < RULE_COUNT; i++)
		options.checks.level[i] = LEVEL_OFF;
	cr_expect_eq(read_status(&arena, "testdata/check/yaml-syntax/in.yaml", &options, &result),
	             STATUS_FINDINGS);
	cr_expect_eq(result.errors, 0u);
	arena_drop(&arena);
}
