/* SPDX-License-Identifier: Apache-2.0 */
/* JAX: sharding_impls.py canonicalize_sharding. */
#include "op/core/sharding_request.h"

#include <assert.h>
#include "trace/convert/convert_sharding.h"

#include "op/core/abstract_mesh.h"
#include "op/place/place.h"

static uint64_t axis_set(const struct mesh *mesh, const struct reference *axes, uint32_t count)
{
	uint64_t set = 0;
	for (uint32_t i = 0; i < count; i++) {
		uint32_t axis = jax_reference_axis(mesh, &axes[i]);
		if (axis < mesh->naxes)
			set |= UINT64_C(1) << axis;
	}
	return set;
}

static struct dim_axes axes_of_entry(struct arena *arena, const struct mesh *mesh,
                                     const struct entry *entry)
{
	if (entry->kind != ENTRY_AXES)
		return (struct dim_axes){NULL, 0};
	uint8_t *axes = arena_new(arena, uint8_t, entry->naxes);
	uint32_t count = 0;
	for (uint32_t i = 0; i < entry->naxes; i++) {
		uint32_t axis = jax_reference_axis(mesh, &entry->axes[i]);
		if (axis < mesh->naxes)
			axes[count++] = (uint8_t)axis;
	}
	return (struct dim_axes){axes, count};
}

struct sharding_request spec_request(struct trace *trace, const struct abstract_mesh *mesh,
                                     const struct partition_spec *spec)
{
	assert(mesh);
	struct arena *arena = trace->op.arena;
	struct dim_axes *entries = spec_none(arena, spec->nentries);
	uint64_t open = 0;
	for (uint32_t i = 0; i < spec->nentries; i++) {
		entries[i] = axes_of_entry(arena, mesh->mesh, &spec->entries[i]);
		if (spec->entries[i].kind == ENTRY_UNCONSTRAINED && i < MAX_RANK)
			open |= UINT64_C(1) << i;
	}
	return (struct sharding_request){
	    .mesh = mesh,
	    .spec = entries,
	    .count = spec->nentries,
	    .unreduced = axis_set(mesh->mesh, spec->unreduced, spec->nunreduced),
	    .reduced = axis_set(mesh->mesh, spec->reduced, spec->nreduced),
	    .unreduced_kind = spec->unreduced_kind,
	    .open = open};
}

const struct value *axis_names_value(struct trace *trace, const struct abstract_mesh *mesh,
                                     uint64_t axes, enum value_kind kind)
{
	uint32_t all = mesh ? mesh->mesh->naxes : 0, count = 0;
	const struct value **items = arena_new(trace->op.arena, const struct value *, all);
	for (uint32_t i = 0; i < all; i++)
		if (axes >> i & 1)
			items[count++] = value_string(trace->op.arena, mesh->mesh->axes[i].name);
	return value_sequence(trace->op.arena, kind, items, count);
}

const struct value *mesh_value(struct trace *trace, const struct abstract_mesh *mesh,
                               bool is_abstract)
{
	struct value *value = value_new(trace->op.arena, VALUE_MESH);
	value->mesh = (struct mesh_value){mesh, is_abstract};
	return value;
}

const struct value *request_sharding_value(struct trace *trace,
                                           const struct sharding_request *request, bool is_abstract)
{
	assert(request->mesh);
	const struct named_sharding_value sharding = {
	    .mesh = mesh_value(trace, request->mesh, is_abstract),
	    .spec = request_partition_spec(trace->op.arena, request)};
	return value_named_sharding(trace->op.arena, &sharding);
}

const struct value *type_sharding_value(struct trace *trace, const struct array_type *type)
{
	struct sharding_request request = type_request(type);
	return request_sharding_value(trace, &request, true);
}

bool value_is_one_device(const struct value *value)
{
	return value->kind == VALUE_RECORD && strcmp(value->record.class_name, "Device") == 0;
}

static void print_wrong_value(struct buf *out, const struct op *op, const void *thing)
{
	const struct value *value = thing;
	if (value->kind == VALUE_STRING)
		buf_add(out, value->string);
	else if (value_is_one_device(value))
		buf_printf(out, op_has(op, JAX_SHORT_DEVICE_TEXT) ? "cpu:%lld" : "TFRT_CPU_%lld",
		           (long long)value->record.fields[0]->integer);
	else
		value_text(out, op->rules, value);
}

