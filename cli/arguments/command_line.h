/* SPDX-License-Identifier: Apache-2.0 */
/* What a command takes and does: its options, its operands, and what --help says. */
#pragma once

#include "cli/arguments/command.h"
#include "cli/arguments/options.h"

struct command_line {
	const char *about, *notes;    /* what --help shows before and behind the options */
	const struct option *options; /* ends in a row without a name */
	size_t request_size;          /* of what the command line is read into, zeroed */
	/* Where in it whether to colour stands, by default as the terminal asks; 0: it does not. */
	size_t color;
	/* Where the path of the one file that the command takes stands; 0: `operand` takes them. */
	size_t path;
	/* Puts in what holds unless an option says otherwise. May be NULL. */
	void (*begin)(void *request);
	/* Takes one operand; false after a message. */
	bool (*operand)(struct arena *arena, const char *operand, void *request);
	/* Says what is missing, and false; asked when there is no --help. May be NULL. */
	bool (*complete)(struct arena *arena, void *request);
	/* Does it; the exit status. */
	int (*run)(struct arena *arena, struct arena *scratch, void *request);
};

/* Reads argv[1…], then shows the help or runs the command; the exit status. */
int command_line_run(const struct command_line *line, int argc, char **argv);

/* Shows what --help shows; the exit status. */
int command_line_help(const struct command_line *line);
