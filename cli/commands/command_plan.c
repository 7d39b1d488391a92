/* SPDX-License-Identifier: Apache-2.0 */
#include <stdio.h>

#include "base/utf8.h"
#include "cli/check/planned_file.h"
#include "cli/arguments/command_line.h"
#include "diag/suggest.h"
#include "cli/files/files.h"
#include "report/cost/compare_report.h"
#include "report/plan_report.h"
#include "report/report.h"
#include "cli/arguments/values.h"

/* What the command line asks for. */
struct request {
	struct check_options check;
	struct plan_options plan;
	struct asked_layouts layouts;
	struct plan_report_options output;
	struct report_options report;
	const char *path;
	struct compared_plans compared; /* the meshes of --compare */
	size_t room;
};

/* Reads one device, 3, or a range of them, 0..7, both ends included. */
static bool read_devices(struct arena *arena, const struct argument *argument, void *field)
{
	struct plan_report_options *output = field;
	struct str text = str_of(argument->value);
	size_t dots = 0;
	while (dots < text.len && !str_starts_with(str_slice(text, dots, text.len), STR("..")))
		dots++;
	struct str last = dots < text.len ? str_slice(text, dots + 2, text.len) : text;
	output->has_device = true;
	return (str_to_int64(str_slice(text, 0, dots), &output->device) &&
	        str_to_int64(last, &output->last_device) && output->device >= 0 &&
	        output->device <= output->last_device) ||
	       value_refused(arena, argument);
}

/* Adds a mesh to those that are compared; false after a message when the text is none. */
static bool add_mesh(struct arena *arena, const struct argument *argument, void *field)
{
	struct request *request = field;
	struct spec_overrides overrides = {0};
	struct compared_plans *compared = &request->compared;
	if (!value_mesh(arena, argument, &overrides))
		return false;
	arena_push(arena, compared->items, compared->count, request->room,
	           (struct compared_plan){.mesh = overrides.mesh});
	return true;
}

/* The rows of CSV, by their names. */
static bool read_table(struct arena *arena, const struct argument *argument, void *field)
{
	static const char *const names[] = {
	    [TABLE_TENSORS] = "tensors",       [TABLE_STEPS] = "steps",
	    [TABLE_LINES] = "lines",           [TABLE_COLLECTIVES] = "collectives",
	    [TABLE_OPERATIONS] = "operations",
	};
	enum plan_table *table = field;
	for (size_t i = 0; i < COUNT_OF(names); i++)
		if (strcmp(argument->value, names[i]) == 0) {
			*table = (enum plan_table)i;
			return true;
		}
	return value_refused(arena, argument);
}

/* Takes the file, and behind --compare further meshes. */
static bool take_operand(struct arena *arena, const char *operand, void *data)
{
	struct request *request = data;
	if (request->compared.count && strchr(operand, '=') &&
	    spec_mesh_override_valid(str_of(operand))) {
		const struct argument argument = {.value = operand};
		return add_mesh(arena, &argument, data);
	}
	return value_only_file("plan", operand, &request->path);
}

static bool complete(struct arena *arena, void *data)
{
	const struct request *request = data;
	if (!value_file_given("plan", request->path))
		return false;
	bool again = request->compared.count && strcmp(request->path, "-") == 0;
	if (again)
		fputs("shardctl: --compare reads the file once for each mesh: name a file\n",
		      stderr);
	return !again;
}

static const struct option options[] = {
    {"format", "text|json|csv", "how to write the plan (default: text)", value_format,
     offsetof(struct request, output.format)},
    {"framework", "NAME==VERSION", "plan for this release, whatever the file says", value_framework,
     offsetof(struct request, check.overrides)},
    {"mesh", "AXIS=SIZE,…", "try another mesh: data=8,model=4", value_mesh,
     offsetof(struct request, check.overrides)},
    {"compare", "AXIS=SIZE,…", "plan on this mesh and those that follow, in one table", add_mesh,
     0},
    {"in", "PATTERN=SPEC", "lay these arguments of functions out so; params/w*=P(None, 'model')",
     value_in, offsetof(struct request, layouts)},
    {"out", "PATTERN=SPEC", "lay these results of functions out so", value_out,
     offsetof(struct request, layouts)},
    {"constraint", "LINE=SPEC", "lay out so what this line computes", value_constraint,
     offsetof(struct request, layouts)},
    {"hardware", "NAME", "plan on this: v5e-16, v5e:4x4 or 2xv6e-256", value_hardware,
     offsetof(struct request, check.overrides)},
    {"devices", "N", "how many devices there are, where a program asks", value_devices,
     offsetof(struct request, check.overrides)},
    {"tensor", "PATTERN", "only tensors whose name matches; * and ? as in file names", option_text,
     offsetof(struct request, plan.pattern)},
    {"device", "N|N..M", "show what this device holds, or each of a range", read_devices,
     offsetof(struct request, output)},
    {"table", "NAME", "rows of csv: tensors|steps|lines|collectives|operations", read_table,
     offsetof(struct request, output.table)},
    {"slices", NULL, "show which devices hold which slice", option_set,
     offsetof(struct request, output.slices)},
    {"groups", NULL, "show the groups and pairs of the collectives (json)", option_set,
     offsetof(struct request, plan.setting.groups)},
    {"layouts", NULL, "show what the collectives of a module move, from where to where (json)",
     option_set, offsetof(struct request, plan.setting.layouts)},
    {"emit", NULL, "write the StableHLO that the functions of a program are planned as", option_set,
     offsetof(struct request, plan.texts_only)},
    {"cost", "calibrated|textbook", "how times are estimated (default: calibrated)", value_cost,
     offsetof(struct request, plan.setting.cost)},
    {"explain", NULL, "say what the times assume", option_set,
     offsetof(struct request, plan.setting.explain)},
    {"color", "auto|always|never", "colour findings (default: auto)", value_color,
     offsetof(struct request, report.color)},
    OPTIONS_END,
};

