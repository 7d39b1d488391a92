/* SPDX-License-Identifier: Apache-2.0 */
/* The construction of a mesh: jax/_src/mesh.py Mesh, sharding_impls.py make_mesh, mesh_utils.py
 * create_device_mesh. */
#include <assert.h>
#include <inttypes.h>

#include "base/checked.h"
#include "jax/jax.h"
#include "jax/python_text.h"

struct construction {
	const struct judge *judge;
	const struct jax_rules *rules;
	const struct mesh *mesh;
	struct str shape; /* "(2, 4)": the sizes as the constructor got them */
	int64_t product;  /* of the sizes */
	int64_t devices;  /* how many there are; 0: as many as are needed */
	struct span devices_at;
	bool refused;
};

static struct diag *refuse(struct construction *built, struct diag *diag, const char *type,
                           const struct buf *text)
{
	built->refused = true;
	return diag_framework(diag, type, buf_str(text));
}

static struct buf text_buf(const struct construction *built)
{
	return (struct buf){.arena = built->judge->diags->arena};
}

static struct span sizes_span(const struct mesh *mesh)
{
	if (mesh->override || !mesh->nsizes)
		return mesh->override ? mesh->name_at : mesh->at;
	return mesh->as_call
	           ? span_join(mesh->axes[0].size_at, mesh->axes[mesh->nsizes - 1].size_at)
	           : span_join(mesh->axes[0].at, mesh->axes[mesh->nsizes - 1].size_at);
}

static bool any_size(const struct mesh *mesh, bool zero)
{
	for (uint32_t i = 0; i < mesh->nsizes; i++)
		if (zero ? mesh->axes[i].size == 0 : mesh->axes[i].size < 0)
			return true;
	return false;
}

/* Sizes that no mesh can have; the text depends on what the constructor stumbles over first. */
static void refuse_sizes(struct construction *built, const char *type, const struct buf *text)
{
	struct diag *diag = diag_add(built->judge->diags, RULE_MESH_SIZE, sizes_span(built->mesh),
	                             "a mesh cannot have the sizes %.*s", STR_ARG(built->shape));
	diag_help(diag, "every axis needs at least one device");
	refuse(built, diag, type, text);
}

static void report_count(struct construction *built, const struct buf *text)
{
	const struct mesh *mesh = built->mesh;
	struct diag *diag =
	    diag_add(built->judge->diags, RULE_MESH_DEVICES, sizes_span(mesh),
	             "the mesh %.*s needs %" PRId64 " device%s, but there %s %" PRId64,
	             STR_ARG(built->shape), built->product, plural((uint64_t)built->product),
	             built->devices == 1 ? "is" : "are", built->devices);
	if (mesh->override)
		diag_note(diag, mesh->name_at, "this mesh is replaced by --mesh");
	if (built->devices_at.length)
		diag_note(diag, built->devices_at, "the number of devices is given here");
	if (mesh->builder == BUILT_BY_MAKE_MESH && !mesh->devices)
		diag_help(diag, "the sizes may multiply to at most %" PRId64, built->devices);
	else
		diag_help(diag, "make the sizes multiply to exactly %" PRId64, built->devices);
	refuse(built, diag, "ValueError", text);
}

/* mesh_utils.create_device_mesh: exactly as many devices as the shape has. */
static void check_equal(struct construction *built, int64_t devices)
{
	if (devices == built->product)
		return;
	struct buf text = text_buf(built);
	buf_printf(&text, "Number of devices %" PRId64 " must equal the product of mesh_shape %.*s",
	           devices, STR_ARG(built->shape));
	if (any_size(built->mesh, true) || any_size(built->mesh, false))
		refuse_sizes(built, "ValueError", &text);
	else
		report_count(built, &text);
}

/* reshape() accepts one -1 only. */
static void check_reshape(struct construction *built)
{
	uint32_t negative = 0;
	for (uint32_t i = 0; i < built->mesh->nsizes; i++)
		negative += built->mesh->axes[i].size < 0;
	if (!negative || built->refused)
		return;
	struct buf text = text_buf(built);
	buf_puts(&text, "can only specify one unknown dimension");
	refuse_sizes(built, "ValueError", &text);
}

