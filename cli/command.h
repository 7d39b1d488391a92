/* SPDX-License-Identifier: Apache-2.0 */
/* The commands, and the exit statuses that they return. */
#pragma once

enum {
	STATUS_CLEAN = 0,    /* nothing found */
	STATUS_FINDINGS = 1, /* findings that count */
	STATUS_FAILED = 2,   /* the run itself failed */
};

struct command_line;

struct command {
	const char *name, *summary;
	const struct command_line *line;
};

/* Verdicts and lint on specs. */
extern const struct command_line command_check;

/* What a layout costs. */
extern const struct command_line command_plan;

/* A picture of a tensor's layout. */
extern const struct command_line command_show;

/* What changes between two layouts. */
extern const struct command_line command_diff;

/* Layouts in another notation. */
extern const struct command_line command_convert;

/* What a finding means. */
extern const struct command_line command_explain;

/* What the errors of a log mean. */
extern const struct command_line command_diagnose;

/* What is known of hardware, and how a mesh is laid out on it. */
extern const struct command_line command_hardware;
