/* SPDX-License-Identifier: Apache-2.0 */
/* The mesh in context, which prelude/host/mesh_context.py sets, and that of `with mesh:`. JAX:
 * sharding_impls.py set_mesh, mesh.py Mesh.__enter__. */
#include "library/library.h"
#include "op/core/unseen_mesh.h"
#include "trace/convert/convert_sharding.h"
#include "trace/eval/prelude.h"
#include "trace/module/committed.h"

/* empty=False: the mesh, or None; an empty one where that is asked for. */
static const struct value *context_mesh(struct trace *trace, const struct call_arguments *arguments)
{
	bool empty = argument(arguments, 0)->boolean;
	return trace->op.mesh || empty ? mesh_value(trace, trace->op.mesh, false) : &value_none;
}

/* The mesh of `with mesh:`, or None. */
static const struct value *thread_mesh(struct trace *trace, const struct call_arguments *arguments)
{
	return trace->thread_mesh ? mesh_value(trace, trace->thread_mesh, false) : &value_none;
}

/* mesh, concrete: of an abstract one the devices stay those that were set before. */
static const struct value *set_context_mesh(struct trace *trace,
                                            const struct call_arguments *arguments)
{
	const struct value *mesh = argument(arguments, 0);
	trace->op.mesh = mesh->kind == VALUE_MESH      ? mesh->mesh.mesh
	                 : mesh->kind == VALUE_UNKNOWN ? &unseen_mesh
	                                               : NULL;
	if (argument(arguments, 1)->boolean)
		trace->op.context_devices =
		    mesh->kind == VALUE_MESH ? mesh_devices(trace, mesh->mesh.mesh->mesh) : NULL;
	return &value_none;
}

/* Whether a jit or a vmap is around. */
static const struct value *is_traced(struct trace *trace, const struct call_arguments *arguments)
{
	return value_bool(!trace->op.eager || trace->op.nmappings);
}

static const struct value *get_abstract_mesh(struct trace *trace,
                                             const struct call_arguments *arguments)
{
	return mesh_value(trace, trace->op.mesh, true);
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

/* An object whose attributes are rows of the table of this name. */
static const struct value *object_of_table(struct trace *trace, const char *name)
{
	struct value *value = value_new(trace->op.arena, VALUE_RECORD);
	value->record = (struct record){.class_name = name};
	return value;
}

static const struct value *thread_resources(struct trace *trace,
                                            const struct call_arguments *arguments)
{
	return object_of_table(trace, "ThreadResources");
}

static const struct value *resource_environment(struct trace *trace,
                                                const struct call_arguments *arguments)
{
	return object_of_table(trace, "ResourceEnv");
}

/* The mesh of `with mesh:`; that there is none is not known, as one that is not may be entered. */
static const struct value *physical_mesh(struct trace *trace,
                                         const struct call_arguments *arguments)
{
	return trace->thread_mesh
	           ? mesh_value(trace, trace->thread_mesh, false)
	           : value_foreign(trace->op.arena,
	                           STR("jax.interpreters.pxla.thread_resources.env.physical_mesh"));
}

const struct function_row library_mesh_context[] = {
    MODULE(PRELUDE_INTRINSICS),
    FUNCTION("context_mesh", "empty=False", context_mesh),
    FUNCTION("thread_mesh", "", thread_mesh),
    FUNCTION("set_context_mesh", "mesh, concrete=True", set_context_mesh, .takes_unknown = true),
    FUNCTION("is_traced", "", is_traced),
    MODULE("jax.sharding"),
    FUNCTION("get_abstract_mesh", "", get_abstract_mesh, .since = "0.5.3"),
    MODULE("jax.interpreters.pxla"),
    VALUE("thread_resources", thread_resources),
    MODULE("ThreadResources"),
    VALUE("env", resource_environment),
    MODULE("ResourceEnv"),
    VALUE("physical_mesh", physical_mesh),
    MODULE("Mesh"),
    FUNCTION("__enter__", "self", enter_mesh),
    FUNCTION("__exit__", "self, *args", leave_mesh),
    TABLE_END,
};
