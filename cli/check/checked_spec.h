/* SPDX-License-Identifier: Apache-2.0 */
/* A file that is read and checked before it is planned, drawn or converted. */
#pragma once

#include "plan/step.h"
#include "report/report.h"

/* Shows the errors of a result on standard error; STATUS_FINDINGS. */
int checked_spec_report(struct arena *scratch, const struct check_result *result,
                        const struct report_options *report);

/*
 * Checks a source that was read from `path` ("-": standard input), with the configuration of its
 * folder and the modules of its project. Returns STATUS_CLEAN, or STATUS_FINDINGS when there are
 * errors, those of the configuration in the place of the file's. The result lives in `arena`.
 */
int checked_source(struct arena *arena, struct arena *scratch, const struct source *source,
                   const char *path, const struct check_options *options,
                   struct check_result *result);

/* The same, and shows the errors on standard error, so that what is planned stands alone on
 * standard output. */
int checked_source_read(struct arena *arena, struct arena *scratch, const char *path,
                        const struct source *source, const struct check_options *options,
                        const struct report_options *report, struct check_result *result);
