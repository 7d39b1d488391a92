/* SPDX-License-Identifier: Apache-2.0 */
/* Regular expressions as Python writes them: what programs sort the names of their parameters by.
 * CPython: Lib/re. */
#pragma once

#include "base/regex_pattern.h"

/* A pattern that is read. */
struct regex {
	const void *code; /* PCRE2's */
	struct regex_pattern pattern;
};

enum regex_how {
	REGEX_SEARCH, /* anywhere from the start on */
	REGEX_PREFIX, /* at the start */
	REGEX_WHOLE,  /* from the start to the end of the text */
	REGEX_NEXT,   /* anywhere from the start on, but there not nothing */
};

enum regex_answer { REGEX_ABSENT, REGEX_FOUND, REGEX_TOO_LARGE };

/* Reads a pattern, in the arena; `flags` are some of enum regex_flag. NULL for what is not
 * followed, as regex_pattern_read says, and for what is no pattern. */
const struct regex *regex_read(struct arena *arena, struct str pattern, uint32_t flags);

/*
 * Looks for the pattern in ASCII text, from byte `from` on, as Python does: the leftmost match, and
 * of those the one whose choices come first. `spans` has room for a start and an end of each group
 * and of the whole, which comes first; -1 for a group that takes no part. Time and memory are
 * bounded, and REGEX_TOO_LARGE says that they, or what is followed, do not reach.
 */
enum regex_answer regex_match(struct arena *scratch, const struct regex *regex, struct str text,
                              size_t from, enum regex_how how, int64_t *spans);
