/* SPDX-License-Identifier: Apache-2.0 */
#include <stdio.h>

#include "check_request.h"
#include "command_line.h"
#include "files.h"
#include "project.h"

/* Checks all files, one after the other, in two arenas that each file gives back, so that memory is
 * that of the largest. A file that cannot be read does not keep the others from being checked. */
static int run(struct arena *arena, struct arena *scratch, void *data)
{
	const struct check_request *request = data;
	struct arena output = {0};
	struct buf out = {.arena = &output};
	struct report_totals totals = {0};
	int status = STATUS_CLEAN;
	bool written = true, more = false;
	const struct format *format = check_format(request->format);
	struct report_options report = request->report;
	report.width = request->full ? 0 : terminal_width();
	format->begin(&out, &report);
	for (size_t i = 0; i < request->files.count && written; i++) {
		struct arena_mark mark = arena_mark(arena);
		struct source source;
		if (file_read(arena, request->files.paths[i], &source)) {
			struct check_options check = request->check;
			check.overrides.finder = project_of(arena, request->files.paths[i]);
			struct check_result result = check_source(arena, scratch, &source, &check);
			format->file(&out, scratch, &result, &report, &more);
			report_totals_add(&totals, &result);
			bool counts = result.errors ||
			              (request->strict &&
			               (result.warnings || result.verdict == VERDICT_UNKNOWN));
			status = status == STATUS_CLEAN && counts ? STATUS_FINDINGS : status;
			written = output_write(&out);
		} else {
			status = STATUS_FAILED;
		}
		arena_rewind(arena, mark);
		arena_rewind(scratch, (struct arena_mark){0});
	}
	if (written)
		format->end(&out, &totals, &report);
	if (!written || !output_write(&out) || !output_finish())
		status = STATUS_FAILED;
	arena_drop(&output);
	return status;
}

const struct command_line command_check = {
    .about =
	"Usage: shardctl check [OPTIONS] FILE…\n"
	"\n"
	"Gives the verdict of the framework on each spec (.yaml), program (.py), notebook (.ipynb) "
	"or text with programs (.md),\n"
	"and every mistake with its place and what to write instead. '-' reads a spec from "
	"standard input.\n"
	"What train.py gets from outside, train.shardctl.yaml beside it may say.\n",
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
