/* SPDX-License-Identifier: Apache-2.0 */
/*
 * Findings that their author knows of: comments that silence those of a line or of a file, and
 * cells of a notebook that are there to raise.
 *
 *     x: f32[7@data]  # shardctl: ignore[dim-indivisible, axis-unused] and why
 *
 * A comment that stands alone speaks of the next line that is more than a comment; ignore-file of
 * the whole file, from wherever it stands in it, in Markdown as <!-- shardctl: ignore-file[…] -->.
 */
#pragma once

#include "diag/diag.h"
#include "diag/source_files.h"

struct ignore_comment {
	struct span about; /* the line or file that it speaks of */
	struct span at;    /* the comment */
	struct str
	    name; /* the finding to ignore; a comment with several names is several of these */
	struct span name_at;
	bool whole;    /* it speaks of a file */
	bool known;    /* it is written right */
	bool checked;  /* it stands in the file that is checked, and not in one that it brings in */
	bool repeated; /* the same is said before it */
	bool used;
	uint32_t before; /* of `files`: one more than the place of that before it of this name */
};

struct ignore_comments {
	struct ignore_comment *lines, *files;
	uint32_t nlines, nfiles;
	size_t line_room, file_room;
	uint32_t last_of[RULE_COUNT]; /* one more than the place in `files` of the last one */
};

/* The comments of a source, in order; `files` are those that it is made of, or NULL. */
struct ignore_comments ignore_comments_find(struct arena *arena, const struct source *source,
                                            const struct source_files *files);

/* Whether a comment silences the finding; marks the comment as used. */
bool ignore_comments_match(const struct ignore_comments *comments, const struct diag *diag);

/* Reports comments of the checked file, whose text this is, that silenced nothing. */
void ignore_comments_report_unused(const struct ignore_comments *comments, struct str text,
                                   struct diags *diags);

/* Drops the errors that a cell with the tag "raises-exception", of a notebook or in Markdown, is
 * there to show, which are no mistakes and leave the verdict alone; how many there were. */
uint32_t drop_shown(const struct source *source, const struct source_files *files,
                    struct diags *diags);
