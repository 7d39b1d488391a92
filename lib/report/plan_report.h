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

/* The same in one format, whatever the options say of it. */

/* Tables for people (plan_text.c). */
void plan_text_write(struct stream *out, struct arena *scratch, const struct plan *plan,
                     const struct plan_report_options *options);

/* One object for programs. Sizes are bytes, times seconds, and null where they are not known. */
void plan_json_write(struct stream *out, struct arena *scratch, const struct plan *plan,
                     const struct plan_report_options *options);

/* Rows for spreadsheets: the table of the options, whose lines end with CR LF; with slices or a
 * device a row for each tensor and device. */
void plan_csv_write(struct stream *out, struct arena *scratch, const struct plan *plan,
                    const struct plan_report_options *options);
