/* SPDX-License-Identifier: Apache-2.0 */
/* A mesh on the devices of the hardware: jax/_src/mesh_utils.py, and make_mesh where it calls it.
 */
#include <assert.h>
#include <inttypes.h>

#include "base/checked.h"
#include "base/utf8.h"
#include "jax/jax.h"
#include "jax/mesh_build.h"
#include "jax/python_text.h"
#include "hardware/near_shapes.h"

/* A mesh that its constructor refuses to lay on the hardware. */
struct refusal {
	const struct judge *judge;
	const struct mesh *mesh;
	const struct hardware *hardware;
	const struct jax_rules *rules;
	struct device_mesh built;
	struct str hardware_name;
	struct str shape; /* "(32, 2)" */
};

static struct span axes_span(const struct mesh *mesh)
{
	if (mesh->override || !mesh->nsizes)
		return mesh->override ? mesh->name_at : mesh->at;
	return span_join(mesh->as_call ? mesh->axes[0].size_at : mesh->axes[0].at,
	                 mesh->axes[mesh->nsizes - 1].size_at);
}

static int64_t dcn_part(const struct mesh *mesh, uint32_t axis)
{
	return mesh->dcn && axis < mesh->naxes ? mesh->dcn[axis] : 1;
}

static int64_t product_of(const struct mesh *mesh)
{
	int64_t product = 1;
	for (uint32_t i = 0; i < mesh->nsizes; i++)
		product *= mesh->axes[i].size; /* at most MAX_DEVICES, which has been checked */
	return product;
}

static bool is_hybrid(const struct mesh *mesh)
{
	return mesh->builder == BUILT_BY_CREATE_HYBRID_DEVICE_MESH;
}

/* How many slices, or processes, a hybrid mesh is made of. */
static int64_t granules_of(const struct refusal *refusal)
{
	const struct hardware *hardware = refusal->hardware;
	struct topology topology = hardware_topology(hardware);
	if (!refusal->mesh->options.process_is_granule)
		return hardware->slices;
	if (topology.process_devices)
		return hardware->devices / topology.process_devices;
	return ceiling_divide(hardware->extent[0], 2) * ceiling_divide(hardware->extent[1], 2) *
	       hardware->extent[2] * hardware->slices;
}

/* "{data: 16, model: 4}", as it would stand in the spec. */
static void add_axes(struct buf *out, const struct mesh *mesh, const int64_t *sizes)
{
	struct arena *arena = out->arena;
	buf_putc(out, '{');
	for (uint32_t i = 0; i < mesh->nsizes; i++) {
		struct str name =
		    i < mesh->naxes ? utf8_escaped(arena, mesh->axes[i].name) : STR("?");
		buf_printf(out, "%s%.*s: %" PRId64, i ? ", " : "", STR_ARG(name),
		           sizes[i] * dcn_part(mesh, i));
	}
	buf_putc(out, '}');
}

/* The axes that could cross `slices` slices, the outermost first, as the devices of a slice stand
 * together: "{data: 16, model: 2}"; empty when none can. */
static struct str possible_dcn(const struct refusal *refusal, int64_t slices)
{
	assert(slices > 0);
	const struct mesh *mesh = refusal->mesh;
	struct buf out = {.arena = refusal->judge->diags->arena};
	buf_putc(&out, '{');
	for (uint32_t i = 0; i < mesh->naxes && i < mesh->nsizes && slices > 1; i++) {
		int64_t part = greatest_common_divisor(mesh->axes[i].size, slices);
		if (part > 1)
			buf_printf(&out, "%s%s: %" PRId64, out.len > 1 ? ", " : "",
			           judge_shown(refusal->judge, mesh->axes[i].name).s, part);
		slices /= part;
	}
	buf_putc(&out, '}');
	return slices > 1 ? STR("") : buf_str(&out);
}

static struct diag *report_slices(const struct refusal *refusal)
{
	const struct mesh *mesh = refusal->mesh;
	int64_t granules = granules_of(refusal), parts = 1;
	struct str dcn = possible_dcn(refusal, granules);
	if (!is_hybrid(mesh)) {
		struct diag *diag =
		    diag_add(refusal->judge->diags, RULE_MESH_SLICES, axes_span(mesh),
		             "jax.make_mesh takes devices of one %s, but the mesh %.*s spans "
		             "several of %.*s",
		             refusal->hardware->chip->torus_axes ? "slice" : "node",
		             STR_ARG(refusal->shape), STR_ARG(refusal->hardware_name));
		return diag_help(diag, "use built_by: create_hybrid_device_mesh%s%.*s",
		                 dcn.len ? " with dcn: " : "", STR_ARG(dcn));
	}
	for (uint32_t i = 0; i < mesh->nsizes; i++)
		parts *= dcn_part(mesh, i);
	const char *what = mesh->options.process_is_granule ? "process" : "slice";
	struct diag *diag =
	    diag_add(refusal->judge->diags, RULE_MESH_SLICES,
	             mesh->dcn_node ? mesh->dcn_node->at : axes_span(mesh),
	             "'dcn' multiplies to %" PRId64 ", but %.*s has %" PRId64 " %s%s", parts,
	             STR_ARG(refusal->hardware_name), granules, what,
	             granules == 1                      ? ""
	             : mesh->options.process_is_granule ? "es"
	                                                : "s");
	if (granules == 1)
		return diag_help(diag, "leave 'dcn' out");
	return dcn.len
	           ? diag_help(diag, "write dcn: %.*s", STR_ARG(dcn))
	           : diag_help(diag, "no axis can cross %" PRId64 " %ss as it is", granules, what);
}

