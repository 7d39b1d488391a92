/* SPDX-License-Identifier: Apache-2.0 */
#include "check_request.h"

#include <stdio.h>
#include <unistd.h>

#include "spec/type_comment.h"
#include "values.h"

enum { MAX_JOBS = 256 };

void check_request_begin(void *request)
{
	long processors = sysconf(_SC_NPROCESSORS_ONLN);
	long jobs = processors < 1 ? 1 : processors < MAX_JOBS ? processors : MAX_JOBS;
	((struct check_request *)request)->jobs = (uint32_t)jobs;
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

const struct option check_options_table[] = {
    {"format", "text|json|gcc", "how to write the findings (default: text)", value_format,
     offsetof(struct check_request, format)},
    {"framework", "NAME==VERSION", "judge as this one, whatever the file says: jax==0.6.0",
     value_framework, offsetof(struct check_request, check.overrides)},
    {"mesh", "AXIS=SIZE,…", "try another mesh: data=8,model=4, or NAME:data=8 of several",
     value_mesh, offsetof(struct check_request, check.overrides)},
    {"hardware", "NAME", "lay meshes on this: v5e-16, v5e:4x4 or 2xv6e-256", value_hardware,
     offsetof(struct check_request, check.overrides)},
    {"devices", "N", "how many devices there are, where a program asks", value_devices,
     offsetof(struct check_request, check.overrides)},
    {"entry", "FILE:FUNCTION", "judge a function that the file does not call; may be repeated",
     read_entry, 0},
    {"arg", "NAME=TYPE", "what it is called with: 'x=f32[8@data, 128]'; may be repeated", read_arg,
     0},
    {"dim", "NAME=SIZE", "of annotations of jaxtyping: batch=64; may be repeated", read_dim, 0},
    {"set", "NAME=VALUE", "of an option that the program reads by argparse or absl", read_setting,
     0},
    {"fix", NULL, "change the files: make the repairs that are certain", option_set,
     offsetof(struct check_request, fix.fix)},
    {"diff", NULL, "show what --fix would change, as a patch, and change nothing", option_set,
     offsetof(struct check_request, fix.diff)},
    {"strict", NULL, "warnings and unknown verdicts count as findings", option_set,
     offsetof(struct check_request, strict)},
    {"ignore", "NAME,…", "do not show these findings; may be repeated", read_ignored,
     offsetof(struct check_request, check.ignored)},
    {"stdin-filename", "NAME", "check what '-' reads as this file: model.py", option_word,
     offsetof(struct check_request, stdin_filename)},
    {"show-files", NULL, "list the files that would be checked, and check none", option_set,
     offsetof(struct check_request, show_files)},
    {"jobs", "N", "how many files to check at a time (default: one for each processor)", read_jobs,
     offsetof(struct check_request, jobs)},
    {"force-exclude", NULL, "pass by files that are neither layouts nor import jax, though named",
     option_set, offsetof(struct check_request, force_exclude)},
    {"full", NULL, "show the texts of the framework whole on a terminal, too", option_set,
     offsetof(struct check_request, full)},
    {"quiet", NULL, "show errors only", option_set, offsetof(struct check_request, report.quiet)},
    {"color", "auto|always|never", "colour the text (default: auto; NO_COLOR is respected)",
     value_color, offsetof(struct check_request, report.color)},
    OPTIONS_END,
};

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
		return folder_files(arena, operand, files);
	if (is_pattern(operand))
		return pattern_files(arena, operand, files);
	if (!request->force_exclude || !folder_passes_by(operand))
		path_add(arena, files, operand);
	return true;
}

bool check_request_complete(struct arena *arena, void *data)
{
	struct check_request *request = data;
	struct path_list files = {0};
	add_entry_files(arena, request);
	if (!request->files.count && request->stdin_filename)
		path_add(arena, &request->files, "-");
	if (!value_file_given("check", request->files.count ? request->files.paths[0] : NULL))
		return false;
	for (size_t i = 0; i < request->files.count; i++)
		request->failed |= !add_files(arena, request, request->files.paths[i], &files);
	request->files = files;
	request->check.overrides.entry = &request->entry;
	return files.count > 0 || request->force_exclude;
}
