/* SPDX-License-Identifier: Apache-2.0 */
/* What the command line of check asks for. */
#pragma once

#include "cli/files/configurations.h"
#include "cli/check/fix.h"
#include "cli/files/folder.h"
#include "cli/check/gate.h"
#include "cli/arguments/options.h"
#include "report/report.h"

struct check_request {
	struct check_options check;
	struct report_options report;
	enum output_format format; /* OUTPUT_FORMATS: what suits where the report goes */
	struct path_list files;    /* and folders, before they are looked through */
	struct file_place *places; /* of the files */
	struct configurations *configurations;
	const char *config; /* or NULL */
	bool no_config;
	struct entry_request entry;
	size_t entries_room, args_room, dims_room, settings_room;
	const char *output;         /* the file of the report, or NULL for standard output */
	const char *stdin_filename; /* or NULL */
	uint32_t jobs;              /* files to check at a time */
	struct fix_request fix;
	bool color_told; /* --color is given */
	bool full, show_files;
	bool failed;        /* some folder could not be looked through whole */
	bool force_exclude; /* named files that a folder's search passes by are passed by */
};

/* The options, which read into a check_request. */
extern const struct option check_options_table[];

/* Puts into a check_request what holds unless an option says otherwise: a job for each processor.
 */
void check_request_begin(void *request);

/* Adds an operand, a file or a folder, to a check_request; true. */
bool check_operand(struct arena *arena, const char *operand, void *request);

/* Puts the files of folders in their place; false after a message, as when there is no file. */
bool check_request_complete(struct arena *arena, void *request);
