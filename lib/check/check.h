/* SPDX-License-Identifier: Apache-2.0 */
/* The verdict on one file. */
#pragma once

#include "spec/settings/configuration.h"

struct trace_result;

enum verdict {
	VERDICT_ACCEPTED, /* the framework takes it */
	VERDICT_UNKNOWN,  /* a part could not be judged, and nothing else is rejected */
	VERDICT_REJECTED, /* the framework raises an error */
	VERDICT_INVALID,  /* the file is not a spec */
};

struct check_result;
struct check_options;

/* Judges a source of a kind that is read above this folder, a compiled program, and adds findings
 * to `diags`, which live in their arena; false, and none, when it is of no such kind. */
typedef bool check_foreign(struct arena *scratch, const struct source *source,
                           const struct check_options *options, struct diags *diags);

/* Looks at a spec in which no error was found, and adds findings to it: for what stands above this
 * folder and may be asked for with a check. `scratch` is not given back. */
typedef void check_gate(struct arena *scratch, const struct check_result *result,
                        struct diags *diags);

struct check_options {
	struct spec_overrides overrides;
	struct check_settings checks; /* of the command line, over those of the file */
	check_gate *gate;             /* or NULL */
	check_foreign *foreign;       /* or NULL */
};

/* What came of checking one file. Lives in the arena given to check_source. */
struct check_result {
	const struct source *source;      /* with the modules that it brings in */
	const struct source_files *files; /* the same, file by file */
	const struct spec *spec;          /* what was read, or NULL */
	struct str framework; /* "jax==0.12.0.1"; empty when the file says none that is known */
	enum verdict verdict; /* of all findings, the ignored ones included */
	const struct diag **diags; /* to show, in order */
	uint32_t ndiags;
	const struct trace_result *program; /* what came of its program; NULL: not interpreted */
	uint32_t errors, warnings, notes;   /* of those shown */
	uint32_t ignored;                   /* findings left out on request */
	/* What is checked is this one, which is accepted when nothing is wrong with it; or NULL. */
	const struct configuration *configuration;
	uint32_t fixable; /* of those shown, by edits that are certain */
	uint32_t fixed;   /* findings that the source had before they were fixed (fix.h) */
};

/*
 * Reads and judges a source. `scratch` is used and given back. Everything in the result lives in
 * `arena` or refers to the source's text.
 */
struct check_result check_source(struct arena *arena, struct arena *scratch,
                                 const struct source *source, const struct check_options *options);

/* The result of checking a configuration that is read, in the arena. */
struct check_result check_configuration(struct arena *arena,
                                        const struct configuration *configuration,
                                        const struct check_options *options);

/* The result of a source that is no spec and has these findings, in the arena. */
struct check_result check_result_of(struct arena *arena, const struct source *source,
                                    struct diags *diags, const struct check_options *options);

/* Whether the finding has edits that may be made unasked: certain ones of the checked file itself,
 * and not of a module that it brings in, nor of the code that a notebook holds as JSON. */
bool check_can_fix(const struct check_result *result, const struct diag *diag);

/* "accepted", "rejected", "unknown" or "invalid". */
const char *verdict_name(enum verdict verdict);
