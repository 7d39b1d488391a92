/* SPDX-License-Identifier: Apache-2.0 */
/* A compiled program that is read before it is planned or checked. */
#pragma once

#include "plan/module/module_layout.h"
#include "report/report.h"

/* A module and what its mesh, release and hardware are. */
struct module_file {
	struct module *module;
	const struct named_mesh *mesh; /* or NULL: more devices than are listed */
	struct check_result checked;   /* of a spec that says its mesh and nothing else */
};

/*
 * Reads the module that a source is, lays its mesh, or the one of the options, on the hardware
 * asked for, and gives its values the `layouts` (NULL: none). With another mesh *source is what the
 * text is then. What is wrong is reported on standard error. Returns an exit status, STATUS_CLEAN
 * with *file. Everything lives in `arena` and refers to the text.
 */
int module_file_read(struct arena *arena, struct arena *scratch, struct source *source,
                     const struct check_options *options, const struct report_options *report,
                     const struct asked_layouts *layouts, struct module_file *file);
