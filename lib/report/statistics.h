/* SPDX-License-Identifier: Apache-2.0 */
/* How often each rule has been found. */
#pragma once

#include "report/report.h"

/* A line for each rule that has been found, the most frequent first. */
void statistics_add_text(struct buf *out, const struct report_totals *totals);

/* The same as an array of objects under "statistics". */
void statistics_add_json(struct json *json, const struct report_totals *totals);
