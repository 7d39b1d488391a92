/* SPDX-License-Identifier: Apache-2.0 */
/*
 * testdata/cli/CASE/: `cmd` is run by a shell in its folder, with the built program in front of
 * PATH, and what it writes and returns is compared with `stdout`, `stderr` and `exit` (0 when there
 * is no such file). `SHARDCTL_UPDATE=1 meson test --suite cli` writes them anew.
 */
#include <stdio.h>
#include <stdlib.h>
#include <sys/wait.h>
#include <unistd.h>

#include "base/buf.h"
#include "testing/testing.h"

static const char folder[] = "testdata/cli";

struct outcome {
	struct str output, errors, status;
};

static struct str read_stream(struct arena *arena, FILE *stream)
{
	struct buf text = {.arena = arena};
	char piece[4096];
	for (size_t got; (got = fread(piece, 1, sizeof piece, stream)) > 0;)
		buf_add(&text, (struct str){piece, got});
	return str_copy(arena, buf_str(&text));
}

/* Runs the command of a case. */
static struct outcome run(struct arena *arena, const char *name)
{
	struct outcome outcome;
	char errors[] = "/tmp/shardctl-cli-XXXXXX";
	int file = mkstemp(errors);
	cr_assert(file >= 0);
	struct str command = str_format(
	    arena, "cd '%s/%s' && PATH='%s':\"$PATH\" LC_ALL=C NO_COLOR= sh ./cmd 2>'%s'",
	    testing_path(arena, folder), name, SHARDCTL_FOLDER, errors);
	FILE *output = popen(command.s, "r");
	cr_assert_not_null(output);
	outcome.output = read_stream(arena, output);
	int status = pclose(output);
	cr_assert(WIFEXITED(status), "%s: ended by a signal", name);
	outcome.status = str_format(arena, "%d\n", WEXITSTATUS(status));
	FILE *stream = fdopen(file, "r");
	outcome.errors = read_stream(arena, stream);
	fclose(stream);
	unlink(errors);
	return outcome;
}

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
	struct outcome outcome = run(&arena, name);
	compare(&arena, name, "stdout", outcome.output, "");
	compare(&arena, name, "stderr", outcome.errors, "");
	compare(&arena, name, "exit", outcome.status, "0\n");
	arena_drop(&arena);
}

Test(cli, cases_are_there)
{
	struct arena arena = {0};
	cr_expect_geq(testing_list(&arena, folder).count, 40u);
	arena_drop(&arena);
}
