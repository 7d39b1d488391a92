/* SPDX-License-Identifier: Apache-2.0 */
#include "project.h"

#include <limits.h>
#include <stdlib.h>
#include <sys/stat.h>

#include "base/utf8.h"
#include "files.h"

enum { MAX_FOLDERS = 64, MAX_MODULE_BYTES = 1 << 20 };

struct project_finder {
	struct source_finder finder;
	struct str root;                 /* the real path of the project's folder */
	struct str folders[MAX_FOLDERS]; /* where scripts look, as they are shown */
	size_t count;
};

/* A path as C wants it. */
static char *c_path(struct arena *arena, struct str folder, const char *name)
{
	bool here = str_equal(folder, STR("."));
	return (char *)(uintptr_t)str_format(arena, "%.*s%s%s%c", here ? 0 : (int)folder.len,
	                                     folder.s, here ? "" : "/", name, '\0')
	    .s;
}

static bool is_root(struct arena *arena, struct str folder)
{
	static const char *const marks[] = {".git", "pyproject.toml", "setup.py"};
	struct stat status;
	for (size_t i = 0; i < sizeof marks / sizeof *marks; i++)
		if (stat(c_path(arena, folder, marks[i]), &status) == 0)
			return true;
	return false;
}

static struct str folder_of(struct str path)
{
	size_t slash = path.len;
	while (slash > 0 && path.s[slash - 1] != '/')
		slash--;
	return slash ? str_slice(path, 0, slash > 1 ? slash - 1 : 1) : STR(".");
}

/* The folder above, as it is shown. */
static struct str above(struct arena *arena, struct str folder)
{
	struct str last = str_slice(
	    folder, str_equal(folder_of(folder), STR(".")) ? 0 : folder_of(folder).len + 1,
	    folder.len);
	if (str_equal(folder, STR(".")))
		return STR("..");
	if (str_equal(last, STR("..")) || str_equal(last, STR(".")))
		return str_format(arena, "%.*s/..", STR_ARG(folder));
	return folder_of(folder);
}

/* Reads a file of the project; false when it is none, or no text. */
static bool read_module(const struct project_finder *project, struct arena *arena, const char *path,
                        struct source *found)
{
	char real[PATH_MAX];
	struct stat status;
	if (!realpath(path, real) || stat(real, &status) != 0 || !S_ISREG(status.st_mode) ||
	    status.st_size > MAX_MODULE_BYTES)
		return false;
	struct str place = str_of(real);
	if (!str_starts_with(place, project->root) || place.len == project->root.len ||
	    (project->root.len > 1 && place.s[project->root.len] != '/'))
		return false;
	if (!file_read_quietly(arena, path, found) || found->text.len > MAX_MODULE_BYTES)
		return false;
	if (str_starts_with(found->text, STR("\xef\xbb\xbf")))
		found->text = str_slice(found->text, 3, found->text.len);
	return utf8_first_invalid(found->text) == found->text.len;
}

static bool find_in(const struct project_finder *project, struct arena *arena, struct str folder,
                    struct str name, struct source *found)
{
	static const char *const ends[] = {"/__init__.py", ".py"};
	for (size_t i = 0; i < sizeof ends / sizeof *ends; i++) {
		struct str file = str_format(arena, "%.*s%s%c", STR_ARG(name), ends[i], '\0');
		if (read_module(project, arena, c_path(arena, folder, file.s), found))
			return true;
	}
	return false;
}

static bool find(const struct source_finder *finder, struct arena *arena, struct str folder,
                 struct str name, struct source *found)
{
	const struct project_finder *project = (const struct project_finder *)finder;
	if (name.len > PATH_MAX / 2 || folder.len > PATH_MAX / 2)
		return false;
	if (folder.s)
		return find_in(project, arena, folder, name, found);
	for (size_t i = 0; i < project->count; i++)
		if (find_in(project, arena, project->folders[i], name, found))
			return true;
	return false;
}

const struct source_finder *project_of(struct arena *arena, const char *path)
{
	struct project_finder *project = arena_new(arena, struct project_finder, 1);
	struct str folder = folder_of(str_of(path));
	char real[PATH_MAX];
	size_t root = 0;
	if (strcmp(path, "-") == 0 || folder.len > PATH_MAX / 2)
		return NULL;
	project->finder.find = find;
	for (size_t i = 0; i < MAX_FOLDERS - 1; i++, folder = above(arena, folder)) {
		if (!realpath(c_path(arena, folder, "."), real))
			break;
		project->folders[i] = folder;
		if (is_root(arena, folder)) {
			root = i;
			break;
		}
		if (strcmp(real, "/") == 0)
			break;
	}
	if (!project->folders[0].s || !realpath(c_path(arena, project->folders[root], "."), real))
		return NULL;
	project->count = root + 1;
	project->folders[project->count++] = str_of(c_path(arena, project->folders[root], "src"));
	project->root = str_copy(arena, str_of(real));
	return &project->finder;
}
