/* SPDX-License-Identifier: Apache-2.0 */
#include "cli/arguments/command_line.h"

#include <assert.h>
#include <stdio.h>

#include "cli/files/files.h"
#include "cli/arguments/values.h"

/* Takes one argument of the command into the request; false after a message. */
static bool take_argument(const struct command_line *line, struct arena *arena, const char *command,
                          const struct argument *argument, char *request)
{
	const struct option *option = argument->option;
	if (option)
		return option->read(arena, argument, request + option->field);
	assert(!line->operand == (line->path > 0));
	if (line->path)
		return value_only_file(command, argument->value, (void *)(request + line->path));
	return line->operand(arena, argument->value, request);
}

/* What holds unless an option says otherwise. */
static void set_defaults(const struct command_line *line, char *request)
{
	bool known = !line->color || color_wanted("auto", (void *)(request + line->color));
	assert(known);
	if (line->begin)
		line->begin(request);
}

/* Whether nothing is missing; else says what. */
static bool is_complete(const struct command_line *line, struct arena *arena, const char *command,
                        char *request)
{
	const char **path = (void *)(request + line->path);
	if (line->path && !value_file_given(command, *path))
		return false;
	return !line->complete || line->complete(arena, request);
}

/* Whether --help is among the arguments. */
static bool asks_help(const struct argument *arguments, size_t count)
{
	for (size_t i = 0; i < count; i++)
		if (arguments[i].option && arguments[i].option->read == option_help)
			return true;
	return false;
}

int command_line_help(const struct command_line *line)
{
	fputs(line->about, stdout);
	fputs("\nOptions:\n", stdout);
	options_help(line->options);
	fputs(line->notes, stdout);
	return output_finish() ? STATUS_CLEAN : STATUS_FAILED;
}

static int read_and_run(const struct command_line *line, struct arena *arena, int argc, char **argv)
{
	size_t count;
	const struct argument *arguments = options_read(arena, line->options, argc, argv, &count);
	char *request = arena_alloc(arena, 1, line->request_size, _Alignof(max_align_t));
	if (!arguments)
		return STATUS_FAILED;
	set_defaults(line, request);
	for (size_t i = 0; i < count; i++)
		if (!take_argument(line, arena, argv[0], &arguments[i], request))
			return STATUS_FAILED;
	if (asks_help(arguments, count))
		return command_line_help(line);
	if (!is_complete(line, arena, argv[0], request))
		return STATUS_FAILED;
	struct arena scratch = {0};
	int status = line->run(arena, &scratch, request);
	arena_drop(&scratch);
	return status;
}

int command_line_run(const struct command_line *line, int argc, char **argv)
{
	assert(argc > 0 && line->options && line->run);
	struct arena arena = {0};
	int status = read_and_run(line, &arena, argc, argv);
	arena_drop(&arena);
	return status;
}
