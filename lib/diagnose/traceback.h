/* SPDX-License-Identifier: Apache-2.0 */
/*
 * Exceptions in a log: which lines are their texts, and which line of the user's program raised
 * them. Lines of several processes may be mixed.
 */
#pragma once

#include "base/buf.h"
#include "diagnose/frame.h"
#include "diagnose/log_prefix.h"
#include "diagnose/texts.h"

enum {
	MOST_WRITERS = 32,     /* processes that are followed at the same time */
	MOST_TEXT = 16 * 1024, /* bytes of the text of an exception */
	MOST_TEXT_LINES = 60,
	MOST_FRAME_TEXT = 1024, /* bytes of each part of a frame */
};

/* An exception as the log has it; all is valid until the call returns. */
struct raised {
	struct str class_name; /* with its module; empty for a line of the log without one */
	struct str text; /* its message and the lines after, of which some may not be its own */
	uint64_t line;   /* of the log */
	const struct frame *frame; /* the user's innermost; NULL: there is none */
	bool chained;              /* while the one before of the same writer was handled */
};

/* Who is told of what is found. `writer` counts from 0. */
struct traceback_events {
	void (*raised)(void *data, uint32_t writer, const struct raised *raised);
	/* The user's frame of the last exception, where it stands behind its text. */
	void (*located)(void *data, uint32_t writer, const struct frame *frame);
	/* Of this writer nothing more comes, and another may take its number. */
	void (*ended)(void *data, uint32_t writer);
	void *data;
};

struct traceback_reader;

/* A reader that has seen nothing; it lives in the arena. */
struct traceback_reader *traceback_reader_make(struct arena *arena, const struct text_index *texts,
                                               struct traceback_events events);

/* Takes the next line of the log. */
void traceback_reader_add(struct traceback_reader *reader, const struct log_line *line);

/* The log has ended. */
void traceback_reader_end(struct traceback_reader *reader);
