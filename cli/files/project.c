/* SPDX-License-Identifier: Apache-2.0 */
#include "cli/files/project.h"

#include <errno.h>
#include <limits.h>
#include <stdlib.h>
#include <sys/stat.h>

#include "base/utf8.h"
#include "cli/files/files.h"

enum { MAX_FOLDERS = 64, MAX_MODULE_BYTES = 1 << 20 };

struct project {
	struct arena *arena;
	struct str file;                 /* the path of the file that belongs to it */
	struct str root;                 /* the real path of the project's folder; empty: none */
	struct str folders[MAX_FOLDERS]; /* where scripts look, as they are shown */
	size_t count;
	bool known; /* it was looked for, which is done when something of it is first wanted */
};

struct project_finder {
	struct source_finder finder;
	struct project *project;
};

/* What lies in the folder of a project; and what does so too, and in folders of it. */
static const char *const root_marks[] = {".git", "pyproject.toml", "setup.py", NULL};
static const char *const weak_marks[] = {"setup.cfg", "requirements.txt", "LICENSE", NULL};

static bool has_any(struct arena *arena, struct str folder, const char *const marks[])
{
	struct stat status;
	for (size_t i = 0; marks[i]; i++)
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
static bool is_inside(const struct project *project, struct str place)
{
	struct str root = project->root;
	return root.len && str_starts_with(place, root) && place.len > root.len &&
	       (root.len == 1 || place.s[root.len] == '/');
}

/* Looks for the project, unless that was done. */
static const struct project *look_up(const struct source_finder *finder)
{
	struct project *project = ((const struct project_finder *)finder)->project;
	struct arena *arena = project->arena;
	struct str folder = path_folder(project->file);
	char real[PATH_MAX];
	size_t root = 0;
	bool marked = false;
	if (project->known)
		return project;
	project->known = true;
	for (size_t i = 0; i < MAX_FOLDERS - 1; i++, folder = above(arena, folder)) {
		if (!realpath(path_join(arena, folder, ".").s, real))
			break;
		project->folders[i] = folder;
		bool is_root = has_any(arena, folder, root_marks);
		bool is_weak = !marked && has_any(arena, folder, weak_marks);
		if (is_root || is_weak)
			root = i;
		marked |= is_weak;
		if (is_root)
			break;
		if (strcmp(real, "/") == 0)
			break;
	}
	if (!project->folders[0].s ||
	    !realpath(path_join(arena, project->folders[root], ".").s, real))
		return project;
	project->count = root + 1;
	project->folders[project->count++] = path_join(arena, project->folders[root], "src");
	project->root = str_copy(arena, str_of(real));
	return project;
}

static enum file_outcome read_file(const struct source_finder *finder, struct arena *arena,
                                   struct str path, struct source *found)
{
	const struct project *project = look_up(finder);
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

static bool find_in(const struct source_finder *finder, struct arena *arena, struct str folder,
                    struct str name, struct source *found)
{
	static const char *const ends[] = {"/__init__.py", ".py"};
	for (size_t i = 0; i < COUNT_OF(ends); i++) {
		struct str file = str_format(arena, "%.*s%s", STR_ARG(name), ends[i]);
		if (read_file(finder, arena, path_join(arena, folder, file.s), found) == FILE_READ)
			return true;
	}
	return false;
}

static bool find(const struct source_finder *finder, struct arena *arena, struct str folder,
                 struct str name, struct source *found)
{
	const struct project *project = look_up(finder);
	if (name.len > PATH_MAX / 2 || folder.len > PATH_MAX / 2)
		return false;
	if (folder.s)
		return find_in(finder, arena, folder, name, found);
	for (size_t i = 0; i < project->count; i++)
		if (find_in(finder, arena, project->folders[i], name, found))
			return true;
	return false;
}

const struct source_finder *project_of(struct arena *arena, const char *path)
{
	struct project_finder *finder = arena_new(arena, struct project_finder, 1);
	if (path_folder(str_of(path)).len > PATH_MAX / 2)
		return NULL;
	finder->finder = (struct source_finder){find, read_file};
	finder->project = arena_new(arena, struct project, 1);
	finder->project->arena = arena;
	finder->project->file = str_copy(arena, str_of(path));
	return &finder->finder;
}
