/* SPDX-License-Identifier: Apache-2.0 */
#include "cli/check/module_file.h"

#include <stdio.h>

#include "base/utf8.h"
#include "cli/arguments/command.h"
#include "cli/check/checked_spec.h"
#include "hlo/hlo.h"
#include "plan/module_mesh.h"

bool source_is_module(const struct source *source)
{
	return hlo_is_module(source->text);
}

/* The release by whose rules shardings are read: the one asked for, else the newest. */
static struct jax_rules rules_of(struct arena *scratch, const struct check_options *options)
{
	struct diags ignored = diags_make(scratch);
	struct framework framework =
	    framework_read(scratch, options->overrides.framework, (struct span){0, 0}, &ignored);
	return framework.rules ? *framework.rules : jax_newest_rules();
}

static struct module *read_module(struct arena *arena, const struct source *source,
                                  const struct jax_rules *rules, struct diags *diags)
{
	struct notation_error error;
	if (source->text.len > MAX_FILE_BYTES) {
		(void)diag_add(diags, RULE_LIMIT_EXCEEDED, (struct span){0, 0},
		               "the file is larger than %d MiB", MAX_FILE_BYTES >> 20);
		return NULL;
	}
	struct module *module = hlo_read(arena, source->text, rules, &error);
	if (!module)
		(void)diag_add(diags, RULE_MODULE_SYNTAX,
		               (struct span){(uint32_t)error.at, (uint32_t)error.length}, "%.*s",
		               STR_ARG(error.message));
	return module;
}

bool module_check(struct arena *scratch, const struct source *source,
                  const struct check_options *options, struct diags *diags)
{
	struct arena_mark mark = arena_mark(scratch);
	if (!source_is_module(source))
		return false;
	struct jax_rules rules = rules_of(scratch, options);
	(void)read_module(scratch, source, &rules, diags);
	arena_rewind(scratch, mark);
	return true;
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

/* Takes the mesh of the command line for that of the module, which has none of its own. */
static bool name_devices(struct arena *arena, const struct source *source, const struct mesh *given,
                         struct module_file *file)
{
	file->mesh = given_mesh(arena, given);
	if (file->mesh->count == file->module->partitions)
		return true;
	fprintf(stderr,
	        "shardctl: %s: the mesh has %lld devices, but the module is for %lld; only "
	        "StableHLO can be planned on another number\n",
	        utf8_escaped(arena, source->path).s, (long long)file->mesh->count,
	        (long long)file->module->partitions);
	return false;
}

int module_file_read(struct arena *arena, struct arena *scratch, const struct source *source,
                     const struct check_options *options, const struct report_options *report,
                     struct module_file *file)
{
	struct diags diags = diags_make(arena);
	struct jax_rules rules = rules_of(scratch, options);
	struct source *spec = arena_new(arena, struct source, 1);
	file->module = read_module(arena, source, &rules, &diags);
	if (!file->module) {
		file->checked = check_findings(arena, source, &diags, options);
		return checked_spec_report(scratch, &file->checked, report);
	}
	file->mesh = module_mesh(arena, file->module);
	*spec = (struct source){source->path, STR("{}\n")};
	if (file->mesh)
		spec->text = module_mesh_spec(arena, file->mesh);
	int status = checked_source_read(arena, scratch, source->path.s, spec, options, report,
	                                 &file->checked);
	if (status == STATUS_CLEAN && options->overrides.mesh.s && !file->module->mesh &&
	    !name_devices(arena, source, &file->checked.spec->meshes[0], file))
		return STATUS_FAILED;
	return status;
}
