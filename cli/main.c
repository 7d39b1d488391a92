/* SPDX-License-Identifier: Apache-2.0 */
#include <signal.h>
#ifdef __GLIBC__
#include <malloc.h>
#endif

#include "base/str.h"
#include "cli/arguments/command_line.h"
#include "cli/files/files.h"

/* The command that the first word stands for; NULL: none. */
static const struct command *command_of(const char *word)
{
	static const char *const words[] = {"--help", "-h"};
	return str_place(str_of(word), words, COUNT_OF(words)) < COUNT_OF(words)
	           ? command_named("help")
	           : command_named(word);
}

static bool asks_version(const char *word)
{
	return strcmp(word, "--version") == 0 || strcmp(word, "-V") == 0;
}

/* Lets the blocks that one arena gives back be had by the next, whose pages would be new else. */
static void keep_memory(void)
{
#ifdef __GLIBC__
	mallopt(M_MMAP_THRESHOLD, 4 << 20);
	mallopt(M_TRIM_THRESHOLD, 16 << 20);
	mallopt(M_TOP_PAD, 256 << 10);
#endif
}

/* Runs the command that the first word names; the rest is for the command. */
int main(int argc, char **argv)
{
	/* A closed pipe is an output that cannot be written, and is reported as such. */
	signal(SIGPIPE, SIG_IGN);
	keep_memory();
	if (argc < 2) {
		usage_print(stderr);
		return STATUS_FAILED;
	}
	if (asks_version(argv[1])) {
		puts("shardctl " SHARDCTL_VERSION);
		return output_finish() ? STATUS_CLEAN : STATUS_FAILED;
	}
	const struct command *command = command_of(argv[1]);
	return command ? command_line_run(command->line, argc - 1, argv + 1)
	               : command_unknown(argv[1]);
}