/* What devices[:product] leaves of `devices`: Python counts a negative bound from the end. */
static int64_t slice_length(int64_t devices, int64_t product)
{
	if (product >= 0)
		return product < devices ? product : devices;
	return devices + product > 0 ? devices + product : 0;
}

/* jax.make_mesh: at least as many devices, of which it takes the first. */
static void check_make_mesh(struct construction *built)
{
	struct buf text = text_buf(built);
	int64_t devices = built->devices ? built->devices : built->product > 0 ? built->product : 1;
	if (!built->rules->has[JAX_MAKE_MESH] && built->mesh->builder_given) {
		buf_puts(&text, "module 'jax' has no attribute 'make_mesh'");
		struct diag *diag = diag_add(built->judge->diags, RULE_API_MISSING, built->mesh->at,
		                             "this release of JAX has no jax.make_mesh");
		diag_help(diag, "use built_by: create_device_mesh, or JAX %s or later",
		          jax_behaviour_since(JAX_MAKE_MESH));
		refuse(built, diag, "AttributeError", &text);
		return;
	}
	if (built->product > devices) {
		buf_printf(&text,
		           "Number of devices %" PRId64
		           " must be >= the product of mesh_shape %.*s",
		           devices, STR_ARG(built->shape));
		report_count(built, &text);
		return;
	}
	int64_t taken = slice_length(devices, built->product);
	if (taken == 0) {
		buf_puts(&text, "list index out of range");
		refuse_sizes(built, "IndexError", &text);
		return;
	}
	check_equal(built, taken);
	check_reshape(built);
}

/* make_mesh leaves devices over without a word. */
static void check_unused(const struct construction *built)
{
	bool takes_first = built->mesh->builder == BUILT_BY_MAKE_MESH && !built->mesh->devices;
	int64_t taken = slice_length(built->devices, built->product);
	if (built->refused || !takes_first || taken >= built->devices)
		return;
	diag_help(diag_add(built->judge->diags, RULE_MESH_DEVICES_UNUSED, sizes_span(built->mesh),
	                   "the mesh uses %" PRId64 " of %" PRId64 " devices; the rest stay idle",
	                   taken, built->devices),
	          "make_mesh takes the first ones and says nothing; make the sizes multiply to "
	          "%" PRId64,
	          built->devices);
}

/* Mesh(np.array(devices).reshape(sizes), names) */
static void check_array_reshape(struct construction *built, int64_t devices)
{
	if (devices == built->product && !any_size(built->mesh, false))
		return;
	struct buf text = text_buf(built);
	buf_printf(&text, "cannot reshape array of size %" PRId64 " into shape (", devices);
	for (uint32_t i = 0; i < built->mesh->nsizes; i++)
		buf_printf(&text, "%s%" PRId64, i ? "," : "", built->mesh->axes[i].size);
	buf_puts(&text, built->mesh->nsizes == 1 ? ",)" : ")");
	if (any_size(built->mesh, false) || any_size(built->mesh, true))
		refuse_sizes(built, "ValueError", &text);
	else
		report_count(built, &text);
}

/* Whether the builder has known devices to lay the mesh on. */
static bool has_hardware(const struct construction *built)
{
	return built->judge->spec->hardware && !built->mesh->devices &&
	       !any_size(built->mesh, false) && !any_size(built->mesh, true);
}

