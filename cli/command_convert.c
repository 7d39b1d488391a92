/* SPDX-License-Identifier: Apache-2.0 */
#include <stdio.h>

#include "base/utf8.h"
#include "command_line.h"
#include "files.h"
#include "notation/convert.h"
#include "report/json_text.h"
#include "report/report.h"
#include "spec/tensor_name.h"
#include "values.h"

/* What the command line asks for. */
struct request {
	struct spec_overrides overrides;
	const char *path, *glob;
	struct report_options report;
	enum notation_target target;
	enum output_format format;
	bool has_target;
};

/* What came of a file. */
struct outcome {
	struct check_result result;
	uint32_t matched; /* tensors whose name fits the glob */
};

/* Says which notations there are: the list is too long for the argument of the option, where
 * value_refused looks, so it stands in its help. */
static bool bad_notation(struct arena *arena, const struct argument *argument)
{
	struct str shown = utf8_escaped(arena, str_of(argument->value));
	fprintf(stderr, "shardctl: '%.*s' is no value of '--%s': write %s\n", STR_ARG(shown),
	        argument->option->name, argument->option->help);
	return false;
}

static bool read_target(struct arena *arena, const struct argument *argument, void *data)
{
	struct request *request = data;
	request->has_target = notation_target_named(str_of(argument->value), &request->target);
	return request->has_target || bad_notation(arena, argument);
}

static const struct option options[] = {
    {"to", "NOTATION",
     "partition-spec, list, hlo, hlo-v1, hlo-named, shardy, mark_sharding or dtensor", read_target,
     0},
    {"format", "text|json", "how to write the result (default: text)", value_format,
     offsetof(struct request, format)},
    {"tensor", "PATTERN", "only tensors whose name matches; * and ? as in file names", option_word,
     offsetof(struct request, glob)},
    {"framework", "NAME==VERSION",
     "read the file as for this one, whatever it says: torch_xla==2.9.0", value_framework,
     offsetof(struct request, overrides)},
    {"mesh", "AXIS=SIZE,…", "try another mesh: data=8,model=4, or NAME:data=8 of several",
     value_mesh, offsetof(struct request, overrides)},
    {"color", "auto|always|never", "colour the findings (default: auto; NO_COLOR is respected)",
     value_color, offsetof(struct request, report.color)},
    OPTIONS_END,
};

/* There is no usual notation, so --to must be given. */
static bool complete(struct arena *arena, void *data)
{
	const struct request *request = data;
	if (!request->has_target)
		fputs("shardctl: convert needs '--to NOTATION'; 'shardctl convert --help' lists "
		      "them\n",
		      stderr);
	return request->has_target;
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
	if (request->format == FORMAT_JSON) {
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
	if (request->format != FORMAT_JSON) {
		text_format.file(out, scratch, result, &report, true);
		return;
	}
	buf_puts(out, "],\n \"diagnostics\": [");
	json_add_diagnostics(out, scratch, result, &report);
	buf_puts(out, "]}\n");
}

/* Converts the file and writes what came of it, findings or not; the exit status. */
static int run(struct arena *arena, struct arena *scratch, void *data)
{
	const struct request *request = data;
	struct arena output = {0};
	struct buf out = {.arena = &output};
	struct source source;
	int status = STATUS_FAILED;
	if (file_read(arena, request->path, &source)) {
		buf_puts(&out,
		         request->format == FORMAT_JSON ? "{\"version\": 1,\n \"tensors\": [" : "");
		struct outcome outcome = convert_source(arena, scratch, &out, &source, request);
		add_findings(&out, scratch, request, &outcome.result);
		status = outcome.result.errors ? STATUS_FINDINGS : STATUS_CLEAN;
		/* With errors the tensor may be one that could not be read, so they are enough. */
		if (request->glob && !outcome.matched && !outcome.result.errors) {
			struct str shown = utf8_escaped(scratch, str_of(request->glob));
			fprintf(stderr, "shardctl: no tensor is called '%.*s'\n", STR_ARG(shown));
			status = STATUS_FAILED;
		}
		if (!output_write(&out) || !output_finish())
			status = STATUS_FAILED;
	}
	arena_drop(&output);
	return status;
}

const struct command_line command_convert = {
    .about = "Usage: shardctl convert --to NOTATION [OPTIONS] FILE\n"
	     "\n"
	     "Writes the layout of each tensor in another notation, one line a tensor. What the "
	     "notation\n"
	     "cannot say is a finding, never an approximation. '-' reads standard input.\n",
    .notes = "\n"
	     "Exit status: 0 all converted, 1 findings, 2 the run failed.\n"
	     "\n"
	     "Example:\n"
	     "  shardctl convert --to hlo --tensor 'layers.*' layout.yaml\n",
    .options = options,
    .request_size = sizeof(struct request),
    .color = offsetof(struct request, report.color),
    .path = offsetof(struct request, path),
    .complete = complete,
    .run = run,
};
