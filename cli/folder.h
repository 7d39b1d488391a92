/* SPDX-License-Identifier: Apache-2.0 */
/* The files of a folder that there is something to check in. */
#ifndef CLI_FOLDER_H
#define CLI_FOLDER_H

#include "base/str.h"

/* Paths, in an arena. */
struct path_list {
	const char **paths;
	size_t count, room;
};

/* Adds a path. */
void path_add(struct arena *arena, struct path_list *list, const char *path);

/* Whether the path is a folder. */
bool is_folder(const char *path);

/*
 * Adds the files of a folder and of those in it, by name: notebooks and files of Python that import
 * jax, and those of YAML with keys of a spec at their top. Names that begin with a dot, symbolic
 * links to folders and folders of installed or built things are passed by; so many files and levels
 * at most are looked at, which a message says when there are more. False after a message that there
 * is none.
 */
MUST_USE bool folder_files(struct arena *arena, const char *path, struct path_list *list);

/* Whether a file can be read, and a search through its folder would pass it by. */
MUST_USE bool folder_passes_by(struct arena *arena, const char *path);

#endif
