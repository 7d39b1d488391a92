/* SPDX-License-Identifier: Apache-2.0 */
#include <stdio.h>

#include "base/utf8.h"
#include "command.h"
#include "diag/suggest.h"
#include "files.h"
#include "options.h"
#include "report/plan_report.h"
#include "report/report.h"

enum plan_option {
	OPTION_FORMAT,
	OPTION_FRAMEWORK,
	OPTION_MESH,
	OPTION_TENSOR,
	OPTION_DEVICE,
	OPTION_SLICES,
	OPTION_GROUPS,
	OPTION_COST,
	OPTION_COLOR,
	OPTION_HELP,
	OPTION_END
};

static const struct option options[] = {
    [OPTION_FORMAT] = {"format", "text|json|csv", "how to write the plan (default: text)"},
    [OPTION_FRAMEWORK] = {"framework", "NAME==VERSION",
                          "plan for this one, whatever the file says"},
    [OPTION_MESH] = {"mesh", "AXIS=SIZE,…", "try another mesh: data=8,model=4"},
    [OPTION_TENSOR] = {"tensor", "PATTERN",
                       "only tensors whose name matches; * and ? as in file names"},
    [OPTION_DEVICE] = {"device", "N", "show what this device holds"},
    [OPTION_SLICES] = {"slices", NULL, "show which devices hold which slice"},
    [OPTION_GROUPS] = {"groups", NULL, "show the groups and pairs of the collectives (json)"},
    [OPTION_COST] = {"cost", "calibrated|textbook",
                     "how times are estimated (default: calibrated)"},
    [OPTION_COLOR] = {"color", "auto|always|never", "colour findings (default: auto)"},
    [OPTION_HELP] = {"help", NULL, "show this help"},
    [OPTION_END] = {0},
};

struct request {
	struct check_options check;
	struct plan_options plan;
	struct plan_report_options output;
	struct report_options report;
	const struct plan_format *format;
	const char *path;
	bool help;
};

static void print_help(void)
{
	fputs("Usage: shardctl plan [OPTIONS] FILE\n"
	      "\n"
	      "Says what a layout costs: the shard of each tensor, the memory of a device, and for "
	      "every\n"
	      "'reshard_to' the collectives that XLA inserts, with their bytes and time. '-' reads "
	      "standard\n"
	      "input.\n"
	      "\n"
	      "Options:\n",
	      stdout);
	options_help(options);
	fputs("\n"
	      "Exit status: 0 planned, 1 the spec has errors, 2 the run failed.\n"
	      "\n"
	      "Example:\n"
	      "  shardctl plan --mesh fsdp=32 --slices --tensor '*embedding' layout.yaml\n",
	      stdout);
}

static bool bad_value(struct arena *arena, const struct argument *argument)
{
	struct str shown = utf8_escaped(arena, str_of(argument->value));
	fprintf(stderr, "shardctl: '%.*s' is no value of '--%s': write %s\n", STR_ARG(shown),
	        argument->option->name, argument->option->argument);
	return false;
}

static bool take_cost(struct arena *arena, const struct argument *argument, struct request *request)
{
	struct str word = str_of(argument->value);
	bool textbook = str_equal(word, STR("textbook"));
	request->plan.setting.cost = textbook ? COST_TEXTBOOK : COST_CALIBRATED;
	return textbook || str_equal(word, STR("calibrated")) || bad_value(arena, argument);
}

static bool take_operand(const struct argument *argument, struct request *request)
{
	if (request->path) {
		fputs("shardctl: plan takes one file\n", stderr);
		return false;
	}
	request->path = argument->value;
	return true;
}

/* Takes one argument of the command line; false after a message. */
static bool take(struct arena *arena, const struct argument *argument, struct request *request)
{
	if (!argument->option)
		return take_operand(argument, request);
	struct str value = str_of(argument->value ? argument->value : "");
	switch ((enum plan_option)(argument->option - options)) {
	case OPTION_FORMAT:
		request->format = plan_format_named(value);
		return request->format || bad_value(arena, argument);
	case OPTION_FRAMEWORK:
		request->check.overrides.framework = value;
		return true;
	case OPTION_MESH:
		request->check.overrides.mesh = value;
		return spec_mesh_override_valid(value) || bad_value(arena, argument);
	case OPTION_TENSOR:
		request->plan.pattern = value;
		return true;
	case OPTION_DEVICE:
		request->output.has_device = true;
		return (str_to_int64(value, &request->output.device) &&
		        request->output.device >= 0) ||
		       bad_value(arena, argument);
	case OPTION_SLICES:
		request->output.slices = true;
		return true;
	case OPTION_GROUPS:
		request->output.groups = request->plan.setting.groups = true;
		return true;
	case OPTION_COST:
		return take_cost(arena, argument, request);
	case OPTION_COLOR:
		return color_wanted(argument->value, &request->report.color) ||
		       bad_value(arena, argument);
	case OPTION_HELP:
		request->help = true;
		return true;
	case OPTION_END:
		break;
	}
	return true;
}

static bool read_request(struct arena *arena, int argc, char **argv, struct request *request)
{
	size_t count;
	const struct argument *arguments = options_read(arena, options, argc, argv, &count);
	request->format = &plan_text_format;
	request->plan.setting.cost = COST_CALIBRATED;
	if (!arguments || !color_wanted("auto", &request->report.color))
		return false;
	for (size_t i = 0; i < count; i++)
		if (!take(arena, &arguments[i], request))
			return false;
	if (!request->path && !request->help)
		fputs("shardctl: plan needs a file; '-' is standard input, 'shardctl plan --help' "
		      "shows the options\n",
		      stderr);
	return request->path || request->help;
}