struct message_argument wrong_value(const struct value *value)
{
	return printed_by(print_wrong_value, value);
}

static const char *wrong_class_module(const struct op *op, const struct value *value)
{
	if (value_is_one_device(value))
		return op_has(op, JAX_OUT_SHARDING_CHECKED) ? "jaxlib._jax."
		                                            : "jaxlib.xla_extension.";
	return value->kind == VALUE_MESH ? "jax._src.mesh." : "";
}

static bool refuse_class(struct trace *trace, const struct value *value, const char *function)
{
	struct op *op = &trace->op;
	if (op_has(op, JAX_OUT_SHARDING_CHECKED))
		refuse(op, RULE_PROGRAM_ERROR, "TypeError",
		       TEXT("`out_sharding` argument of {} only supports instances of "
		            "`NamedSharding` or `PartitionSpec`. Got {} of type: <class '{}{}'>",
		            function, wrong_value(value), wrong_class_module(op, value),
		            value_class_name(value)));
	else
		refuse(op, RULE_PROGRAM_ERROR, "AttributeError",
		       TEXT("'{}' object has no attribute 'mesh'", value_class_name(value)));
	return explain(op,
	               WORDS("a PartitionSpec or a NamedSharding is wanted, not {}",
	                     value->kind == VALUE_STRING ? "text" : value_class_name(value)),
	               HELP("write P(…), with an entry for each dimension"));
}

static bool refuse_no_mesh(struct trace *trace, const struct value *value)
{
	struct op *op = &trace->op;
	return refuse(
	    op, RULE_CONTEXT_MESH, "ValueError",
	    TEXT("Using PartitionSpec when you are not under a mesh context is not allowed. Please "
	         "pass a NamedSharding instance or enter into a mesh context via `{}`. Got {}",
	         op_has(op, JAX_SET_MESH_NAMED) ? "jax.set_mesh" : "jax.sharding.use_mesh",
	         value_repr(value)),
	    WORDS("a PartitionSpec alone needs a mesh in context"),
	    HELP("pass NamedSharding(mesh, P(…)), or set the mesh around the call"));
}

static bool refuse_other_mesh(struct trace *trace, const struct abstract_mesh *mesh,
                              const char *function)
{
	struct op *op = &trace->op;
	return refuse(op, RULE_CONTEXT_MESH, "ValueError",
	              TEXT("Context mesh {} should match the mesh of sharding {} passed to {}. "
	                   "This error occurs at source: ",
	                   op->mesh, mesh, function),
	              WORDS("the sharding is on another mesh than the one in context"),
	              HELP("use the mesh in context, or pass the P(…) alone"));
}

static bool refuse_axis(struct trace *trace, const struct sharding_request *request, uint32_t axis,
                        const char *function)
{
	static const char *const names[] = {"Auto", "Explicit", "Manual"};
	struct op *op = &trace->op;
	const struct abstract_mesh *mesh = request->mesh;
	struct str name = mesh->mesh->axes[axis].name;
	return refuse(op, RULE_CONTEXT_MESH, "ValueError",
	              TEXT("PartitionSpec passed to {} cannot contain axis names that are of type "
	                   "Auto or Manual. Got PartitionSpec: {spec} with axis name: {} of type: "
	                   "AxisType.{}{} This error occurs at source: ",
	                   function, request, name, names[mesh->types[axis]],
	                   op_has(op, JAX_SOURCE_BEHIND_COMMA) ? "," : "."),
	              WORDS("a sharding can be asked for over explicit axes only, and '{}' is {}",
	                    name, axis_type_name(mesh->types[axis])),
	              HELP("leave '{}' out of the sharding, use jax.lax.with_sharding_constraint, "
	                   "or make the axis explicit in 'types' of the mesh",
	                   name));
}

