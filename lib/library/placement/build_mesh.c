/* SPDX-License-Identifier: Apache-2.0 */
/* Meshes that a program builds, by the rules of lib/jax for those of a spec. */
#include "base/checked.h"

#include <assert.h>
#include "library/placement/meshes.h"
#include "trace/convert/iterate.h"
#include "op/core/abstract_mesh.h"
#include "op/place/place.h"
#include "spec/script/script.h"

bool mesh_sizes(struct trace *trace, const struct value *value, const int64_t **sizes,
                uint32_t *count)
{
	struct value_list items;
	if (!trace_iterate(trace, value, &items))
		return trace->op.error.raised || trace->op.error.unknown
		           ? false
		           : op_unknown(&trace->op, "%s", "");
	value = value_sequence(trace->op.arena, VALUE_TUPLE, items.items, items.count);
	if (!value_to_ints(trace, value, sizes, count))
		return false;
	return *count <= MAX_AXES ||
	       op_unknown(&trace->op, "a mesh of more than %d axes", MAX_AXES);
}

/* The axes, as many as there are sizes or names. */
static bool fill_axes(struct trace *trace, const struct mesh_request *request, struct mesh *mesh)
{
	uint32_t names = request->names ? request->names->list.count : 0;
	uint32_t count = names > request->nsizes ? names : request->nsizes;
	if (count > MAX_AXES)
		return op_unknown(&trace->op, "a mesh of more than %d axes", MAX_AXES);
	mesh->axes = arena_new(trace->op.arena, struct axis, count);
	mesh->naxes = names;
	mesh->nsizes = request->nsizes;
	for (uint32_t i = 0; i < request->nsizes; i++)
		mesh->axes[i].size = request->sizes[i];
	for (uint32_t i = 0; i < names; i++) {
		const struct value *name = request->names->list.items[i];
		mesh->axes[i].nameless = name->kind == VALUE_NONE;
		if (name->kind == VALUE_STRING)
			mesh->axes[i].name = name->string;
		else if (name->kind != VALUE_NONE)
			return op_unknown(&trace->op, "a %s as the name of a mesh axis",
			                  value_class_name(name));
	}
	return true;
}

static bool refuse_types(struct trace *trace, const struct value_list *types, const char *function)
{
	struct op *op = &trace->op;
	struct buf classes = op_buf(op);
	for (uint32_t i = 0; i < types->count; i++)
		buf_printf(&classes, "%s<class '%s'>", i ? ", " : "",
		           value_class_name(types->items[i]));
	return refuse(
	    op, RULE_PROGRAM_ERROR, "TypeError",
	    TEXT("axis_types passed to {} must be of type `jax.sharding.AxisType`. Got "
	         "{} of type ({}{})",
	         function,
	         value_repr(value_sequence(op->arena, VALUE_TUPLE, types->items, types->count)),
	         &classes, types->count == 1 ? "," : ""),
	    HELP("write axis_types=(jax.sharding.AxisType.Explicit,) * n for n axes"));
}

/* axis_types=: one type, or a tuple with one for each axis. */
static bool fill_types(struct trace *trace, const struct mesh_request *request, struct mesh *mesh)
{
	static const struct node code = {.kind = NODE_LIST};
	if (request->types->kind == VALUE_NONE)
		return true;
	const struct value_list one = {&request->types, 1}, *given = value_items(request->types);
	if (!given)
		given = &one;
	enum axis_type *types = arena_new(trace->op.arena, enum axis_type, given->count);
	for (uint32_t i = 0; i < given->count; i++) {
		int64_t type = enumeration_number(given->items[i], "AxisType");
		if (type < 1)
			return refuse_types(trace, given,
			                    request->abstract ? "AbstractMesh" : "Mesh");
		types[i] = (enum axis_type)(type - 1);
	}
	mesh->types = types;
	mesh->ntypes = given->count;
	mesh->types_node = &code;
	return true;
}

