/* SPDX-License-Identifier: Apache-2.0 */
#include "options.h"

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

/* Reads the option argv[*i], and its value behind it where it has one. */
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
	if (!out->option->argument && equals < text.len) {
		fprintf(stderr, "shardctl: option '--%s' takes no value\n", out->option->name);
		return false;
	}
	if (out->option->argument && equals < text.len) {
		out->value = text.s + equals + 1;
	} else if (out->option->argument) {
		out->value = *i + 1 < argc ? argv[++*i] : NULL;
		if (!out->value) {
			fprintf(stderr, "shardctl: option '--%s' needs a value: %s\n",
			        out->option->name, out->option->argument);
			return false;
		}
	}
	return true;
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
			if (str_equal(text, STR("-h"))) {
				argument->option = find(table, STR("help"));
			} else {
				struct str shown = utf8_escaped(arena, text);
				fprintf(stderr,
				        "shardctl: unknown option '%.*s'; options start with two "
				        "dashes\n",
				        STR_ARG(shown));
				return NULL;
			}
		} else if (!read_option(arena, table, argv, argc, &i, argument)) {
			return NULL;
		}
	}
	return arguments;
}

/* The columns are counted in characters: the arguments hold an ellipsis, which printf would count
 * as three. */
void options_help(const struct option *table)
{
	enum { COLUMN = 30 };
	for (const struct option *option = table; option->name; option++) {
		struct str argument = str_of(option->argument ? option->argument : "");
		size_t width = sizeof "  -- " - 1 + strlen(option->name) + utf8_length(argument);
		printf("  --%s %.*s%*s%s\n", option->name, STR_ARG(argument),
		       width < COLUMN ? (int)(COLUMN - width) : 1, "", option->help);
	}
}
