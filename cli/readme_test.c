/* SPDX-License-Identifier: Apache-2.0 */
/* What the README shows is what the program prints. */
#include "cli/testing/running.h"

/* The text up to the mark, which is taken away with it; the text must hold the mark. */
static struct str take_until(struct str *text, const char *mark)
{
	const struct str wanted = str_of(mark);
	for (size_t at = 0; at + wanted.len <= text->len; at++) {
		struct str before = str_slice(*text, 0, at);
		if (!str_starts_with(str_slice(*text, at, text->len), wanted))
			continue;
		*text = str_slice(*text, at + wanted.len, text->len);
		return before;
	}
	cr_assert_fail("README.md: nothing ends with '%s'", mark);
	return *text;
}

/* A block that shows a spec with cat and then checks it. */
static void expect_block(struct arena *arena, struct str block)
{
	struct str name = take_until(&block, "\n"), spec = take_until(&block, "$ shardctl ");
	struct str words = take_until(&block, "\n");
	const struct specs specs = {.a = str_format(arena, "%.*s", STR_ARG(spec)).s};
	const char *command =
	    str_format(arena, "--version >/dev/null; mv a.yaml %.*s; shardctl %.*s; mv %.*s a.yaml",
	               STR_ARG(name), STR_ARG(words), STR_ARG(name))
		.s;
	struct outcome outcome = running(arena, &specs, command);
	cr_expect(str_equal(outcome.output, block), "README.md: 'shardctl %.*s' prints\n%.*s",
	          STR_ARG(words), STR_ARG(outcome.output));
}

Test(readme, shows_what_is_printed)
{
	struct arena arena = {0};
	struct str text = testing_read(&arena, "README.md");
	int blocks = 0;
	while (running_holds(text, "```console\n$ cat ")) {
		(void)take_until(&text, "```console\n$ cat ");
		expect_block(&arena, take_until(&text, "```\n"));
		blocks++;
	}
	cr_expect_geq(blocks, 2);
	arena_drop(&arena);
}
