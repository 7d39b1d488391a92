/* SPDX-License-Identifier: Apache-2.0 */
#include <stdio.h>

#include "command.h"
#include "files.h"
#include "options.h"
#include "report/report.h"
#include "values.h"

/* The rows of the table of options. */
enum check_option {
	OPTION_FORMAT,
	OPTION_FRAMEWORK,
	OPTION_MESH,
	OPTION_HARDWARE,
	OPTION_STRICT,
	OPTION_IGNORE,
	OPTION_QUIET,
	OPTION_COLOR,
	OPTION_HELP,
	OPTION_END
};

static const struct option options[] = {
    [OPTION_FORMAT] = {"format", "text|json", "how to write the findings (default: text)"},
    [OPTION_FRAMEWORK] = {"framework", "NAME==VERSION",
                          "judge as this one, whatever the file says: jax==0.6.0"},
    [OPTION_MESH] = {"mesh", "AXIS=SIZE,…",
                     "try another mesh: data=8,model=4, or NAME:data=8 of several"},
    [OPTION_HARDWARE] = {"hardware", "NAME", "lay meshes on this: v5e-16, v5e:4x4 or 2xv6e-256"},
    [OPTION_STRICT] = {"strict", NULL, "warnings and unknown verdicts count as findings"},
    [OPTION_IGNORE] = {"ignore", "NAME,…", "do not show these findings; may be repeated"},
    [OPTION_QUIET] = {"quiet", NULL, "show errors only"},
    [OPTION_COLOR] = {"color", "auto|always|never",
                      "colour the text (default: auto; NO_COLOR is respected)"},
    [OPTION_HELP] = {"help", NULL, "show this help"},
    [OPTION_END] = {0},
};

/* What the command line asks for. */
struct request {
	struct check_options check;
	struct report_options report;
	const struct format *format;
	const char **paths;
	size_t npaths;
	bool strict, help;
};

/* What --help shows. */
static void print_help(void)
{
	fputs("Usage: shardctl check [OPTIONS] FILE…\n"
	      "\n"
	      "Gives the verdict of the framework on each spec, and every mistake with its place "
	      "and what to\n"
	      "write instead. '-' reads standard input.\n"
	      "\n"
	      "Options:\n",
	      stdout);
	options_help(options);
	fputs("\n"
	      "Exit status: 0 nothing found, 1 findings, 2 the run failed.\n"
	      "\n"
	      "Example:\n"
	      "  shardctl check --framework jax==0.6.0 --mesh data=8,model=4 layout.yaml\n",
	      stdout);
}

/* Marks the findings of a list NAME,… as ignored; false after a message about one that is none. */
static bool read_ignored(struct arena *arena, const char *value, bool *ignored)
{
	struct str list = str_of(value);
	for (size_t at = 0; at <= list.len;) {
		size_t comma = str_find(list, ',', at);
		struct str name = str_trim(str_slice(list, at, comma));
		const struct rule *rule = value_rule(arena, name);
		if (!rule)
			return false;
		ignored[rule - rule_of((enum rule_id)0)] = true;
		at = comma + 1;
	}
	return true;
}

/* Takes one argument of the command line; false after a message. */
static bool take(struct arena *arena, const struct argument *argument, struct request *request)
{
	if (!argument->option) {
		request->paths[request->npaths++] = argument->value;
		return true;
	}
	switch ((enum check_option)(argument->option - options)) {
	case OPTION_FORMAT:
		request->format = format_named(str_of(argument->value));
		return request->format || value_refused(arena, argument);
	case OPTION_FRAMEWORK:
		return value_framework(arena, argument, &request->check.overrides);
	case OPTION_MESH:
		return value_mesh(arena, argument, &request->check.overrides);
	case OPTION_HARDWARE:
		return value_hardware(arena, argument, &request->check.overrides);
	case OPTION_STRICT:
		request->strict = true;
		return true;
	case OPTION_IGNORE:
		return read_ignored(arena, argument->value, request->check.ignored);
	case OPTION_QUIET:
		request->report.quiet = true;
		return true;
	case OPTION_COLOR:
		return value_color(arena, argument, &request->report.color);
	case OPTION_HELP:
		request->help = true;
		return true;
	case OPTION_END:
		break;
	}
	return true;
}

/* Reads the command line into the request; false after a message. */
static bool read_request(struct arena *arena, int argc, char **argv, struct request *request)
{
	size_t count;
	const struct argument *arguments = options_read(arena, options, argc, argv, &count);
	if (!arguments)
		return false;
	request->format = &text_format;
	request->paths = arena_new(arena, const char *, count);
	if (!color_wanted("auto", &request->report.color))
		return false;
	for (size_t i = 0; i < count; i++)
		if (!take(arena, &arguments[i], request))
			return false;
	if (!request->npaths && !request->help)
		fputs("shardctl: check needs a file; '-' is standard input, 'shardctl check "
		      "--help' shows the options\n",
		      stderr);
	return request->npaths || request->help;
}

/* Adds the counts of one file to those of the run. */
static void add_totals(struct report_totals *totals, const struct check_result *result)
{
	totals->files++;
	totals->errors += result->errors;
	totals->warnings += result->warnings;
	totals->notes += result->notes;
}

/* Checks all files, one after the other, in two arenas that each file gives back, so that memory is
 * that of the largest. A file that cannot be read does not keep the others from being checked. */
static int run(const struct request *request)
{
	struct arena arena = {0}, scratch = {0}, output = {0};
	struct buf out = {.arena = &output};
	struct report_totals totals = {0};
	int status = STATUS_CLEAN;
	bool written = true;
	request->format->begin(&out, &request->report);
	for (size_t i = 0; i < request->npaths && written; i++) {
		struct arena_mark mark = arena_mark(&arena);
		struct source source;
		if (file_read(&arena, request->paths[i], &source)) {
			struct check_result result =
			    check_source(&arena, &scratch, &source, &request->check);
			request->format->file(&out, &scratch, &result, &request->report,
			                      totals.files == 0);
			add_totals(&totals, &result);
			bool counts = result.errors ||
			              (request->strict &&
			               (result.warnings || result.verdict == VERDICT_UNKNOWN));
			status = status == STATUS_CLEAN && counts ? STATUS_FINDINGS : status;
			written = output_write(&out);
		} else {
			status = STATUS_FAILED;
		}
		arena_rewind(&arena, mark);
		arena_rewind(&scratch, (struct arena_mark){0});
	}
	if (written)
		request->format->end(&out, &totals, &request->report);
	if (!written || !output_write(&out) || !output_finish())
		status = STATUS_FAILED;
	arena_drop(&arena);
	arena_drop(&scratch);
	arena_drop(&output);
	return status;
}

/* Reads the command line, then shows the help or checks the files. */
int command_check(int argc, char **argv)
{
	struct arena arena = {0};
	struct request request = {0};
	int status = STATUS_FAILED;
	if (read_request(&arena, argc, argv, &request)) {
		if (request.help) {
			print_help();
			status = output_finish() ? STATUS_CLEAN : STATUS_FAILED;
		} else {
			status = run(&request);
		}
	}
	arena_drop(&arena);
	return status;
}
