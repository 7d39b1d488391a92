/* SPDX-License-Identifier: Apache-2.0 */
#include <stdio.h>

#include "base/utf8.h"
#include "cli/arguments/command_line.h"
#include "cli/check/checked_spec.h"
#include "cli/files/files.h"
#include "notation/convert.h"
#include "plan/program_tensors.h"
#include "report/report.h"
#include "spec/script/notebook.h"
#include "spec/script/script.h"
#include "spec/tensor_name.h"
#include "cli/arguments/values.h"

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
	fprintf(stderr, "shardctl: '%s' is not a value of '--%s': write %s\n",
	        utf8_escaped(arena, str_of(argument->value)).s, argument->option->name,
	        argument->option->help);
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
     "read the file as for this release, whatever it says: torch_xla==2.9.0", value_framework,
     offsetof(struct request, overrides)},
    {"mesh", "AXIS=SIZE,…", "try another mesh: data=8,model=4, or NAME:data=8 of several",
     value_mesh, offsetof(struct request, overrides)},
    {"devices", "N", "how many devices there are, where a program asks", value_devices,
     offsetof(struct request, overrides)},
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
static void add_tensor(struct json *json, const struct request *request,
                       const struct tensor *tensor, struct str sharding)
{
	if (request->format == FORMAT_JSON) {
		json_line(json, 2);
		json_open(json, NULL, '{');
		json_text(json, "name", tensor->name);
		if (sharding.s)
			json_text(json, "sharding", sharding);
		else
			json_null(json, "sharding");
		json_close(json, '}');
	} else if (sharding.s) {
		utf8_add_escaped(json->out, tensor->name);
		buf_puts(json->out, "  ");
		utf8_add_escaped(json->out, sharding);
		buf_putc(json->out, '\n');
	}
}

/* Converts the tensors asked for, one after the other: the scratch memory of one is given back
 * before the next, so that a file of many needs no more than its largest. */
static void convert_tensors(struct json *json, const struct spec *spec,
                            const struct converter *converter, const struct request *request,
                            struct diags *diags, struct outcome *outcome)
{
	struct arena *scratch = json->scratch;
	for (uint32_t i = 0; i < spec_tensor_count(spec); i++) {
		struct arena_mark mark = arena_mark(scratch);
		const struct tensor *tensor = spec_tensor(scratch, spec, i, diags);
		if (!tensor->repeats && wanted(request, tensor)) {
			struct str sharding =
			    convert_layout(scratch, converter, tensor, request->target, diags);
			add_tensor(json, request, tensor, sharding);
			outcome->matched++;
		}
		arena_rewind(scratch, mark);
	}
}

/* The spec with the arrays of its program, which are converted as its tensors are. What is wrong
 * with a file of Python is among the findings of the result. */
static const struct spec *run_program(struct arena *arena, struct arena *scratch,
                                      const struct source *source, const struct request *request,
                                      struct check_result *result)
{
	const struct check_options check = {.overrides = request->overrides};
	checked_source(arena, scratch, source, request->path, &check, result);
	return program_spec(arena, result);
}

/* The findings of converting behind the errors of the check. */
static void join_findings(struct arena *arena, const struct diags *diags,
                          struct check_result *result)
{
	uint32_t count, kept = 0;
	const struct diag **converting = diags_sorted(arena, diags, &count),
			  **joined = arena_new(arena, const struct diag *, count + result->ndiags);
	for (uint32_t i = 0; i < result->ndiags; i++)
		if (result->diags[i]->severity == SEVERITY_ERROR)
			joined[kept++] = result->diags[i];
	result->errors = kept;
	for (uint32_t i = 0; i < count; i++) {
		joined[kept++] = converting[i];
		result->errors += converting[i]->severity == SEVERITY_ERROR;
	}
	result->diags = joined;
	result->ndiags = kept;
}

/* Converts the layouts of a source and appends them; the findings are in the outcome. */
static struct outcome convert_source(struct arena *arena, struct json *json,
                                     const struct source *source, const struct request *request)
{
	struct outcome outcome = {.result = {.source = source, .framework = STR("")}};
	struct check_result *result = &outcome.result, ran;
	struct diags *diags = arena_new(arena, struct diags, 1);
	bool script = source_is_script(source) || source_is_notebook(source);
	*diags = diags_make(arena);
	const struct spec *spec =
	    script ? run_program(arena, json->scratch, source, request, result)
		   : spec_read(arena, json->scratch, source, &request->overrides, diags);
	if (spec && spec->program && !script)
		spec = run_program(arena, json->scratch, source, request, &ran);
	if (spec) {
		result->framework = spec->framework.broken ? STR("") : spec->framework.text;
		convert_tensors(json, spec, converter_make(arena, spec, diags), request, diags,
		                &outcome);
	}
	join_findings(arena, diags, result);
	return outcome;
}

/* Writes the findings behind the tensors; in JSON that ends the document. */
static void add_findings(struct json *json, const struct request *request,
                         const struct check_result *result)
{
	struct report_options report = request->report;
	report.quiet = true; /* no summary of a verdict */
	if (request->format != FORMAT_JSON) {
		text_format.file(json->out, json->scratch, result, &report, &(bool){false});
		return;
	}
	json_close(json, ']');
	json_line(json, 1);
	json_add_diagnostics(json, result, &report);
	json_close(json, '}');
	buf_putc(json->out, '\n');
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
		struct json json = {.out = &out, .scratch = scratch};
		buf_puts(&out,
		         request->format == FORMAT_JSON ? "{\"version\": 1,\n \"tensors\": [" : "");
		struct outcome outcome = convert_source(arena, &json, &source, request);
		add_findings(&json, request, &outcome.result);
		status = outcome.result.errors ? STATUS_FINDINGS : STATUS_CLEAN;
		/* With errors the tensor may be one that could not be read, so they are enough. */
		if (request->glob && !outcome.matched && !outcome.result.errors) {
			fprintf(stderr, "shardctl: no tensor is called '%s'\n",
			        utf8_escaped(scratch, str_of(request->glob)).s);
			status = STATUS_FAILED;
		}
		if (!output_end(&out))
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
