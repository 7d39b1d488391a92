/* SPDX-License-Identifier: Apache-2.0 */
/* What git leaves out: patterns of the .gitignore files of a repository, and of its info/exclude.
 * Folders are given by their real paths. */
#pragma once

#include "base/path_pattern.h"

/* The patterns of one file, which overrule those of the files above. */
struct gitignore {
	const struct gitignore *above; /* or NULL */
	size_t folder; /* bytes of a path in it that name the folder, its last slash included */
	struct path_patterns patterns;
};

/* What holds in a folder, by what holds in the one above it: a repository of its own has its own
 * patterns only. Lives in the arena; NULL: nothing is left out. */
const struct gitignore *gitignore_enter(struct arena *arena, const struct gitignore *above,
                                        struct str folder);

/* What holds in a folder by all the folders above it that belong to the same repository; outside of
 * one by the folder alone. */
const struct gitignore *gitignore_of(struct arena *arena, struct str folder);

/* Whether a file or folder is left out, when none of the folders above it is. */
bool gitignore_leaves_out(const struct gitignore *ignored, struct str path, bool folder);
