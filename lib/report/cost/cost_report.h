/* SPDX-License-Identifier: Apache-2.0 */
/* What a module computes, communicates and holds, in the forms of a plan. */
#pragma once

#include "plan/module/module_plan.h"
#include "report/json_writer.h"
#include "report/plan_report.h"

/* "1.23 T", of anything that is counted. */
struct str count_text(struct arena *arena, double count);

/* For people: the lines that take longest, the collectives by line and axes, the peak of memory. */
void cost_text_lines(struct stream *out, struct arena *scratch, const struct plan *plan);
void cost_text_peak(struct stream *out, struct arena *scratch, const struct plan *plan);

/* "work", "lines", "collectives" and "operation_costs"; "peak" and what it is made of. */
void cost_json(struct json *json, const struct plan *plan, const struct position_index *positions);
void cost_json_peak(struct json *json, const struct plan *plan,
                    const struct position_index *positions);

/* A table for spreadsheets: one of those that are not of tensors. */
void cost_csv_write(struct stream *out, struct arena *scratch, const struct plan *plan,
                    enum plan_table table);
