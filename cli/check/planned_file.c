/* SPDX-License-Identifier: Apache-2.0 */
#include "cli/check/planned_file.h"

#include "cli/arguments/command.h"
#include "cli/check/checked_spec.h"
#include "cli/check/module_file.h"
#include "cli/files/files.h"
#include "plan/module/module_plan.h"
#include "plan/module/module_read.h"

int plan_file(struct arena *arena, struct arena *scratch, const char *path,
              const struct check_options *check, const struct report_options *report,
              const struct module_layouts *layouts, const struct plan_options *options,
              const struct plan **plan, struct str *framework)
{
	struct source *source = arena_new(arena, struct source, 1);
	struct module_file file = {0};
	if (!file_read(arena, path, source))
		return STATUS_FAILED;
	bool module = source_is_module(source);
	struct check_options recording = *check;
	recording.overrides.records = true;
	check = &recording;
	int status =
	    module
		? module_file_read(arena, scratch, source, check, report, layouts, &file)
		: checked_source_read(arena, scratch, path, source, check, report, &file.checked);
	if (status != STATUS_CLEAN)
		return status;
	*framework = file.checked.framework;
	*plan = module ? plan_module(arena, scratch, file.module, file.mesh, source, &file.checked,
	                             options)
	               : plan_make(arena, scratch, &file.checked, options);
	return STATUS_CLEAN;
}
