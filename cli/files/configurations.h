/* SPDX-License-Identifier: Apache-2.0 */
/* The configurations that hold for the files of a run: of each file the one of the nearest folder
 * above it that has a .shardctl.yaml, up to the one that holds .git. Each is read once. */
#pragma once

#include "spec/settings/configuration.h"

struct found_configuration {
	const struct configuration *configuration;
	struct str folder; /* the real path of the folder that its patterns start from */
	bool reported;     /* what is wrong with it has been said, or there is nothing */
};

/* What holds for a file. */
struct file_place {
	struct found_configuration *found; /* or NULL */
	struct str path;                   /* of the file, from the folder of the configuration */
};

struct configurations;

/* None is read yet; all that will be lives in the arena. */
struct configurations *configurations_make(struct arena *arena);

/* From here on no configuration holds. */
void configurations_forget(struct configurations *all);

/* From here on this file is the configuration of all, and its patterns start from the current
 * folder; false after a message when it cannot be read. */
MUST_USE bool configurations_fix(struct configurations *all, const char *path);

/* Whether some configuration could not be read, which has been said. */
bool configurations_failed(const struct configurations *all);

/* The one that holds in a folder, by its real path; NULL: none. */
struct found_configuration *configurations_in(struct configurations *all, struct str folder);

/* What holds for a file; "-" counts as one of the current folder. */
struct file_place configurations_for(struct configurations *all, const char *path);

/* Whether the configuration (NULL: none) leaves out a file or folder, by its real path. */
bool configuration_leaves_out(const struct found_configuration *found, struct str path,
                              bool folder);
