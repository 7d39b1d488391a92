/* SPDX-License-Identifier: Apache-2.0 */

#include "command_line.h"
#include "files.h"
#include "folder.h"
#include "project.h"
#include "report/report.h"
#include "spec/type_comment.h"
#include "values.h"

#include <stdio.h>

/* What the command line asks for. */
struct request {
	struct check_options check;
	struct report_options report;
	enum output_format format;
	struct path_list files; /* and folders, before they are looked through */
	struct entry_request entry;
	size_t entries_room, args_room, dims_room, settings_room;
	bool strict, full;
};

static bool take_operand(struct arena *arena, const char *operand, void *data)
{
	path_add(arena, &((struct request *)data)->files, operand);
	return true;
}

/* FILE:FUNCTION, whose file is checked even if it is not named otherwise. */
static bool read_entry(struct arena *arena, const struct argument *argument, void *field)
{
	struct request *request = field;
	struct str text = str_of(argument->value);
	size_t colon = text.len;
	while (colon > 0 && text.s[colon - 1] != ':')
		colon--;
	if (colon < 2 || colon == text.len)
		return value_refused(arena, argument);
	struct entry_function entry = {str_copy(arena, str_slice(text, 0, colon - 1)),
	                               str_slice(text, colon, text.len)};
	arena_push(arena, request->entry.entries, request->entry.nentries, request->entries_room,
	           entry);
	return true;
}

/* NAME=TYPE */
static bool read_arg(struct arena *arena, const struct argument *argument, void *field)
{
	struct request *request = field;
	struct type_comment arg;
	struct diags diags = diags_make(arena);
	if (!type_comment_argument(arena, str_of(argument->value), &arg, &diags)) {
		struct str message = diags.first ? diags.first->message : STR("it is wrong");
		fprintf(stderr, "shardctl: --arg: %.*s; write it as 'x=f32[8, 128]'\n",
		        STR_ARG(message));
		return false;
	}
	arena_push(arena, request->entry.args, request->entry.nargs, request->args_room, arg);
	return true;
}

/* NAME=SIZE */
static bool read_dim(struct arena *arena, const struct argument *argument, void *field)
{
	struct request *request = field;
	struct str text = str_of(argument->value);
	size_t equals = str_find(text, '=', 0);
	struct named_size dim = {str_slice(text, 0, equals), 0};
	if (equals == 0 || equals >= text.len ||
	    !str_to_int64(str_slice(text, equals + 1, text.len), &dim.size) || dim.size < 0)
		return value_refused(arena, argument);
	arena_push(arena, request->entry.dims, request->entry.ndims, request->dims_room, dim);
	return true;
}

/* Marks the findings of a list NAME,… as ignored; false after a message about one that is none. */
static bool read_ignored(struct arena *arena, const struct argument *argument, void *field)
{
	struct str list = str_of(argument->value);
	bool *ignored = field;
	for (size_t at = 0; at <= list.len;) {
		size_t comma = str_find(list, ',', at);
		struct str name = str_trim(str_slice(list, at, comma));
		const struct rule *rule = value_rule(arena, name);
		if (!rule)
			return false;
		ignored[rule - rule_of((enum rule_id)0)] = true;
		at = comma + 1;
	}
	return true;
}

/* NAME=VALUE */
static bool read_setting(struct arena *arena, const struct argument *argument, void *field)
{
	struct spec_overrides *overrides = &((struct request *)field)->check.overrides;
	struct str text = str_of(argument->value);
	size_t equals = str_find(text, '=', 0);
	if (equals == 0 || equals == text.len)
		return value_refused(arena, argument);
	arena_push(arena, overrides->settings, overrides->nsettings,
	           ((struct request *)field)->settings_room,
	           (struct setting){str_slice(text, 0, equals),
	                            str_slice(text, equals + 1, text.len), false});
	return true;
}

