/* SPDX-License-Identifier: Apache-2.0 */
#include "cli/check/check_request.h"

#include <stdio.h>
#include <stdlib.h>
#include <unistd.h>

#include "cli/check/check_findings.h"
#include "plan/memory_check.h"
#include "plan/module/module_read.h"
#include "spec/script/type_comment.h"
#include "cli/arguments/values.h"

enum { MAX_JOBS = 256 };

void check_request_begin(void *data)
{
	struct check_request *request = data;
	long processors = sysconf(_SC_NPROCESSORS_ONLN);
	long jobs = processors < 1 ? 1 : processors < MAX_JOBS ? processors : MAX_JOBS;
	request->jobs = (uint32_t)jobs;
	request->format = OUTPUT_FORMATS;
	request->check.gate = memory_check;
	request->check.foreign = module_check;
}

bool check_operand(struct arena *arena, const char *operand, void *request)
{
	path_add(arena, &((struct check_request *)request)->files, operand);
	return true;
}

/* FILE:FUNCTION, whose file is checked even if it is not named otherwise. */
static bool read_entry(struct arena *arena, const struct argument *argument, void *field)
{
	struct check_request *request = field;
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
	struct check_request *request = field;
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
	struct check_request *request = field;
	struct str text = str_of(argument->value);
	size_t equals = str_find(text, '=', 0);
	struct named_size dim = {str_slice(text, 0, equals), 0};
	if (equals == 0 || equals >= text.len ||
	    !str_to_int64(str_slice(text, equals + 1, text.len), &dim.size) || dim.size < 0)
		return value_refused(arena, argument);
	arena_push(arena, request->entry.dims, request->entry.ndims, request->dims_room, dim);
	return true;
}

/* NAME=VALUE */
static bool read_setting(struct arena *arena, const struct argument *argument, void *field)
{
	struct spec_overrides *overrides = &((struct check_request *)field)->check.overrides;
	struct str text = str_of(argument->value);
	size_t equals = str_find(text, '=', 0);
	if (equals == 0 || equals == text.len)
		return value_refused(arena, argument);
	arena_push(arena, overrides->settings, overrides->nsettings,
	           ((struct check_request *)field)->settings_room,
	           (struct setting){str_slice(text, 0, equals),
	                            str_slice(text, equals + 1, text.len), false});
	return true;
}

/* A number of threads. */
static bool read_jobs(struct arena *arena, const struct argument *argument, void *field)
{
	int64_t jobs;
	bool read = str_to_int64(str_of(argument->value), &jobs) && jobs > 0 && jobs <= MAX_JOBS;
	*(uint32_t *)field = read ? (uint32_t)jobs : 1;
	return read || value_refused(arena, argument);
}

static bool read_color(struct arena *arena, const struct argument *argument, void *field)
{
	struct check_request *request = field;
	request->color_told = true;
	return value_color(arena, argument, &request->report.color);
}

const struct option check_options_table[] = {
    {"format", "text|json|sarif|github|junit|gcc|gitlab",
     "how to write the findings (default: text; github in GitHub Actions)", value_format,
     offsetof(struct check_request, format)},
    {"output", "FILE", "write the report to a file, whole or not at all ('-': standard output)",
     option_word, offsetof(struct check_request, output)},
    {"framework", "NAME==VERSION", "judge as this release, whatever the file says: jax==0.6.0",
     value_framework, offsetof(struct check_request, check.overrides)},
    {"mesh", "AXIS=SIZE,…", "try another mesh: data=8,model=4, or NAME:data=8 of several",
     value_mesh, offsetof(struct check_request, check.overrides)},
    {"hardware", "NAME", "lay meshes out on this: v5e-16, v5e:4x4 or 2xv6e-256", value_hardware,
     offsetof(struct check_request, check.overrides)},
    {"devices", "N", "how many devices there are, where a program asks", value_devices,
     offsetof(struct check_request, check.overrides)},
    {"entry", "FILE:FUNCTION", "judge a function that the file does not call; may be repeated",
     read_entry, 0},
    {"arg", "NAME=TYPE", "an argument of that function: 'x=f32[8@data, 128]'; may be repeated",
     read_arg, 0},
    {"dim", "NAME=SIZE", "a size in its jaxtyping annotations: batch=64; may be repeated", read_dim,
     0},
    {"set", "NAME=VALUE", "the value of an option of the program, of argparse or absl",
     read_setting, 0},
    {"fix", NULL, "change the files: make the repairs that are certain", option_set,
     offsetof(struct check_request, fix.fix)},
    {"diff", NULL, "show what --fix would change, as a patch, and change nothing", option_set,
     offsetof(struct check_request, fix.diff)},
    {"strict", NULL, "the same as --fail-on warning,unknown", gate_read_strict,
     offsetof(struct check_request, report.gate)},
    {"fail-on", "error|warning|unknown",
     "what makes the exit status 1 (default: error); several with commas between", gate_read,
     offsetof(struct check_request, report.gate)},
    {"exit-zero", NULL, "exit with 0 whatever is found", option_set,
     offsetof(struct check_request, report.gate.nothing)},
    {"max-findings", "N|all", "show at most N findings of a file (default: 100 as text, else all)",
     gate_read_most, offsetof(struct check_request, report)},
    {"statistics", NULL, "count how often each finding is there", option_set,
     offsetof(struct check_request, report.statistics)},
    {"select", "NAME,…", "show these findings only; may be repeated", option_select,
     offsetof(struct check_request, check.checks)},
    {"ignore", "NAME,…", "do not show these findings; may be repeated", option_ignore,
     offsetof(struct check_request, check.checks)},
    {"severity", "NAME=LEVEL", "show a finding as error, warning or note, or not: off",
     option_severity, offsetof(struct check_request, check.checks)},
    {"config", "FILE", "the configuration of all files, instead of the .shardctl.yaml above each",
     option_word, offsetof(struct check_request, config)},
    {"no-config", NULL, "use no configuration", option_set,
     offsetof(struct check_request, no_config)},
    {"stdin-filename", "NAME", "check what '-' reads as this file: model.py", option_word,
     offsetof(struct check_request, stdin_filename)},
    {"show-files", NULL, "list the files that would be checked, and check none", option_set,
     offsetof(struct check_request, show_files)},
    {"jobs", "1…256", "how many files to check at a time (default: one for each processor)",
     read_jobs, offsetof(struct check_request, jobs)},
    {"force-exclude", NULL, "skip named files that are not layouts and import no framework",
     option_set, offsetof(struct check_request, force_exclude)},
    {"full", NULL, "do not shorten the framework's texts on a terminal", option_set,
     offsetof(struct check_request, full)},
    {"quiet", NULL, "show errors only", option_set, offsetof(struct check_request, report.quiet)},
    {"color", "auto|always|never",
     "colour the text (default: auto; NO_COLOR and FORCE_COLOR are respected)", read_color, 0},
    OPTIONS_END,
};

