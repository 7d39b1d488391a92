/* SPDX-License-Identifier: Apache-2.0 */
/* The table of what frameworks say, and finding the row that a text is of. */
#pragma once

#include "diagnose/text_check.h"

/* One mistake, as we speak of it. */
struct text_words {
	const char *rule;    /* kebab-case, of rules.def or of topics.def */
	const char *message; /* these three in the language of text_pattern.h */
	const char *cause;
	const char *help;
};

/* One text that a framework says of it. */
struct text_row {
	const struct text_words *words;
	const char *framework; /* "jax", "torch_xla" or "dtensor" */
	const char *since,
	    *until; /* releases that say it so; "": before or after all that were seen */
	const char *pattern;
	enum text_check check;
	bool in_log; /* stands in a line of a log, without an exception */
};

/* The rows, by the parts of texts that only they have. */
struct text_index;

/* The index lives in the arena. */
const struct text_index *text_index_make(struct arena *arena);

/* The row that the text is of, and where; NULL when there is none. Of several the one that begins
 * first. `scratch` is used and given back. */
const struct text_row *text_index_find(struct arena *scratch, const struct text_index *index,
                                       struct str text, struct pattern_match *match);

/* Whether the line may hold a text that no exception carries; with `logged` only one that a log has
 * so. */
bool text_index_has(const struct text_index *index, struct str line, bool logged);

/* All rows, *count of them. */
const struct text_row *text_rows(size_t *count);
