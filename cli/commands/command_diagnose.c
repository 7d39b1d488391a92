/* SPDX-License-Identifier: Apache-2.0 */
#include <stdio.h>

#include "cli/arguments/command_line.h"
#include "cli/files/files.h"
#include "cli/files/project.h"
#include "report/diagnose_report.h"
#include "cli/arguments/values.h"

/* What the command line asks for. */
struct request {
	const char *log;  /* NULL: standard input */
	const char *spec; /* or a program, to look for the line in; NULL: none */
	int64_t most;
	enum output_format format;
	bool color, quiet, full;
};

/* A number of errors, at least 1. */
static bool read_most(struct arena *arena, const struct argument *argument, void *field)
{
	int64_t *most = field;
	return (str_to_int64(str_of(argument->value), most) && *most > 0 && *most <= MOST_ERRORS) ||
	       value_refused(arena, argument);
}

static const struct option options[] = {
    {"format", "text|json", "how to write the errors (default: text)", value_format,
     offsetof(struct request, format)},
    {"spec", "FILE", "a layout or program to look for the line in", option_word,
     offsetof(struct request, spec)},
    {"max-errors", "1…1000", "how many different errors to show (default: 1000)", read_most,
     offsetof(struct request, most)},
    {"full", NULL, "show the texts of the framework whole on a terminal, too", option_set,
     offsetof(struct request, full)},
    {"quiet", NULL, "leave out the summary", option_set, offsetof(struct request, quiet)},
    {"color", "auto|always|never", "colour the text (default: auto; NO_COLOR is respected)",
     value_color, offsetof(struct request, color)},
    OPTIONS_END,
};

static void begin(void *data)
{
	((struct request *)data)->most = MOST_ERRORS;
}

static bool take_operand(struct arena *arena, const char *operand, void *data)
{
	return value_only_file("diagnose", operand, &((struct request *)data)->log);
}

/* Looks for each error in the file of --spec; false after a message when that cannot be read. */
static bool find_places(struct arena *arena, struct arena *scratch,
                        const struct diagnosis *diagnosis, const char *path,
                        struct diagnose_place *place)
{
	struct source *source = arena_new(arena, struct source, 1);
	struct check_result *checked = arena_new(arena, struct check_result, 1);
	struct check_options check = {.overrides = {.finder = project_of(arena, path)}};
	struct log_location *locations = arena_new(arena, struct log_location, diagnosis->count);
	if (!file_read(arena, path, source))
		return false;
	*checked = check_source(arena, scratch, source, &check);
	for (uint32_t i = 0; i < diagnosis->count; i++)
		locations[i] = location_find(arena, checked, diagnosis->errors[i]);
	*place = (struct diagnose_place){checked, locations};
	return true;
}

/* Writes what was found; false when it cannot be written. */
static bool write_report(struct arena *scratch, const struct diagnosis *diagnosis,
                         const struct diagnose_place *place, const struct request *request)
{
	struct buf out = {.arena = scratch};
	struct diagnose_report_options report = {
	    .log = str_of(request->log),
	    .color = request->color,
	    .quiet = request->quiet,
	    .width = request->full ? 0 : terminal_width(),
	};
	if (request->format == FORMAT_JSON)
		diagnose_json_write(&out, scratch, diagnosis, place);
	else
		diagnose_text_write(&out, scratch, diagnosis, place, &report);
	return output_end(&out);
}

static int run(struct arena *arena, struct arena *scratch, void *data)
{
	struct request *request = data;
	struct file_reader reader;
	request->log = request->log ? request->log : "-";
	if (!file_open(request->log, &reader))
		return STATUS_FAILED;
	struct log_input input = {file_read_part, &reader};
	struct diagnosis diagnosis = diagnose_log(arena, input, (uint32_t)request->most);
	struct diagnose_place place;
	if (!file_close(&reader))
		return STATUS_FAILED;
	if (request->spec && !find_places(arena, scratch, &diagnosis, request->spec, &place))
		return STATUS_FAILED;
	if (!write_report(scratch, &diagnosis, request->spec ? &place : NULL, request))
		return STATUS_FAILED;
	return diagnosis.count || diagnosis.more ? STATUS_FINDINGS : STATUS_CLEAN;
}

const struct command_line command_diagnose = {
    .about =
	"Usage: shardctl diagnose [OPTIONS] [LOG]\n"
	"\n"
	"Reads a traceback or the log of a run that died, and says of each sharding error what its "
	"numbers mean,\n"
	"why the framework raises it, where in the program, and what to write instead. Without a "
	"LOG, or with '-',\n"
	"it reads standard input.\n",
    .notes = "\n"
	     "Exit status: 0 no errors in the log, 1 errors, 2 the run failed.\n"
	     "\n"
	     "Examples:\n"
	     "  python train.py 2>&1 | shardctl diagnose\n"
	     "  shardctl diagnose --spec layout.yaml run.log\n"
	     "  kubectl logs trainer-0 | shardctl diagnose --format json\n",
    .options = options,
    .request_size = sizeof(struct request),
    .color = offsetof(struct request, color),
    .begin = begin,
    .operand = take_operand,
    .run = run,
};
