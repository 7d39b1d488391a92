/* SPDX-License-Identifier: Apache-2.0 */
#include <stdio.h>

#include "base/utf8.h"
#include "command.h"
#include "files.h"
#include "notation/convert.h"
#include "options.h"
#include "report/json_text.h"
#include "report/report.h"
#include "spec/tensor_name.h"
#include "values.h"

/* The rows of the table of options. */
enum convert_option {
	OPTION_TO,
	OPTION_FORMAT,
	OPTION_TENSOR,
	OPTION_FRAMEWORK,
	OPTION_MESH,
	OPTION_COLOR,
	OPTION_HELP,
	OPTION_END
};

static const struct option options[] = {
    [OPTION_TO] =
	{"to", "NOTATION",
         "partition-spec, list, hlo, hlo-v1, hlo-named, shardy, mark_sharding or dtensor"},
    [OPTION_FORMAT] = {"format", "text|json", "how to write the result (default: text)"},
    [OPTION_TENSOR] = {"tensor", "PATTERN",
                       "only tensors whose name matches; * and ? as in file names"},
    [OPTION_FRAMEWORK] = {"framework", "NAME==VERSION",
                          "read the file as for this one, whatever it says: torch_xla==2.9.0"},
    [OPTION_MESH] = {"mesh", "AXIS=SIZE,…",
                     "try another mesh: data=8,model=4, or NAME:data=8 of several"},
    [OPTION_COLOR] = {"color", "auto|always|never",
                      "colour the findings (default: auto; NO_COLOR is respected)"},
    [OPTION_HELP] = {"help", NULL, "show this help"},
    [OPTION_END] = {0},
};

/* What the command line asks for. */
struct request {
	const char *path, *glob;
	struct spec_overrides overrides;
	struct report_options report;
	enum notation_target target;
	bool has_target, json, help;
};

/* What came of a file. */
struct outcome {
	struct check_result result;
	uint32_t matched; /* tensors whose name fits the glob */
};

/* What --help shows. */
static void print_help(void)
{
	fputs("Usage: shardctl convert --to NOTATION [OPTIONS] FILE\n"
	      "\n"
	      "Writes the layout of each tensor in another notation, one line a tensor. What the "
	      "notation\n"
	      "cannot say is a finding, never an approximation. '-' reads standard input.\n"
	      "\n"
	      "Options:\n",
	      stdout);
	options_help(options);
	fputs("\n"
	      "Exit status: 0 all converted, 1 findings, 2 the run failed.\n"
	      "\n"
	      "Example:\n"
	      "  shardctl convert --to hlo --tensor 'layers.*' layout.yaml\n",
	      stdout);
}

/* Says which notations there are: the list is too long for the argument of the option, where
 * value_refused looks, so it stands in its help. */
static bool bad_notation(struct arena *arena, const struct argument *argument)
{
	struct str shown = utf8_escaped(arena, str_of(argument->value));
	fprintf(stderr, "shardctl: '%.*s' is no value of '--%s': write %s\n", STR_ARG(shown),
	        argument->option->name, argument->option->help);
	return false;
}

/* Takes text or json; false after a message. */
static bool read_format(struct arena *arena, const struct argument *argument,
                        struct request *request)
{
	request->json = strcmp(argument->value, "json") == 0;
	return request->json || strcmp(argument->value, "text") == 0 ||
	       value_refused(arena, argument);
}

/* Takes the file; false after a message when it is a second one. */
static bool take_path(const struct argument *argument, struct request *request)
{
	if (request->path)
		fputs("shardctl: convert takes one file\n", stderr);
	bool first = !request->path;
	request->path = argument->value;
	return first;
}

