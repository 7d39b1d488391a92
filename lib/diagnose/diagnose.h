/* SPDX-License-Identifier: Apache-2.0 */
/* The errors of a log: what each means, and what to write instead. */
#pragma once

#include "diagnose/fact.h"
#include "diagnose/frame.h"
#include "diagnose/log_reader.h"
#include "diagnose/texts.h"

/* One error of a log, however often it is said. All text lives in the arena of its diagnosis. */
struct log_error {
	const struct text_row *row; /* NULL: it is not one that is known */
	struct str class_name;      /* with its module; empty when there is none */
	struct str message;       /* as the framework says it, of several lines where it has them */
	uint64_t line, last_line; /* of the log, where it is said first, and last */
	uint64_t count;           /* how often */
	struct facts facts;
	struct frame frame; /* the user's line, if `placed` */
	bool placed;
	struct str summary, cause, help; /* ours, safe to print; empty for one that is not known */
};

struct diagnosis {
	struct log_error **errors; /* in the order of their lines */
	uint32_t count, known;     /* all of them, and those that are known */
	uint64_t more;             /* errors that were left out, being too many */
	uint64_t lines;            /* of the log */
};

enum { MOST_ERRORS = 1000 };

/*
 * Reads the log to its end and diagnoses up to `most` different errors. Memory does not depend on
 * the length of the log. Everything lives in the arena.
 */
struct diagnosis diagnose_log(struct arena *arena, struct log_input input, uint32_t most);

/* Diagnoses a text that is in memory. */
struct diagnosis diagnose_text(struct arena *arena, struct str text, uint32_t most);
