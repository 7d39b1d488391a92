/* SPDX-License-Identifier: Apache-2.0 */
#include "cli/check/module_file.h"

#include <stdio.h>

#include "base/utf8.h"
#include "cli/arguments/command.h"
#include "cli/check/checked_spec.h"
#include "diag/suggest.h"
#include "plan/module/module_mesh.h"
#include "module/sharding_check.h"
#include "plan/module/module_read.h"

/* What reading one file works with. */
struct work {
	struct arena *arena, *scratch;
	struct source *source;
	const struct check_options *options;
	const struct report_options *report;
	const struct asked_layouts *layouts;
	struct module_file *file;
};

/* Reads the text as it stands; false after findings, which are shown. */
static bool read_text(const struct work *work)
{
	struct diags diags = diags_make(work->arena);
	struct module_file *file = work->file;
	file->module =
	    module_read_asked(work->arena, work->scratch, work->source, work->options, &diags);
	file->mesh = file->module ? module_mesh(work->arena, file->module) : NULL;
	if (file->module)
		return true;
	file->checked = check_result_of(work->arena, work->source, &diags, work->options);
	(void)checked_spec_report(work->scratch, &file->checked, work->report);
	return false;
}

/* Checks a spec that says the mesh, and the layouts of some values. */
static int check_mesh(const struct work *work, const struct module_targets *targets)
{
	struct source *spec = arena_new(work->arena, struct source, 1);
	const struct module_file *file = work->file;
	struct buf text = {.arena = work->arena};
	buf_add(&text, file->mesh ? module_mesh_spec(work->arena, file->mesh) : STR("{}\n"));
	if (targets->count)
		buf_add(&text, module_targets_spec(work->arena, targets));
	/* what is wrong is in what the command line says of the file */
	*spec = (struct source){
	    str_format(work->arena, "%.*s (layouts asked for)", STR_ARG(work->source->path)),
	    buf_str(&text)};
	return checked_source_read(work->arena, work->scratch, work->source->path.s, spec,
	                           work->options, work->report, &work->file->checked);
}

/* A mesh of the command line by names, over the devices of the module. */
static const struct named_mesh *given_mesh(struct arena *arena, const struct mesh *given)
{
	struct named_mesh *mesh = arena_new(arena, struct named_mesh, 1);
	struct mesh_axis *axes = arena_new(arena, struct mesh_axis, given->naxes);
	*mesh = (struct named_mesh){.axes = axes, .naxes = given->naxes, .count = 1};
	for (uint32_t i = 0; i < given->naxes; i++) {
		axes[i] = (struct mesh_axis){given->axes[i].name, given->axes[i].size, false};
		mesh->count *= axes[i].size;
	}
	return mesh;
}

/* Says on standard error that something cannot be asked of the file; STATUS_FAILED. */
static int refuse(const struct work *work, const char *why)
{
	fprintf(stderr, "shardctl: %s: %s\n", utf8_escaped(work->arena, work->source->path).s, why);
	return STATUS_FAILED;
}

/* The axis of the module's mesh that the other one lacks, or naxes. */
static uint32_t lacking_axis(const struct named_mesh *mesh, const struct named_mesh *other)
{
	uint32_t axis = 0;
	while (axis < mesh->naxes && named_mesh_axis(other, mesh->axes[axis].name) < other->naxes)
		axis++;
	return axis;
}

/* Reads the text on another mesh; refuses it where the shardings of the text name an axis that it
 * lacks. */
static int read_on_mesh(const struct work *work, struct str text, const struct named_mesh *mesh)
{
	const struct named_mesh *before = work->file->module->mesh;
	uint32_t lacking = lacking_axis(before, mesh);
	struct source *other = arena_new(work->arena, struct source, 1);
	struct diags diags = diags_make(work->arena);
	*other = (struct source){work->source->path, text};
	if (lacking < before->naxes &&
	    !module_read_asked(work->arena, work->scratch, other, work->options, &diags))
		return refuse(
		    work,
		    str_format(work->arena,
		               "--mesh has no axis '%s', which the shardings of the module name",
		               utf8_escaped(work->arena, before->axes[lacking].name).s)
			.s);
	work->source->text = text;
	if (!read_text(work))
		return STATUS_FINDINGS;
	work->file->module->partitions = work->file->mesh->count;
	return STATUS_CLEAN;
}

