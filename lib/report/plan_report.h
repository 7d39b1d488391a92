/* SPDX-License-Identifier: Apache-2.0 */
/* A plan, written in a format. */
#pragma once

#include "plan/plan.h"
#include "report/output_format.h"
#include "report/stream.h"

/* What rows of CSV are. */
enum plan_table {
	TABLE_TENSORS,
	TABLE_STEPS,
	TABLE_LINES, /* this and the rest: of modules */
	TABLE_COLLECTIVES,
	TABLE_OPERATIONS,
};

struct plan_report_options {
	enum output_format format;
	enum plan_table table;
	bool slices;                 /* the slice map too */
	bool groups;                 /* groups and pairs of the collectives too */
	bool has_device;             /* only what these devices hold */
	int64_t device, last_device; /* the first and the last id of a range */
	struct str framework;
};

/* The places of a plan's steps and operations, in `scratch`. */
struct position_index plan_positions(struct arena *scratch, const struct plan *plan);

/* Writes a plan in the format of the options. Memory for the work comes from `scratch`. */
void plan_write(struct stream *out, struct arena *scratch, const struct plan *plan,
                const struct plan_report_options *options);

/* The same in one format: tables for people, one object for programs, rows for spreadsheets. */
void plan_text_write(struct stream *out, struct arena *scratch, const struct plan *plan,
                     const struct plan_report_options *options);
void plan_json_write(struct stream *out, struct arena *scratch, const struct plan *plan,
                     const struct plan_report_options *options);
void plan_csv_write(struct stream *out, struct arena *scratch, const struct plan *plan,
                    const struct plan_report_options *options);
