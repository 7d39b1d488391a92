/* SPDX-License-Identifier: Apache-2.0 */
/* Setting the mesh in context: jax.set_mesh, use_mesh, `with mesh:`. JAX: sharding_impls.py
 * set_mesh, mesh.py use_abstract_mesh, Mesh.__enter__. */
#include "base/checked.h"
#include "library/library.h"
#include "op/core/abstract_mesh.h"
#include "library/placement/sharding_values.h"

/* A context that is to be left again: a record with the mesh to enter and the one to go back to. */
static const struct value *context_value(struct trace *trace, const char *class_name,
                                         const struct value *mesh, const struct value *previous)
{
	static const char *const names[] = {"mesh", "previous"};
	struct value *value = value_new(trace->op.arena, VALUE_RECORD);
	const struct value **fields = arena_new(trace->op.arena, const struct value *, 2);
	fields[0] = mesh;
	fields[1] = previous;
	value->record = (struct record){class_name, names, fields, 2};
	return value;
}

static const struct value *mesh_or_none(struct trace *trace, const struct abstract_mesh *mesh)
{
	return mesh ? mesh_value(trace, mesh, false) : &value_none;
}

static const struct abstract_mesh *mesh_of(const struct value *value)
{
	return value->kind == VALUE_MESH ? value->mesh.mesh : NULL;
}

/* What set_mesh and use_mesh check; `name` is the function's. */
static bool check_mesh(struct trace *trace, const struct value *mesh, const char *name,
                       bool none_allowed)
{
	struct op *op = &trace->op;
	if ((mesh->kind != VALUE_MESH || mesh->mesh.is_abstract) &&
	    !(none_allowed && mesh->kind == VALUE_NONE)) {
		return refuse(op, RULE_PROGRAM_ERROR, "ValueError",
		              TEXT("Expected mesh of type `jax.sharding.Mesh`. Got <class '{}'>",
		                   mesh->kind == VALUE_MESH ? "jax._src.mesh.AbstractMesh"
		                                            : value_class_name(mesh)),
		              WORDS("{} takes a mesh", name));
	}
	if (!trace->op.eager || trace->op.nmappings) {
		return refuse(
		    op, RULE_CONTEXT_MESH, "ValueError",
		    TEXT("`{}` can only be used outside of `jax.jit`{}", name,
		         strcmp(name, "set_mesh") == 0 ? "." : ""),
		    WORDS("the mesh cannot be set inside of a function that is traced"),
		    HELP("set it around the call of the function; a program is the body of a "
		         "jitted function, unless the spec says program_mode: eager"));
	}
	const struct abstract_mesh *asked = mesh_of(mesh);
	if (!asked || !op_has(op, JAX_CONTEXT_REFUSES_MANUAL) ||
	    !abstract_mesh_axes(asked, AXIS_MANUAL))
		return true;
	return refuse(
	    op, RULE_MANUAL_AXIS, "ValueError",
	    TEXT("mesh {} contains manual axes which is not allowed when using `jax.set_mesh`. "
	         "Please use `jax.shard_map` to enter into `Manual` mode instead.",
	         value_repr(mesh)),
	    HELP("manual axes belong to shard_map: make the axes explicit or auto"));
}

/* Sets the mesh at once; as a context it goes back at the end. */
static const struct value *set_mesh(struct trace *trace, const struct call_arguments *arguments)
{
	const struct value *mesh = argument(arguments, 0);
	const struct value *previous = mesh_or_none(trace, trace->op.mesh);
	bool none_allowed =
	    !op_has(&trace->op, JAX_SET_MESH_NAMED) || op_has(&trace->op, JAX_SHORT_SPEC_REPR);
	if (!check_mesh(trace, mesh, "set_mesh", none_allowed))
		return NULL;
	trace->op.mesh = mesh_of(mesh);
	return op_has(&trace->op, JAX_SET_MESH_NAMED)
	           ? context_value(trace, "set_mesh", mesh, previous)
	           : previous;
}

static const struct value *use_mesh(struct trace *trace, const struct call_arguments *arguments)
{
	const struct value *mesh = argument(arguments, 0);
	if (!check_mesh(trace, mesh, "use_mesh", false))
		return NULL;
	return context_value(trace, "use_mesh", mesh, mesh_or_none(trace, trace->op.mesh));
}

static const struct value *use_abstract_mesh(struct trace *trace,
                                             const struct call_arguments *arguments)
{
	const struct value *mesh = argument(arguments, 0);
	if (mesh->kind != VALUE_MESH || !mesh->mesh.is_abstract)
		return trace_refuse(
		    trace, RULE_PROGRAM_ERROR, "ValueError",
		    TEXT(
			"Expected mesh of type `jax.sharding.AbstractMesh`. Got type: <class '{}'>",
			mesh->kind == VALUE_MESH ? "jax._src.mesh.Mesh" : value_class_name(mesh)));
	return context_value(trace, "use_mesh", mesh, mesh_or_none(trace, trace->op.mesh));
}

