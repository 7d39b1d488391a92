/* SPDX-License-Identifier: Apache-2.0 */
#include "cli/files/configurations.h"

#include <errno.h>
#include <limits.h>
#include <stdlib.h>
#include <sys/stat.h>

#include "cli/files/files.h"

struct configurations {
	struct arena *arena;
	struct table folders;    /* real path of a folder → place in `found`, or NONE */
	struct table real_paths; /* of folders as they are shown → place in `reals` */
	struct found_configuration **found;
	struct str *reals;
	size_t count, room, real_count, real_room;
	struct found_configuration *fixed;
	struct str here; /* the real path of the current folder; empty: not known */
	bool none, failed;
};

static const uint32_t NONE = UINT32_MAX;

struct configurations *configurations_make(struct arena *arena)
{
	struct configurations *all = arena_new(arena, struct configurations, 1);
	char real[PATH_MAX];
	all->arena = arena;
	all->here = realpath(".", real) ? str_copy(arena, str_of(real)) : STR("");
	return all;
}

void configurations_forget(struct configurations *all)
{
	all->none = true;
}

bool configurations_failed(const struct configurations *all)
{
	return all->failed;
}

/* Reads a configuration; NULL after a message. */
static struct found_configuration *read_file(struct configurations *all, const char *path,
                                             struct str folder)
{
	struct found_configuration *found = arena_new(all->arena, struct found_configuration, 1);
	struct arena scratch = {0};
	struct source source;
	if (!file_read(all->arena, path, &source)) {
		all->failed = true;
		return NULL;
	}
	found->configuration = configuration_read(all->arena, &scratch, &source);
	found->folder = folder;
	found->reported = !found->configuration->diags->first;
	arena_drop(&scratch);
	return found;
}

bool configurations_fix(struct configurations *all, const char *path)
{
	all->fixed = read_file(all, path, all->here);
	return all->fixed != NULL;
}

/* Whether one path names the folder of the other, or one above it. */
static bool is_below(struct str path, struct str folder)
{
	return str_starts_with(path, folder) &&
	       (path.len == folder.len || folder.len == 1 || path.s[folder.len] == '/');
}

/* The path from a folder to what is below it; of what is not, its whole path. */
static struct str path_from(struct str folder, struct str path)
{
	size_t start = is_below(path, folder) ? folder.len : 0;
	while (start < path.len && path.s[start] == '/')
		start++;
	return str_slice(path, start, path.len);
}

/* The path of a folder's configuration, as short as it can be said from the current folder. */
static const char *shown_path(const struct configurations *all, struct str folder)
{
	struct str name = path_join(all->arena, folder, ".shardctl.yaml"), up = STR("");
	if (!all->here.len)
		return name.s;
	if (is_below(folder, all->here))
		return path_from(all->here, name).s;
	if (!is_below(all->here, folder) || folder.len == 1)
		return name.s;
	for (size_t i = folder.len; i < all->here.len; i++)
		if (all->here.s[i] == '/')
			up = str_format(all->arena, "%.*s../", STR_ARG(up));
	return str_format(all->arena, "%.*s.shardctl.yaml", STR_ARG(up)).s;
}

/* Whether a folder has a name, and if it has to be one of a file, not that of a pipe, which might
 * never end. */
static bool has(struct configurations *all, struct str folder, const char *name, bool file)
{
	struct arena_mark mark = arena_mark(all->arena);
	struct stat status;
	bool there = stat(path_join(all->arena, folder, name).s, &status) == 0;
	arena_rewind(all->arena, mark);
	return there && (!file || S_ISREG(status.st_mode));
}

/* Where the configuration of a folder stands in `found`, or NONE. */
static uint32_t look_up(struct configurations *all, struct str folder)
{
	const uint32_t *known = table_find(&all->folders, folder);
	uint32_t place = NONE;
	bool added;
	if (known)
		return *known;
	if (has(all, folder, ".shardctl.yaml", true)) {
		struct found_configuration *found =
		    read_file(all, shown_path(all, folder), str_copy(all->arena, folder));
		if (found) {
			arena_push(all->arena, all->found, all->count, all->room, found);
			place = (uint32_t)all->count - 1;
		}
	} else if (folder.len > 1 && !has(all, folder, ".git", false)) {
		place = look_up(all, path_folder(folder));
	}
	table_add(all->arena, &all->folders, str_copy(all->arena, folder), place, &added);
	return place;
}

struct found_configuration *configurations_in(struct configurations *all, struct str folder)
{
	if (all->none || all->fixed)
		return all->none ? NULL : all->fixed;
	uint32_t place = look_up(all, folder);
	return place == NONE ? NULL : all->found[place];
}

/* The real path of a folder, also of one that is still to be made for a text from standard input;
 * empty when it has none. */
static struct str real_path(struct configurations *all, struct str folder)
{
	char real[PATH_MAX];
	const uint32_t *known = table_find(&all->real_paths, folder);
	bool added;
	if (known)
		return all->reals[*known];
	struct str found = STR(""), above = folder;
	const char *resolved;
	while (!(resolved = realpath(str_copy(all->arena, above).s, real)) && errno == ENOENT &&
	       !str_equal(above, path_folder(above)))
		above = path_folder(above);
	struct str rest = str_copy(all->arena, path_from(above, folder));
	if (resolved)
		found = rest.len ? path_join(all->arena, str_of(real), rest.s)
		                 : str_copy(all->arena, str_of(real));
	table_add(all->arena, &all->real_paths, str_copy(all->arena, folder),
	          (uint32_t)all->real_count, &added);
	arena_push(all->arena, all->reals, all->real_count, all->real_room, found);
	return found;
}

struct file_place configurations_for(struct configurations *all, const char *path)
{
	struct str folder = real_path(all, path_folder(str_of(path)));
	struct file_place place = {NULL, STR("")};
	if (!folder.len)
		return place;
	place.found = configurations_in(all, folder);
	if (place.found) {
		struct str name = str_copy(all->arena, path_last(str_of(path)));
		place.path = path_from(place.found->folder, path_join(all->arena, folder, name.s));
	}
	return place;
}

bool configuration_leaves_out(const struct found_configuration *found, struct str path, bool folder)
{
	return found && path_patterns_ask(&found->configuration->exclude,
	                                  path_from(found->folder, path), folder) == PATH_LEFT_OUT;
}
