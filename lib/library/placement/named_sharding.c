/* SPDX-License-Identifier: Apache-2.0 */
/* jax.sharding.NamedSharding and what its objects have. JAX: named_sharding.py. */

#include <assert.h>
#include "library/placement/placement.h"
#include "library/library.h"
#include "library/placement/sharding_values.h"
#include "op/place/place.h"

const struct value *named_sharding_of(struct trace *trace, const struct value *mesh,
                                      const struct partition_spec *spec)
{
	if (mesh->kind != VALUE_MESH)
		return trace_unknown(trace, "a sharding on a %s is not known",
		                     value_class_name(mesh));
	struct named_placement placement = {.mesh = mesh->mesh.mesh,
	                                    .abstract = mesh->mesh.is_abstract,
	                                    .spec = spec,
	                                    .file = trace->spec};
	if (!mesh->mesh.mesh)
		return trace_unknown(trace, "a sharding on an empty mesh");
	if (!placement_construct(&trace->op, &placement))
		return NULL;
	return value_named_sharding(trace->op.arena,
	                            &(struct named_sharding_value){.mesh = mesh, .spec = *spec});
}

const struct value *sharding_in_context(struct trace *trace, const struct value *sharding)
{
	if (sharding->kind != VALUE_SPEC || !trace->op.mesh)
		return sharding;
	return named_sharding_of(trace, mesh_value(trace, trace->op.mesh, false), sharding->spec);
}

/* jaxlib checks the classes of its arguments. */
static const struct value *refuse_arguments(struct trace *trace, const char *say)
{
	return trace_refuse(
	    trace, RULE_PROGRAM_ERROR, "TypeError",
	    TEXT("__init__(): incompatible function arguments. The following argument "
	         "types are supported:"),
	    WORDS("{}", say), HELP("write NamedSharding(mesh, P(…))"));
}

static const struct value *refuse_mesh(struct trace *trace, const struct value *mesh,
                                       const struct value *spec)
{
	static const char say[] = "the first argument of NamedSharding is a mesh";
	bool checked = spec->kind != VALUE_SPEC && op_has(&trace->op, JAX_SHARDING_CHECKS_SPEC);
	if (checked || mesh->kind == VALUE_ELLIPSIS)
		return refuse_arguments(trace, say);
	return trace_refuse(trace, RULE_PROGRAM_ERROR, "AttributeError",
	                    TEXT("'{}' object has no attribute '{}'",
	                         mesh->kind == VALUE_SPEC && op_has(&trace->op, JAX_SHORT_SPEC_REPR)
	                             ? "P"
	                             : value_class_name(mesh),
	                         op_has(&trace->op, JAX_UNKNOWN_LISTS_MESH) ? "size" : "devices"),
	                    WORDS("{}", say), HELP("write NamedSharding(mesh, P(…))"));
}

/* The first thing in a spec that is no PartitionSpec, as the oldest releases name it. */
static const struct value *first_leaf(const struct value *value)
{
	while (value_items(value) && value->list.count)
		value = value->list.items[0];
	return value;
}

static const struct value *refuse_spec(struct trace *trace, const struct value *spec)
{
	static const char say[] = "the spec of a NamedSharding is a PartitionSpec";
	struct op *op = &trace->op;
	if (spec->kind == VALUE_ELLIPSIS || op_has(op, JAX_SHARDING_CHECKS_SPEC) ||
	    (spec->kind == VALUE_NONE && op_has(op, JAX_SHARDING_NEEDS_SPEC)))
		return refuse_arguments(trace, say);
	if (spec->kind == VALUE_NONE) {
		trace_refuse(
		    trace, RULE_PROGRAM_ERROR, "TypeError",
		    TEXT("Unexpected None passed as spec for NamedSharding. Did you mean P()?"));
	} else if (op_has(op, JAX_SHARDING_SPEC_USED)) {
		trace_refuse(
		    trace, RULE_PROGRAM_ERROR, "AttributeError",
		    TEXT("'{}' object has no attribute '{}'", value_class_name(spec),
		         op_has(op, JAX_SHARDING_NEEDS_SPEC) ? "partitions" : "unreduced"));
	} else {
		const struct value *leaf = first_leaf(spec);
		refuse(op, RULE_PROGRAM_ERROR, "TypeError",
		       TEXT("NamedSharding spec leaf specifications are expected to be "
		            "PartitionSpec instances or None, but got {}",
		            leaf->kind == VALUE_STRING ? message_str(leaf->string)
		                                       : value_repr(leaf)));
	}
	return explain(op, WORDS("{}", say), HELP("write P(…) around its entries"));
}