/* The builder's own check of the number of devices. */
static void check_builder(struct construction *built)
{
	int64_t devices = built->devices ? built->devices : built->product;
	switch (built->mesh->builder) {
	case BUILT_BY_MAKE_MESH:
		if (built->mesh->devices)
			check_array_reshape(built, devices);
		else
			check_make_mesh(built);
		break;
	case BUILT_BY_CREATE_DEVICE_MESH:
	case BUILT_BY_CREATE_HYBRID_DEVICE_MESH:
		/* The hybrid one counts slices first, and then devices slice by slice. */
		if (built->mesh->builder == BUILT_BY_CREATE_DEVICE_MESH || !has_hardware(built))
			check_equal(built, devices);
		if (!built->refused &&
		    (any_size(built->mesh, false) || any_size(built->mesh, true)))
			check_reshape(built);
		break;
	case BUILT_BY_MESH:
		check_array_reshape(built, devices);
		break;
	}
	if (has_hardware(built) && !built->refused)
		built->refused = !jax_check_device_mesh(built->judge, built->mesh);
	else if (built->judge->spec->hardware && built->mesh->devices)
		jax_check_device_ids(built->judge, built->mesh);
	check_unused(built);
}

/* Mesh.__new__: names and their number. */
static void check_names(struct construction *built)
{
	const struct mesh *mesh = built->mesh;
	struct buf text = text_buf(built);
	for (uint32_t i = 0; i < mesh->naxes; i++) {
		if (!mesh->axes[i].nameless)
			continue;
		buf_puts(&text, "Mesh axis names cannot be None. Got: ");
		jax_axis_names_text(&text, mesh);
		struct diag *diag = diag_add(built->judge->diags, RULE_MESH_AXIS_NAME,
		                             mesh->axes[i].at, "a mesh axis has no name");
		diag_help(diag, "give the axis a name");
		refuse(built, diag, "ValueError", &text);
		return;
	}
	if (mesh->naxes == mesh->nsizes)
		return;
	buf_printf(&text,
	           "Mesh requires the ndim of its first argument (`devices`) to equal the length "
	           "of its second argument (`axis_names`), "
	           "but got devices.ndim == %u and len(axis_names) == %u.",
	           mesh->nsizes, mesh->naxes);
	struct diag *diag = diag_add(built->judge->diags, RULE_MESH_AXES_COUNT, sizes_span(mesh),
	                             "the mesh has %u size%s but %u axis name%s", mesh->nsizes,
	                             plural(mesh->nsizes), mesh->naxes, plural(mesh->naxes));
	diag_help(diag, "give one name for each size");
	refuse(built, diag, "ValueError", &text);
}

/* Release 0.5.0 keeps the types in a dictionary by name, which two axes of one name break. */
static void check_names_differ(struct construction *built)
{
	const struct mesh *mesh = built->mesh;
	if (!built->rules->has[JAX_EQUAL_NAMES_REFUSED] || built->refused)
		return;
	for (uint32_t i = 0; i < mesh->naxes; i++) {
		if (jax_axis_index(mesh, mesh->axes[i].name) == i)
			continue;
		struct buf text = text_buf(built);
		buf_puts(&text, "Number of axis names in axis_types should match the number of "
		                "axis_names. Got axis_names=");
		jax_axis_names_text(&text, mesh);
		buf_puts(&text, " and axis_types={Hidden: ");
		jax_axis_names_text(&text, mesh);
		buf_putc(&text, '}');
		struct diag *diag = diag_add(built->judge->diags, RULE_MESH_AXIS_REPEATED,
		                             mesh->axes[i].at, "the mesh has this axis twice");
		diag_help(diag, "give the axes of the mesh different names");
		refuse(built, diag, "ValueError", &text);
		return;
	}
}

static bool all_auto(const struct mesh *mesh)
{
	for (uint32_t i = 0; i < mesh->ntypes; i++)
		if (mesh->types[i] == AXIS_EXPLICIT || mesh->types[i] == AXIS_MANUAL)
			return false;
	return true;
}

