/* SPDX-License-Identifier: Apache-2.0 */
#include "cli/files/folder.h"

#include <dirent.h>
#include <errno.h>
#include <limits.h>
#include <stdio.h>
#include <stdlib.h>
#include <sys/stat.h>
#include <unistd.h>

#include "base/utf8.h"
#include "cli/files/files.h"
#include "cli/files/gitignore.h"
#include "spec/keys.h"
#include "spec/script/script.h"

/* So many names at most are looked at, which is far more than any project has. */
enum { MAX_LEVELS = 64, MAX_LOOKED_AT = 1000000 };

/* A walk through a folder. */
struct walk {
	struct arena *arena;   /* of the paths that are found */
	struct arena *scratch; /* of what is forgotten when a folder has been left */
	struct path_list *list;
	struct configurations *configurations;
	uint32_t looked_at, left_out, found;
	bool failed;
};

/* A folder on the way. */
struct place {
	struct str shown, real; /* its path as the user has it, and its real one */
	const struct gitignore *ignored;
	const struct found_configuration *found;
	struct str glob; /* of the files that are wanted; s NULL: those with something to check */
	int levels;      /* of folders in it that are entered */
};

/* The path without "./" in front of it. */
static struct str without_dot(const char *path)
{
	struct str text = str_of(path);
	while (str_starts_with(text, STR("./")) && text.len > 2)
		text = str_slice(text, 2, text.len);
	return text;
}

void path_add(struct arena *arena, struct path_list *list, const char *path)
{
	bool added;
	table_add(arena, &list->known, without_dot(path), 0, &added);
	if (added)
		arena_push(arena, list->paths, list->count, list->room, path);
}

bool is_folder(const char *path)
{
	struct stat status;
	return strcmp(path, "-") != 0 && stat(path, &status) == 0 && S_ISDIR(status.st_mode);
}

/* Whether a text of YAML is a layout: it has one of the keys that make one, and at least as many
 * keys of a spec as others at its top. The policy of a service mesh has 'mesh:' too, and the sweep
 * of an experiment 'program:'. */
static bool is_layout(struct str text)
{
	static const char *const makers[] = {"tensors", "mesh", "meshes", "program"};
	size_t known = 0, other = 0;
	bool made = false;
	for (size_t at = 0, end; at < text.len; at = end + 1) {
		end = str_find(text, '\n', at);
		struct str line = str_slice(text, at, end);
		struct str key = str_until(line, ':');
		bool named = key.len < line.len && (key.s[0] == '_' || (key.s[0] | 32) >= 'a');
		bool ours = key_place(&spec_keys, key) < spec_keys.count;
		known += named && ours;
		other += named && !ours;
		made |= named && str_place(key, makers, COUNT_OF(makers)) < COUNT_OF(makers);
	}
	return made && known >= other;
}

/* Whether the file is the sidecar of one beside it, with which it is checked. */
static bool is_sidecar(struct arena *arena, const char *path)
{
	static const char *const ends[] = {".py", ".ipynb"};
	struct str name = str_of(path), end = STR(".shardctl.yaml");
	struct stat status;
	for (size_t i = 0; i < COUNT_OF(ends) && str_ends_with(name, end); i++) {
		struct str stem = str_slice(name, 0, name.len - end.len);
		if (stat(str_format(arena, "%.*s%s", STR_ARG(stem), ends[i]).s, &status) == 0)
			return true;
	}
	return false;
}

/* Whether there is something to check in a file, by its name and text; as far as can be told of one
 * that cannot be read. */
static bool is_wanted(struct arena *arena, const char *path)
{
	struct str name = str_of(path);
	struct source source;
	bool yaml = str_ends_with(name, STR(".yaml")) || str_ends_with(name, STR(".yml"));
	bool python = str_ends_with(name, STR(".py")) || str_ends_with(name, STR(".ipynb"));
	return (yaml || python) && !is_sidecar(arena, path) &&
	       (!file_read_quietly(arena, path, &source) ||
	        (yaml ? is_layout(source.text) : script_may_import(source.text)));
}

/* Whether a name is passed by: hidden, installed or built. */
static bool is_passed_by(const char *name)
{
	static const char *const passed[] = {"__pycache__", "node_modules", "site-packages",
	                                     "venv",        "build",        "dist"};
	return name[0] == '.' ||
	       str_place(str_of(name), passed, COUNT_OF(passed)) < COUNT_OF(passed);
}

/* By their bytes, whatever the user's language is. */
static int by_name(const void *a, const void *b)
{
	return strcmp(*(const char *const *)a, *(const char *const *)b);
}

/* Says what keeps a folder from being looked through whole. */
static void complain(struct walk *walk, struct str path, const char *reason)
{
	fprintf(stderr, "shardctl: cannot look through '%.*s': %s\n",
	        STR_ARG(utf8_escaped(walk->scratch, path)), reason);
	walk->failed = true;
}

/* What is in a folder, sorted by its name. */
static struct path_list names_in(struct walk *walk, const struct place *place)
{
	struct path_list names = {0};
	DIR *folder = opendir(str_copy(walk->scratch, place->real).s);
	if (!folder) {
		complain(walk, place->shown, strerror(errno));
		return names;
	}
	errno = 0;
	for (const struct dirent *entry; (entry = readdir(folder)); errno = 0)
		if (!is_passed_by(entry->d_name) && walk->looked_at++ < MAX_LOOKED_AT)
			arena_push(walk->scratch, names.paths, names.count, names.room,
			           str_copy(walk->scratch, str_of(entry->d_name)).s);
	if (errno || walk->looked_at >= MAX_LOOKED_AT)
		complain(walk, place->shown, errno ? strerror(errno) : "there is too much in it");
	closedir(folder);
	if (names.count)
		qsort(names.paths, names.count, sizeof *names.paths, by_name);
	return names;
}