/* The sharding in a kind of memory. */
static const struct value *in_memory(struct trace *trace, const struct value *sharding,
                                     const struct value *kind)
{
	const char *known = "device";
	if (!sharding || kind->kind == VALUE_NONE)
		return sharding;
	if (!memory_kind_named(trace, kind, placement_of(trace, sharding).abstract, &known))
		return NULL;
	if (strcmp(known, "device") == 0)
		return sharding;
	struct named_sharding_value changed = *sharding->sharding;
	changed.memory_kind = known;
	return value_named_sharding(trace->op.arena, &changed);
}

static const struct value *with_memory_kind(struct trace *trace,
                                            const struct call_arguments *arguments)
{
	struct named_sharding_value plain = *argument(arguments, 0)->sharding;
	plain.memory_kind = NULL;
	return in_memory(trace, value_named_sharding(trace->op.arena, &plain),
	                 argument(arguments, 1));
}

static const struct value *memory_kind(struct trace *trace, const struct call_arguments *arguments)
{
	const char *kind = argument(arguments, 0)->sharding->memory_kind;
	if (!kind && !op_has(&trace->op, JAX_MEMORY_KINDS))
		return value_foreign(trace->op.arena, STR("the memory of a device"));
	return value_string(trace->op.arena, str_of(kind ? kind : "device"));
}

/* NamedSharding(mesh, spec, memory_kind=None) */
static const struct value *construct(struct trace *trace, const struct call_arguments *arguments)
{
	const struct value *mesh = argument(arguments, 0), *spec = argument(arguments, 1);
	static const struct value none = {.kind = VALUE_SET};
	if (mesh->kind != VALUE_MESH)
		return refuse_mesh(trace, mesh, spec);
	bool takes_tuples = op_has(&trace->op, JAX_AXIS_TYPES) &&
	                    !op_has(&trace->op, JAX_SHARDING_SPEC_USED) &&
	                    !op_has(&trace->op, JAX_SHARDING_CHECKS_SPEC);
	if (takes_tuples && value_items(spec))
		spec = spec_of_values(trace, value_items(spec), &none, &none, UNREDUCED_SUM);
	if (!spec)
		return NULL;
	if (spec->kind != VALUE_SPEC && takes_tuples && spec->kind != VALUE_NONE)
		return trace_unknown(trace, "a NamedSharding whose spec is a %s",
		                     value_class_name(spec));
	if (spec->kind == VALUE_NONE && !op_has(&trace->op, JAX_AXIS_TYPES))
		return trace_unknown(trace, "a NamedSharding whose spec is None");
	if (spec->kind != VALUE_SPEC)
		return refuse_spec(trace, spec);
	return in_memory(trace, named_sharding_of(trace, mesh, spec->spec), argument(arguments, 2));
}

/* ---- What a sharding has ---- */

static const struct value *self_with_spec(struct trace *trace,
                                          const struct call_arguments *arguments)
{
	const struct value *spec = argument(arguments, 1);
	const struct value *mesh = argument(arguments, 0)->sharding->mesh;
	static const struct value none = {.kind = VALUE_SET};
	if (arguments->count > 2 && argument(arguments, 2)->kind != VALUE_ELLIPSIS)
		mesh = argument(arguments, 2);
	if (value_items(spec))
		spec = spec_of_values(trace, value_items(spec), &none, &none, UNREDUCED_SUM);
	if (!spec)
		return NULL;
	if (spec->kind == VALUE_ELLIPSIS)
		return named_sharding_of(trace, mesh, &argument(arguments, 0)->sharding->spec);
	if (spec->kind != VALUE_SPEC || mesh->kind != VALUE_MESH)
		return trace_unknown(trace, "a NamedSharding changed to a %s",
		                     value_class_name(spec));
	return named_sharding_of(trace, mesh, spec->spec);
}

const struct function_row library_named_sharding[] = {
    MODULE("jax.sharding"),
    FUNCTION("NamedSharding", "mesh=..., spec=..., memory_kind=None, _logical_device_ids=None",
             construct),
    MODULE("NamedSharding"),
    FUNCTION("with_spec", "self, spec", self_with_spec, .since = "0.4.38", .until = "0.6.2"),
    FUNCTION("update", "self, *, spec=..., mesh=...", self_with_spec,
             .python_name = "NamedSharding.update", .since = "0.6.2"),
    FUNCTION("with_memory_kind", "self, kind", with_memory_kind,
             .python_name = "NamedSharding.with_memory_kind"),
    VALUE("memory_kind", memory_kind),
    TABLE_END,
};
