/* SPDX-License-Identifier: Apache-2.0 */
/* The files of folders, and those that patterns match, that there is something to check in. */
#ifndef CLI_FOLDER_H
#define CLI_FOLDER_H

#include "cli/files/configurations.h"

/* Paths, each of them once, in an arena. */
struct path_list {
	const char **paths;
	size_t count, room;
	struct table known; /* of the paths */
};

/* Adds a path, unless it is there. */
void path_add(struct arena *arena, struct path_list *list, const char *path);

/* Whether the path is a folder. */
bool is_folder(const char *path);

/* Whether it is a pattern as shells have them, and not the name of a file that there is. */
bool is_pattern(const char *path);

/*
 * Adds the files of a folder and of those in it, by name: notebooks and files of Python that import
 * jax, and those of YAML with keys of a spec at their top. What git ignores and what `exclude` of
 * the configuration says, names that begin with a dot, symbolic links to folders, and folders of
 * installed or built things are passed by. What cannot be read, and that there is none, is said on
 * standard error; false when the folder, or one in it, could not be looked through whole.
 */
MUST_USE bool folder_files(struct arena *arena, struct configurations *configurations,
                           const char *path, struct path_list *list);

/* The same of the files that a pattern matches, whatever stands in them, and of the folders; false
 * when it matches nothing, too. */
MUST_USE bool pattern_files(struct arena *arena, struct configurations *configurations,
                            const char *pattern, struct path_list *list);
/* Whether a file can be read, and a search through its folder would pass it by. */
MUST_USE bool folder_passes_by(struct configurations *configurations, const char *path);

#endif
