/* SPDX-License-Identifier: Apache-2.0 */
/*
 * Several files as one text: the one that is checked and, behind it, those that it brings in. Each
 * begins a line, so that a place of the whole text is a place of one of them.
 */
#pragma once

#include "base/arena.h"
#include "diag/source.h"

/* A file that was brought in, or a cell of a notebook: from byte `start` of the whole text to the
 * next one. */
struct source_piece {
	struct str path;
	uint32_t start;
	uint32_t lines_before; /* of the whole text */
	uint32_t cell;         /* of a notebook, by its number among all; 0: it is a file */
	bool raises;           /* a cell that is to fail: its tags say "raises-exception" */
};

struct source_files {
	struct source whole; /* by the path of the file that is checked */
	struct source_piece *pieces;
	uint32_t count;
	size_t room, text_room; /* of the pieces; of the text, 0 as long as it is not ours */
};

/* What came of reading a file of the project. */
enum file_outcome {
	FILE_READ,
	FILE_MISSING,
	FILE_OUTSIDE, /* of the project, or there is none */
	FILE_TOO_LARGE,
	FILE_UNREADABLE,
	FILE_NOT_TEXT, /* not UTF-8 */
};

/* How files are found; whoever starts a check may give it. */
struct source_finder {
	/*
	 * The module `name` (its parts between slashes) as a file: NAME.py or NAME/__init__.py, in
	 * `folder`, or for NULL in those that a script looks in. Only files of the project that the
	 * checked file belongs to. False, without a message, when there is none; text and path live
	 * in the arena.
	 */
	bool (*find)(const struct source_finder *finder, struct arena *arena, struct str folder,
	             struct str name, struct source *found);

	/* The file at this path, which begins where that of the checked file does; only of its
	 * project, without a byte order mark and without a message. */
	enum file_outcome (*read)(const struct source_finder *finder, struct arena *arena,
	                          struct str path, struct source *found);
};

/* The folder that a path names a part of: "a" of "a/b.py", "." of "b.py". */
struct str path_folder(struct str path);

/* The path behind its last slash: "b.py" of "a/b.py", of "b.py" itself. A view of the path. */
struct str path_last(struct str path);

/* Adds a file to the end; false when the whole would be larger than `most` bytes. */
MUST_USE bool source_files_add(struct arena *arena, struct source_files *files,
                               const struct source *added, size_t most);

/* Reads a file that stands in the folder of the checked one, or is named from there, and adds it to
 * the end, where *part is its text. `finder` may be NULL. */
enum file_outcome source_files_read(struct arena *arena, struct source_files *files,
                                    const struct source_finder *finder, struct str name,
                                    struct span *part);

/* Why a file could not be read, as the end of a sentence: "it does not exist". */
const char *file_outcome_text(enum file_outcome outcome);

/* The file that a byte of the whole stands in: NULL for the one that is checked, as when there are
 * no others (`files` may be NULL). */
const struct source_piece *source_piece_at(const struct source_files *files, uint32_t offset);
