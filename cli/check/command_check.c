/* SPDX-License-Identifier: Apache-2.0 */
#include <stdio.h>

#include "base/utf8.h"
#include "cli/check/check_request.h"
#include "cli/arguments/command_line.h"
#include "cli/files/files.h"
#include "cli/check/in_order.h"
#include "cli/files/output_file.h"
#include "diag/unified_diff.h"
#include "cli/check/progress.h"
#include "cli/files/project.h"

/* What came of one file, until it is written. */
struct checked {
	struct arena arena;                   /* owns all of it */
	int error;                            /* of reading the file: an errno, or 0 */
	const struct file_defaults *defaults; /* what holds for it, but for what it says */
	struct check_result result;
	struct fixed fixed; /* with --fix or --diff */
};

/* The run over all files. */
struct run {
	const struct check_request *request;
	const struct format *format;
	struct report_options report;
	struct checked *slots;
	struct arena *scratch; /* one for each worker */
	struct arena *writing; /* memory for what is written of one file */
	struct buf out;
	struct report_totals totals;
	struct progress progress;
	int status;
	bool written; /* all so far */
	bool more;    /* for the format */
	int text;     /* where the fixed text of standard input goes */
};

/* Reads and checks a file. Runs beside others: of the run it changes its slot and scratch alone. */
static void check_file(void *data, size_t number, size_t slot, size_t worker)
{
	const struct run *run = data;
	const struct check_request *request = run->request;
	struct checked *checked = &run->slots[slot];
	struct arena *arena = &checked->arena;
	const char *path = request->files.paths[number];
	struct source *source = arena_new(arena, struct source, 1);
	struct check_options check = request->check;
	struct file_defaults *defaults = arena_new(arena, struct file_defaults, 1);
	const struct file_place *place = &request->places[number];
	if (place->found)
		*defaults = configuration_of_file(place->found->configuration, place->path);
	checked->defaults = check.overrides.defaults = defaults;
	checked->error = file_try(arena, path, source);
	if (checked->error)
		return;
	if (request->stdin_filename && strcmp(path, "-") == 0)
		source->path = str_of(path = request->stdin_filename);
	check.overrides.finder = project_of(arena, path);
	checked->result = check_source(arena, &run->scratch[worker], source, &check);
	if (fix_wanted(&request->fix))
		checked->fixed =
		    fix_source(arena, &run->scratch[worker], source, &check, &checked->result);
	arena_rewind(&run->scratch[worker], (struct arena_mark){0});
}

/* Fixes the file, and says what is left to find in it: all of it when that fails. */
static const struct check_result *store(struct run *run, const char *path,
                                        const struct checked *checked)
{
	if (!run->request->fix.fix)
		return &checked->result;
	if (fix_store(path, &checked->fixed, run->text))
		return &checked->fixed.result;
	run->status = STATUS_FAILED;
	return &checked->result;
}

static void write_findings(struct run *run, const struct check_result *result,
                           const struct file_defaults *defaults)
{
	struct report_options report = run->report;
	if (!report.gate.said && defaults->fail_on.said) {
		report.gate.warnings = defaults->fail_on.warnings;
		report.gate.unknown = defaults->fail_on.unknown;
	}
	bool fails = gate_fails(&report.gate, result);
	run->format->file(&run->out, run->writing, result, &report, &run->more);
	run->status = run->status == STATUS_CLEAN && fails ? STATUS_FINDINGS : run->status;
	report_totals_add(&run->totals, result);
}

/* Writes what is wrong with the configuration of a file, once. */
static void write_configuration(struct run *run, struct found_configuration *found)
{
	if (!found || found->reported || run->request->fix.diff)
		return;
	const struct file_defaults none = {0};
	struct check_result result =
	    check_configuration(run->writing, found->configuration, &run->request->check);
	found->reported = true;
	result.fixable = 0; /* it is not one of the files that are fixed */
	write_findings(run, &result, &none);
}

static void write_diff(struct run *run, const struct fixed *fixed)
{
	bool changes = fixed->result.fixed > 0 && !run->request->report.gate.nothing;
	unified_diff(&run->out, run->writing, fixed->result.source->path, &fixed->edited);
	run->status = run->status == STATUS_CLEAN && changes ? STATUS_FINDINGS : run->status;
	report_totals_add(&run->totals, &fixed->result);
}

/* Writes what came of a file; false when it cannot be written. A file that cannot be read does not
 * keep the others from being checked. */
