/* SPDX-License-Identifier: Apache-2.0 */
/* What the formats of a check have in common: which findings are shown, where they stand, and their
 * words. */
#pragma once

#include "report/report.h"

/* The findings of a file that a report shows. */
struct findings {
	const struct diag *const *items; /* in the order of the result */
	uint32_t count;
	uint32_t hidden; /* that the limit leaves out; those that --quiet does are not counted */
};

/*
 * The findings that the options ask for, in the arena; at most `most` of them (0: all) where the
 * options say nothing. Of too many, errors are kept before warnings and those before notes.
 */
struct findings findings_shown(struct arena *arena, const struct check_result *result,
                               const struct report_options *options, uint32_t most);

/* Positions in the text of a result, as far as its findings go and the first thing that is not
 * judged. */
struct position_index finding_positions(struct arena *arena, const struct check_result *result);

/* A path without "./" at its beginning, as reports name files of a repository. */
struct str path_plain(struct str path);

/* A place as editors and CI systems take it: a file and lines of it. */
struct place {
	struct str path;  /* plain */
	uint32_t cell;    /* of a notebook, whose lines are counted over all of its code; 0: none */
	uint32_t in_cell; /* the line in that cell */
	struct position start, end; /* `end` is behind the last character */
};

/* Where a span of the text of a result stands. */
struct place place_of(const struct position_index *index, const struct check_result *result,
                      struct span at);

/* Appends "jax 0.10.2" for "jax==0.10.2". */
void add_framework(struct buf *out, struct str framework);

/* Pieces of what a finding says, each safe to print on a line. All but the first have `before` in
 * front of them, and are nothing where there is nothing to say. */

/* The message, behind the cell that it stands in. */
void finding_add_message(struct buf *out, const struct place *place, const struct diag *diag);

/* Further places, each "note: the size is given here (a.yaml:3)". */
void finding_add_notes(struct buf *out, const char *before, const struct check_result *result,
                       const struct position_index *positions, const struct diag *diag);

/* What the framework raises: "jax 0.10.2: ValueError: …". */
void finding_add_framework(struct buf *out, const char *before, const struct check_result *result,
                           const struct diag *diag);

/* What to write instead: "help: …". */
void finding_add_help(struct buf *out, const char *before, const struct diag *diag);

/* A number for each finding that stays the same while other lines of its file change, and that no
 * other finding of the file has; in the arena. */
const uint64_t *finding_fingerprints(struct arena *arena, const struct check_result *result,
                                     const struct findings *findings);

/* A finding as the text format shows it, with the line and a caret and without colours. */
void text_add_finding(struct buf *out, struct arena *scratch, const struct check_result *result,
                      const struct position_index *positions, const struct diag *diag);

/* The lines that the text format ends a file with: how many findings are hidden, where some are;
 * its verdict, and how many findings it has. */
void text_add_summary(struct buf *out, struct arena *scratch, const struct check_result *result,
                      const struct position_index *positions, const struct findings *findings);

/* Writes what SARIF says of each of the rules that have been found, as an array. */
void sarif_add_rules(struct json *json, const struct report_totals *totals);
