/* SPDX-License-Identifier: Apache-2.0 */
/* What launchers and loggers put in front of each line: ranks, pods, times, levels. */
#pragma once

#include "base/str.h"

enum log_level {
	LOG_LEVEL_UNSAID,
	LOG_LEVEL_DETAIL, /* debug and info: what it says is no error */
	LOG_LEVEL_ERROR,  /* warnings and worse */
};

/* A line without its prefixes. */
struct log_line {
	struct str text;
	uint64_t number; /* of the log's lines, from 1 */
	uint64_t
	    writer; /* which of several processes wrote it, as the prefixes name it; 0: unnamed */
	enum log_level level;
};

/* Takes the prefixes off. The text stays a view of the line. */
struct log_line log_line_of(struct str line, uint64_t number);