/* Every axis that is asked for is Explicit. */
static bool check_axes(struct trace *trace, const struct sharding_request *request,
                       const struct partition_spec *spec, const char *function)
{
	struct op *op = &trace->op;
	const struct abstract_mesh *mesh = request->mesh;
	for (uint32_t i = 0; i < request->count; i++) {
		if (spec->entries[i].kind == ENTRY_UNCONSTRAINED) {
			return refuse(op, RULE_UNCONSTRAINED, "KeyError", TEXT("UNCONSTRAINED"),
			              WORDS("{} cannot leave a dimension unconstrained", function));
		}
		for (uint32_t j = 0; j < request->spec[i].count; j++)
			if (mesh->types[request->spec[i].axes[j]] != AXIS_EXPLICIT)
				return refuse_axis(trace, request, request->spec[i].axes[j],
				                   function);
	}
	uint64_t sets = request->unreduced | request->reduced;
	for (uint32_t i = 0; i < mesh->mesh->naxes && op_has(op, JAX_SETS_ARE_EXPLICIT); i++)
		if (sets >> i & 1 && mesh->types[i] != AXIS_EXPLICIT)
			return refuse_axis(trace, request, i, function);
	return true;
}

/* The mesh that the sharding is on; NULL when there is none to be had. */
static const struct abstract_mesh *mesh_of(const struct trace *trace, const struct value *value)
{
	return value->kind == VALUE_SPEC ? trace->op.mesh : value->sharding->mesh->mesh.mesh;
}

static bool check_spec(struct trace *trace, const struct partition_spec *spec)
{
	struct named_placement placement = {
	    .mesh = trace->op.mesh, .abstract = true, .spec = spec, .file = trace->spec};
	return placement_construct(&trace->op, &placement);
}

static bool check_mesh(struct trace *trace, const struct abstract_mesh *mesh, const char *function)
{
	const struct abstract_mesh *context = trace->op.mesh;
	bool both_auto =
	    abstract_mesh_all(mesh, AXIS_AUTO) && abstract_mesh_all(context, AXIS_AUTO);
	return !context || both_auto || abstract_mesh_equal(context, mesh) ||
	       refuse_other_mesh(trace, mesh, function);
}

/* JAX: core.py get_sharding. */
static bool refuse_memory(struct trace *trace, const struct value *sharding)
{
	if (!op_has(&trace->op, JAX_SHORT_SPEC_REPR))
		return op_unknown(&trace->op, "a result in the memory of the host");
	return refuse(&trace->op, RULE_SHARDING_CONFLICT, "ValueError",
	              TEXT("sharding with memory_kind is not allowed. Please use `jax.device_put` "
	                   "to transfer to different memory spaces. Got sharding={}",
	                   value_repr(sharding)),
	              HELP("leave memory_kind out, and move the result with jax.device_put"));
}

bool value_to_sharding_on(struct trace *trace, const struct value *value, const char *function,
                          bool same_mesh, const struct sharding_request **request)
{
	struct op *op = &trace->op;
	*request = NULL;
	if (value->kind == VALUE_NONE)
		return true;
	if (value->kind == VALUE_UNKNOWN)
		return unknown_value(trace, value);
	if (value->kind != VALUE_SHARDING && value->kind != VALUE_SPEC)
		return refuse_class(trace, value, function);
	const struct abstract_mesh *mesh = mesh_of(trace, value);
	if (!mesh && value->kind == VALUE_SHARDING)
		return true;
	if (value->kind == VALUE_SHARDING && value->sharding->memory_kind)
		return refuse_memory(trace, value);
	if (!mesh)
		return refuse_no_mesh(trace, value);
	const struct partition_spec *spec =
	    value->kind == VALUE_SPEC ? value->spec : &value->sharding->spec;
	bool fits = value->kind == VALUE_SPEC ? check_spec(trace, spec)
	                                      : !same_mesh || check_mesh(trace, mesh, function);
	if (!fits)
		return false;
	struct sharding_request *made = arena_new(op->arena, struct sharding_request, 1);
	*made = spec_request(trace, mesh, spec);
	*request = made;
	return check_axes(trace, made, spec, function);
}

bool value_to_sharding(struct trace *trace, const struct value *value, const char *function,
                       const struct sharding_request **request)
{
	return value_to_sharding_on(trace, value, function, true, request);
}
