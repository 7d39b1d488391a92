/* SPDX-License-Identifier: Apache-2.0 */
/* Patterns of paths, as .gitignore has them: gitignore(5), "Pattern format". Paths are relative to
 * the folder that the patterns stand in, with slashes between their parts. */
#pragma once

#include "base/str.h"

struct path_pattern {
	struct str glob;
	bool negated;     /* '!' in front: what it matches is not left out */
	bool folder_only; /* a slash at the end */
	bool anywhere;    /* no slash in it: it matches a last part, in whatever folder */
};

/* Patterns, of which a later one overrules those before it. */
struct path_patterns {
	struct path_pattern *items;
	size_t count, room;
};

enum path_answer { PATH_UNSAID, PATH_LEFT_OUT, PATH_KEPT };

/* Reads one line of patterns; false when it says nothing: it is empty or a comment. The pattern
 * refers to the line's text. */
MUST_USE bool path_pattern_read(struct str line, struct path_pattern *pattern);

/* Adds the patterns of a text, one on each line, which they refer to. */
void path_patterns_add(struct arena *arena, struct path_patterns *patterns, struct str text);

/* Whether the pattern matches the path itself, which is a folder's or a file's. */
bool path_pattern_matches(const struct path_pattern *pattern, struct str path, bool folder);

/* Whether the pattern matches the path of a file, or that of a folder above it. */
bool path_pattern_covers(const struct path_pattern *pattern, struct str path);

/* What the last pattern that matches the path says of it. */
enum path_answer path_patterns_ask(const struct path_patterns *patterns, struct str path,
                                   bool folder);

/* Whether the patterns leave out a file, or a folder above it. */
bool path_patterns_cover(const struct path_patterns *patterns, struct str path);

/*
 * Whether the glob matches all of the path: '?' one byte and '*' any number of them, other than a
 * slash; '[a-z]', '[!a-z]' and '[[:alpha:]]' one byte; a part that is two asterisks any number of
 * folders, or all below when it is the last; a backslash takes what follows it as it stands.
 */
bool glob_matches(struct str glob, struct str path);
