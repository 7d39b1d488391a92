/* SPDX-License-Identifier: Apache-2.0 */
/* The formats in which the difference of two layouts is written. */
#ifndef REPORT_DIFF_REPORT_H
#define REPORT_DIFF_REPORT_H

#include "plan/diff.h"
#include "report/stream.h"

struct diff_report_options {
	bool groups; /* groups and pairs of the collectives too; the diff was made with them */
	struct str framework_before, framework_after;
};

/* One format. Memory for its work comes from `scratch`. */
struct diff_format {
	const char *name, *summary;
	void (*write)(struct stream *out, struct arena *scratch, const struct diff *diff,
	              const struct diff_report_options *options);
};

/* The format of this name, or NULL. */
const struct diff_format *diff_format_named(struct str name);

extern const struct diff_format diff_text_format, diff_json_format, diff_csv_format;

#endif
