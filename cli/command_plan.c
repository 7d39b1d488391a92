/* SPDX-License-Identifier: Apache-2.0 */
#include <stdio.h>

#include "base/utf8.h"
#include "checked_spec.h"
#include "command.h"
#include "diag/suggest.h"
#include "files.h"
#include "options.h"
#include "report/plan_report.h"
#include "report/report.h"
#include "values.h"

/* The rows of the table of options. */
enum plan_option {
	OPTION_FORMAT,
	OPTION_FRAMEWORK,
	OPTION_MESH,
	OPTION_HARDWARE,
	OPTION_TENSOR,
	OPTION_DEVICE,
	OPTION_SLICES,
	OPTION_GROUPS,
	OPTION_COST,
	OPTION_EXPLAIN,
	OPTION_COLOR,
	OPTION_HELP,
	OPTION_END
};

static const struct option options[] = {
    [OPTION_FORMAT] = {"format", "text|json|csv", "how to write the plan (default: text)"},
    [OPTION_FRAMEWORK] = {"framework", "NAME==VERSION",
                          "plan for this one, whatever the file says"},
    [OPTION_MESH] = {"mesh", "AXIS=SIZE,…", "try another mesh: data=8,model=4"},
    [OPTION_HARDWARE] = {"hardware", "NAME", "plan on this: v5e-16, v5e:4x4 or 2xv6e-256"},
    [OPTION_TENSOR] = {"tensor", "PATTERN",
                       "only tensors whose name matches; * and ? as in file names"},
    [OPTION_DEVICE] = {"device", "N|N..M", "show what this device holds, or each of a range"},
    [OPTION_SLICES] = {"slices", NULL, "show which devices hold which slice"},
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
	struct plan_report_options output;
	struct report_options report;
	const struct plan_format *format;
	const char *path;
	bool help;
};

/* What --help shows. */
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

/* Reads one device, 3, or a range of them, 0..7, both ends included. */
static bool read_devices(struct str text, struct plan_report_options *output)
{
	size_t dots = 0;
	while (dots < text.len && !str_starts_with(str_slice(text, dots, text.len), STR("..")))
		dots++;
	struct str last = dots < text.len ? str_slice(text, dots + 2, text.len) : text;
	return str_to_int64(str_slice(text, 0, dots), &output->device) &&
	       str_to_int64(last, &output->last_device) && output->device >= 0 &&
	       output->device <= output->last_device;
}

/* Takes the file; false after a message when it is a second one. */
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
		return request->format || value_refused(arena, argument);
	case OPTION_FRAMEWORK:
		return value_framework(arena, argument, &request->check.overrides);
	case OPTION_MESH:
		return value_mesh(arena, argument, &request->check.overrides);
	case OPTION_HARDWARE:
		return value_hardware(arena, argument, &request->check.overrides);
	case OPTION_TENSOR:
		request->plan.pattern = value;
		return true;
	case OPTION_DEVICE:
		request->output.has_device = true;
		return read_devices(value, &request->output) || value_refused(arena, argument);
	case OPTION_SLICES:
		request->output.slices = true;
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

/* Whether a mesh has the device asked for; else says which devices there are. */
static bool device_known(struct arena *arena, const struct plan *plan, int64_t device)
{
	enum { LISTED = 4 };
	struct buf text = {.arena = arena};
	for (uint32_t i = 0; i < plan->spec->nmeshes; i++)
		if (mesh_position(&plan->meshes[i], device) >= 0)
			return true;
	buf_printf(&text, "shardctl: there is no device %lld: ", (long long)device);
	for (uint32_t i = 0; i < plan->spec->nmeshes && i < LISTED; i++) {
		const struct mesh *mesh = &plan->meshes[i];
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
	buf_puts(&text, plan->spec->nmeshes ? "\n" : "the file has no mesh\n");
	fwrite(text.data, 1, text.len, stderr);
	return false;
}

/* Whether there is a tensor to plan; else says that the pattern matches none. */
static bool pattern_known(struct arena *arena, const struct plan *plan, struct str pattern)
{
	uint32_t count = spec_tensor_count(plan->spec);
	if (!pattern.s || plan->ntensors || plan->nvalues)
		return true;
	struct str near = suggest(pattern, value_tensor_names(arena, plan->spec), count);
	struct str shown = utf8_escaped(arena, pattern), meant = utf8_escaped(arena, near);
	fprintf(stderr, "shardctl: no tensor matches '%.*s'", STR_ARG(shown));
	if (near.s)
		fprintf(stderr, "; did you mean '%.*s'?\n", STR_ARG(meant));
	else
		fprintf(stderr, ": the file has %u; '*%.*s*' finds the name anywhere\n", count,
		        STR_ARG(shown));
	return false;
}

/* Writes the plan in the format asked for; the exit status. */
static int write_plan(struct arena *scratch, const struct request *request, const struct plan *plan)
{
	struct arena output = {0};
	struct stream out = {.buf = {.arena = &output}, .write = output_write};
	request->format->write(&out, scratch, plan, &request->output);
	bool written = !out.failed && output_write(&out.buf) && output_finish();
	arena_drop(&output);
	return written ? STATUS_CLEAN : STATUS_FAILED;
}

/* Checks the file, plans it and writes the plan; the exit status. The device and the pattern are
 * looked at before anything is written, so that a mistyped one leaves standard output empty. */
static int plan_file(struct arena *arena, struct arena *scratch, struct request *request)
{
	struct check_result result;
	int status = checked_spec_read(arena, scratch, request->path, &request->check,
	                               &request->report, &result);
	if (status != STATUS_CLEAN)
		return status;
	request->plan.setting.release = checked_spec_release(&result.spec->framework);
	request->output.framework = result.framework;
	const struct plan *plan = plan_make(arena, scratch, &result, &request->plan);
	if ((request->output.has_device &&
	     (!device_known(arena, plan, request->output.device) ||
	      !device_known(arena, plan, request->output.last_device))) ||
	    !pattern_known(arena, plan, request->plan.pattern))
		return STATUS_FAILED;
	return write_plan(scratch, request, plan);
}

int command_plan(int argc, char **argv)
{
	struct arena arena = {0}, scratch = {0};
	struct request request = {0};
	int status = STATUS_FAILED;
	if (read_request(&arena, argc, argv, &request)) {
		if (request.help) {
			print_help();
			status = output_finish() ? STATUS_CLEAN : STATUS_FAILED;
		} else {
			status = plan_file(&arena, &scratch, &request);
		}
	}
	arena_drop(&arena);
	arena_drop(&scratch);
	return status;
}
