/* SPDX-License-Identifier: Apache-2.0 */
#include "folder.h"

#include <dirent.h>
#include <stdio.h>
#include <stdlib.h>
#include <sys/stat.h>
#include <unistd.h>

#include "base/utf8.h"
#include "files.h"

enum { MAX_LEVELS = 32, MAX_LOOKED_AT = 20000 };

/* A walk through a folder. */
struct walk {
	struct arena *arena;
	struct path_list *list;
	uint32_t looked_at;
	bool cut; /* there was more */
};

void path_add(struct arena *arena, struct path_list *list, const char *path)
{
	arena_push(arena, list->paths, list->count, list->room, path);
}

bool is_folder(const char *path)
{
	struct stat status;
	return strcmp(path, "-") != 0 && stat(path, &status) == 0 && S_ISDIR(status.st_mode);
}

static bool has_any(struct str text, const char *const *parts, size_t count)
{
	for (size_t i = 0; i < count; i++)
		if (str_search(text, str_of(parts[i]), 0) < text.len)
			return true;
	return false;
}

/* Whether some line of the text begins with one of the words. */
static bool begins_line(struct str text, const char *const *words, size_t count)
{
	for (size_t at = 0; at < text.len; at = str_find(text, '\n', at) + 1)
		for (size_t i = 0; i < count; i++)
			if (str_starts_with(str_slice(text, at, text.len), str_of(words[i])))
				return true;
	return false;
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

/* Whether there is something to check in a file, by its name and text. */
static bool is_wanted(struct arena *arena, const char *path)
{
	static const char *const imports[] = {"import jax", "from jax"};
	static const char *const keys[] = {"tensors:", "mesh:", "meshes:", "program:"};
	struct str name = str_of(path);
	struct source source;
	bool yaml = str_ends_with(name, STR(".yaml")) || str_ends_with(name, STR(".yml"));
	bool python = str_ends_with(name, STR(".py")) || str_ends_with(name, STR(".ipynb"));
	struct arena_mark mark = arena_mark(arena);
	bool wanted = (yaml || python) && !is_sidecar(arena, path) &&
	              file_read_quietly(arena, path, &source) &&
	              (yaml ? begins_line(source.text, keys, COUNT_OF(keys))
	                    : has_any(source.text, imports, COUNT_OF(imports)));
	arena_rewind(arena, mark);
	return wanted;
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

/* The paths of what is in a folder, sorted. */
static struct path_list entries_of(struct walk *walk, const char *path)
{
	struct path_list entries = {NULL, 0, 0};
	size_t length = strlen(path);
	const char *slash = length && path[length - 1] == '/' ? "" : "/";
	DIR *folder = opendir(path);
	for (const struct dirent *entry; folder && (entry = readdir(folder));) {
		if (is_passed_by(entry->d_name))
			continue;
		walk->cut |= walk->looked_at++ >= MAX_LOOKED_AT;
		if (walk->cut)
			break;
		path_add(walk->arena, &entries,
		         str_format(walk->arena, "%s%s%s", path, slash, entry->d_name).s);
	}
	if (folder)
		closedir(folder);
	if (entries.count)
		qsort(entries.paths, entries.count, sizeof *entries.paths, by_name);
	return entries;
}

static void walk_folder(struct walk *walk, const char *path, int level)
{
	struct stat status;
	const struct path_list entries = entries_of(walk, path);
	for (size_t i = 0; i < entries.count; i++) {
		const char *inner = entries.paths[i];
		if (lstat(inner, &status) != 0)
			continue;
		walk->cut |= S_ISDIR(status.st_mode) && level == MAX_LEVELS;
		if (S_ISDIR(status.st_mode) && level < MAX_LEVELS)
			walk_folder(walk, inner, level + 1);
		else if (!is_folder(inner) && is_wanted(walk->arena, inner))
			path_add(walk->arena, walk->list, inner);
	}
}

bool folder_files(struct arena *arena, const char *path, struct path_list *list)
{
	struct walk walk = {.arena = arena, .list = list};
	size_t before = list->count;
	struct str shown = utf8_escaped(arena, str_of(path));
	walk_folder(&walk, path, 0);
	if (walk.cut)
		fprintf(stderr, "shardctl: '%.*s' is too large to be looked through whole\n",
		        STR_ARG(shown));
	if (list->count == before)
		fprintf(stderr,
		        "shardctl: nothing to check in '%.*s': no file of Python that imports jax, "
		        "and no spec\n",
		        STR_ARG(shown));
	return list->count > before;
}

bool folder_passes_by(struct arena *arena, const char *path)
{
	return strcmp(path, "-") != 0 && access(path, R_OK) == 0 && !is_wanted(arena, path);
}
