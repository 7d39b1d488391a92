/* SPDX-License-Identifier: Apache-2.0 */
#include "plan/outlook.h"

#include <assert.h>

#include "base/utf8.h"
#include "jax/jax.h"
#include "spec/reader.h"

static struct axis_outlook axis_outlook_of(struct arena *arena, struct arena *scratch,
                                           const struct hardware *hardware,
                                           const struct device_mesh *built, uint32_t axis)
{
	struct mesh_layout layout = {.shape = built->shape, .rank = built->rank, .ids = built->ids};
	struct axis_outlook outlook = {.links =
	                                   mesh_links_of(scratch, hardware, &layout, &axis, 1)};
	struct cost_request request = {.op = COST_ALL_GATHER,
	                               .bytes = OUTLOOK_BYTES,
	                               .axes = outlook.links.axes,
	                               .naxes = outlook.links.count};
	outlook.gather = cost_of(arena, hardware->chip, COST_CALIBRATED, &request);
	return outlook;
}

/* Reads one part such as data=2 of `dcn`. */
static bool read_part(const struct mesh *mesh, struct str text, int64_t *parts)
{
	size_t equals = str_find(text, '=', 0);
	uint32_t axis;
	int64_t part;
	if (equals == text.len ||
	    !mesh_axis_named(mesh, str_trim(str_slice(text, 0, equals)), &axis) ||
	    !str_to_int64(str_trim(str_slice(text, equals + 1, text.len)), &part) || part < 1 ||
	    mesh->axes[axis].size % part != 0)
		return false;
	parts[axis] = part;
	return true;
}

/* "data=2,model=1" into the mesh; false after a finding. */
static bool read_dcn(struct arena *arena, struct str dcn, struct mesh *mesh, struct diags *diags)
{
	if (!dcn.len)
		return true;
	int64_t *parts = arena_new(arena, int64_t, mesh->naxes);
	for (uint32_t i = 0; i < mesh->naxes; i++)
		parts[i] = 1;
	for (size_t at = 0; at <= dcn.len;) {
		size_t comma = str_find(dcn, ',', at);
		struct str text = str_slice(dcn, at, comma);
		if (!read_part(mesh, text, parts))
			return diag_fails(diag_help(
			    diag_add(diags, RULE_OPTION_INVALID, mesh->name_at,
			             "'%s' cuts no axis of the mesh", utf8_escaped(arena, text).s),
			    "write an axis and a number that divides its size: data=2"));
		at = comma + 1;
	}
	mesh->dcn = parts;
	return true;
}

static void look(struct arena *arena, struct arena *scratch, const struct spec *spec,
                 struct outlook *outlook)
{
	const struct mesh *mesh = outlook->mesh;
	outlook->built = mesh_build(arena, spec->hardware, mesh, spec->framework.rules);
	if (outlook->built.error.type || !outlook->built.ids)
		return;
	struct axis_outlook *axes = arena_new(arena, struct axis_outlook, mesh->naxes);
	for (uint32_t i = 0; i < mesh->naxes; i++)
		axes[i] = axis_outlook_of(arena, scratch, spec->hardware, &outlook->built, i);
	outlook->axes = axes;
}

struct outlook outlook_of(struct arena *arena, struct arena *scratch,
                          const struct outlook_request *request)
{
	assert(request->hardware && request->framework.family == FRAMEWORK_JAX);
	struct diags *diags = arena_new(arena, struct diags, 1);
	struct source *source = arena_new(arena, struct source, 1);
	struct spec *spec = arena_new(arena, struct spec, 1);
	struct outlook outlook = {.diags = diags};
	*diags = diags_make(arena);
	*source = (struct source){STR("-"), STR("")};
	spec->source = source;
	spec->framework = request->framework;
	spec->hardware = request->hardware;
	spec->devices = request->hardware->devices;
	struct reader reader = {arena, diags, source, spec};
	reader_meshes(&reader, NULL, NULL, NULL, request->mesh, spec);
	struct mesh *mesh = spec->nmeshes ? spec->meshes : NULL;
	if (!mesh || mesh->broken || !read_dcn(arena, request->dcn, mesh, diags))
		return outlook;
	mesh->builder = request->builder;
	mesh->builder_given = true;
	mesh->options = request->options;
	struct judge judge = {scratch, diags, spec, false};
	(void)jax_check_mesh(&judge, spec->framework.rules, mesh);
	outlook.mesh = mesh;
	bool refused = false;
	for (const struct diag *diag = diags->first; diag; diag = diag->next)
		refused |= diag->rule->effect >= EFFECT_UNKNOWN;
	if (!refused && spec->devices <= MESH_BUILD_DEVICES_MAX)
		look(arena, scratch, spec, &outlook);
	return outlook;
}
