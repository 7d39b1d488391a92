/* SPDX-License-Identifier: Apache-2.0 */
#include "cli/check/module_file.h"

#include <stdio.h>

#include "base/utf8.h"
#include "cli/arguments/command.h"
#include "cli/check/checked_spec.h"
#include "plan/module_mesh.h"
#include "plan/module_read.h"

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
	struct jax_rules rules = module_rules(scratch, options);
	struct source *spec = arena_new(arena, struct source, 1);
	file->module = module_read(arena, source, &rules, &diags);
	if (!file->module) {
		file->checked = check_result_of(arena, source, &diags, options);
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
