/* SPDX-License-Identifier: Apache-2.0 */
/* A text that was read, and places in it. */
#pragma once

#include "base/str.h"

enum { MAX_FILE_BYTES = 256 * 1024 * 1024 };

/* Bytes `offset` up to `offset + length` of a source's text. */
struct span {
	uint32_t offset, length;
};

struct source {
	struct str path; /* as the user gave it; "-" is standard input */
	struct str text; /* all bytes, a byte order mark included */
};

/* What a person calls a place: both 1-based, the column in code points, a byte order mark not
 * counted. */
struct position {
	uint32_t line, column;
};

struct source_files;

struct position_checkpoint {
	uint32_t line, column;
};

/* Finds positions in a long text without reading it from the start each time. */
struct position_index {
	struct str text;
	struct position_checkpoint *checkpoints; /* the position of every 256th byte */
	const struct source_files *files;        /* to count the lines of each by itself, or NULL */
};

/* Reads the text up to byte `end` once, for places up to there; the index lives in the arena and
 * refers to the text. */
struct position_index position_index_make(struct arena *arena, struct str text, uint32_t end);

/* The position of a byte of the text, or of its end; an offset beyond the end is taken as the end.
 */
struct position position_of(const struct position_index *index, uint32_t offset);

/* From the first byte of `first` to the last of `last`. */
struct span span_join(struct span first, struct span last);

/* Part of a span: `length` bytes from its byte `start`. */
static inline struct span span_part(struct span whole, size_t start, size_t length)
{
	return (struct span){whole.offset + (uint32_t)start, (uint32_t)length};
}

/* The bytes of the text that a span covers; a span that leaves the text is cut. */
struct str span_text(struct str text, struct span span);
