/* SPDX-License-Identifier: Apache-2.0 */
/*
 * testdata/cli/CASE/: `cmd` is run by a shell in its folder, with the built program in front of
 * PATH, and what it writes and returns is compared with `stdout`, `stderr` and `exit` (0 when there
 * is no such file). `SHARDCTL_UPDATE=1 meson test --suite cli` writes them anew.
 */
#include <unistd.h>

#include "cli/testing/running.h"

static const char folder[] = "testdata/cli";

/* Compares one stream with its file; a file that is not there is an empty stream. */
static void compare(struct arena *arena, const char *name, const char *file, struct str actual,
                    const char *absent)
{
	const char *path = str_format(arena, "%s/%s/%s", folder, name, file).s;
	bool usual = str_equal(actual, str_of(absent));
	if (testing_updates() && usual)
		unlink(testing_path(arena, path));
	else if (testing_updates())
		testing_write(arena, path, actual);
	struct str expected = testing_read(arena, path);
	if (!expected.s)
		expected = str_of(absent);
	cr_expect(str_equal(actual, expected), "%s is not what comes now:\n%.*s", path,
	          STR_ARG(actual));
}

ParameterizedTestParameters(cli, does_as_expected)
{
	struct arena arena = {0};
	size_t count = testing_list(&arena, folder).count;
	arena_drop(&arena);
	return testing_indexes(count);
}

ParameterizedTest(int *index, cli, does_as_expected)
{
	struct arena arena = {0};
	const char *name = testing_list(&arena, folder).items[*index];
	const char *path = str_format(&arena, "%s/%s", testing_path(&arena, folder), name).s;
	struct outcome outcome = running_shell(&arena, path, "sh ./cmd");
	compare(&arena, name, "stdout", outcome.output, "");
	compare(&arena, name, "stderr", outcome.errors, "");
	compare(&arena, name, "exit", str_format(&arena, "%d\n", outcome.status), "0\n");
	arena_drop(&arena);
}

Test(cli, cases_are_there)
{
	struct arena arena = {0};
	cr_expect_geq(testing_list(&arena, folder).count, 40u);
	arena_drop(&arena);
}