static const struct value *enter_set(struct trace *trace, const struct call_arguments *arguments)
{
	return &value_none;
}

static int64_t device_total(const struct abstract_mesh *mesh)
{
	int64_t total = 1;
	for (uint32_t i = 0; i < mesh->mesh->naxes; i++)
		if (!checked_multiply(&total, total, mesh->mesh->axes[i].size))
			return INT64_MAX;
	return total;
}

/* A mesh as JAX prints it that the program made: without the kind of its devices. */
static struct str mesh_without_device(const struct op *op, const struct abstract_mesh *mesh)
{
	struct str text = phrase(op, "{}", mesh);
	size_t end = str_search(text, STR(", device"), 0);
	return end < text.len ? phrase(op, "{})", str_slice(text, 0, end)) : text;
}

/* An AbstractMesh must be of as many devices as the mesh before; false after raising. */
static bool check_size(struct op *op, const struct abstract_mesh *mesh)
{
	if (!mesh || !op->mesh || !mesh->mesh->naxes || !op->mesh->mesh->naxes ||
	    device_total(mesh) == device_total(op->mesh))
		return true;
	return refuse(op, RULE_CONTEXT_MESH, "ValueError",
	              TEXT("use_abstract_mesh cannot change the size of the mesh. Got new mesh: {} "
	                   "with size={} and prev mesh: {} with size={}",
	                   mesh_without_device(op, mesh), device_total(mesh), op->mesh,
	                   device_total(op->mesh)));
}

static const struct value *enter_use(struct trace *trace, const struct call_arguments *arguments)
{
	const struct value *mesh = argument(arguments, 0)->record.fields[0];
	if (mesh->mesh.is_abstract && !check_size(&trace->op, mesh_of(mesh)))
		return NULL;
	trace->op.mesh = mesh_of(mesh);
	return &value_none;
}

static const struct value *leave(struct trace *trace, const struct call_arguments *arguments)
{
	trace->op.mesh = mesh_of(argument(arguments, 0)->record.fields[1]);
	return &value_none;
}

/* `with mesh:`, of which only what takes a PartitionSpec without a mesh takes notice. */
static const struct value *enter_mesh(struct trace *trace, const struct call_arguments *arguments)
{
	trace->thread_mesh = argument(arguments, 0)->mesh.mesh;
	return argument(arguments, 0);
}

static const struct value *leave_mesh(struct trace *trace, const struct call_arguments *arguments)
{
	trace->thread_mesh = NULL;
	return &value_false;
}

static const struct value *get_abstract_mesh(struct trace *trace,
                                             const struct call_arguments *arguments)
{
	return mesh_value(trace, trace->op.mesh, true);
}

static const struct value *get_mesh(struct trace *trace, const struct call_arguments *arguments)
{
	if (!trace->op.eager || trace->op.nmappings)
		return trace_refuse(
		    trace, RULE_CONTEXT_MESH, "ValueError",
		    TEXT("`get_mesh` can only be used outside of `jax.jit`. Maybe you "
		         "want `jax.sharding.get_abstract_mesh()`?"),
		    WORDS("a traced function has no mesh of devices"),
		    HELP("call jax.sharding.get_abstract_mesh()"));
	return mesh_value(trace, trace->op.mesh, false);
}

const struct function_row library_mesh_context[] = {
    MODULE("jax"),
    FUNCTION("set_mesh", "mesh", set_mesh, .since = "0.7.1"),
    MODULE("jax.sharding"),
    FUNCTION("set_mesh", "mesh", set_mesh, .since = "0.5.3"),
    FUNCTION("use_mesh", "mesh", use_mesh, .since = "0.5.0", .until = "0.7.1"),
    FUNCTION("use_abstract_mesh", "mesh", use_abstract_mesh, .since = "0.7.2"),
    FUNCTION("get_abstract_mesh", "", get_abstract_mesh, .since = "0.5.3"),
    FUNCTION("get_mesh", "", get_mesh, .since = "0.9.0"),
    MODULE("set_mesh"),
    FUNCTION("__enter__", "self", enter_set),
    FUNCTION("__exit__", "self", leave),
    MODULE("use_mesh"),
    FUNCTION("__enter__", "self", enter_use),
    FUNCTION("__exit__", "self", leave),
    MODULE("Mesh"),
    FUNCTION("__enter__", "self", enter_mesh),
    FUNCTION("__exit__", "self", leave_mesh),
    TABLE_END,
};
