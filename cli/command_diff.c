/* SPDX-License-Identifier: Apache-2.0 */
#include <stdio.h>

#include "base/utf8.h"
#include "checked_spec.h"
#include "command.h"
#include "files.h"
#include "options.h"
#include "report/diff_report.h"
#include "values.h"

/* The rows of the table of options. */
enum diff_option {
	OPTION_FORMAT,
	OPTION_FRAMEWORK,
	OPTION_HARDWARE,
	OPTION_TENSOR,
	OPTION_GROUPS,
	OPTION_COST,
	OPTION_EXPLAIN,
	OPTION_COLOR,
	OPTION_HELP,
	OPTION_END
};

static const struct option options[] = {
    [OPTION_FORMAT] = {"format", "text|json|csv", "how to write the difference (default: text)"},
    [OPTION_FRAMEWORK] = {"framework", "NAME==VERSION",
                          "compare for this one, whatever the files say"},
    [OPTION_HARDWARE] = {"hardware", "NAME", "both on this: v5e-16, v5e:4x4 or 2xv6e-256"},
    [OPTION_TENSOR] = {"tensor", "PATTERN",
                       "only tensors whose name matches; * and ? as in file names"},
    [OPTION_GROUPS] = {"groups", NULL, "show the groups and pairs of the collectives (json)"},
    [OPTION_COST] = {"cost", "calibrated|textbook",
                     "how times are estimated (default: calibrated)"},
    [OPTION_EXPLAIN] = {"explain", NULL, "say what the times assume"},
    [OPTION_COLOR] = {"color", "auto|always|never", "colour findings (default: auto)"},
    [OPTION_HELP] = {"help", NULL, "show this help"},
    [OPTION_END] = {0},
};

/* What the command line asks for. */
struct request {
	struct check_options check;
	struct plan_options plan;
	struct diff_report_options output;
	struct report_options report;
	const struct diff_format *format;
	const char *paths[2];
	size_t npaths;
	bool help;
};

/* What --help shows. */
static void print_help(void)
{
	fputs("Usage: shardctl diff [OPTIONS] BEFORE AFTER\n"
	      "\n"
	      "Says what changes between two layouts, tensor by tensor, and what moving from one "
	      "to the\n"
	      "other takes: collectives on the same devices, transfers between different ones.\n"
	      "\n"
	      "Options:\n",
	      stdout);
	options_help(options);
	fputs("\n"
	      "Exit status: 0 compared, 1 a spec has errors, 2 the run failed.\n"
	      "\n"
	      "Example:\n"
	      "  shardctl diff train.yaml serve.yaml\n",
	      stdout);
}

/* Takes one of the two files; false after a message when it is a third. */
static bool take_operand(const struct argument *argument, struct request *request)
{
	if (request->npaths == 2) {
		fputs("shardctl: diff takes two files\n", stderr);
		return false;
	}
	request->paths[request->npaths++] = argument->value;
	return true;
}

/* Takes one argument of the command line; false after a message. */
static bool take(struct arena *arena, const struct argument *argument, struct request *request)
{
	if (!argument->option)
		return take_operand(argument, request);
	switch ((enum diff_option)(argument->option - options)) {
	case OPTION_FORMAT:
		request->format = diff_format_named(str_of(argument->value));
		return request->format || value_refused(arena, argument);
	case OPTION_FRAMEWORK:
		return value_framework(arena, argument, &request->check.overrides);
	case OPTION_HARDWARE:
		return value_hardware(arena, argument, &request->check.overrides);
	case OPTION_TENSOR:
		request->plan.pattern = str_of(argument->value);
		return true;
	case OPTION_GROUPS:
		request->output.groups = request->plan.setting.groups = true;
		return true;
	case OPTION_COST:
		return value_cost(arena, argument, &request->plan.setting.cost);
	case OPTION_EXPLAIN:
		request->plan.setting.explain = true;
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
	request->format = &diff_text_format;
	request->plan.setting.cost = COST_CALIBRATED;
	if (!arguments || !color_wanted("auto", &request->report.color))
		return false;
	for (size_t i = 0; i < count; i++)
		if (!take(arena, &arguments[i], request))
			return false;
	if (request->npaths < 2 && !request->help)
		fputs("shardctl: diff needs two files; 'shardctl diff --help' shows the options\n",
		      stderr);
	return request->npaths == 2 || request->help;
}

/* Plans one of the two files; its exit status, with the plan and the framework's name. */
static int plan_side(struct arena *arena, struct arena *scratch, const struct request *request,
                     const char *path, const struct plan **plan, struct str *framework)
{
	struct check_result result;
	struct plan_options plan_options = request->plan;
	int status =
	    checked_spec_read(arena, scratch, path, &request->check, &request->report, &result);
	if (status != STATUS_CLEAN)
		return status;
	plan_options.setting.release = checked_spec_release(&result.spec->framework);
	*plan = plan_make(arena, scratch, &result, &plan_options);
	*framework = result.framework;
	return STATUS_CLEAN;
}

/* Whether a file has a tensor to compare; else says that the pattern matches none, lest a mistyped
 * one look as if nothing had changed. */
static bool pattern_known(struct arena *arena, const struct plan *before, const struct plan *after,
                          struct str pattern)
{
	if (!pattern.s || before->ntensors || after->ntensors)
		return true;
	struct str shown = utf8_escaped(arena, pattern);
	fprintf(stderr, "shardctl: no tensor of either file matches '%.*s'\n", STR_ARG(shown));
	return false;
}

/* Plans both files and writes what differs; the exit status. Both are read even when the first has
 * errors, so that one run shows the errors of both, and the worse status counts. */
static int compare(struct arena *arena, struct arena *scratch, struct request *request)
{
	const struct plan *before = NULL, *after = NULL;
	struct diff_report_options *output = &request->output;
	int first = plan_side(arena, scratch, request, request->paths[0], &before,
	                      &output->framework_before);
	int second =
	    plan_side(arena, scratch, request, request->paths[1], &after, &output->framework_after);
	if (first != STATUS_CLEAN || second != STATUS_CLEAN)
		return first > second ? first : second;
	if (!pattern_known(arena, before, after, request->plan.pattern))
		return STATUS_FAILED;
	struct arena written = {0};
	struct stream out = {.buf = {.arena = &written}, .write = output_write};
	/* What moves is compiled by the framework that the layout moves to. */
	struct step_setting setting = request->plan.setting;
	setting.release = checked_spec_release(&after->spec->framework);
	request->format->write(&out, scratch, diff_make(arena, scratch, before, after, &setting),
	                       output);
	bool whole = !out.failed && output_write(&out.buf) && output_finish();
	arena_drop(&written);
	return whole ? STATUS_CLEAN : STATUS_FAILED;
}

int command_diff(int argc, char **argv)
{
	struct arena arena = {0}, scratch = {0};
	struct request request = {0};
	int status = STATUS_FAILED;
	if (read_request(&arena, argc, argv, &request)) {
		if (request.help) {
			print_help();
			status = output_finish() ? STATUS_CLEAN : STATUS_FAILED;
		} else {
			status = compare(&arena, &scratch, &request);
		}
	}
	arena_drop(&arena);
	arena_drop(&scratch);
	return status;
}
