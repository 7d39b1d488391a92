/* SPDX-License-Identifier: Apache-2.0 */
#include "command_line.h"

#include <stdio.h>

#include "files.h"

/* Takes one argument into the request; false after a message. */
static bool take(const struct command_line *line, struct arena *arena,
                 const struct argument *argument, char *request)
{
	const struct option *option = argument->option;
	if (!option)
		return line->operand(arena, argument->value, request);
	return option->read(arena, argument, request + option->field);
}

/* Whether --help is among the arguments. */
static bool asks_help(const struct argument *arguments, size_t count)
{
	for (size_t i = 0; i < count; i++)
		if (arguments[i].option && arguments[i].option->read == option_help)
			return true;
	return false;
}

static int show_help(const struct command_line *line)
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
	if (!arguments || (line->begin && !line->begin(request)))
		return STATUS_FAILED;
	for (size_t i = 0; i < count; i++)
		if (!take(line, arena, &arguments[i], request))
			return STATUS_FAILED;
	if (asks_help(arguments, count))
		return show_help(line);
	if (line->complete && !line->complete(arena, request))
		return STATUS_FAILED;
	struct arena scratch = {0};
	int status = line->run(arena, &scratch, request);
	arena_drop(&scratch);
	return status;
}

int command_line_run(const struct command_line *line, int argc, char **argv)
{
	struct arena arena = {0};
	int status = read_and_run(line, &arena, argc, argv);
	arena_drop(&arena);
	return status;
}
