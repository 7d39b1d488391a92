/* SPDX-License-Identifier: Apache-2.0 */
/* Standard output led to a file, which is there whole or not at all. */
#pragma once

#include "base/str.h"

/* A file that is being written: what its name stood for stays until all is there. */
struct output_file {
	const char *path;   /* as the user gave it; NULL: standard output stays what it is */
	const char *target; /* behind symbolic links */
	char *temporary;    /* beside it; NULL for what cannot be replaced, such as a pipe */
};

/*
 * Has standard output go to the file at `path`, where NULL and "-" leave it as it is. False after a
 * message on standard error, also where it is one of the `count` files that are read. What is kept
 * of it lives in the arena.
 */
MUST_USE bool output_file_begin(struct arena *arena, const char *path, const char *const *read,
                                size_t count, struct output_file *file);

/* Called when standard output is finished: puts the file in its place when it was `written` whole,
 * else takes it away. False after a message, or when it was not written. */
MUST_USE bool output_file_end(const struct output_file *file, bool written);
