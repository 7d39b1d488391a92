/* SPDX-License-Identifier: Apache-2.0 */
/* Files that --fix changes, and what --diff shows of them. */
#pragma once

#include "check/fix.h"
#include "cli/files/folder.h"
#include "report/report.h"

struct fix_request {
	bool fix;  /* change the files */
	bool diff; /* show what that would change, and change nothing */
};

/* Whether findings are to be fixed at all. */
bool fix_wanted(const struct fix_request *request);

/*
 * Called once before anything is written: when standard input, among the files as "-", is to be
 * fixed, standard output is for its text, whose descriptor goes to *text (else -1), and everything
 * else goes to standard error. False after a message.
 */
MUST_USE bool fix_begin(const struct fix_request *request, const struct path_list *files,
                        int *text);

/*
 * Puts the fixed text in place of the old one: of a file, through symbolic links, at once, so that
 * whoever reads it or stops the program finds the one or the other; of "-" to descriptor `text`.
 * False after a message, when the file is as it was.
 */
MUST_USE bool fix_store(const char *path, const struct fixed *fixed, int text);

/* Says on standard error what --diff has shown. */
void fix_sum_up(const struct report_totals *totals);