/* Takes the mesh of the command line for that of the module: by its names alone where the text is
 * for a number of devices, else by reading the text anew. */
static int change_mesh(const struct work *work)
{
	struct module_file *file = work->file;
	const struct mesh *given = &file->checked.spec->meshes[0];
	const struct named_mesh *mesh = given_mesh(work->arena, given);
	if (!file->module->mesh) {
		file->mesh = mesh;
		return mesh->count == file->module->partitions
		           ? STATUS_CLEAN
		           : refuse(work,
		                    str_format(work->arena,
		                               "the mesh has %lld devices, but the module is for "
		                               "%lld, and only StableHLO with a mesh can be "
		                               "planned on another number",
		                               (long long)mesh->count,
		                               (long long)file->module->partitions)
		                        .s);
	}
	struct str text =
	    module_text_on_mesh(work->arena, work->source->text, file->module->mesh, given);
	if (!text.s)
		return refuse(work, "its mesh is not written as sdy.mesh, and cannot be another");
	return read_on_mesh(work, text, mesh);
}

/* Says that a layout is for no value of the module. */
static int miss(const struct work *work, const struct asked_layout *layout)
{
	const struct module *module = work->file->module;
	struct arena *arena = work->arena;
	if (layout->place == ASKED_LINE)
		return refuse(work, str_format(arena, "nothing is computed on line %lld",
		                               (long long)layout->line)
		                        .s);
	struct str *names = arena_new(arena, struct str, module->narguments);
	uint32_t count = layout->place == ASKED_ARGUMENT ? module->narguments : 0;
	for (uint32_t i = 0; i < count; i++)
		names[i] = module_argument_name(module, i);
	struct str near = suggest(layout->pattern, names, count);
	const char *what = layout->place == ASKED_ARGUMENT ? "argument" : "result";
	struct str shown = utf8_escaped(arena, layout->pattern);
	return refuse(work, near.s ? str_format(arena, "no %s matches '%s'; did you mean '%s'?",
	                                        what, shown.s, utf8_escaped(arena, near).s)
	                                 .s
	                           : str_format(arena, "no %s matches '%s'", what, shown.s).s);
}

/* Gives values other layouts, once they have been judged. */
static int change_layouts(const struct work *work)
{
	const struct module_target *at;
	struct module_file *file = work->file;
	struct module_targets targets =
	    module_targets_find(work->arena, file->module, work->source->text, work->layouts);
	for (size_t i = 0; i < targets.nmissed; i++)
		(void)miss(work, targets.missed[i]);
	if (!file->module->mesh || file->module->stage != MODULE_UNPARTITIONED)
		return refuse(work, "only StableHLO with a mesh can be laid out otherwise");
	int status = check_mesh(work, &targets);
	if (targets.nmissed)
		return STATUS_FAILED;
	if (status != STATUS_CLEAN)
		return status;
	const char *why = module_targets_apply(work->arena, file->module, file->mesh, &targets,
	                                       file->checked.spec, &at);
	return why ? refuse(work, str_format(work->arena, "'%s': %s",
	                                     utf8_escaped(work->arena, at->layout->spec).s, why)
	                              .s)
	           : STATUS_CLEAN;
}

/* Judges whether another mesh cuts arguments and results evenly, as JAX wants them. */
static int check_divisible(const struct work *work)
{
	struct diags diags = diags_make(work->arena);
	module_check_divisible(work->file->module, &diags);
	const struct check_result result =
	    check_result_of(work->arena, work->source, &diags, work->options);
	return result.errors ? checked_spec_report(work->scratch, &result, work->report)
	                     : STATUS_CLEAN;
}

int module_file_read(struct arena *arena, struct arena *scratch, struct source *source,
                     const struct check_options *options, const struct report_options *report,
                     const struct asked_layouts *layouts, struct module_file *file)
{
	struct work work = {arena, scratch, source, options, report, layouts, file};
	if (!read_text(&work))
		return STATUS_FINDINGS;
	int status = check_mesh(&work, &(struct module_targets){0});
	if (status == STATUS_CLEAN && options->overrides.mesh.s)
		status = change_mesh(&work);
	if (status == STATUS_CLEAN && layouts && layouts->count)
		status = change_layouts(&work);
	if (status == STATUS_CLEAN && options->overrides.mesh.s)
		status = check_divisible(&work);
	return status;
}
