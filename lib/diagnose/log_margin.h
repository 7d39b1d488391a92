/* SPDX-License-Identifier: Apache-2.0 */
/* What a tool or a person put in front of all lines of a traceback, and is none of the known
 * prefixes: the name of a pod, "> " of a mail. It is known by the traceback's first line. */
#pragma once

#include "diagnose/log_prefix.h"

enum { MOST_MARGINS = 8, LONGEST_MARGIN = 128 };

struct log_margins {
	char text[MOST_MARGINS][LONGEST_MARGIN];
	size_t length[MOST_MARGINS];
	uint32_t count; /* of all that were ever seen, of which the last ones are kept */
};

/* Takes the margin off the line, where it has one, and counts it as its writer. */
void log_margins_take(struct log_margins *margins, struct log_line *line);