/* A mesh larger than the spec's own, which may or may not have the devices. */
static bool may_lack_devices(struct trace *trace, const struct mesh_request *request)
{
	int64_t product = 1, known = request->all_devices ? device_count(trace) : 0;
	if (!known || trace->spec->devices)
		return false;
	for (uint32_t i = 0; i < request->nsizes; i++)
		if (!checked_multiply(&product, product, request->sizes[i]))
			return true;
	return product > known;
}

/* Notes which devices the mesh is of, where that is certain: those given, or all of a host, in
 * order. */
static void note_devices(struct trace *trace, const struct mesh_request *request, struct mesh *mesh)
{
	enum { MOST = 1 << 16 };
	int64_t product = 1, *ids;
	bool whole = request->all_devices && request->builder == BUILT_BY_MAKE_MESH &&
	             !trace->spec->hardware && !request->dcn;
	for (uint32_t i = 0; i < mesh->nsizes; i++)
		if (!checked_multiply(&product, product, mesh->axes[i].size))
			return;
	if (product < 1 || product > MOST || (!whole && (!request->ids || product > request->nids)))
		return;
	ids = arena_new(trace->op.arena, int64_t, (size_t)product);
	for (int64_t i = 0; i < product; i++)
		ids[i] = whole ? i : request->ids[i];
	mesh->device_ids = ids;
	mesh->ndevice_ids = (uint32_t)product;
}

/* The name in a tuple of strings; its number, or how many there are. */
static uint32_t name_place(const struct value_list *names, struct str name)
{
	uint32_t i = 0;
	while (i < names->count &&
	       (names->items[i]->kind != VALUE_STRING || !str_equal(names->items[i]->string, name)))
		i++;
	return i;
}

/* The mesh that is to stand in the place of one that a script builds: of the command line, with the
 * same names; NULL: none is. */
static const struct mesh *mesh_instead(const struct trace *trace,
                                       const struct mesh_request *request)
{
	const struct spec *spec = trace->spec;
	const struct mesh *given = spec->nmeshes == 1 ? spec->meshes : NULL;
	const struct value_list *names = request->names ? &request->names->list : NULL;
	if (!given || !given->override || !names || names->count != given->naxes ||
	    !source_is_script(&spec->program_file))
		return NULL;
	for (uint32_t i = 0; i < given->naxes; i++)
		if (name_place(names, given->axes[i].name) == names->count)
			return NULL;
	return given;
}

/* The request with the sizes of the mesh that stands in its place, which has the devices that it
 * needs, in order. The axes keep their types. */
static struct mesh_request request_instead(struct trace *trace, const struct mesh_request *request,
                                           const struct mesh *given)
{
	struct arena *arena = trace->op.arena;
	struct mesh_request changed = *request;
	const struct value_list *types = value_items(request->types);
	const struct value **names = arena_new(arena, const struct value *, given->naxes),
			   **ordered = arena_new(arena, const struct value *, given->naxes);
	int64_t *sizes = arena_new(arena, int64_t, given->naxes);
	bool typed = types && types->count == given->naxes;
	for (uint32_t i = 0; i < given->naxes; i++) {
		uint32_t place = name_place(&request->names->list, given->axes[i].name);
		names[i] = request->names->list.items[place];
		sizes[i] = given->axes[i].size;
		if (typed)
			ordered[i] = types->items[place];
	}
	changed.names = value_sequence(arena, VALUE_TUPLE, names, given->naxes);
	if (typed)
		changed.types = value_sequence(arena, VALUE_TUPLE, ordered, given->naxes);
	changed.sizes = sizes;
	changed.nsizes = given->naxes;
	changed.devices = trace->spec->devices;
	changed.ids = NULL;
	changed.dcn = NULL;
	return changed;
}

static const struct abstract_mesh *build_written(struct trace *trace,
                                                 const struct mesh_request *request);