/* _normalize_axis_types: one type an axis. */
static void check_types(struct construction *built)
{
	const struct mesh *mesh = built->mesh;
	struct buf text = text_buf(built);
	if (!mesh->ntypes && !(mesh->types_node && mesh->types_node->kind == NODE_LIST))
		return;
	if (!built->rules->has[JAX_AXIS_TYPES] && !all_auto(mesh)) {
		buf_puts(&text, "module 'jax.sharding' has no attribute 'AxisType'");
		struct diag *diag =
		    diag_add(built->judge->diags, RULE_API_MISSING, mesh->types_node->at,
		             "this release of JAX has no types of mesh axes");
		diag_help(diag, "leave 'types' out, or use JAX %s or later",
		          jax_behaviour_since(JAX_AXIS_TYPES));
		refuse(built, diag, "AttributeError", &text);
	} else if (mesh->ntypes != mesh->naxes) {
		buf_puts(
		    &text,
		    "Number of axis names should match the number of axis_types. Got axis_names=");
		jax_axis_names_text(&text, mesh);
		buf_puts(&text, " and axis_types=");
		jax_types_text(&text, mesh->types, mesh->ntypes);
		struct diag *diag =
		    diag_add(built->judge->diags, RULE_MESH_TYPES_COUNT, mesh->types_node->at,
		             "the mesh has %u ax%s but %u type%s", mesh->naxes,
		             mesh->naxes == 1 ? "is" : "es", mesh->ntypes, plural(mesh->ntypes));
		diag_help(diag, "give one type for each axis, or one word for all of them");
		refuse(built, diag, "ValueError", &text);
	}
}

/* The types of the axes: as written, else what the constructor gives. */
static const enum axis_type *complete_types(const struct construction *built)
{
	const struct mesh *mesh = built->mesh;
	bool given = mesh->ntypes == mesh->naxes && mesh->ntypes;
	enum axis_type *types = arena_new(built->judge->diags->arena, enum axis_type, mesh->naxes);
	bool explicit_default =
	    mesh->builder == BUILT_BY_MAKE_MESH && built->rules->has[JAX_EXPLICIT_DEFAULT];
	for (uint32_t i = 0; i < mesh->naxes; i++) {
		types[i] = explicit_default ? AXIS_EXPLICIT : AXIS_AUTO;
		if (given && mesh->types[i] != AXIS_UNSAID)
			types[i] = mesh->types[i];
	}
	return types;
}

struct jax_mesh jax_check_mesh(const struct judge *judge, const struct jax_rules *rules,
                               const struct mesh *mesh)
{
	assert(rules);
	struct jax_mesh checked = {.mesh = mesh, .broken = true};
	if (mesh->broken)
		return checked;
	struct construction built = {.judge = judge, .rules = rules, .mesh = mesh, .product = 1};
	struct buf shape = {.arena = judge->diags->arena};
	int64_t sizes[MAX_AXES];
	for (uint32_t i = 0; i < mesh->nsizes; i++) {
		sizes[i] = mesh->axes[i].size;
		if (!checked_multiply(&built.product, built.product, sizes[i]) ||
		    built.product > MAX_DEVICES) {
			diag_add(judge->diags, RULE_LIMIT_EXCEEDED, mesh->axes[i].size_at,
			         "the mesh has more than 2^%d devices", MAX_DEVICES_LOG2);
			return checked;
		}
	}
	python_shape(&shape, sizes, mesh->nsizes);
	built.shape = buf_str(&shape);
	built.devices = mesh->devices ? mesh->ndevices : judge->spec->devices;
	built.devices_at = mesh->devices ? mesh->devices_node->at : judge->spec->devices_at;
	check_builder(&built);
	/* create_device_mesh itself knows no names; Mesh does, which tensors need. */
	bool named = mesh->builder == BUILT_BY_MAKE_MESH || mesh->builder == BUILT_BY_MESH ||
	             spec_tensor_count(judge->spec) > 0;
	if (named && (!built.refused || mesh->as_call))
		check_names(&built);
	if (named)
		check_names_differ(&built);
	check_types(&built);
	checked.types = complete_types(&built);
	/* A wrong number of devices does not keep the layouts on the mesh from being judged. */
	checked.broken = mesh->naxes != mesh->nsizes || any_size(mesh, true) ||
	                 any_size(mesh, false) || mesh->ntypes > mesh->naxes;
	return checked;
}
