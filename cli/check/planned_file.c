/* SPDX-License-Identifier: Apache-2.0 */
#include "cli/check/planned_file.h"

#include <stdio.h>

#include "base/utf8.h"
#include "cli/arguments/command.h"
#include "cli/check/checked_spec.h"
#include "cli/check/module_file.h"
#include "cli/files/files.h"
#include "diag/suggest.h"
#include "plan/module/module_plan.h"
#include "plan/module/module_read.h"
#include "trace/convert/recorded_function.h"
#include "trace/trace.h"

/* The paths of the arguments of functions, and the names of the tensors of a spec; *count of them.
 */
static const struct str *argument_names(struct arena *arena, const struct check_result *checked,
                                        uint32_t *count)
{
	const struct recorded_function *first =
	    checked->program ? checked->program->functions : NULL;
	uint32_t all = spec_tensor_count(checked->spec);
	for (const struct recorded_function *one = first; one; one = one->next)
		all += one->narguments;
	struct str *names = arena_new(arena, struct str, all);
	for (*count = 0; *count < spec_tensor_count(checked->spec); ++*count)
		names[*count] = spec_tensor_name(checked->spec, *count);
	for (const struct recorded_function *one = first; one; one = one->next)
		for (uint32_t i = 0; one->name.len && i < one->narguments; i++)
			names[(*count)++] = asked_path(arena, one->arguments[i].name);
	return names;
}

/* Whether a layout of the command line is for something that the file has. */
static bool is_used(struct arena *arena, const struct check_result *checked,
                    const struct asked_layouts *layouts, size_t number)
{
	const struct asked_layout *layout = &layouts->items[number];
	if (checked->program && checked->program->asked_used[number])
		return true;
	for (uint32_t i = 0; i < spec_tensor_count(checked->spec); i++)
		if (layout->place == ASKED_ARGUMENT &&
		    asked_layout_matches(arena, layout, STR(""),
		                         spec_tensor_name(checked->spec, i)))
			return true;
	return false;
}

/* Appends " of train_step, evaluate": the functions that were looked at, each once. */
static void add_functions(struct buf *out, const struct check_result *checked)
{
	const struct recorded_function *first =
	    checked->program ? checked->program->functions : NULL;
	const char *word = " of ";
	for (const struct recorded_function *one = first; one; one = one->next) {
		const struct recorded_function *before = first;
		while (!str_equal(before->name, one->name))
			before = before->next;
		if (before != one || !one->name.len)
			continue;
		buf_puts(out, word);
		utf8_add_escaped(out, one->name);
		word = ", ";
	}
}

/* Says on standard error which layout of the command line is for nothing; whether none is. */
static bool all_used(struct arena *arena, const char *path, const struct check_result *checked,
                     const struct asked_layouts *layouts)
{
	static const char *const whats[] = {"argument", "result"};
	size_t i = 0;
	while (layouts && i < layouts->count && is_used(arena, checked, layouts, i))
		i++;
	if (!layouts || i == layouts->count)
		return true;
	const struct asked_layout *layout = &layouts->items[i];
	struct buf out = {.arena = arena};
	uint32_t count = 0;
	const struct str *names = argument_names(arena, checked, &count);
	buf_printf(&out, "shardctl: %s: ", utf8_escaped(arena, str_of(path)).s);
	if (layout->place == ASKED_LINE) {
		buf_printf(&out, "nothing that is planned is assigned or returned on line %lld",
		           (long long)layout->line);
	} else {
		struct str near = layout->place == ASKED_ARGUMENT
		                      ? suggest(layout->pattern, names, count)
		                      : (struct str){0};
		buf_printf(&out, "no %s", whats[layout->place]);
		add_functions(&out, checked);
		buf_printf(&out, " matches '%s'", utf8_escaped(arena, layout->pattern).s);
		if (near.s)
			buf_printf(&out, "; did you mean '%s'?", utf8_escaped(arena, near).s);
	}
	buf_putc(&out, '\n');
	fwrite(out.data, 1, out.len, stderr);
	return false;
}

int plan_file(struct arena *arena, struct arena *scratch, const char *path,
              const struct check_options *check, const struct report_options *report,
              const struct asked_layouts *layouts, const struct plan_options *options,
              const struct plan **plan, struct str *framework)
{
	struct source *source = arena_new(arena, struct source, 1);
	struct module_file file = {0};
	if (!file_read(arena, path, source))
		return STATUS_FAILED;
	bool module = source_is_module(source);
	struct check_options recording = *check;
	recording.overrides.records = true;
	recording.overrides.layouts = module ? NULL : layouts;
	check = &recording;
	int status =
	    module
		? module_file_read(arena, scratch, source, check, report, layouts, &file)
		: checked_source_read(arena, scratch, path, source, check, report, &file.checked);
	if (status != STATUS_CLEAN)
		return status;
	if (!module && !all_used(arena, path, &file.checked, layouts))
		return STATUS_FAILED;
	*framework = file.checked.framework;
	*plan = module ? plan_module(arena, scratch, file.module, file.mesh, source, &file.checked,
	                             options)
	               : plan_make(arena, scratch, &file.checked, options);
	return STATUS_CLEAN;
}
