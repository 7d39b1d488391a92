/* SPDX-License-Identifier: Apache-2.0 */
/* What a command takes and does: its options, its operands, and what --help says. */
#ifndef CLI_COMMAND_LINE_H
#define CLI_COMMAND_LINE_H

#include "command.h"
#include "options.h"

struct command_line {
	const char *about, *notes;    /* what --help shows before and behind the options */
	const struct option *options; /* ends in a row without a name */
	size_t request_size;          /* of what the command line is read into, zeroed */
	/* Puts in what holds unless an option says otherwise. May be NULL. */
	bool (*begin)(void *request);
	/* Takes one operand. Both return false after a message. */
	bool (*operand)(struct arena *arena, const char *operand, void *request);
	/* Says what is missing, and false; asked when there is no --help. May be NULL. */
	bool (*complete)(struct arena *arena, void *request);
	/* Does it; the exit status. */
	int (*run)(struct arena *arena, struct arena *scratch, void *request);
};

/* Reads argv[1…], then shows the help or runs the command; the exit status. */
int command_line_run(const struct command_line *line, int argc, char **argv);

#endif
