/* SPDX-License-Identifier: Apache-2.0 */
/* Command-line options: one table drives parsing, what becomes of each value, and --help. */
#pragma once

#include "base/str.h"

struct argument;

/* Takes what an argument says into the field of the request; false after a message. */
typedef bool option_reader(struct arena *arena, const struct argument *argument, void *field);

struct option {
	const char *name;     /* without the dashes */
	const char *argument; /* what its value is called in --help, or NULL when it takes none */
	const char *help;
	option_reader *read;
	size_t field; /* where in the request */
};

/* The rows that each table ends with. */
#define OPTIONS_END                                       \
	{"help", NULL, "show this help", option_help, 0}, \
	{                                                 \
		0                                         \
	}

/* Sets a bool: of an option that takes no value. */
bool option_set(struct arena *arena, const struct argument *argument, void *field);

/* Does nothing: --help is looked for by itself. */
bool option_help(struct arena *arena, const struct argument *argument, void *field);

/* Keeps the value as a struct str. */
bool option_text(struct arena *arena, const struct argument *argument, void *field);

/* Keeps the value as a const char *. */
bool option_word(struct arena *arena, const struct argument *argument, void *field);

/* One option or operand, in the order of the command line. */
struct argument {
	const struct option *option; /* NULL for an operand */
	const char
	    *value; /* of the option, or the operand itself; NULL for an option without a value */
};

/*
 * Reads argv[1…] by the table (which ends in a row without a name). Options may be written
 * --name value or --name=value, short ones -n value or -nvalue, and stand anywhere before "--"; "-"
 * is an operand. The list has *count entries and lives in the arena. NULL after a message on
 * standard error.
 */
const struct argument *options_read(struct arena *arena, const struct option *table, int argc,
                                    char **argv, size_t *count);

/* The letter that is short for an option in every command that has it, 'q' for "quiet"; 0: none. */
char option_letter(const struct option *option);

/* Writes one line for each option of the table to standard output. */
void options_help(const struct option *table);
