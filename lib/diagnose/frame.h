/* SPDX-License-Identifier: Apache-2.0 */
/* Lines of a traceback that say where the program was: of Python, IPython, pytest and Rich. */
#pragma once

#include "base/buf.h"

/* A place in a file of Python. Parts that are not said are empty, the line then 0. */
struct frame {
	struct str file, function, source;
	int64_t line;
};

enum frame_kind {
	FRAME_NONE,
	FRAME_ABOVE_SOURCE, /* the line's source comes next */
	FRAME_BELOW_SOURCE, /* it came before, as pytest has it */
};

/* What the line says of a frame; parts are views of the line. */
enum frame_kind frame_read(struct str line, struct frame *frame);

enum { LONGEST_HEADER = 1024 };

/* The header of a frame in Rich's box, which is wrapped at its width. */
struct frame_box {
	struct buf header; /* as far as it was read */
	bool reading;      /* a line of a header may come */
	bool full;         /* the last one went up to the side of the box */
};

/* Takes the next line of a log. When it is the last one of a header says what that says, parts
 * being views of the box; FRAME_NONE for all others. */
enum frame_kind frame_box_read(struct frame_box *box, struct str line, struct frame *frame);

/* Whether the line is code that raises an exception. */
bool frame_is_raise(struct str line);

/* Whether the line is the one that an arrow marks in the lines of a frame, "----> 3 f(x)"; gives
 * its number, and its source without blanks around it. */
bool frame_arrow_read(struct str line, int64_t *number, struct str *source);

/* Whether the file is the user's own: not a library's, Python's, or a frame without a file. */
bool frame_is_users(const struct frame *frame);
