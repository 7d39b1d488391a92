/* SPDX-License-Identifier: Apache-2.0 */
/* The formats in which the results of a check are written. */
#pragma once

#include "base/buf.h"
#include "check/check.h"
#include "report/json_writer.h"
#include "report/output_format.h"

/* What fails a run, and is a failure in formats that have such. */
struct gate {
	bool said;              /* by the user, for all files */
	bool warnings, unknown; /* besides errors: warnings; an unknown verdict */
	bool nothing;           /* nothing fails the run, whatever is found */
};

struct report_options {
	bool color;     /* for a terminal */
	bool quiet;     /* errors only */
	uint32_t width; /* columns of the terminal, where long texts of the framework are cut; 0:
	                   they are whole */
	bool limited;   /* show `most` findings of a file at most; else the format decides */
	uint32_t most;
	bool statistics; /* how often each rule is found */
	struct gate gate;
};

/* Counts over all files of a run. */
struct report_totals {
	uint64_t files, errors, warnings, notes;
	uint64_t fixed, fixable;    /* findings that were, and of the others those that could be */
	uint64_t found[RULE_COUNT]; /* findings by their rule */
};

/* Adds the counts of a file: of all of its findings, those that are not shown included. */
void report_totals_add(struct report_totals *totals, const struct check_result *result);

/* One format. Each function appends to `out`; memory for a file's work comes from `scratch`. */
struct format {
	void (*begin)(struct buf *out, const struct report_options *options);
	/* Called once a file, in the order of the command line. *more, at first false, is for the
	 * format alone: whether its list has items already. */
	void (*file)(struct buf *out, struct arena *scratch, const struct check_result *result,
	             const struct report_options *options, bool *more);
	void (*end)(struct buf *out, const struct report_totals *totals,
	            const struct report_options *options);
};

/* Writes "diagnostics", the findings of a file as the JSON format lists them. */
void json_add_diagnostics(struct json *json, const struct check_result *result,
                          const struct report_options *options);

/* Pieces of an object for a finding: its rule, severity, message and help. */
void json_add_diagnostic(struct json *json, const struct diag *diag);

/* "framework_error", what the framework raises: its class and text; nothing where it raises
 * nothing. */
void json_add_framework_error(struct json *json, const struct framework_error *error);

/* For people, with the line and a caret; one object for programs; a line a finding for editors. */
extern const struct format text_format, json_format, gcc_format;

/* For CI systems: code scanning, annotations of GitHub, test reports, GitLab's code quality. */
extern const struct format sarif_format, github_format, junit_format, gitlab_format;

/* The format of a check's findings; there is none for FORMAT_CSV. */
const struct format *check_format(enum output_format format);