static struct diag *report_count(const struct refusal *refusal)
{
	const struct mesh *mesh = refusal->mesh;
	int64_t granules = is_hybrid(mesh) ? granules_of(refusal) : 1;
	int64_t devices = refusal->hardware->devices;
	struct diag *diag = diag_add(
	    refusal->judge->diags, RULE_MESH_DEVICES, axes_span(mesh),
	    "the mesh %.*s needs %" PRId64 " devices, but %.*s has %" PRId64,
	    STR_ARG(refusal->shape), product_of(mesh), STR_ARG(refusal->hardware_name), devices);
	if (granules > 1)
		return diag_help(diag,
		                 "make the sizes multiply to %" PRId64 " within a slice, times "
		                 "%" PRId64 " slices by 'dcn'",
		                 devices / granules, granules);
	return diag_help(diag, "make the sizes multiply to %" PRId64, devices);
}

/* The same mesh under other circumstances: with an option, or at a newer release. */
static bool would_lie(const struct refusal *refusal, struct mesh mesh,
                      const struct jax_rules *rules)
{
	struct arena *scratch = refusal->judge->scratch;
	struct arena_mark mark = arena_mark(scratch);
	struct device_mesh built = mesh_build(scratch, refusal->hardware, &mesh, rules);
	arena_rewind(scratch, mark);
	return !built.error.type;
}

/* What splitting takes, when it would help; NULL when it would not. */
static const char *split_help(const struct refusal *refusal)
{
	struct mesh mesh = *refusal->mesh;
	mesh.options.allow_split_physical_axes = true;
	if (mesh.builder != BUILT_BY_MAKE_MESH)
		return would_lie(refusal, mesh, refusal->rules)
		           ? "allow_split_physical_axes: true splits axes of the torus"
		           : NULL;
	mesh.builder = BUILT_BY_CREATE_DEVICE_MESH;
	return would_lie(refusal, mesh, refusal->rules)
	           ? "built_by: create_device_mesh with allow_split_physical_axes: true splits "
	             "axes of the torus"
	           : NULL;
}

/* Shapes that lie on whole axes, and whether splitting would do. */
static void help_axes(const struct refusal *refusal, struct diag *diag)
{
	const struct mesh *mesh = refusal->mesh;
	struct buf out = {.arena = refusal->judge->diags->arena};
	int64_t inner[MAX_AXES];
	for (uint32_t i = 0; i < mesh->nsizes; i++)
		inner[i] = mesh->axes[i].size / dcn_part(mesh, i);
	struct near_shapes near = near_shapes_of(refusal->judge->scratch, &refusal->built.physical,
	                                         inner, mesh->nsizes, refusal->rules);
	for (uint32_t i = 0; i < near.count; i++) {
		buf_puts(&out, i == 0 ? "write " : i + 1 == near.count ? " or " : ", ");
		add_axes(&out, mesh, near.sizes[i]);
	}
	const char *split = split_help(refusal);
	if (split)
		buf_printf(&out, "%s%s", near.count ? "; " : "", split);
	struct str help = buf_str(&out);
	if (help.len)
		diag_help(diag, "%.*s", STR_ARG(help));
}

static struct diag *report_axes(const struct refusal *refusal)
{
	const struct mesh *mesh = refusal->mesh;
	const struct physical_mesh *physical = &refusal->built.physical;
	uint32_t index = (uint32_t)refusal->built.assignment.unassigned;
	const struct axis *axis = &mesh->axes[index];
	struct str name = index < mesh->naxes ? judge_shown(refusal->judge, axis->name) : STR("");
	int64_t part = dcn_part(mesh, index);
	struct buf text = {.arena = refusal->judge->diags->arena};
	buf_printf(&text, "axis '%.*s' of size %" PRId64, STR_ARG(name), axis->size);
	if (part > 1)
		buf_printf(&text, ", %" PRId64 " in a slice,", axis->size / part);
	buf_puts(&text, " fits no whole axes of the torus ");
	bool flat = refusal->hardware->chip->torus_axes == 2;
	for (uint32_t i = 0; i < physical->rank; i++)
		if (!flat || physical->axis[i] != AXIS_Z)
			buf_printf(&text, "%s%" PRId64, i ? "x" : "", physical->shape[i]);
	bool last = index + 1 == mesh->nsizes;
	struct str message = buf_str(&text);
	struct diag *diag = diag_add(refusal->judge->diags, RULE_MESH_UNMAPPABLE,
	                             mesh->override ? mesh->name_at : axis->size_at, "%.*s%s",
	                             STR_ARG(message), last ? "" : " that are still free");
	help_axes(refusal, diag);
	return diag;
}

