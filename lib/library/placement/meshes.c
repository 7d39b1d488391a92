/* SPDX-License-Identifier: Apache-2.0 */
/* Mesh, make_mesh and the builders of arrays of devices, and what a mesh has. JAX: mesh.py,
 * sharding_impls.py make_mesh, mesh_utils.py. */
#include "library/placement/meshes.h"

#include "base/checked.h"
#include "library/library.h"
#include "op/core/abstract_mesh.h"

/* Names as a tuple: a text is one name. NULL after an error. */
static const struct value *names_tuple(struct trace *trace, const struct value *names)
{
	const struct value **single = arena_new(trace->op.arena, const struct value *, 1);
	struct value_list items = {single, 1};
	single[0] = names;
	if (names->kind != VALUE_STRING && !trace_iterate(trace, names, &items))
		return failed_or_unknown(trace);
	return value_sequence(trace->op.arena, VALUE_TUPLE, items.items, items.count);
}

static const struct value *mesh_or_null(struct trace *trace, const struct abstract_mesh *mesh,
                                        bool is_abstract)
{
	return mesh ? mesh_value(trace, mesh, is_abstract) : NULL;
}

/* Mesh(devices, axis_names, axis_types=None) */
static const struct value *construct(struct trace *trace, const struct call_arguments *arguments)
{
	struct mesh_request request = {.builder = BUILT_BY_MESH};
	request.names = names_tuple(trace, argument(arguments, 1));
	request.types = arguments->count > 2 ? argument(arguments, 2) : &value_none;
	if (!request.names || request.names->kind == VALUE_UNKNOWN)
		return request.names;
	if (!devices_shape(trace, argument(arguments, 0), &request.sizes, &request.nsizes))
		return NULL;
	request.ids = device_ids(trace, argument(arguments, 0), &request.nids);
	return mesh_or_null(trace, build_mesh(trace, &request), false);
}

/* How many devices are given; all there are for None. False after an error. */
static bool given_devices(struct trace *trace, const struct value *devices,
                          struct mesh_request *request)
{
	const int64_t *sizes;
	uint32_t count;
	request->all_devices = devices->kind == VALUE_NONE;
	request->devices = device_count(trace);
	if (request->all_devices)
		return true;
	if (!devices_shape(trace, devices, &sizes, &count))
		return false;
	request->devices = count ? sizes[0] : 0;
	request->ids = device_ids(trace, devices, &request->nids);
	return count == 1 ||
	       op_unknown(&trace->op, "devices given as an array of %u dimensions", count);
}

/* Whether it is a text, or a sequence with one or with another sequence. */
static bool holds_text(const struct value *value)
{
	const struct value_list *items = value_items(value);
	bool holds = value->kind == VALUE_STRING;
	for (uint32_t i = 0; items && i < items->count; i++)
		holds |= items->items[i]->kind == VALUE_STRING || value_items(items->items[i]);
	return holds;
}

/* jax.make_mesh(axis_shapes, axis_names, axis_types=None, *, devices=None) */
static const struct value *call_make_mesh(struct trace *trace,
                                          const struct call_arguments *arguments)
{
	struct mesh_request request = {.builder = BUILT_BY_MAKE_MESH, .types = &value_none};
	if (holds_text(argument(arguments, 0)))
		return trace_refuse(
		    trace, RULE_PROGRAM_ERROR, "ValueError",
		    TEXT("`{}` passed to `make_mesh` should be a sequence of ints. Got {}",
		         op_has(&trace->op, JAX_MAKE_MESH_SIZES) ? "axis_sizes" : "axis_shapes",
		         value_str(argument(arguments, 0))),
		    WORDS("the sizes of the axes come first, then their names"));
	if (!mesh_sizes(trace, argument(arguments, 0), &request.sizes, &request.nsizes) ||
	    !given_devices(trace, argument(arguments, 3), &request))
		return NULL;
	request.types = argument(arguments, 2);
	request.names = names_tuple(trace, argument(arguments, 1));
	if (!request.names || request.names->kind == VALUE_UNKNOWN)
		return request.names;
	return mesh_or_null(trace, build_mesh(trace, &request), false);
}

/* AbstractMesh(axis_sizes, axis_names, axis_types=None) */
static const struct value *construct_abstract(struct trace *trace,
                                              const struct call_arguments *arguments)
{
	struct mesh_request request = {.types = argument(arguments, 2), .abstract = true};
	if (!mesh_sizes(trace, argument(arguments, 0), &request.sizes, &request.nsizes))
		return NULL;
	request.names = names_tuple(trace, argument(arguments, 1));
	return request.names ? mesh_or_null(trace, build_abstract_mesh(trace, &request), true)
	                     : NULL;
}

/* The array of devices that a builder gives for a request without names. */
static const struct value *device_array(struct trace *trace, const struct mesh_request *request)
{
	return build_mesh(trace, request) ? devices_value(trace, request->sizes, request->nsizes)
	                                  : NULL;
}

static bool mesh_option(struct trace *trace, const struct call_arguments *arguments, uint32_t index,
                        bool *is)
{
	return value_to_bool(trace, argument(arguments, index), is);
}

