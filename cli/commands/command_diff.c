/* SPDX-License-Identifier: Apache-2.0 */
#include <stdio.h>

#include "base/utf8.h"
#include "cli/check/planned_file.h"
#include "cli/arguments/command_line.h"
#include "cli/files/files.h"
#include "report/diff_report.h"
#include "cli/arguments/values.h"

/* What the command line asks for. */
struct request {
	struct check_options check;
	struct plan_options plan;
	struct spec_overrides after; /* only its mesh */
	struct asked_layouts layouts;
	struct diff_report_options output;
	struct report_options report;
	const char *paths[2];
	size_t npaths;
	bool exit_code; /* what differs counts as a finding */
};

/* Takes one of the two files; false after a message when it is a third. */
static bool take_operand(struct arena *arena, const char *operand, void *data)
{
	struct request *request = data;
	if (request->npaths == 2) {
		fputs("shardctl: diff takes two files\n", stderr);
		return false;
	}
	request->paths[request->npaths++] = operand;
	return true;
}

static const struct option options[] = {
    {"format", "text|json|csv", "how to write the difference (default: text)", value_format,
     offsetof(struct request, output.format)},
    {"framework", "NAME==VERSION", "compare for this release, whatever the files say",
     value_framework, offsetof(struct request, check.overrides)},
    {"mesh", "AXIS=SIZE,…", "lay AFTER out on another mesh: data=8,model=4", value_mesh,
     offsetof(struct request, after)},
    {"in", "PATTERN=SPEC", "lay these arguments of AFTER out so", value_in,
     offsetof(struct request, layouts)},
    {"out", "PATTERN=SPEC", "lay these results of AFTER out so", value_out,
     offsetof(struct request, layouts)},
    {"constraint", "LINE=SPEC", "lay out so what this line of AFTER computes", value_constraint,
     offsetof(struct request, layouts)},
    {"hardware", "NAME", "lay both out on this: v5e-16, v5e:4x4 or 2xv6e-256", value_hardware,
     offsetof(struct request, check.overrides)},
    {"devices", "N", "how many devices there are, where a program asks", value_devices,
     offsetof(struct request, check.overrides)},
    {"tensor", "PATTERN", "only tensors whose name matches; * and ? as in file names", option_text,
     offsetof(struct request, plan.pattern)},
    {"groups", NULL, "show the groups and pairs of the collectives (json)", option_set,
     offsetof(struct request, plan.setting.groups)},
    {"cost", "calibrated|textbook", "how times are estimated (default: calibrated)", value_cost,
     offsetof(struct request, plan.setting.cost)},
    {"explain", NULL, "say what the times assume", option_set,
     offsetof(struct request, plan.setting.explain)},
    {"exit-code", NULL, "exit with 1 when anything differs", option_set,
     offsetof(struct request, exit_code)},
    {"color", "auto|always|never", "colour findings (default: auto)", value_color,
     offsetof(struct request, report.color)},
    OPTIONS_END,
};

static void begin(void *data)
{
	struct request *request = data;
	request->plan.setting.cost = COST_CALIBRATED;
}

static bool complete(struct arena *arena, void *data)
{
	const struct request *request = data;
	if (request->npaths < 2)
		fputs("shardctl: diff needs two files; 'shardctl diff --help' shows the options\n",
		      stderr);
	return request->npaths == 2;
}

/* Plans the first or the second file; its exit status, with the plan and the framework's name. */
static int plan_side(struct arena *arena, struct arena *scratch, const struct request *request,
                     bool after, const struct plan **plan, struct str *framework)
{
	struct check_options check = request->check;
	if (after)
		check.overrides.mesh = request->after.mesh;
	return plan_file(arena, scratch, request->paths[after], &check, &request->report,
	                 after ? &request->layouts : NULL, &request->plan, plan, framework);
}

/* Whether a file has a tensor to compare; else says that the pattern matches none, lest a mistyped
 * one look as if nothing had changed. */
static bool pattern_known(struct arena *arena, const struct plan *before, const struct plan *after,
                          struct str pattern)
{
	if (!pattern.s || before->ntensors + before->nvalues || after->ntensors + after->nvalues)
		return true;
	fprintf(stderr, "shardctl: no tensor of either file matches '%s'\n",
	        utf8_escaped(arena, pattern).s);
	return false;
}

/* Plans both files and writes what differs; the exit status. Both are read even when the first has
 * errors, so that one run shows the errors of both, and the worse status counts. */
static int run(struct arena *arena, struct arena *scratch, void *data)
{
	struct request *request = data;
	const struct plan *before = NULL, *after = NULL;
	struct diff_report_options *output = &request->output;
	int first = plan_side(arena, scratch, request, false, &before, &output->framework_before);
	int second = plan_side(arena, scratch, request, true, &after, &output->framework_after);
	if (first != STATUS_CLEAN || second != STATUS_CLEAN)
		return first > second ? first : second;
	if (!pattern_known(arena, before, after, request->plan.pattern))
		return STATUS_FAILED;
	struct arena written = {0};
	struct stream out = output_stream(&written);
	output->groups = request->plan.setting.groups;
	const struct diff *diff = diff_make(arena, scratch, before, after, &request->plan.setting);
	diff_write(&out, scratch, diff, output);
	if (!output_stream_end(&out))
		return STATUS_FAILED;
	bool differs = diff->counts[DIFF_SAME] < diff->ntensors ||
	               diff->collectives.counts[DIFF_SAME] < diff->collectives.count;
	return request->exit_code && differs ? STATUS_FINDINGS : STATUS_CLEAN;
}

const struct command_line command_diff = {
    .about = "Usage: shardctl diff [OPTIONS] BEFORE AFTER\n"
	     "\n"
	     "Says what changes between two layouts, tensor by tensor, and what moving from one "
	     "to the\n"
	     "other takes: collectives on the same devices, transfers between different ones.\n",
    .notes = "\n"
	     "Exit status: 0 compared, 1 a spec has errors, or with --exit-code something "
	     "differs,\n"
	     "2 the run failed.\n"
	     "\n"
	     "Example:\n"
	     "  shardctl diff train.yaml serve.yaml\n",
    .options = options,
    .request_size = sizeof(struct request),
    .color = offsetof(struct request, report.color),
    .begin = begin,
    .operand = take_operand,
    .complete = complete,
    .run = run,
};