static bool write_file(void *data, size_t number, size_t slot)
{
	struct run *run = data;
	const struct check_request *request = run->request;
	struct checked *checked = &run->slots[slot];
	const char *path = request->files.paths[number];
	write_configuration(run, request->places[number].found);
	if (checked->error) {
		progress_erase(&run->progress);
		file_complain(path, checked->error);
		run->status = STATUS_FAILED;
	} else if (request->fix.diff) {
		write_diff(run, &checked->fixed);
	} else {
		write_findings(run, store(run, path, checked), checked->defaults);
	}
	if (run->out.len)
		progress_erase(&run->progress);
	run->written = output_write(&run->out);
	progress_step(&run->progress);
	arena_drop(&checked->arena);
	arena_rewind(run->writing, (struct arena_mark){0});
	return run->written;
}

/* Several files are checked at a time, and few of those that are done wait for one before them, so
 * that memory is that of a few files. */
static void check_files(struct run *run, struct arena *arena)
{
	enum { WAITING = 2 };
	size_t files = run->request->files.count;
	size_t jobs = run->request->fix.fix ? 1 : run->request->jobs; /* of files that stay */
	jobs = jobs < files ? jobs : files ? files : 1; /* all may have been passed by */
	size_t slots = jobs > 1 ? WAITING * jobs : 1;
	run->slots = arena_new(arena, struct checked, slots);
	run->scratch = arena_new(arena, struct arena, jobs);
	const struct in_order order = {.things = files,
	                               .jobs = jobs,
	                               .slots = slots,
	                               .work = check_file,
	                               .take = write_file,
	                               .data = run};
	run->progress = progress_begin(files);
	in_order_run(&order);
	progress_erase(&run->progress);
	for (size_t i = 0; i < slots; i++)
		arena_drop(&run->slots[i].arena);
	for (size_t i = 0; i < jobs; i++)
		arena_drop(&run->scratch[i]);
}

/* Lists the files and checks none; the exit status. */
static int show_files(struct arena *arena, const struct check_request *request)
{
	struct buf out = {.arena = arena};
	for (size_t i = 0; i < request->files.count; i++) {
		buf_add(&out, utf8_escaped(arena, str_of(request->files.paths[i])));
		buf_putc(&out, '\n');
	}
	return output_end(&out) && !request->failed ? STATUS_CLEAN : STATUS_FAILED;
}

static int run(struct arena *arena, struct arena *scratch, void *data)
{
	const struct check_request *request = data;
	if (request->show_files)
		return show_files(arena, request);
	struct arena output = {0};
	struct run run = {.request = request,
	                  .format = check_format(request->format),
	                  .report = request->report,
	                  .writing = scratch,
	                  .out = {.arena = &output},
	                  .status = request->failed ? STATUS_FAILED : STATUS_CLEAN,
	                  .written = true};
	bool diff = request->fix.diff;
	struct output_file file;
	if (!fix_begin(&request->fix, &request->files, &run.text) ||
	    !output_file_begin(arena, request->output, request->files.paths, request->files.count,
	                       &file))
		return STATUS_FAILED;
	run.report.width = request->full ? 0 : terminal_width();
	if (!diff)
		run.format->begin(&run.out, &run.report);
	check_files(&run, arena);
	if (run.written && !diff)
		run.format->end(&run.out, &run.totals, &run.report);
	if (diff && !request->report.quiet)
		fix_sum_up(&run.totals);
	run.written = run.written && output_end(&run.out);
	if (!output_file_end(&file, run.written))
		run.status = STATUS_FAILED;
	arena_drop(&output);
	return run.status;
}

const struct command_line command_check = {
    .about =
	"Usage: shardctl check [OPTIONS] FILE…\n"
	"\n"
	"Gives the verdict of the framework on each spec (.yaml), program (.py), notebook (.ipynb) "
	"or text with programs (.md),\n"
	"and every mistake with its place and what to write instead. '-' reads a spec from "
	"standard input.\n"
	"What a program gets from outside is said in train.shardctl.yaml beside train.py.\n",
    .notes = "\n"
	     "Exit status: 0 nothing found, 1 findings, 2 the run failed.\n"
	     "\n"
	     "Examples:\n"
	     "  shardctl check --devices 8 train.py\n"
	     "  shardctl check --entry model.py:forward --arg 'x=f32[8, 128]'\n"
	     "  shardctl check --framework jax==0.6.0 --mesh data=8,model=4 layout.yaml\n",
    .options = check_options_table,
    .request_size = sizeof(struct check_request),
    .color = offsetof(struct check_request, report.color),
    .begin = check_request_begin,
    .operand = check_operand,
    .complete = check_request_complete,
    .run = run,
};
