/* SPDX-License-Identifier: Apache-2.0 */
/*
 * The small language in which the texts of frameworks, and our own words about them, are rows of a
 * table. '{name}' is a hole, '{#name}' one that is an integer, '<a|b|c>' the first alternative that
 * fits, of which the last may be empty; the rest stands for itself. White space of a pattern fits
 * any white space of a text, a text may be wrapped anywhere, and it may lack backquotes, which are
 * lost where it is pasted as Markdown.
 */
#pragma once

#include "base/buf.h"

enum { PATTERN_HOLES = 24, PATTERN_STEPS = 1 << 17 };

struct pattern_hole {
	struct str name, value; /* the value is a view of the text */
};

struct pattern_match {
	struct pattern_hole holes[PATTERN_HOLES];
	uint32_t count;
	size_t start, end; /* bytes of the text */
};

/*
 * Whether the text fits the pattern from byte `start` on; it may go on behind. A hole takes as
 * little as it can, but not nothing, and closes every bracket that it opens; one at the end of the
 * pattern goes to the end of the line. *steps, at first at most PATTERN_STEPS, is how many may yet
 * be taken, by this and further matches of the text: nothing fits when none are left.
 */
MUST_USE bool pattern_match(const char *pattern, struct str text, size_t start,
                            struct pattern_match *match, uint32_t *steps);

/* The longest text that each text of the pattern has, without white space at its ends, for finding
 * texts that may fit. */
struct str pattern_anchor(const char *pattern);

/* The value of the first hole of this name; s is NULL when there is none. */
struct str pattern_hole(const struct pattern_match *match, struct str name);

/* What a hole of our words is filled with. */
struct pattern_values {
	/* Appends the value of this name; false when it is not known. */
	bool (*add)(const void *data, struct str name, struct buf *out);
	const void *data;
};

/*
 * Appends the words with their holes filled, of alternatives the first whose holes are all known.
 * False when a hole outside of alternatives is not known; then nothing is appended.
 */
MUST_USE bool pattern_fill(const char *words, const struct pattern_values *values, struct buf *out);
