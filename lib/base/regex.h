/* SPDX-License-Identifier: Apache-2.0 */
/* Regular expressions as Python writes them: what programs sort the names of their parameters by.
 * CPython: Lib/re. */
#pragma once

#include "base/arena.h"
#include "base/str.h"

struct regex_op;

struct regex_name {
	struct str name;
	uint32_t group;
};

/* A pattern that is read. */
struct regex {
	const struct regex_op *ops;
	uint32_t nops;
	uint32_t ngroups; /* in parentheses; the whole match is one more */
	const struct regex_name *names;
	uint32_t nnames;
};

enum regex_how {
	REGEX_SEARCH, /* anywhere from the start on */
	REGEX_PREFIX, /* at the start */
	REGEX_WHOLE,  /* from the start to the end of the text */
};

enum regex_answer { REGEX_ABSENT, REGEX_FOUND, REGEX_TOO_LARGE };

/* Reads a pattern, in the arena. NULL for what is not followed: text that is not ASCII, flags,
 * references to groups, what looks ahead or behind; and for what is no pattern. */
const struct regex *regex_read(struct arena *arena, struct str pattern);

/*
 * Looks for the pattern in ASCII text, from byte `from` on, as Python does: the leftmost match, and
 * of those the one whose choices come first. `spans` has room for a start and an end of each group
 * and of the whole, which comes first; -1 for a group that takes no part. The work is bounded by
 * the product of both lengths.
 */
enum regex_answer regex_match(struct arena *scratch, const struct regex *regex, struct str text,
                              size_t from, enum regex_how how, int64_t *spans);