const struct abstract_mesh *build_mesh(struct trace *trace, const struct mesh_request *request)
{
	int64_t product = 1;
	for (uint32_t i = 0; i < request->nsizes; i++)
		if (!checked_multiply(&product, product, request->sizes[i]))
			product = 0;
	if (product > trace->host.built)
		trace->host.built = product;
	const struct mesh *given = mesh_instead(trace, request);
	if (!given) {
		trace->host.mesh = build_written(trace, request);
		return trace->host.mesh;
	}
	const struct mesh_request changed = request_instead(trace, request, given);
	if (trace->op.mesh == trace->meshes[0])
		trace->op.mesh = NULL; /* it was to be in context for want of another */
	trace->host.replaced = true;
	trace->host.mesh = build_written(trace, &changed);
	return trace->host.mesh;
}

static const struct abstract_mesh *build_written(struct trace *trace,
                                                 const struct mesh_request *request)
{
	assert(request->nsizes <= MAX_AXES);
	struct op *op = &trace->op;
	struct mesh *mesh = arena_new(op->arena, struct mesh, 1);
	*mesh = (struct mesh){.name = STR("mesh"),
	                      .builder = request->builder,
	                      .builder_given = true,
	                      .as_call = true,
	                      .dcn = request->dcn,
	                      .options = request->options};
	if (!fill_axes(trace, request, mesh) || !fill_types(trace, request, mesh))
		return NULL;
	if (may_lack_devices(trace, request)) {
		(void)op_unknown(op, "whether there are as many devices as the mesh needs");
		explain_device_count(trace);
		return NULL;
	}
	struct spec file = *trace->spec;
	file.devices = request->devices;
	file.tensors = NULL;
	if (!request->all_devices)
		file.hardware = NULL;
	struct diags diags = diags_make(op->arena);
	struct judge judge = {op->arena, &diags, &file, true};
	struct jax_mesh checked = jax_check_mesh(&judge, op->rules, mesh);
	if (!placement_outcome(op, NULL, &diags))
		return NULL;
	if (checked.broken && mesh->naxes)
		return op_unknown(op, "a mesh of these sizes");
	note_devices(trace, request, mesh);
	return abstract_mesh_make(op->arena, mesh, checked.types);
}

/* JAX: mesh.py _normalize_axis_types. */
static bool check_type_count(struct trace *trace, const struct mesh_request *request,
                             const struct mesh *mesh)
{
	const struct value *types = request->types;
	if (!mesh->ntypes || mesh->ntypes == mesh->naxes ||
	    !op_has(&trace->op, JAX_SHARDING_TYPE_ERROR))
		return true;
	if (types->kind != VALUE_TUPLE)
		types = value_sequence(trace->op.arena, VALUE_TUPLE, &request->types, 1);
	return refuse(&trace->op, RULE_PROGRAM_ERROR, "ValueError",
	              TEXT("Number of axis names should match the number of axis_types. Got "
	                   "axis_names={} and axis_types={}",
	                   value_repr(request->names), value_repr(types)),
	              HELP("give a type for each axis"));
}

const struct abstract_mesh *build_abstract_mesh(struct trace *trace,
                                                const struct mesh_request *request)
{
	assert(request->nsizes <= MAX_AXES);
	struct op *op = &trace->op;
	struct mesh *mesh = arena_new(op->arena, struct mesh, 1);
	*mesh = (struct mesh){.name = STR("mesh"), .as_call = true};
	if (!fill_axes(trace, request, mesh) || !fill_types(trace, request, mesh) ||
	    !check_type_count(trace, request, mesh))
		return NULL;
	if (mesh->naxes != mesh->nsizes || (mesh->ntypes && mesh->ntypes != mesh->naxes))
		return op_unknown(op, "an AbstractMesh of unequal numbers of names and sizes");
	enum axis_type *types = arena_new(op->arena, enum axis_type, mesh->naxes);
	for (uint32_t i = 0; i < mesh->naxes; i++)
		types[i] = mesh->ntypes                                ? mesh->types[i]
		           : op_has(op, JAX_ABSTRACT_EXPLICIT_DEFAULT) ? AXIS_EXPLICIT
		                                                       : AXIS_AUTO;
	return abstract_mesh_make(op->arena, mesh, types);
}
