/* SPDX-License-Identifier: Apache-2.0 */
#include "cli/arguments/options.h"

#include "base/buf.h"
#include "testing/testing.h"

static const struct option table[] = {
    {"format", "text|json", "how to write", option_text, 0},
    {"strict", NULL, "warnings count", option_set, 0},
    {"quiet", NULL, "errors only", option_set, 0},
    {"output", "FILE", "where to write", option_text, 0},
    OPTIONS_END,
};

enum { MOST_WORDS = 8 };

/* A command line behind the command's name, and what is read of it: NAME, NAME=VALUE, or the
 * operand in brackets; NULL when it is refused. */
static const struct {
	const char *words[MOST_WORDS];
	const char *read;
} rows[] = {
    {{NULL}, ""},
    {{"a.yaml", NULL}, "[a.yaml]"},
    {{"a.yaml", "b.yaml", NULL}, "[a.yaml] [b.yaml]"},
    {{"--strict", NULL}, "strict"},
    {{"--format", "json", NULL}, "format=json"},
    {{"--format=json", NULL}, "format=json"},
    {{"--format=", NULL}, "format="},
    {{"--format=a=b", NULL}, "format=a=b"},
    {{"--format", "--strict", NULL}, "format=--strict"},
    {{"a.yaml", "--strict", "b.yaml", NULL}, "[a.yaml] strict [b.yaml]"},
    {{"-", NULL}, "[-]"},
    {{"--", "--strict", NULL}, "[--strict]"},
    {{"--", "--", NULL}, "[--]"},
    {{"--", NULL}, ""},
    {{"", NULL}, "[]"},
    {{"-h", NULL}, "help"},
    {{"--strict", "--strict", NULL}, "strict strict"},
    {{"-q", "a.yaml", NULL}, "quiet [a.yaml]"},
    {{"-o", "out", "-q", NULL}, "output=out quiet"},
    {{"-oout", NULL}, "output=out"},
    {{"-o", NULL}, NULL},
    {{"-qq", NULL}, NULL},
    {{"--format", NULL}, NULL},
    {{"--strict=yes", NULL}, NULL},
    {{"--strikt", NULL}, NULL},
    {{"--", "a", NULL}, "[a]"},
    {{"-s", NULL}, NULL},
    {{"-strict", NULL}, NULL},
    {{"--=x", NULL}, NULL},
    {{"a.yaml", "--nosuch", NULL}, NULL},
};

/* The arguments as text. */
static struct str dump(struct arena *arena, const struct argument *arguments, size_t count)
{
	struct buf out = {.arena = arena};
	for (size_t i = 0; i < count; i++) {
		buf_puts(&out, i ? " " : "");
		if (!arguments[i].option)
			buf_printf(&out, "[%s]", arguments[i].value);
		else if (arguments[i].value)
			buf_printf(&out, "%s=%s", arguments[i].option->name, arguments[i].value);
		else
			buf_puts(&out, arguments[i].option->name);
	}
	return buf_str(&out);
}

Test(options, a_command_line_is_read_by_the_table)
{
	for (size_t i = 0; i < ROWS(rows); i++) {
		struct arena arena = {0};
		char name[] = "check", *argv[MOST_WORDS + 2] = {name};
		int argc = 1;
		size_t count = 0;
		for (; rows[i].words[argc - 1]; argc++) {
			size_t size = strlen(rows[i].words[argc - 1]) + 1;
			argv[argc] =
			    memcpy(arena_new(&arena, char, size), rows[i].words[argc - 1], size);
		}
		const struct argument *read = options_read(&arena, table, argc, argv, &count);
		cr_expect_eq(read != NULL, rows[i].read != NULL, "row %zu", i);
		if (read && rows[i].read)
			testing_expect(rows[i].read, dump(&arena, read, count), rows[i].read);
		arena_drop(&arena);
	}
}

Test(options, readers_keep_what_is_said)
{
	const struct argument argument = {&table[0], "json"};
	struct str text = STR("");
	const char *word = NULL;
	bool set = false;
	cr_assert(option_text(NULL, &argument, &text) && option_word(NULL, &argument, &word));
	cr_assert(option_set(NULL, &argument, &set) && option_help(NULL, &argument, NULL));
	cr_expect(str_equal(text, STR("json")) && strcmp(word, "json") == 0 && set);
}
