/* SPDX-License-Identifier: Apache-2.0 */
/* A file of any kind that is planned: a spec, a program, a module. */
#pragma once

#include "plan/module/module_layout.h"
#include "plan/plan.h"
#include "report/report.h"

/*
 * Reads a file ("-": standard input), checks it and plans it; the values of a module on the
 * `layouts` (NULL: as the text says). Errors are reported on standard error, so that the plan
 * stands alone on standard output. Returns an exit status: STATUS_CLEAN with *plan and the name of
 * the framework, else STATUS_FINDINGS or STATUS_FAILED. The plan lives in `arena`.
 */
int plan_file(struct arena *arena, struct arena *scratch, const char *path,
              const struct check_options *check, const struct report_options *report,
              const struct asked_layouts *layouts, const struct plan_options *options,
              const struct plan **plan, struct str *framework);