/* Puts in what depends on where the report goes. GitHub Actions sets its variable to "true" in
 * every step; a file is no log, and no terminal either. */
static void suit_destination(struct check_request *request)
{
	const char *actions = getenv("GITHUB_ACTIONS");
	bool file = request->output && strcmp(request->output, "-") != 0;
	bool log = !file && actions && strcmp(actions, "true") == 0;
	if (request->format == OUTPUT_FORMATS)
		request->format = log ? FORMAT_GITHUB : FORMAT_TEXT;
	if (file && !request->color_told)
		request->report.color = false;
}

/* Adds the files of --entry that are not named themselves. */
static void add_entry_files(struct arena *arena, struct check_request *request)
{
	for (uint32_t i = 0; i < request->entry.nentries; i++)
		path_add(arena, &request->files, request->entry.entries[i].path.s);
}

/* Adds the files that an operand stands for; false after a message. */
static bool add_files(struct arena *arena, const struct check_request *request, const char *operand,
                      struct path_list *files)
{
	if (is_folder(operand))
		return folder_files(arena, request->configurations, operand, files);
	if (is_pattern(operand))
		return pattern_files(arena, request->configurations, operand, files);
	if (!request->force_exclude || !folder_passes_by(request->configurations, operand))
		path_add(arena, files, operand);
	return true;
}

/* What is to be known of configurations before files are looked for; false after a message. */
static bool begin_configurations(struct arena *arena, struct check_request *request)
{
	request->configurations = configurations_make(arena);
	if (request->no_config)
		configurations_forget(request->configurations);
	return !request->config || request->no_config ||
	       configurations_fix(request->configurations, request->config);
}

/* Finds what holds for each file. */
static void find_places(struct arena *arena, struct check_request *request)
{
	request->places = arena_new(arena, struct file_place, request->files.count);
	for (size_t i = 0; i < request->files.count; i++) {
		const char *path = request->files.paths[i];
		if (request->stdin_filename && strcmp(path, "-") == 0)
			path = request->stdin_filename;
		struct found_configuration *found =
		    (request->places[i] = configurations_for(request->configurations, path)).found;
		const struct source file = {str_of(path), STR("")};
		if (found && source_is_configuration(&file) &&
		    str_equal(found->configuration->source.path, file.path))
			found->reported = true; /* it is, as a file of the run */
	}
	request->failed |= configurations_failed(request->configurations);
}

bool check_request_complete(struct arena *arena, void *data)
{
	struct check_request *request = data;
	struct path_list files = {0};
	suit_destination(request);
	add_entry_files(arena, request);
	if (!request->files.count && request->stdin_filename)
		path_add(arena, &request->files, "-");
	if (!value_file_given("check", request->files.count ? request->files.paths[0] : NULL) ||
	    !begin_configurations(arena, request))
		return false;
	for (size_t i = 0; i < request->files.count; i++)
		request->failed |= !add_files(arena, request, request->files.paths[i], &files);
	request->files = files;
	request->check.overrides.entry = &request->entry;
	find_places(arena, request);
	return files.count > 0 || request->force_exclude;
}
