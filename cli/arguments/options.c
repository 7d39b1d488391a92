/* SPDX-License-Identifier: Apache-2.0 */
#include "cli/arguments/options.h"

#include <assert.h>
#include <stdio.h>

#include "base/utf8.h"
#include "diag/suggest.h"

bool option_set(struct arena *arena, const struct argument *argument, void *field)
{
	*(bool *)field = true;
	return true;
}

bool option_help(struct arena *arena, const struct argument *argument, void *field)
{
	return true;
}

bool option_text(struct arena *arena, const struct argument *argument, void *field)
{
	assert(argument->value);
	*(struct str *)field = str_of(argument->value);
	return true;
}

bool option_word(struct arena *arena, const struct argument *argument, void *field)
{
	assert(argument->value);
	*(const char **)field = argument->value;
	return true;
}

char option_letter(const struct option *option)
{
	static const struct {
		const char *name;
		char letter;
	} letters[] = {{"format", 'f'}, {"help", 'h'}, {"output", 'o'}, {"quiet", 'q'}};
	for (size_t i = 0; i < COUNT_OF(letters); i++)
		if (strcmp(letters[i].name, option->name) == 0)
			return letters[i].letter;
	return 0;
}

/* The row of the option with this name, or NULL. */
static const struct option *find(const struct option *table, struct str name)
{
	for (const struct option *option = table; option->name; option++)
		if (str_equal(str_of(option->name), name))
			return option;
	return NULL;
}

/* Says that there is no such option, and which one was probably meant. */
static void complain_unknown(struct arena *arena, const struct option *table, struct str name)
{
	size_t count = 0;
	while (table[count].name)
		count++;
	struct str *names = arena_new(arena, struct str, count);
	for (size_t i = 0; i < count; i++)
		names[i] = str_of(table[i].name);
	struct str near = suggest(name, names, count), shown = utf8_escaped(arena, name);
	fprintf(stderr, "shardctl: unknown option '--%.*s'", STR_ARG(shown));
	if (near.s)
		fprintf(stderr, "; did you mean '--%.*s'?", STR_ARG(near));
	fputs("\n", stderr);
}

/* Takes the value of the option argv[*i]: what is attached to it, or else the argument after it;
 * false after a message. */
static bool take_value(const char *attached, char **argv, int argc, int *i, struct argument *out)
{
	const struct option *option = out->option;
	if (!option->argument && attached) {
		fprintf(stderr, "shardctl: option '--%s' takes no value\n", option->name);
		return false;
	}
	if (option->argument)
		out->value = attached ? attached : *i + 1 < argc ? argv[++*i] : NULL;
	if (option->argument && !out->value)
		fprintf(stderr, "shardctl: option '--%s' needs a value: %s\n", option->name,
		        option->argument);
	return !option->argument || out->value;
}

/* Reads the option argv[*i], --name or --name=value; false after a message. */
static bool read_option(struct arena *arena, const struct option *table, char **argv, int argc,
                        int *i, struct argument *out)
{
	assert(*i < argc);
	struct str text = str_of(argv[*i] + 2);
	size_t equals = str_find(text, '=', 0);
	struct str name = str_slice(text, 0, equals);
	out->option = find(table, name);
	if (!out->option) {
		complain_unknown(arena, table, name);
		return false;
	}
	return take_value(equals < text.len ? text.s + equals + 1 : NULL, argv, argc, i, out);
}

/* Reads the option argv[*i], -n or -nvalue; false after a message. */
static bool read_letter(struct arena *arena, const struct option *table, char **argv, int argc,
                        int *i, struct argument *out)
{
	const char *text = argv[*i];
	for (const struct option *option = table; option->name && !out->option; option++)
		out->option = option_letter(option) == text[1] ? option : NULL;
	if (out->option && (out->option->argument || !text[2]))
		return take_value(text[2] ? text + 2 : NULL, argv, argc, i, out);
	struct str shown = utf8_escaped(arena, str_of(text));
	fprintf(stderr, "shardctl: unknown option '%.*s'%s\n", STR_ARG(shown),
	        text[2] ? "; long options start with two dashes" : "");
	return false;
}

/* Options and operands may come in any order, as with GNU getopt_long, which is not used because it
 * takes abbreviations: those would break as soon as a second option begins with the same letters.
 */
const struct argument *options_read(struct arena *arena, const struct option *table, int argc,
                                    char **argv, size_t *count)
{
	struct argument *arguments = arena_new(arena, struct argument, (size_t)argc + 1);
	bool operands_only = false;
	*count = 0;
	for (int i = 1; i < argc; i++) {
		struct str text = str_of(argv[i]);
		struct argument *argument = &arguments[(*count)++];
		if (operands_only || !str_starts_with(text, STR("-")) || text.len == 1) {
			argument->value = argv[i];
		} else if (text.len == 2 && text.s[1] == '-') {
			operands_only = true;
			--*count;
		} else if (!str_starts_with(text, STR("--"))) {
			if (!read_letter(arena, table, argv, argc, &i, argument))
				return NULL;
		} else if (!read_option(arena, table, argv, argc, &i, argument)) {
			return NULL;
		}
	}
	return arguments;
}

/* The columns are counted in characters: the arguments hold an ellipsis, which printf would count
 * as three. A long one has a line of its own. */
void options_help(const struct option *table)
{
	enum { COLUMN = 34 };
	for (const struct option *option = table; option->name; option++) {
		struct str argument = str_of(option->argument ? option->argument : "");
		size_t width =
		    sizeof "  -x, -- " - 1 + strlen(option->name) + utf8_length(argument);
		char letter[] = {'-', option_letter(option), ',', '\0'};
		bool fits = width < COLUMN;
		printf("  %3s --%s %.*s%s%*s%s\n", letter[1] ? letter : "", option->name,
		       STR_ARG(argument), fits ? "" : "\n", (int)(fits ? COLUMN - width : COLUMN),
		       "", option->help);
	}
}
