/* SPDX-License-Identifier: Apache-2.0 */
#include <signal.h>
#include <stdio.h>

#include "base/utf8.h"
#include "command_line.h"
#include "diag/suggest.h"
#include "files.h"

static const struct command commands[] = {
    {"check", "verdicts and lint: what the framework rejects, where, and the fix", &command_check},
    {"plan", "shards, memory of a device, the collectives of a reshard and their time",
     &command_plan},
    {"show", "draw a tensor's layout: its shards and the devices that hold them", &command_show},
    {"diff", "what changes between two layouts, and what moving from one to the other costs",
     &command_diff},
    {"convert", "layouts in another notation: HloSharding, Shardy, PartitionSpec, DTensor",
     &command_convert},
    {"explain", "what a finding means, why the framework does so, before and after",
     &command_explain},
    {"diagnose", "the sharding errors of a traceback or log: what they mean, and the fix",
     &command_diagnose},
    {"hardware", "what is known of chips and slices, and how a mesh is laid out on them",
     &command_hardware},
};

enum { COMMAND_COUNT = COUNT_OF(commands) };

/* What shardctl shows without a command, and with --help. */
static void print_usage(FILE *stream)
{
	fputs("Usage: shardctl COMMAND [OPTIONS] [FILE…]\n"
	      "\n"
	      "Checks tensor-sharding layouts without Python, a framework or an accelerator.\n"
	      "\n"
	      "Commands:\n",
	      stream);
	for (int i = 0; i < COMMAND_COUNT; i++)
		fprintf(stream, "  %-10s %s\n", commands[i].name, commands[i].summary);
	fputs("\n"
	      "'shardctl COMMAND --help' shows the options of a command.\n"
	      "\n"
	      "Example:\n"
	      "  shardctl check layout.yaml\n",
	      stream);
}

/* Says which command was probably meant; the status of a failed run. */
static int unknown_command(const char *name)
{
	struct arena arena = {0};
	struct str names[COMMAND_COUNT + 2] = {STR("--version"), STR("--help")};
	for (int i = 0; i < COMMAND_COUNT; i++)
		names[i + 2] = str_of(commands[i].name);
	struct str near = suggest(str_of(name), names, COMMAND_COUNT + 2);
	fprintf(stderr, "shardctl: unknown command '%s'", utf8_escaped(&arena, str_of(name)).s);
	if (near.s)
		fprintf(stderr, "; did you mean '%.*s'?\n", STR_ARG(near));
	else
		fputs("; 'shardctl --help' lists the commands\n", stderr);
	arena_drop(&arena);
	return STATUS_FAILED;
}

/* Runs the command that the first word names; the rest is for the command. */
int main(int argc, char **argv)
{
	/* A closed pipe is an output that cannot be written, and is reported as such. */
	signal(SIGPIPE, SIG_IGN);
	if (argc < 2) {
		print_usage(stderr);
		return STATUS_FAILED;
	}
	struct str name = str_of(argv[1]);
	if (str_equal(name, STR("--help")) || str_equal(name, STR("-h")) ||
	    str_equal(name, STR("help"))) {
		print_usage(stdout);
		return output_finish() ? STATUS_CLEAN : STATUS_FAILED;
	}
	if (str_equal(name, STR("--version"))) {
		puts("shardctl " SHARDCTL_VERSION);
		return output_finish() ? STATUS_CLEAN : STATUS_FAILED;
	}
	for (int i = 0; i < COMMAND_COUNT; i++)
		if (str_equal(name, str_of(commands[i].name)))
			return command_line_run(commands[i].line, argc - 1, argv + 1);
	return unknown_command(argv[1]);
}