static const struct option options[] = {
    {"format", "text|json|gcc", "how to write the findings (default: text)", value_format,
     offsetof(struct request, format)},
    {"framework", "NAME==VERSION", "judge as this one, whatever the file says: jax==0.6.0",
     value_framework, offsetof(struct request, check.overrides)},
    {"mesh", "AXIS=SIZE,…", "try another mesh: data=8,model=4, or NAME:data=8 of several",
     value_mesh, offsetof(struct request, check.overrides)},
    {"hardware", "NAME", "lay meshes on this: v5e-16, v5e:4x4 or 2xv6e-256", value_hardware,
     offsetof(struct request, check.overrides)},
    {"devices", "N", "how many devices there are, where a program asks", value_devices,
     offsetof(struct request, check.overrides)},
    {"entry", "FILE:FUNCTION", "judge a function that the file does not call; may be repeated",
     read_entry, 0},
    {"arg", "NAME=TYPE", "what it is called with: 'x=f32[8@data, 128]'; may be repeated", read_arg,
     0},
    {"dim", "NAME=SIZE", "of annotations of jaxtyping: batch=64; may be repeated", read_dim, 0},
    {"set", "NAME=VALUE", "of an option that the program reads by argparse or absl", read_setting,
     0},
    {"strict", NULL, "warnings and unknown verdicts count as findings", option_set,
     offsetof(struct request, strict)},
    {"ignore", "NAME,…", "do not show these findings; may be repeated", read_ignored,
     offsetof(struct request, check.ignored)},
    {"full", NULL, "show the texts of the framework whole on a terminal, too", option_set,
     offsetof(struct request, full)},
    {"quiet", NULL, "show errors only", option_set, offsetof(struct request, report.quiet)},
    {"color", "auto|always|never", "colour the text (default: auto; NO_COLOR is respected)",
     value_color, offsetof(struct request, report.color)},
    OPTIONS_END,
};

/* Adds the files of --entry that are not named themselves. */
static void add_entry_files(struct arena *arena, struct request *request)
{
	for (uint32_t i = 0; i < request->entry.nentries; i++) {
		const char *path = request->entry.entries[i].path.s;
		bool known = false;
		for (size_t j = 0; j < request->files.count; j++)
			known |= strcmp(request->files.paths[j], path) == 0;
		if (!known)
			path_add(arena, &request->files, path);
	}
}

/* Puts the files of folders in their place. */
static bool complete(struct arena *arena, void *data)
{
	struct request *request = data;
	struct path_list files = {NULL, 0, 0};
	add_entry_files(arena, request);
	if (!value_file_given("check", request->files.count ? request->files.paths[0] : NULL))
		return false;
	for (size_t i = 0; i < request->files.count; i++) {
		const char *path = request->files.paths[i];
		if (!is_folder(path))
			path_add(arena, &files, path);
		else if (!folder_files(arena, path, &files))
			return false;
	}
	request->files = files;
	request->check.overrides.entry = &request->entry;
	return true;
}

/* Adds the counts of one file to those of the run. */
static void add_totals(struct report_totals *totals, const struct check_result *result)
{
	totals->files++;
	totals->errors += result->errors;
	totals->warnings += result->warnings;
	totals->notes += result->notes;
}

/* Checks all files, one after the other, in two arenas that each file gives back, so that memory is
 * that of the largest. A file that cannot be read does not keep the others from being checked. */
static int run(struct arena *arena, struct arena *scratch, void *data)
{
	const struct request *request = data;
	struct arena output = {0};
	struct buf out = {.arena = &output};
	struct report_totals totals = {0};
	int status = STATUS_CLEAN;
	bool written = true;
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
			format->file(&out, scratch, &result, &report, totals.files == 0);
			add_totals(&totals, &result);
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
    .options = options,
    .request_size = sizeof(struct request),
    .color = offsetof(struct request, report.color),
    .operand = take_operand,
    .complete = complete,
    .run = run,
};
