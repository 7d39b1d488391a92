/* SPDX-License-Identifier: Apache-2.0 */
/* Findings that their author knows of: comments that silence those of their line, # shardctl:
 * ignore[dim-indivisible, axis-unused], and cells of a notebook that are there to raise. */
#pragma once

#include "diag/diag.h"
#include "diag/source_files.h"

struct ignore_comment {
	uint32_t line_start, line_end; /* bytes of its line */
	struct span at;                /* the comment */
	struct str
	    name; /* the finding to ignore; a comment with several names is several of these */
	struct span name_at;
	bool used;
};

struct ignore_comments {
	struct ignore_comment *items;
	uint32_t count;
	size_t room;
};

/* The comments of a text, in order. */
struct ignore_comments ignore_comments_find(struct arena *arena, struct str text);

/* Whether a comment on the finding's line silences it; marks the comment as used. */
bool ignore_comments_match(struct ignore_comments *comments, const struct diag *diag);

/* Reports comments that silenced nothing. */
void ignore_comments_report_unused(const struct ignore_comments *comments, struct diags *diags);

/* Drops the errors that a cell with the tag "raises-exception", of a notebook or in Markdown, is
 * there to show, which are no mistakes and leave the verdict alone; how many there were. */
uint32_t drop_shown(const struct source *source, const struct source_files *files,
                    struct diags *diags);
