/* SPDX-License-Identifier: Apache-2.0 */
#include "checked_spec.h"

#include <assert.h>
#include <stdio.h>

#include "command.h"
#include "files.h"
#include "project.h"

int checked_spec_read(struct arena *arena, struct arena *scratch, const char *path,
                      const struct check_options *options, const struct report_options *report,
                      struct check_result *result)
{
	assert(path);
	struct source *source = arena_new(arena, struct source, 1);
	if (!file_read(arena, path, source))
		return STATUS_FAILED;
	struct check_options check = *options;
	check.overrides.finder = project_of(arena, path);
	*result = check_source(arena, scratch, source, &check);
	if (result->verdict != VERDICT_INVALID && !result->errors)
		return STATUS_CLEAN;
	/* Without an error to show, because all are ignored, the summary says what is wrong. */
	struct report_options errors = {.color = report->color, .quiet = result->errors > 0};
	struct buf text = {.arena = scratch};
	text_format.file(&text, scratch, result, &errors, &(bool){false});
	fwrite(text.data, 1, text.len, stderr);
	return STATUS_FINDINGS;
}
