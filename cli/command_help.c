/* SPDX-License-Identifier: Apache-2.0 */
#include "base/utf8.h"
#include "command_line.h"
#include "diag/suggest.h"
#include "files.h"
#include "values.h"

/* What the command line asks for. */
struct request {
	const char *name; /* of a command, or NULL */
};

static const struct option options[] = {OPTIONS_END};

void usage_print(FILE *stream)
{
	fputs("Usage: shardctl COMMAND [OPTIONS] [FILE…]\n"
	      "\n"
	      "Checks tensor-sharding layouts without Python, a framework or an accelerator.\n"
	      "\n"
	      "Commands:\n",
	      stream);
	for (size_t i = 0; i < command_count; i++)
		fprintf(stream, "  %-10s %s\n", commands[i].name, commands[i].summary);
	fputs("\n"
	      "'shardctl COMMAND --help' shows the options of a command.\n"
	      "\n"
	      "Example:\n"
	      "  shardctl check layout.yaml\n",
	      stream);
}

int command_unknown(const char *name)
{
	struct arena arena = {0};
	struct str *names = arena_new(&arena, struct str, command_count + 2);
	for (size_t i = 0; i < command_count; i++)
		names[i] = str_of(commands[i].name);
	names[command_count] = STR("--version");
	names[command_count + 1] = STR("--help");
	struct str near = suggest(str_of(name), names, command_count + 2);
	fprintf(stderr, "shardctl: unknown command '%s'", utf8_escaped(&arena, str_of(name)).s);
	if (near.s)
		fprintf(stderr, "; did you mean '%.*s'?\n", STR_ARG(near));
	else
		fputs("; 'shardctl --help' lists the commands\n", stderr);
	arena_drop(&arena);
	return STATUS_FAILED;
}

static bool take_operand(struct arena *arena, const char *operand, void *data)
{
	struct request *request = data;
	if (request->name)
		fputs("shardctl: help takes one command\n", stderr);
	bool first = !request->name;
	request->name = operand;
	return first;
}

static int run(struct arena *arena, struct arena *scratch, void *data)
{
	const struct request *request = data;
	if (!request->name) {
		usage_print(stdout);
		return output_finish() ? STATUS_CLEAN : STATUS_FAILED;
	}
	const struct command *command = command_named(request->name);
	return command ? command_line_help(command->line) : command_unknown(request->name);
}

const struct command_line command_help = {
    .about = "Usage: shardctl help [COMMAND]\n"
	     "\n"
	     "Shows the options of a command, as its --help does, or lists the commands.\n",
    .notes = "\nExample:\n  shardctl help check\n",
    .options = options,
    .request_size = sizeof(struct request),
    .operand = take_operand,
    .run = run,
};