/* Findings go to standard error, so that the plan alone is on standard output. */
static void complain(struct arena *scratch, const struct check_result *result, bool color)
{
	struct buf text = {.arena = scratch};
	struct report_options report = {color, .quiet = result->errors > 0};
	text_format.file(&text, scratch, result, &report, true);
	fwrite(text.data, 1, text.len, stderr);
}

/* Adds what the planner found in the parts of the spec that a check does not read. */
static void add_findings(struct arena *arena, struct check_result *result,
                         const struct diags *diags)
{
	uint32_t count;
	const struct diag **more = diags_sorted(arena, diags, &count);
	const struct diag **all =
	    arena_new(arena, const struct diag *, (size_t)result->ndiags + count);
	for (uint32_t i = 0; i < result->ndiags; i++)
		all[i] = result->diags[i];
	for (uint32_t i = 0; i < count; i++) {
		all[result->ndiags + i] = more[i];
		result->errors += more[i]->severity == SEVERITY_ERROR;
	}
	result->diags = all;
	result->ndiags += count;
}

/* Whether a mesh has the device asked for; else says which devices there are. */
static bool device_known(struct arena *arena, const struct spec *spec, int64_t device)
{
	enum { LISTED = 4 };
	struct buf text = {.arena = arena};
	for (uint32_t i = 0; i < spec->nmeshes; i++)
		if (mesh_position(&spec->meshes[i], device) >= 0)
			return true;
	buf_printf(&text, "shardctl: there is no device %lld: ", (long long)device);
	for (uint32_t i = 0; i < spec->nmeshes && i < LISTED; i++) {
		const struct mesh *mesh = &spec->meshes[i];
		int64_t size = mesh_size(mesh), least = 0, most = size - 1;
		for (int64_t j = 0; mesh->devices && j < size; j++) {
			least = j == 0 || mesh->devices[j] < least ? mesh->devices[j] : least;
			most = j == 0 || mesh->devices[j] > most ? mesh->devices[j] : most;
		}
		buf_puts(&text, i ? ", '" : "'");
		utf8_add_escaped(&text, mesh->name);
		buf_printf(&text, "' has %lld, from %lld to %lld", (long long)size,
		           (long long)least, (long long)most);
	}
	buf_puts(&text, spec->nmeshes ? "\n" : "the file has no mesh\n");
	fwrite(text.data, 1, text.len, stderr);
	return false;
}

/* Whether there is a tensor to plan; else says that the pattern matches none. */
static bool pattern_known(struct arena *arena, const struct plan *plan, struct str pattern)
{
	uint32_t count = spec_tensor_count(plan->spec);
	if (!pattern.s || plan->ntensors)
		return true;
	struct str *names = arena_new(arena, struct str, count);
	for (uint32_t i = 0; i < count; i++) {
		const struct node *key = node_key(plan->spec->tensors, i);
		names[i] = key->kind == NODE_SCALAR ? node_text(key) : STR("");
	}
	struct str near = suggest(pattern, names, count);
	struct str shown = utf8_escaped(arena, pattern), meant = utf8_escaped(arena, near);
	fprintf(stderr, "shardctl: no tensor matches '%.*s'", STR_ARG(shown));
	if (near.s)
		fprintf(stderr, "; did you mean '%.*s'?\n", STR_ARG(meant));
	else
		fprintf(stderr, ": the file has %u; '*%.*s*' finds the name anywhere\n", count,
		        STR_ARG(shown));
	return false;
}

/* Shardings keep their axes in HLO from jaxlib 0.11.2 on. */
static enum xla_release release_of(const struct framework *framework)
{
	struct version named = {{0, 11, 2}};
	bool newer =
	    framework->family == FRAMEWORK_JAX && version_compare(framework->version, named) >= 0;
	return newer ? XLA_NAMED_SHARDINGS : XLA_BEFORE_NAMED_SHARDINGS;
}

static int write_plan(struct arena *scratch, const struct request *request, const struct plan *plan)
{
	struct arena output = {0};
	struct stream out = {.buf = {.arena = &output}, .write = output_write};
	request->format->write(&out, scratch, plan, &request->output);
	bool written = !out.failed && output_write(&out.buf) && output_finish();
	arena_drop(&output);
	return written ? STATUS_CLEAN : STATUS_FAILED;
}

static int plan_file(struct arena *arena, struct arena *scratch, struct request *request,
                     const struct source *source)
{
	struct check_result result = check_source(arena, scratch, source, &request->check);
	struct diags diags = diags_make(arena);
	const struct plan *plan = NULL;
	if (result.verdict != VERDICT_INVALID && !result.errors) {
		request->plan.setting.release = release_of(&result.spec->framework);
		request->output.framework = result.framework;
		plan = plan_make(arena, scratch, result.spec, &request->plan, &diags);
	} else if (result.spec) {
		memory_settings_read(arena, result.spec, &diags);
	}
	add_findings(arena, &result, &diags);
	if (!plan || result.errors) {
		complain(scratch, &result, request->report.color);
		return STATUS_FINDINGS;
	}
	if ((request->output.has_device &&
	     !device_known(arena, result.spec, request->output.device)) ||
	    !pattern_known(arena, plan, request->plan.pattern))
		return STATUS_FAILED;
	return write_plan(scratch, request, plan);
}

int command_plan(int argc, char **argv)
{
	struct arena arena = {0}, scratch = {0};
	struct request request = {0};
	struct source source;
	int status = STATUS_FAILED;
	if (read_request(&arena, argc, argv, &request)) {
		if (request.help) {
			print_help();
			status = output_finish() ? STATUS_CLEAN : STATUS_FAILED;
		} else if (file_read(&arena, request.path, &source)) {
			status = plan_file(&arena, &scratch, &request, &source);
		}
	}
	arena_drop(&arena);
	arena_drop(&scratch);
	return status;
}
