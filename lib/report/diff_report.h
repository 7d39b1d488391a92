/* SPDX-License-Identifier: Apache-2.0 */
/* The difference of two layouts, written in a format. */
#pragma once

#include "plan/diff.h"
#include "report/output_format.h"
#include "report/stream.h"

struct diff_report_options {
	enum output_format format;
	bool groups; /* groups and pairs of the collectives too; the diff was made with them */
	struct str framework_before, framework_after;
};

/* Writes a difference in the format of the options. Memory for the work comes from `scratch`. */
void diff_write(struct stream *out, struct arena *scratch, const struct diff *diff,
                const struct diff_report_options *options);

/* The same in one format, whatever the options say of it. */

/* For people (diff_text.c). */
void diff_text_write(struct stream *out, struct arena *scratch, const struct diff *diff,
                     const struct diff_report_options *options);

/* For programs, one object: both sides, tensors, collectives, totals. Sizes are bytes, times
 * seconds. */
void diff_json_write(struct stream *out, struct arena *scratch, const struct diff *diff,
                     const struct diff_report_options *options);

/* For spreadsheets: a header and a row for each tensor, which lines end with CR LF. Sizes are
 * bytes, times seconds. */
void diff_csv_write(struct stream *out, struct arena *scratch, const struct diff *diff,
                    const struct diff_report_options *options);
