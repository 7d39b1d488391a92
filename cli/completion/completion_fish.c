/* SPDX-License-Identifier: Apache-2.0 */
#include "cli/completion/completion.h"

/* Appends a text in single quotes. */
static void add_quoted(struct buf *out, const char *text)
{
	buf_putc(out, '\'');
	for (; *text; text++) {
		if (*text == '\'' || *text == '\\')
			buf_putc(out, '\\');
		buf_putc(out, *text);
	}
	buf_putc(out, '\'');
}

/* What completes a word: -F names of files, -x words and nothing else, -r -f nothing. */
static void add_action(struct buf *out, const struct completion *completion, const char *nothing)
{
	if (completion->by == COMPLETED_BY_WORDS) {
		buf_puts(out, completion->list ? " -x -a '(__fish_append , " : " -x -a '");
		completion_add_words(out, completion);
		buf_puts(out, completion->list ? ")'" : "'");
	} else {
		buf_puts(out, completion->by == COMPLETED_BY_FILES ? " -r -F" : nothing);
	}
}

static void add_option(struct buf *out, struct arena *arena, const struct command *command,
                       const struct option *option)
{
	char letter = option_letter(option);
	buf_printf(out, "complete -c shardctl -n '__fish_seen_subcommand_from %s' -l %s",
	           command->name, option->name);
	if (letter)
		buf_printf(out, " -s %c", letter);
	if (option->argument) {
		struct completion completion = completion_of_value(arena, option);
		add_action(out, &completion, " -x");
	}
	buf_puts(out, " -d ");
	add_quoted(out, option->help);
	buf_putc(out, '\n');
}

void completion_fish(struct buf *out, struct arena *arena)
{
	buf_puts(
	    out,
	    "# Completes shardctl in fish; written by 'shardctl completion fish'.\n"
	    "complete -c shardctl -f\n"
	    "complete -c shardctl -n __fish_use_subcommand -s h -l help -d 'list the commands'\n"
	    "complete -c shardctl -n __fish_use_subcommand -s V -l version -d 'show the "
	    "version'\n");
	for (size_t i = 0; i < command_count; i++) {
		const struct command *command = &commands[i];
		struct completion completion = completion_of_operand(arena, command);
		buf_printf(out, "complete -c shardctl -n __fish_use_subcommand -a %s -d ",
		           command->name);
		add_quoted(out, command->summary);
		buf_printf(out, "\ncomplete -c shardctl -n '__fish_seen_subcommand_from %s'",
		           command->name);
		if (completion.by == COMPLETED_BY_FILES)
			buf_puts(out, " -F");
		else
			add_action(out, &completion, "");
		buf_putc(out, '\n');
		for (const struct option *option = command->line->options; option->name; option++)
			add_option(out, arena, command, option);
	}
}
