/* SPDX-License-Identifier: Apache-2.0 */
/* The script is a function of zsh's own completion system, which it installs itself when it is read
 * from a start-up file. */
#include "cli/completion/completion.h"

static const char before_commands[] =
    "#compdef shardctl\n"
    "# Completes shardctl in zsh; written by 'shardctl completion zsh'.\n"
    "_shardctl() {\n"
    "  local curcontext=$curcontext state line\n"
    "  typeset -A opt_args\n"
    "  local -a commands\n"
    "  commands=(\n";

static const char before_options[] =
    "  )\n"
    "  _arguments -C '(- : *)'{-h,--help}'[list the commands]' \\\n"
    "    '(- : *)'{-V,--version}'[show the version]' ':command:->command' "
    "'*::argument:->argument'\n"
    "  case $state in\n"
    "  command) _describe -t commands command commands ;;\n"
    "  argument)\n"
    "    curcontext=${curcontext%:*}-$words[1]:\n"
    "    case $words[1] in\n";

static const char after_options[] = "    esac ;;\n"
				    "  esac\n"
				    "}\n"
				    "if [ \"$funcstack[1]\" = _shardctl ]; then _shardctl \"$@\"; "
				    "else compdef _shardctl shardctl; fi\n";

/* Appends a text within single quotes, in which the bytes of `special` stand behind a backslash. */
static void add_text(struct buf *out, const char *text, const char *special)
{
	for (; *text; text++) {
		if (*text == '\'')
			buf_puts(out, "'\\'");
		else if (strchr(special, *text))
			buf_putc(out, '\\');
		buf_putc(out, *text);
	}
}

/* What completes a word, as _arguments is told. */
static void add_action(struct buf *out, const struct completion *completion)
{
	if (completion->by == COMPLETED_BY_FILES) {
		buf_puts(out, "_files");
	} else if (completion->by == COMPLETED_BY_WORDS) {
		buf_puts(out, completion->list ? "_sequence compadd - " : "(");
		completion_add_words(out, completion);
		buf_puts(out, completion->list ? "" : ")");
	} else {
		buf_putc(out, ' ');
	}
}

/* One line of _arguments; of the options only those that say so may be repeated. */
static void add_option(struct buf *out, struct arena *arena, const struct option *option)
{
	char letter = option_letter(option);
	bool repeats = strstr(option->help, "may be repeated");
	const char *equals = option->argument ? "=" : "", *plus = option->argument ? "+" : "";
	buf_puts(out, "        ");
	if (letter && !repeats)
		buf_printf(out, "'(-%c --%s)'", letter, option->name);
	if (repeats)
		buf_puts(out, "'*'");
	if (letter)
		buf_printf(out, "{-%c%s,--%s%s}", letter, plus, option->name, equals);
	else
		buf_printf(out, "--%s%s", option->name, equals);
	buf_puts(out, "'[");
	add_text(out, option->help, "[]\\");
	buf_putc(out, ']');
	if (option->argument) {
		struct completion completion = completion_of_value(arena, option);
		buf_putc(out, ':');
		add_text(out, option->argument, ":\\");
		buf_putc(out, ':');
		add_action(out, &completion);
	}
	buf_puts(out, "' \\\n");
}

void completion_zsh(struct buf *out, struct arena *arena)
{
	buf_puts(out, before_commands);
	for (size_t i = 0; i < command_count; i++) {
		buf_printf(out, "    '%s:", commands[i].name);
		add_text(out, commands[i].summary, ":\\");
		buf_puts(out, "'\n");
	}
	buf_puts(out, before_options);
	for (size_t i = 0; i < command_count; i++) {
		struct completion completion = completion_of_operand(arena, &commands[i]);
		buf_printf(out, "    %s)\n      _arguments -s \\\n", commands[i].name);
		for (const struct option *option = commands[i].line->options; option->name;
		     option++)
			add_option(out, arena, option);
		buf_printf(out,
		           "        '*:%s:", completion.by == COMPLETED_BY_FILES ? "file" : "name");
		add_action(out, &completion);
		buf_puts(out, "' ;;\n");
	}
	buf_puts(out, after_options);
}
