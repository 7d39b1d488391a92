/* SPDX-License-Identifier: Apache-2.0 */
/* The commands, and the exit statuses that they return. */
#pragma once

#include <stddef.h>
#include <stdio.h>

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

/* All commands, in the order in which the usage lists them. */
extern const struct command commands[];
extern const size_t command_count;

/* The command of this name, or NULL. */
const struct command *command_named(const char *name);

/* Says that there is no such command, and which one was probably meant; the status of a failed run.
 */
int command_unknown(const char *name);

/* Writes what shardctl is and its commands. */
void usage_print(FILE *stream);

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

/* The schema of specs, for editors. */
extern const struct command_line command_schema;

/* What the errors of a log mean. */
extern const struct command_line command_diagnose;

/* What is known of hardware, and how a mesh is laid out on it. */
extern const struct command_line command_hardware;

/* What lets a shell complete words. */
extern const struct command_line command_completion;

/* What --help of a command shows, or the commands. */
extern const struct command_line command_help;
