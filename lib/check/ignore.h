/* SPDX-License-Identifier: Apache-2.0 */
/* Comments that silence findings of their line: # shardctl: ignore[dim-indivisible, axis-unused] */
#pragma once

#include "diag/diag.h"

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
