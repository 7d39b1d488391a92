/* SPDX-License-Identifier: Apache-2.0 */
#include "cli/files/project.h"

#include <errno.h>
#include <limits.h>
#include <stdlib.h>
#include <sys/stat.h>

#include "base/utf8.h"
#include "cli/files/files.h"

enum { MAX_FOLDERS = 64, MAX_MODULE_BYTES = 1 << 20 };

struct project_finder {
	struct source_finder finder;
	struct str root;                 /* the real path of the project's folder */
	struct str folders[MAX_FOLDERS]; /* where scripts look, as they are shown */
	size_t count;
};

static bool is_root(struct arena *arena, struct str folder)
{
	static const char *const marks[] = {".git", "pyproject.toml", "setup.py"};
	struct stat status;
	for (size_t i = 0; i < COUNT_OF(marks); i++)
		if (stat(path_join(arena, folder, marks[i]).s, &status) == 0)
			return true;
	return false;
}

/* The folder above, as it is shown. */
static struct str above(struct arena *arena, struct str folder)
{
	struct str last = path_last(folder);
	if (str_equal(folder, STR(".")))
		return STR("..");
	if (str_equal(last, STR("..")) || str_equal(last, STR(".")))
		return str_format(arena, "%.*s/..", STR_ARG(folder));
	return path_folder(folder);
}

/* Whether the real path is that of something in the project. */
static bool is_inside(const struct project_finder *project, struct str place)
{
	struct str root = project->root;
	return str_starts_with(place, root) && place.len > root.len &&
	       (root.len == 1 || place.s[root.len] == '/');
}

static enum file_outcome read_file(const struct source_finder *finder, struct arena *arena,
                                   struct str path, struct source *found)
{
	const struct project_finder *project = (const struct project_finder *)finder;
	char real[PATH_MAX];
	struct stat status;
	const char *name = str_copy(arena, path).s;
	if (path.len > PATH_MAX / 2 || str_find(path, '\0', 0) < path.len)
		return FILE_MISSING;
	if (!realpath(name, real) || stat(real, &status) != 0)
		return errno == EACCES ? FILE_UNREADABLE : FILE_MISSING;
	if (!is_inside(project, str_of(real)))
		return FILE_OUTSIDE;
	if (S_ISREG(status.st_mode) && status.st_size > MAX_MODULE_BYTES)
		return FILE_TOO_LARGE;
	if (!S_ISREG(status.st_mode) || !file_read_quietly(arena, name, found))
		return FILE_UNREADABLE;
	if (found->text.len > MAX_MODULE_BYTES)
		return FILE_TOO_LARGE;
	if (str_starts_with(found->text, STR("\xef\xbb\xbf")))
		found->text = str_slice(found->text, 3, found->text.len);
	return utf8_first_invalid(found->text) == found->text.len ? FILE_READ : FILE_NOT_TEXT;
}

static bool find_in(const struct project_finder *project, struct arena *arena, struct str folder,
                    struct str name, struct source *found)
{
	static const char *const ends[] = {"/__init__.py", ".py"};
	for (size_t i = 0; i < COUNT_OF(ends); i++) {
		struct str file = str_format(arena, "%.*s%s", STR_ARG(name), ends[i]);
		if (read_file(&project->finder, arena, path_join(arena, folder, file.s), found) ==
		    FILE_READ)
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
	struct str folder = path_folder(str_of(path));
	char real[PATH_MAX];
	size_t root = 0;
	if (folder.len > PATH_MAX / 2)
		return NULL;
	project->finder = (struct source_finder){find, read_file};
	for (size_t i = 0; i < MAX_FOLDERS - 1; i++, folder = above(arena, folder)) {
		if (!realpath(path_join(arena, folder, ".").s, real))
			break;
		project->folders[i] = folder;
		if (is_root(arena, folder)) {
			root = i;
			break;
		}
		if (strcmp(real, "/") == 0)
			break;
	}
	if (!project->folders[0].s ||
	    !realpath(path_join(arena, project->folders[root], ".").s, real))
		return NULL;
	project->count = root + 1;
	project->folders[project->count++] = path_join(arena, project->folders[root], "src");
	project->root = str_copy(arena, str_of(real));
	return &project->finder;
}
