/* SPDX-License-Identifier: Apache-2.0 */
#include "cli/check/checked_spec.h"

#include <stdio.h>

#include "cli/arguments/command.h"
#include "cli/files/configurations.h"
#include "cli/files/project.h"
#include "plan/module/module_read.h"

/* Without an error to show, because all are ignored, the summary says what is wrong. */
int checked_spec_report(struct arena *scratch, const struct check_result *result,
                        const struct report_options *report)
{
	struct report_options errors = {.color = report->color, .quiet = result->errors > 0};
	struct buf text = {.arena = scratch};
	text_format.file(&text, scratch, result, &errors, &(bool){false});
	fwrite(text.data, 1, text.len, stderr);
	return STATUS_FINDINGS;
}

/* Why a file is none to draw or convert, and what to do with it. */
static const struct unfit_row {
	bool (*is)(const struct source *source);
	const char *what, *help;
} unfit[] = {
    {source_is_configuration, "the file is a configuration, which has no layout",
     "give the program or the layout that it is for: its settings hold there"},
    {source_is_module, "the file is a module, whose arrays are not drawn or converted",
     "plan says how its arguments are laid out"},
};

static struct check_result refuse(struct arena *arena, const struct source *source,
                                  const struct check_options *options, const struct unfit_row *row)
{
	struct diags diags = diags_make(arena);
	diag_help(diag_add(&diags, RULE_FILE_EMPTY, (struct span){0}, "%s", row->what), "%s",
	          row->help);
	return check_result_of(arena, source, &diags, options);
}

int checked_source(struct arena *arena, struct arena *scratch, const struct source *source,
                   const char *path, const struct check_options *options,
                   struct check_result *result)
{
	struct check_options check = *options;
	for (size_t i = 0; i < COUNT_OF(unfit); i++)
		if (unfit[i].is(source)) {
			*result = refuse(arena, source, options, &unfit[i]);
			return STATUS_FINDINGS;
		}
	const struct file_place place = configurations_for(configurations_make(arena), path);
	struct file_defaults defaults = {0};
	if (place.found) {
		defaults = configuration_of_file(place.found->configuration, place.path);
		*result = check_configuration(arena, place.found->configuration, &check);
		if (result->errors)
			return STATUS_FINDINGS;
	}
	check.overrides.defaults = &defaults;
	check.overrides.finder = project_of(arena, path);
	*result = check_source(arena, scratch, source, &check);
	return result->verdict != VERDICT_INVALID && !result->errors ? STATUS_CLEAN
	                                                             : STATUS_FINDINGS;
}

int checked_source_read(struct arena *arena, struct arena *scratch, const char *path,
                        const struct source *source, const struct check_options *options,
                        const struct report_options *report, struct check_result *result)
{
	int status = checked_source(arena, scratch, source, path, options, result);
	return status == STATUS_FINDINGS ? checked_spec_report(scratch, result, report) : status;
}