/* mesh_utils.create_device_mesh(mesh_shape, devices=None, *, contiguous_submeshes=False,
 * allow_split_physical_axes=False) */
static const struct value *create_device_mesh(struct trace *trace,
                                              const struct call_arguments *arguments)
{
	struct mesh_request request = {.builder = BUILT_BY_CREATE_DEVICE_MESH,
	                               .types = &value_none};
	if (holds_text(argument(arguments, 0)))
		return trace_refuse(trace, RULE_PROGRAM_ERROR, "ValueError",
		                    TEXT("`mesh_shape` passed to `create_device_mesh` should be a "
		                         "sequence of ints. Got {}",
		                         value_str(argument(arguments, 0))));
	if (!mesh_sizes(trace, argument(arguments, 0), &request.sizes, &request.nsizes) ||
	    !given_devices(trace, argument(arguments, 1), &request) ||
	    !mesh_option(trace, arguments, 2, &request.options.contiguous_submeshes) ||
	    !mesh_option(trace, arguments, 3, &request.options.allow_split_physical_axes))
		return NULL;
	return device_array(trace, &request);
}

/* mesh_utils.create_hybrid_device_mesh(mesh_shape, dcn_mesh_shape, devices=None, *,
 * process_is_granule=False, should_sort_granules_by_key=True, allow_split_physical_axes=False) */
static const struct value *create_hybrid_mesh(struct trace *trace,
                                              const struct call_arguments *arguments)
{
	struct mesh_request request = {.builder = BUILT_BY_CREATE_HYBRID_DEVICE_MESH,
	                               .types = &value_none};
	const int64_t *within, *dcn;
	uint32_t count, parts;
	bool sorts;
	if (!mesh_sizes(trace, argument(arguments, 0), &within, &count) ||
	    !mesh_sizes(trace, argument(arguments, 1), &dcn, &parts) ||
	    !given_devices(trace, argument(arguments, 2), &request) ||
	    !mesh_option(trace, arguments, 3, &request.options.process_is_granule) ||
	    !mesh_option(trace, arguments, 4, &sorts) ||
	    !mesh_option(trace, arguments, 5, &request.options.allow_split_physical_axes))
		return NULL;
	request.options.granules_as_listed = !sorts;
	if (parts != count)
		return trace_unknown(trace, "a hybrid mesh of %u and %u sizes", count, parts);
	int64_t *sizes = arena_new(trace->op.arena, int64_t, count);
	for (uint32_t i = 0; i < count; i++)
		if (!checked_multiply(&sizes[i], within[i], dcn[i]))
			return trace_unknown(trace, "a mesh of more than 2^63 devices");
	request.sizes = sizes;
	request.nsizes = count;
	request.dcn = dcn;
	return device_array(trace, &request);
}

/* ---- Enumerations ---- */

enum { ENUMERATED = 3 };

static const struct enumeration {
	const char *name, *members[ENUMERATED];
} axis_types = {"AxisType", {"Auto", "Explicit", "Manual"}},
  unreduced_kinds = {"UnreducedKind", {"sum", "max", "min"}};

static const struct value *member(struct trace *trace, const struct enumeration *of, uint32_t index)
{
	assert(index < ENUMERATED);
	return enumeration_value(trace, of->name, of->members[index], (int)index + 1);
}

const struct value *unreduced_kind_value(struct trace *trace, enum unreduced_kind kind)
{
	return member(trace, &unreduced_kinds, kind);
}

/* AxisType(1): the member of this value. */
static const struct value *member_of_value(struct trace *trace,
                                           const struct call_arguments *arguments)
{
	const struct value *value = argument(arguments, 0);
	if (value->kind == VALUE_INT && value->integer >= 1 && value->integer <= ENUMERATED)
		return member(trace, arguments->row->data, (uint32_t)value->integer - 1);
	return trace_refuse(trace, RULE_PROGRAM_ERROR, "ValueError",
	                    TEXT("{} is not a valid {}", value_repr(value), arguments->row->name));
}

/* AxisType.Auto: the member of the row's name. */
static const struct value *member_of_name(struct trace *trace,
                                          const struct call_arguments *arguments)
{
	const struct enumeration *of = arguments->row->data;
	uint32_t index = 0;
	while (strcmp(of->members[index], arguments->row->name) != 0)
		index++;
	return member(trace, of, index);
}

/* ---- What a mesh has ---- */

static const struct abstract_mesh *self_mesh(const struct call_arguments *arguments)
{
	return argument(arguments, 0)->mesh.mesh;
}

static uint32_t axis_count(const struct call_arguments *arguments)
{
	const struct abstract_mesh *mesh = self_mesh(arguments);
	return mesh ? mesh->mesh->naxes : 0;
}

static const struct value *axis_names(struct trace *trace, const struct call_arguments *arguments)
{
	const struct abstract_mesh *mesh = self_mesh(arguments);
	return axis_names_value(trace, mesh, abstract_mesh_all_axes(mesh), VALUE_TUPLE);
}

