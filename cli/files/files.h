/* SPDX-License-Identifier: Apache-2.0 */
/* Reading the files of the command line and writing the result. */
#pragma once

#include "base/buf.h"
#include "diag/source.h"
#include "report/stream.h"

/* NAME in a folder, ending in NUL; what is in "." goes by its name alone. */
struct str path_join(struct arena *arena, struct str folder, const char *name);

/*
 * Reads a whole file, "-" being standard input. Of a file larger than MAX_FILE_BYTES one byte more
 * than that is read, so that whoever judges it sees that it is too large. False after a message on
 * standard error. What is gzip comes expanded. Text lives in the arena.
 */
MUST_USE bool file_read(struct arena *arena, const char *path, struct source *source);

/* The same, but what went wrong is returned, an errno, or 0, for file_complain to say. */
MUST_USE int file_try(struct arena *arena, const char *path, struct source *source);

/* Says on standard error why a file cannot be read. */
void file_complain(const char *path, int error);

/* The same as file_read without a message. */
MUST_USE bool file_read_quietly(struct arena *arena, const char *path, struct source *source);

/* A file that is read part by part, so that it may be of any length. */
struct file_reader {
	const char *path; /* "-": standard input */
	int file, error;  /* an errno, or 0 */
};

/* Opens it; false after a message on standard error. */
MUST_USE bool file_open(const char *path, struct file_reader *reader);

/* Reads up to `room` bytes; 0 at the end, or when they cannot be read. `data` is the reader. */
size_t file_read_part(void *data, char *into, size_t room);

/* Closes it; false after a message when something could not be read. */
MUST_USE bool file_close(const struct file_reader *reader);

/* Writes the text to standard output and empties the buffer; false after a message on standard
 * error. */
MUST_USE bool output_write(struct buf *out);

/* Flushes and closes standard output; false after a message, as when the disk is full. */
MUST_USE bool output_finish(void);

/* Writes the rest of the text, and finishes. */
MUST_USE bool output_end(struct buf *out);

/* Standard output, written whenever enough is in the buffer, which grows in the arena. */
struct stream output_stream(struct arena *arena);

/* Writes the rest of the stream, finishes, and drops its arena; false also where a part before
 * could not be written. */
MUST_USE bool output_stream_end(struct stream *out);

/* Columns of the terminal that standard output is; 0 when it is none. */
uint32_t terminal_width(void);

/* Whether to colour: "always", "never", or "auto" for a terminal without NO_COLOR; false when the
 * word is none. */
MUST_USE bool color_wanted(const char *word, bool *color);
