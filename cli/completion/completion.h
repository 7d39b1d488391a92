/* SPDX-License-Identifier: Apache-2.0 */
/* What a shell can complete where, by the tables of the commands and their options. */
#pragma once

#include "base/buf.h"
#include "cli/arguments/command_line.h"

enum completed { COMPLETED_NOT, COMPLETED_BY_FILES, COMPLETED_BY_WORDS };

struct completion {
	enum completed by;
	const char **words; /* none has a character that a shell takes for its own */
	size_t count, room;
	bool list; /* several of them may stand with commas between */
};

/* What the value of an option can be; the option takes one. The words come from the arena. */
struct completion completion_of_value(struct arena *arena, const struct option *option);

/* What an operand of a command can be. */
struct completion completion_of_operand(struct arena *arena, const struct command *command);

/* Appends the words with blanks between. */
void completion_add_words(struct buf *out, const struct completion *completion);

/* Write the script for a shell; memory comes from the arena. */

/* One function that looks the words up by the command and the option in front of the cursor. */
void completion_bash(struct buf *out, struct arena *arena);

/* A #compdef function, which gives _arguments the options of each command with their help. */
void completion_zsh(struct buf *out, struct arena *arena);

/* A `complete` line for each command, for what it takes, and for each of its options. */
void completion_fish(struct buf *out, struct arena *arena);

/* The shells that there is a script for. */
struct shell {
	const char *name;
	void (*write)(struct buf *out, struct arena *arena);
};

enum { SHELL_COUNT = 3 };

extern const struct shell shells[SHELL_COUNT];
