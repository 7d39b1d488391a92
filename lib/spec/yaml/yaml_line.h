/* SPDX-License-Identifier: Apache-2.0 */
/* One line of a YAML text in its parts, whether it is YAML or not. */
#pragma once

#include "base/str.h"

/* A line without its end. */
struct line {
	size_t start, end;
	size_t indent; /* blanks in front */
};

/* The line that byte `offset` stands in. */
struct line line_at(struct str text, size_t offset);

/* Whether the line says something: it is neither blank nor a comment. */
bool line_has_content(struct str text, struct line line);

/* The next line after this one that says something; false when there is none, and *below is then
 * of no use. */
bool line_below(struct str text, struct line line, struct line *below);

/* The nearest line before this one that says something; false when there is none, and *above is
 * then of no use. */
bool line_above(struct str text, struct line line, struct line *above);

enum { PART_WORD = 'w', PART_QUOTED = 'q' };

/* A word, a quoted text, or one of the bytes {}[](),;:= */
struct part {
	char kind; /* PART_WORD, PART_QUOTED or the byte */
	char in;   /* the bracket that it stands in, as opened; '\0': none */
	size_t start, end;
};

struct parts {
	struct str text;
	struct line line;
	struct part *items;
	uint32_t count;
	size_t room;
};

/*
 * The parts of a line up to its comment. `in` is the bracket that the line begins in, as opened, or
 * '\0'. None where there are very many.
 */
struct parts line_parts(struct arena *arena, struct str text, struct line line, char in);

/* Number `i`, or a part of kind '\0' at the end of the line where there is none. */
struct part part_at(const struct parts *parts, uint32_t i);

/* Whether it is a word that a key may be: one that begins with a letter. */
bool part_is_name(const struct parts *parts, uint32_t i);

/* Whether a key may stand there: first in the line or in braces. */
bool part_begins_pair(const struct parts *parts, uint32_t i);

/* The part that closes the bracket of part `open`; the number of parts where none does. */
uint32_t part_closing(const struct parts *parts, uint32_t open);
