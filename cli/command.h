/* SPDX-License-Identifier: Apache-2.0 */
/* The commands. Each reads its own options from argv (argv[0] is its name) and returns the exit
 * status. */
#ifndef CLI_COMMAND_H
#define CLI_COMMAND_H

enum {
	STATUS_CLEAN = 0,    /* nothing found */
	STATUS_FINDINGS = 1, /* findings that count */
	STATUS_FAILED = 2,   /* the run itself failed */
};

struct command {
	const char *name, *summary;
	int (*run)(int argc, char **argv);
};

/* Verdicts and lint on specs. */
int command_check(int argc, char **argv);

/* What a layout costs. */
int command_plan(int argc, char **argv);

/* A picture of a tensor's layout. */
int command_show(int argc, char **argv);

/* What changes between two layouts. */
int command_diff(int argc, char **argv);

/* Layouts in another notation. */
int command_convert(int argc, char **argv);

/* What a finding means. */
int command_explain(int argc, char **argv);

/* What is known of hardware, and how a mesh lies on it. */
int command_hardware(int argc, char **argv);

#endif
