/* SPDX-License-Identifier: Apache-2.0 */
#include <unistd.h>

#include "base/utf8.h"
#include "cli/arguments/command_line.h"
#include "diag/suggest.h"
#include "cli/files/files.h"
#include "cli/arguments/values.h"

/* What the command line asks for. */
struct request {
	const char *name; /* of a command, or NULL */
};

static const struct option options[] = {OPTIONS_END};

void usage_print(FILE *stream)
{
	fputs("Usage: shardctl COMMAND [OPTIONS] [FILE…]\n"
	      "\n"
	      "Checks and plans tensor shardings in programs of JAX, PyTorch/XLA and DTensor, and "
	      "in layouts\n"
	      "in YAML, without Python, a framework or an accelerator.\n"
	      "\n"
	      "Commands:\n",
	      stream);
	for (size_t i = 0; i < command_count; i++)
		fprintf(stream, "  %-10s %s\n", commands[i].name, commands[i].summary);
	fputs("\n"
	      "'shardctl COMMAND --help' shows the options of a command.\n"
	      "\n"
	      "Examples:\n"
	      "  shardctl check train.py\n"
	      "  shardctl plan layout.yaml\n",
	      stream);
}

/* Whether a word that is not a command is meant for a file to check. */
static bool is_file(const char *name)
{
	static const char *const ends[] = {".yaml", ".yml", ".py", ".ipynb"};
	bool named = name[0] != '-' && access(name, F_OK) == 0;
	for (size_t i = 0; i < COUNT_OF(ends); i++)
		named |= str_ends_with(str_of(name), str_of(ends[i]));
	return named;
}

/* What was probably meant by a word that is neither a command nor an option before one, or NULL. */
static struct str nearest(struct arena *arena, const char *name)
{
	struct str *names = arena_new(arena, struct str, command_count + 2);
	for (size_t i = 0; i < command_count; i++)
		names[i] = str_of(commands[i].name);
	names[command_count] = STR("--version");
	names[command_count + 1] = STR("--help");
	return suggest(str_of(name), names, command_count + 2);
}

int command_unknown(const char *name)
{
	struct arena arena = {0};
	struct str near = nearest(&arena, name), shown = utf8_escaped(&arena, str_of(name));
	if (is_file(name))
		fprintf(stderr,
		        "shardctl: '%.*s' is not a command; to check a file, write 'shardctl check "
		        "%.*s'\n",
		        STR_ARG(shown), STR_ARG(shown));
	else if (near.s)
		fprintf(stderr, "shardctl: unknown command '%.*s'; did you mean '%.*s'?\n",
		        STR_ARG(shown), STR_ARG(near));
	else if (name[0] == '-')
		fprintf(stderr,
		        "shardctl: unknown option '%.*s'; options of a command stand after it: "
		        "shardctl check --strict layout.yaml\n",
		        STR_ARG(shown));
	else
		fprintf(stderr,
		        "shardctl: unknown command '%.*s'; 'shardctl --help' lists the commands\n",
		        STR_ARG(shown));
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
