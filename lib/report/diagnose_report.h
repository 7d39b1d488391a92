/* SPDX-License-Identifier: Apache-2.0 */
/* The forms in which errors of a log are written. */
#pragma once

#include "diagnose/location.h"
#include "report/report.h"

/* Where the errors are looked for besides the log. */
struct diagnose_place {
	const struct check_result *checked;
	const struct log_location *locations; /* of each error of the diagnosis */
};

struct diagnose_report_options {
	struct str log; /* the path of the log as the user gave it */
	bool color, quiet;
	uint32_t width; /* columns of the terminal, where long texts of frameworks are cut; 0: they
	                   are whole */
};

/* For people. Memory for the work comes from `scratch`; `place` may be NULL. */
void diagnose_text_write(struct buf *out, struct arena *scratch, const struct diagnosis *diagnosis,
                         const struct diagnose_place *place,
                         const struct diagnose_report_options *options);

/* One object for programs. */
void diagnose_json_write(struct buf *out, struct arena *scratch, const struct diagnosis *diagnosis,
                         const struct diagnose_place *place);
