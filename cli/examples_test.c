/* SPDX-License-Identifier: Apache-2.0 */
/* What the README and the manual pages show is what the program prints. The files that a page shows
 * with cat lie in one folder, and its commands run there in order; those that show nothing do not
 * run. */
#include <stdlib.h>

#include "base/buf.h"
#include "cli/testing/running.h"

/* How a kind of page marks blocks of commands and what they print. */
struct markup {
	const char *before; /* a block, with the rest of the line */
	const char *after;  /* a block */
};

static const struct markup markdown = {"```console", "```\n"}, mdoc = {".Bd -literal", ".Ed\n"};

/* The text of a block as a reader sees it: mdoc writes a backslash as \e. */
static struct str block_text(struct arena *arena, struct str block)
{
	struct buf text = {.arena = arena};
	for (size_t i = 0; i < block.len; i++) {
		buf_putc(&text, block.s[i]);
		i += str_starts_with(str_slice(block, i, block.len), STR("\\e"));
	}
	return str_copy(arena, buf_str(&text));
}

/* Lines of CSV end with two bytes, of which a page shows one. */
static struct str without_returns(struct arena *arena, struct str output)
{
	struct buf text = {.arena = arena};
	for (size_t at = 0, end; at < output.len; at = end + 1) {
		end = str_find(output, '\r', at);
		buf_add(&text, str_slice(output, at, end));
	}
	return buf_str(&text);
}

/* Writes the file that a page shows, in a folder of its own where the name has one. */
static void put_file(struct arena *arena, const char *folder, struct str name, struct str text)
{
	const char *command =
	    str_format(arena, "mkdir -p \"$(dirname '%.*s')\" && cat >'%.*s' <<'END'\n%.*sEND",
	               STR_ARG(name), STR_ARG(name), STR_ARG(text))
		.s;
	cr_assert_eq(running_shell(arena, folder, command).status, 0, "%.*s", STR_ARG(name));
}

static bool has_jq(struct arena *arena)
{
	return running_shell(arena, "/", "command -v jq >/dev/null").status == 0;
}

/* One command, behind its "$ ", and what a page shows below it. Returns whether it was run. */
static bool expect_command(struct arena *arena, const char *page, const char *folder,
                           struct str command, struct str shown)
{
	const struct str cat = STR("cat ");
	const char *line = str_copy(arena, command).s;
	if (str_starts_with(command, cat))
		put_file(arena, folder, str_slice(command, cat.len, command.len), shown);
	if (str_starts_with(command, cat) || !shown.len ||
	    (running_holds(command, "| jq ") && !has_jq(arena)))
		return false;
	struct outcome outcome = running_shell(arena, folder, line);
	struct str output = without_returns(arena, outcome.output);
	cr_expect(str_equal(output, shown), "%s: '%s' prints\n%.*s", page, line, STR_ARG(output));
	cr_expect_eq(outcome.errors.len, 0u, "%s: '%s' complains\n%.*s", page, line,
	             STR_ARG(outcome.errors));
	return true;
}

/* The commands of a block that begins with a prompt. Returns how many were run. */
static size_t expect_block(struct arena *arena, const char *page, const char *folder,
                           struct str block)
{
	const struct str prompt = STR("\n$ ");
	size_t count = 0;
	for (size_t at = 2; at < block.len;) {
		size_t end = str_find(block, '\n', at), next = str_search(block, prompt, end);
		struct str command = str_slice(block, at, end);
		at = next + prompt.len;
		next += next < block.len; /* the line's end belongs to what is shown */
		count +=
		    expect_command(arena, page, folder, command, str_slice(block, end + 1, next));
	}
	return count;
}

/* All blocks of a page. Returns how many commands were run. */
static size_t expect_page(const char *page, const struct markup *markup)
{
	struct arena arena = {0};
	char folder[] = "/tmp/shardctl-page-XXXXXX";
	cr_assert_not_null(mkdtemp(folder));
	const char *specs = str_format(&arena, "ln -s '%s' .", testing_path(&arena, "specs")).s;
	cr_assert_eq(running_shell(&arena, folder, specs).status, 0);
	struct str text = testing_read(&arena, page), before = str_of(markup->before);
	size_t count = 0;
	for (size_t at = 0; (at = str_search(text, before, at)) < text.len;) {
		size_t start = str_find(text, '\n', at) + 1;
		at = str_search(text, str_of(markup->after), start);
		struct str block = block_text(&arena, str_slice(text, start, at));
		if (str_starts_with(block, STR("$ ")))
			count += expect_block(&arena, page, folder, block);
	}
	running_shell(&arena, "/", str_format(&arena, "rm -r '%s'", folder).s);
	arena_drop(&arena);
	return count;
}

Test(examples, of_the_readme_are_what_is_printed)
{
	cr_expect_geq(expect_page("README.md", &markdown), 9u);
}

Test(examples, of_the_manual_are_what_is_printed)
{
	struct arena arena = {0};
	struct testing_names pages = testing_list(&arena, "man");
	size_t count = 0;
	for (size_t i = 0; i < pages.count; i++)
		count += expect_page(str_format(&arena, "man/%s", pages.items[i]).s, &mdoc);
	cr_expect_geq(count, 20u);
	arena_drop(&arena);
}