/* Holes, devices at one place twice, sizes that a release does not factor, and the like. */
static struct diag *report_layout(const struct refusal *refusal)
{
	const struct jax_rules newest = jax_newest_rules();
	const struct mesh *mesh = refusal->mesh;
	int64_t needed = product_of(mesh), devices = refusal->hardware->devices;
	struct diag *diag = diag_add(refusal->judge->diags, RULE_MESH_UNMAPPABLE, axes_span(mesh),
	                             "the mesh %.*s cannot be laid out on %.*s",
	                             STR_ARG(refusal->shape), STR_ARG(refusal->hardware_name));
	struct mesh plain = *mesh;
	plain.options.contiguous_submeshes = false;
	if (refusal->hardware->slices > 1 && mesh->builder == BUILT_BY_CREATE_DEVICE_MESH)
		return diag_help(diag, "for several slices use built_by: create_hybrid_device_mesh "
		                       "with 'dcn'");
	if (mesh->options.contiguous_submeshes && would_lie(refusal, plain, refusal->rules))
		return diag_help(diag, "leave contiguous_submeshes out: arrays do not need it");
	if (needed < devices)
		return diag_help(diag,
		                 "the first %" PRId64 " devices do not fill a block of the torus; "
		                 "make the sizes multiply to %" PRId64,
		                 needed, devices);
	if (would_lie(refusal, *mesh, &newest))
		return diag_help(diag, "a newer release of JAX lays it out");
	return diag;
}

/* Whether make_mesh got devices of several slices, whatever it then stumbled over. */
static bool spans_slices(const struct refusal *refusal)
{
	const struct hardware *hardware = refusal->hardware;
	return refusal->mesh->builder == BUILT_BY_MAKE_MESH &&
	       product_of(refusal->mesh) > hardware->devices / hardware->slices;
}

static void report(struct refusal *refusal)
{
	struct arena *arena = refusal->judge->diags->arena;
	struct buf shape = {.arena = arena}, name = {.arena = arena};
	int64_t sizes[MAX_AXES];
	for (uint32_t i = 0; i < refusal->mesh->nsizes; i++)
		sizes[i] = refusal->mesh->axes[i].size;
	python_shape(&shape, sizes, refusal->mesh->nsizes);
	hardware_add_name(&name, refusal->hardware);
	refusal->shape = buf_str(&shape);
	refusal->hardware_name = buf_str(&name);
	struct diag *diag;
	if (refusal->built.problem == DEVICE_MESH_SLICES || spans_slices(refusal))
		diag = report_slices(refusal);
	else if (refusal->built.problem == DEVICE_MESH_COUNT)
		diag = report_count(refusal);
	else if (str_equal(str_of(refusal->built.error.type), STR("NotImplementedError")))
		diag = report_axes(refusal);
	else
		diag = report_layout(refusal);
	if (refusal->judge->spec->hardware_node)
		diag_note(diag, refusal->judge->spec->hardware_node->at,
		          "the hardware is given here");
	diag_framework(diag, refusal->built.error.type,
	               str_copy(arena, refusal->built.error.message));
}

bool jax_check_device_mesh(const struct judge *judge, const struct mesh *mesh)
{
	const struct hardware *hardware = judge->spec->hardware;
	if (mesh->builder == BUILT_BY_MESH)
		return true;
	if (hardware->devices > MESH_BUILD_DEVICES_MAX) {
		diag_add(judge->diags, RULE_HARDWARE_NOT_JUDGED, axes_span(mesh),
		         "how the mesh is laid out on %" PRId64
		         " devices is not judged: at most %d are "
		         "laid out",
		         hardware->devices, MESH_BUILD_DEVICES_MAX);
		return true;
	}
	struct arena_mark mark = arena_mark(judge->scratch);
	struct refusal *refusal = arena_new(judge->scratch, struct refusal, 1);
	refusal->judge = judge;
	refusal->mesh = mesh;
	refusal->hardware = hardware;
	refusal->rules = judge->spec->framework.rules;
	refusal->built = mesh_build(judge->scratch, hardware, mesh, refusal->rules);
	bool lies = !refusal->built.error.type;
	/* What is reported of a mesh that a program makes may stand in the same arena. */
	if (lies)
		arena_rewind(judge->scratch, mark);
	else
		report(refusal);
	return lies;
}

void jax_check_device_ids(const struct judge *judge, const struct mesh *mesh)
{
	const struct hardware *hardware = judge->spec->hardware;
	struct buf name = {.arena = judge->diags->arena};
	if (hardware->chip->platform == PLATFORM_OTHER)
		return;
	for (uint32_t i = 0; i < mesh->ndevices; i++) {
		if (mesh->devices[i] < hardware->devices)
			continue;
		hardware_add_name(&name, hardware);
		struct str shown = buf_str(&name);
		diag_help(diag_add(judge->diags, RULE_HARDWARE_DEVICES,
		                   mesh->devices_node->items[i].at,
		                   "there is no device %" PRId64 " on %.*s", mesh->devices[i],
		                   STR_ARG(shown)),
		          "its devices are 0 to %" PRId64, hardware->devices - 1);
		return;
	}
}
