/* SPDX-License-Identifier: Apache-2.0 */
/*
 * A log, line by line, in memory that does not grow with it. Lines lose what a terminal would not
 * show: colours, what a progress bar wrote over, bytes that are not text.
 */
#pragma once

#include "base/buf.h"
#include "diagnose/log_utf16.h"

enum {
	LONGEST_LINE = 64 * 1024, /* bytes; the rest of a longer line is passed over */
	READ_AT_ONCE = 256 * 1024,
};

/* Where the bytes come from. */
struct log_input {
	/* Reads up to `room` bytes; fewer than asked for only when there are no more at the moment,
	 * 0 at the end, or when they cannot be read. */
	size_t (*read)(void *data, char *into, size_t room);
	void *data;
};

struct log_reader {
	struct arena *arena;
	struct log_input input;
	char *chunk;
	size_t at, end; /* bytes of the chunk that are still to come */
	enum log_encoding encoding;
	struct buf bytes;  /* of UTF-16, of which the chunk is made */
	struct buf line;   /* one that lies in two chunks, or lost something */
	struct str stored; /* text of a log that is stored as JSON, of which the rest is to come */
	struct buf text;   /* which it is */
	uint64_t number;
	bool started;
};

/* A reader at the start of the log; its memory is the arena's. */
struct log_reader log_reader_make(struct arena *arena, struct log_input input);

/*
 * The next line without its end, which stays valid until the next call; false at the end of the
 * log. Lines are counted from 1 in reader->number; one line of JSON, as container runtimes write
 * them, may hold several.
 */
MUST_USE bool log_reader_next(struct log_reader *reader, struct str *line);