/* Takes one argument of the command line; false after a message. */
static bool take(struct arena *arena, const struct argument *argument, struct request *request)
{
	if (!argument->option)
		return take_path(argument, request);
	struct str value = argument->value ? str_of(argument->value) : STR("");
	switch ((enum convert_option)(argument->option - options)) {
	case OPTION_TO:
		request->has_target = notation_target_named(value, &request->target);
		return request->has_target || bad_notation(arena, argument);
	case OPTION_FORMAT:
		return read_format(arena, argument, request);
	case OPTION_TENSOR:
		request->glob = argument->value;
		return true;
	case OPTION_FRAMEWORK:
		return value_framework(arena, argument, &request->overrides);
	case OPTION_MESH:
		return value_mesh(arena, argument, &request->overrides);
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

/* Reads the command line into the request; false after a message. There is no usual notation, so
 * --to must be given. */
static bool read_request(struct arena *arena, int argc, char **argv, struct request *request)
{
	size_t count;
	const struct argument *arguments = options_read(arena, options, argc, argv, &count);
	if (!arguments || !color_wanted("auto", &request->report.color))
		return false;
	for (size_t i = 0; i < count; i++)
		if (!take(arena, &arguments[i], request))
			return false;
	if (request->help)
		return true;
	if (!request->path)
		fputs("shardctl: convert needs a file; '-' is standard input, 'shardctl convert "
		      "--help' shows the options\n",
		      stderr);
	else if (!request->has_target)
		fputs("shardctl: convert needs '--to NOTATION'; 'shardctl convert --help' lists "
		      "them\n",
		      stderr);
	return request->path && request->has_target;
}

/* Whether the tensor is asked for; without a pattern all are. */
static bool wanted(const struct request *request, const struct tensor *tensor)
{
	return !request->glob || tensor_name_matches(str_of(request->glob), tensor->name);
}

/* Writes the line of one tensor. What could not be converted is null in JSON, where all tensors are
 * listed, and left out of the text, where its finding stands instead. */
static void add_tensor(struct buf *out, struct arena *scratch, const struct request *request,
                       const struct tensor *tensor, struct str sharding, bool first)
{
	if (request->json) {
		buf_puts(out, first ? "\n  {\"name\": " : ",\n  {\"name\": ");
		json_add_string(out, scratch, tensor->name);
		buf_puts(out, ", \"sharding\": ");
		if (sharding.s)
			json_add_string(out, scratch, sharding);
		else
			buf_puts(out, "null");
		buf_putc(out, '}');
	} else if (sharding.s) {
		utf8_add_escaped(out, tensor->name);
		buf_puts(out, "  ");
		utf8_add_escaped(out, sharding);
		buf_putc(out, '\n');
	}
}

/* Converts the tensors asked for, one after the other: the scratch memory of one is given back
 * before the next, so that a file of many needs no more than its largest. */
static void convert_tensors(struct buf *out, struct arena *scratch, const struct spec *spec,
                            const struct converter *converter, const struct request *request,
                            struct diags *diags, struct outcome *outcome)
{
	for (uint32_t i = 0; i < spec_tensor_count(spec); i++) {
		struct arena_mark mark = arena_mark(scratch);
		const struct tensor *tensor = spec_tensor(scratch, spec, i, diags);
		if (wanted(request, tensor)) {
			struct str sharding =
			    convert_layout(scratch, converter, tensor, request->target, diags);
			add_tensor(out, scratch, request, tensor, sharding, !outcome->matched++);
		}
		arena_rewind(scratch, mark);
	}
}

/* Converts the layouts of a source and appends them; the findings are in the outcome. */
static struct outcome convert_source(struct arena *arena, struct arena *scratch, struct buf *out,
                                     const struct source *source, const struct request *request)
{
	struct outcome outcome = {.result = {.source = source, .framework = STR("")}};
	struct check_result *result = &outcome.result;
	struct diags *diags = arena_new(arena, struct diags, 1);
	*diags = diags_make(arena);
	const struct spec *spec = spec_read(arena, scratch, source, &request->overrides, diags);
	if (spec) {
		result->framework = spec->framework.broken ? STR("") : spec->framework.text;
		convert_tensors(out, scratch, spec, converter_make(arena, spec, diags), request,
		                diags, &outcome);
	}
	result->diags = diags_sorted(arena, diags, &result->ndiags);
	for (uint32_t i = 0; i < result->ndiags; i++)
		result->errors += result->diags[i]->severity == SEVERITY_ERROR;
	return outcome;
}

/* Writes the findings behind the tensors; in JSON that ends the document. */
static void add_findings(struct buf *out, struct arena *scratch, const struct request *request,
                         const struct check_result *result)
{
	struct report_options report = request->report;
	report.quiet = true; /* no summary of a verdict */
	if (!request->json) {
		text_format.file(out, scratch, result, &report, true);
		return;
	}
	buf_puts(out, "],\n \"diagnostics\": [");
	json_add_diagnostics(out, scratch, result, &report);
	buf_puts(out, "]}\n");
}

/* Converts the file and writes what came of it, findings or not; the exit status. */
static int run(const struct request *request)
{
	struct arena arena = {0}, scratch = {0}, output = {0};
	struct buf out = {.arena = &output};
	struct source source;
	int status = STATUS_FAILED;
	if (file_read(&arena, request->path, &source)) {
		buf_puts(&out, request->json ? "{\"version\": 1,\n \"tensors\": [" : "");
		struct outcome outcome = convert_source(&arena, &scratch, &out, &source, request);
		add_findings(&out, &scratch, request, &outcome.result);
		status = outcome.result.errors ? STATUS_FINDINGS : STATUS_CLEAN;
		/* With errors the tensor may be one that could not be read, so they are enough. */
		if (request->glob && !outcome.matched && !outcome.result.errors) {
			struct str shown = utf8_escaped(&scratch, str_of(request->glob));
			fprintf(stderr, "shardctl: no tensor is called '%.*s'\n", STR_ARG(shown));
			status = STATUS_FAILED;
		}
		if (!output_write(&out) || !output_finish())
			status = STATUS_FAILED;
	}
	arena_drop(&arena);
	arena_drop(&scratch);
	arena_drop(&output);
	return status;
}

int command_convert(int argc, char **argv)
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