static const struct value *types(struct trace *trace, const struct call_arguments *arguments)
{
	uint32_t count = axis_count(arguments);
	const struct value **items = arena_new(trace->op.arena, const struct value *, count);
	for (uint32_t i = 0; i < count; i++)
		items[i] = member(trace, &axis_types, self_mesh(arguments)->types[i]);
	return value_sequence(trace->op.arena, VALUE_TUPLE, items, count);
}

/* {'x': 2, 'y': 4} */
static const struct value *shape(struct trace *trace, const struct call_arguments *arguments)
{
	struct arena *arena = trace->op.arena;
	uint32_t count = axis_count(arguments);
	struct value_pair *pairs = arena_new(arena, struct value_pair, count);
	for (uint32_t i = 0; i < count; i++) {
		const struct axis *axis = &self_mesh(arguments)->mesh->axes[i];
		pairs[i] = (struct value_pair){value_string(arena, axis->name),
		                               value_int(arena, axis->size)};
	}
	return value_dict(arena, pairs, count);
}

static const struct value *devices(struct trace *trace, const struct call_arguments *arguments)
{
	uint32_t count = axis_count(arguments);
	int64_t *sizes = arena_new(trace->op.arena, int64_t, count);
	for (uint32_t i = 0; i < count; i++)
		sizes[i] = self_mesh(arguments)->mesh->axes[i].size;
	struct value *value = value_new(trace->op.arena, VALUE_DEVICES);
	value->devices = value_shape(trace->op.arena, sizes, count)->list;
	value->device_ids = count ? self_mesh(arguments)->mesh->device_ids : NULL;
	return value;
}

static const struct value *without_devices(struct trace *trace,
                                           const struct call_arguments *arguments)
{
	return mesh_value(trace, self_mesh(arguments), true);
}

const struct function_row library_meshes[] = {
    MODULE("jax.sharding"),
    FUNCTION("Mesh", "devices, axis_names", construct, .until = "0.4.38",
             .python_name = "Mesh.__new__"),
    FUNCTION("Mesh", "devices, axis_names, *, axis_types=None", construct, .since = "0.4.38",
             .until = "0.7.0", .python_name = "Mesh.__new__"),
    FUNCTION("Mesh", "devices, axis_names, axis_types=None", construct, .since = "0.7.0",
             .python_name = "Mesh.__new__"),
    FUNCTION("AbstractMesh", "axis_sizes, axis_names, *, axis_types=None", construct_abstract,
             .since = "0.5.3", .until = "0.7.0", .python_name = "AbstractMesh.__init__"),
    FUNCTION("AbstractMesh", "axis_sizes, axis_names, axis_types=None, *, abstract_device=None",
             construct_abstract, .since = "0.7.0", .until = "0.10.0",
             .python_name = "AbstractMesh.__init__"),
    FUNCTION("AbstractMesh", "axis_sizes, axis_names, axis_types=None, *, abstract_device=None",
             construct_abstract, .since = "0.10.0", .python_name = "AbstractMesh.__new__"),
    FUNCTION("AxisType", "value", member_of_value, .data = &axis_types, .since = "0.5.3"),
    FUNCTION("UnreducedKind", "value", member_of_value, .data = &unreduced_kinds,
             .since = "0.11.0"),
    MODULE("jax.sharding.AxisType"),
    VALUE("Auto", member_of_name, .data = &axis_types),
    VALUE("Explicit", member_of_name, .data = &axis_types),
    VALUE("Manual", member_of_name, .data = &axis_types),
    MODULE("jax.sharding.UnreducedKind"),
    VALUE("sum", member_of_name, .data = &unreduced_kinds),
    VALUE("max", member_of_name, .data = &unreduced_kinds),
    VALUE("min", member_of_name, .data = &unreduced_kinds),
    MODULE("jax"),
    FUNCTION("make_mesh", "axis_shapes, axis_names, *, axis_types=None, devices=None",
             call_make_mesh, .since = "0.4.33", .until = "0.7.0"),
    FUNCTION("make_mesh", "axis_shapes, axis_names, axis_types=None, *, devices=None",
             call_make_mesh, .since = "0.7.0", .until = "0.11.1"),
    FUNCTION("make_mesh", "axis_sizes, axis_names, axis_types=None, *, devices=None",
             call_make_mesh, .since = "0.11.1"),
    MODULE("jax.experimental.mesh_utils"),
    FUNCTION("create_device_mesh",
             "mesh_shape, devices=None, *, contiguous_submeshes=False, "
             "allow_split_physical_axes=False",
             create_device_mesh),
    FUNCTION("create_hybrid_device_mesh",
             "mesh_shape, dcn_mesh_shape, devices=None, *, process_is_granule=False, "
             "should_sort_granules_by_key=True, allow_split_physical_axes=False",
             create_hybrid_mesh),
    MODULE("Mesh"),
    VALUE("axis_names", axis_names),
    VALUE("axis_types", types, .since = "0.5.3"),
    VALUE("shape", shape),
    VALUE("devices", devices),
    VALUE("abstract_mesh", without_devices, .since = "0.4.38"),
    TABLE_END,
};
