/* SPDX-License-Identifier: Apache-2.0 */
/* What a module computes, communicates and holds, in the forms of a plan. */
#pragma once

#include "plan/module/module_plan.h"
#include "report/json_writer.h"
#include "report/plan_report.h"

/* "1.23 T", of anything that is counted. */
struct str count_text(struct arena *arena, double count);

/* For people: the lines that take longest, and the collectives by line and axes; nothing of a plan
 * without costs. */
void cost_text_lines(struct stream *out, struct arena *scratch, const struct plan *plan);

/* For people: the peak of memory in bytes, whether it fits a device, and the largest values at
 * that time. */
void cost_text_peak(struct stream *out, struct arena *scratch, const struct plan *plan);

/* "work", "lines", "collectives" and "operation_costs". */
void cost_json(struct json *json, const struct plan *plan, const struct position_index *positions);

/* "arguments", "results", "donated", "temporaries" and "peak", in bytes, and "largest_at_peak". The
 * last two amounts are null beyond 64 bits, and there is no list then. */
void cost_json_peak(struct json *json, const struct plan *plan,
                    const struct position_index *positions);

/* A table for spreadsheets: one of those that are not of tensors. */
void cost_csv_write(struct stream *out, struct arena *scratch, const struct plan *plan,
                    enum plan_table table);