static void walk_folder(struct walk *walk, const struct place *place);

/* Enters a folder, or takes a file, that is not passed by. */
static void visit(struct walk *walk, const struct place *above, const char *name)
{
	struct place place = {.shown = path_join(walk->scratch, above->shown, name),
	                      .real = path_join(walk->scratch, above->real, name),
	                      .glob = above->glob,
	                      .levels = above->levels - 1};
	struct stat status;
	if (lstat(place.real.s, &status) != 0)
		return;
	bool folder = S_ISDIR(status.st_mode);
	if (!folder && (stat(place.real.s, &status) != 0 || !S_ISREG(status.st_mode)))
		return;
	bool matches = above->glob.s && glob_matches(above->glob, place.shown);
	if (gitignore_leaves_out(above->ignored, place.real, folder) ||
	    configuration_leaves_out(above->found, place.real, folder)) {
		walk->left_out++;
	} else if (!folder) {
		if (above->glob.s ? matches : is_wanted(walk->scratch, place.real.s)) {
			path_add(walk->arena, walk->list, str_copy(walk->arena, place.shown).s);
			walk->found++;
		}
	} else {
		if (matches) {
			place.glob = (struct str){NULL, 0};
			place.levels = MAX_LEVELS;
		}
		place.ignored = gitignore_enter(walk->scratch, above->ignored, place.real);
		place.found = configurations_in(walk->configurations, place.real);
		walk_folder(walk, &place);
	}
}

static void walk_folder(struct walk *walk, const struct place *place)
{
	if (place->levels < 0) {
		if (!place->glob.s)
			complain(walk, place->shown, "it stands in too many others");
		return;
	}
	const struct path_list names = names_in(walk, place);
	for (size_t i = 0; i < names.count; i++) {
		struct arena_mark mark = arena_mark(walk->scratch);
		visit(walk, place, names.paths[i]);
		arena_rewind(walk->scratch, mark);
	}
}

/* Walks through the folder at start.shown; false after a message. */
static bool walk_from(struct walk *walk, struct place start)
{
	char real[PATH_MAX];
	if (!realpath(str_copy(walk->scratch, start.shown).s, real)) {
		if (start.glob.s && (errno == ENOENT || errno == ENOTDIR))
			return true;
		complain(walk, start.shown, strerror(errno));
		return false;
	}
	start.real = str_copy(walk->scratch, str_of(real));
	start.ignored = gitignore_of(walk->scratch, start.real);
	start.found = configurations_in(walk->configurations, start.real);
	walk_folder(walk, &start);
	return !walk->failed;
}

/* Adds what is found; says `nothing` of the path when that is none. */
static bool add_from(struct walk walk, struct place start, const char *nothing, struct str path)
{
	struct arena scratch = {0};
	walk.scratch = &scratch;
	bool whole = walk_from(&walk, start);
	if (whole && !walk.found)
		fprintf(stderr, "shardctl: %s '%s'%s\n", nothing, utf8_escaped(&scratch, path).s,
		        walk.left_out ? ", other than what is left out by .gitignore or 'exclude'"
		                      : "");
	arena_drop(&scratch);
	return whole && (walk.found || !start.glob.s);
}

bool folder_files(struct arena *arena, struct configurations *configurations, const char *path,
                  struct path_list *list)
{
	const struct walk walk = {.arena = arena, .list = list, .configurations = configurations};
	const struct place start = {.shown = str_of(path), .levels = MAX_LEVELS};
	return add_from(walk, start,
	                "no file of Python that imports jax, torch_xla or torch.distributed, and "
	                "no spec, is in",
	                str_of(path));
}

/* The folder that a pattern begins with, before its first part with a sign. */
static struct str fixed_folder(struct str pattern)
{
	size_t end = 0;
	for (size_t at = 0; at < pattern.len && !strchr("*?[", pattern.s[at]); at++)
		end = pattern.s[at] == '/' ? at + (at == 0) : end;
	return end ? str_slice(pattern, 0, end) : STR(".");
}

bool is_pattern(const char *path)
{
	struct stat status;
	const char *bracket = strchr(path, '[');
	return (strpbrk(path, "*?") || (bracket && strchr(bracket, ']'))) &&
	       lstat(path, &status) != 0;
}

bool pattern_files(struct arena *arena, struct configurations *configurations, const char *pattern,
                   struct path_list *list)
{
	const struct walk walk = {.arena = arena, .list = list, .configurations = configurations};
	struct str glob = without_dot(pattern);
	struct place start = {.shown = fixed_folder(glob), .glob = glob};
	for (size_t at = start.shown.len; at < glob.len && start.levels < MAX_LEVELS; at++)
		start.levels += glob.s[at] == '/';
	if (str_contains(glob, STR("**")))
		start.levels = MAX_LEVELS;
	return add_from(walk, start, "no file matches", str_of(pattern));
}

bool folder_passes_by(struct configurations *configurations, const char *path)
{
	struct arena scratch = {0};
	const struct file_place place = configurations_for(configurations, path);
	bool passed =
	    place.found && path_patterns_cover(&place.found->configuration->exclude, place.path);
	if (strcmp(path, "-") != 0 && access(path, R_OK) == 0 && !is_wanted(&scratch, path))
		passed = true;
	arena_drop(&scratch);
	return passed;
}