static void begin(void *data)
{
	struct request *request = data;
	request->plan.setting.cost = COST_CALIBRATED;
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
	struct stream out = output_stream(&output);
	plan_write(&out, scratch, plan, &request->output);
	return output_stream_end(&out) ? STATUS_CLEAN : STATUS_FAILED;
}

/* Writes the modules of the functions one behind the other; the exit status. */
static int write_functions(const struct plan *plan)
{
	bool written = true;
	for (const struct plan_function *function = plan->functions; function;
	     function = function->next)
		written = written && fwrite(function->text.s, 1, function->text.len, stdout) ==
		                         function->text.len;
	return written && output_finish() ? STATUS_CLEAN : STATUS_FAILED;
}

/* Plans the file on each of the meshes and writes a table; the exit status, the worst of all. */
static int compare(struct arena *arena, struct arena *scratch, struct request *request)
{
	struct compared_plans *compared = &request->compared;
	struct arena output = {0};
	int worst = STATUS_CLEAN;
	compared->path = str_of(request->path);
	for (size_t i = 0; i < compared->count; i++) {
		struct check_options check = request->check;
		check.overrides.mesh = compared->items[i].mesh;
		int status = plan_file(arena, scratch, request->path, &check, &request->report,
		                       &request->layouts, &request->plan, &compared->items[i].plan,
		                       &compared->framework);
		if (status == STATUS_CLEAN && plan_exceeds(compared->items[i].plan))
			status = STATUS_FINDINGS;
		worst = status > worst ? status : worst;
		if (status == STATUS_FAILED)
			return worst;
	}
	struct stream out = output_stream(&output);
	compare_write(&out, scratch, request->output.format, compared);
	return output_stream_end(&out) ? worst : STATUS_FAILED;
}

/* Checks the file, plans it and writes the plan; the exit status. The device and the pattern are
 * looked at before anything is written, so that a mistyped one leaves standard output empty. */
static int run(struct arena *arena, struct arena *scratch, void *data)
{
	struct request *request = data;
	const struct plan *plan;
	if (request->compared.count)
		return compare(arena, scratch, request);
	request->plan.setting.compiled = request->output.format == FORMAT_JSON;
	int status =
	    plan_file(arena, scratch, request->path, &request->check, &request->report,
	              &request->layouts, &request->plan, &plan, &request->output.framework);
	if (status != STATUS_CLEAN)
		return status;
	if (request->plan.texts_only)
		return write_functions(plan);
	request->output.groups = request->plan.setting.groups;
	if ((request->output.has_device &&
	     (!device_known(arena, plan, request->output.device) ||
	      !device_known(arena, plan, request->output.last_device))) ||
	    !pattern_known(arena, plan, request->plan.pattern))
		return STATUS_FAILED;
	status = write_plan(scratch, request, plan);
	return status == STATUS_CLEAN && plan_exceeds(plan) ? STATUS_FINDINGS : status;
}

const struct command_line command_plan = {
    .about = "Usage: shardctl plan [OPTIONS] FILE\n"
	     "\n"
	     "Says what a layout costs: the shard of each tensor, the memory of a device, and the "
	     "collectives\n"
	     "that XLA inserts, with their bytes and time: for every 'reshard_to' of a layout, for "
	     "each jitted\n"
	     "function that a program calls, and for StableHLO or HLO text. '-' reads standard "
	     "input.\n",
    .notes = "\n"
	     "Exit status: 0 planned, 1 the spec has errors or needs more memory than there is, 2 "
	     "the run "
	     "failed.\n"
	     "\n"
	     "Example:\n"
	     "  shardctl plan --mesh fsdp=32 --slices --tensor '*embedding' layout.yaml\n",
    .options = options,
    .request_size = sizeof(struct request),
    .color = offsetof(struct request, report.color),
    .begin = begin,
    .operand = take_operand,
    .complete = complete,
    .run = run,
};
