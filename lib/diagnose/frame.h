/* SPDX-License-Identifier: Apache-2.0 */
/* Lines of a traceback that say where the program was: of Python, IPython, pytest and Rich. */
#pragma once

#include "base/str.h"

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

/* Whether the line is the one that an arrow marks in the lines of a frame, "----> 3 f(x)"; gives
 * its number, and its source without blanks around it. */
bool frame_arrow_read(struct str line, int64_t *number, struct str *source);

/* Whether the file is the user's own: not a library's, Python's, or a frame without a file. */
bool frame_is_users(const struct frame *frame);
