/* SPDX-License-Identifier: Apache-2.0 */
/* jax.device_put. JAX: api.py device_put, _check_sharding. */
#include "library/library.h"

#include <assert.h>
#include "library/placement/placement.h"
#include "op/core/abstract_mesh.h"
#include "op/core/dtype_class.h"
#include "op/core/sharding_request.h"
#include "trace/module/committed.h"

static const struct array *refuse_device(struct trace *trace, const struct value *device)
{
	struct op *op = &trace->op;
	const char *more = op_has(op, JAX_DEVICE_PUT_SPACE)    ? "`Format`, `jax.memory.Space`"
	                   : op_has(op, JAX_DEVICE_PUT_FORMAT) ? "`Format`"
	                                                       : "`Layout`";
	return refuse(
	    op, RULE_PROGRAM_ERROR, "ValueError",
	    TEXT("`jax.device_put` only accepts `None`, `jax.sharding.Sharding`, `jax.Device`, "
	         "{} or a pytree of these values. Received invalid value: {}",
	         more, wrong_value(device)),
	    WORDS("device_put wants a device or a sharding"),
	    HELP("pass NamedSharding(mesh, P(…))"));
}

/* Outside of jit there must be devices. */
static const struct array *refuse_abstract(struct op *op)
{
	return refuse(
	    op, RULE_CONTEXT_MESH, "ValueError",
	    TEXT("is_fully_addressable is not implemented for `jax.sharding.AbstractMesh`."),
	    WORDS("an AbstractMesh has no devices to put an array on"),
	    HELP("use the sharding on the mesh itself"));
}

/* Whether the array is traced, or on the devices of a mesh that it is to be unreduced on: that is
 * no transfer. */
static bool moves_on_devices(const struct op *op, const struct array *x,
                             const struct named_placement *placement)
{
	if (!op->eager)
		return true;
	const struct abstract_mesh *from = x->placed ? x->placed->mesh : x->type.mesh;
	return op->eager && from && placement->spec->nunreduced &&
	       abstract_mesh_same_shape(from, placement->mesh) &&
	       op_has(op, JAX_UNREDUCED_PUT_MOVES);
}

/* The array as one that NumPy has in this dtype, or with NULL as JAX has it. */
static const struct array *with_host(struct op *op, const struct array *x, const struct dtype *host)
{
	if (x->host == host)
		return x;
	struct array *copy = arena_new(op->arena, struct array, 1);
	*copy = *x;
	copy->host = host;
	return copy;
}

static const struct array *put_named(struct trace *trace, const struct call_arguments *arguments,
                                     const struct array *x, const struct value *sharding)
{
	assert(sharding->kind == VALUE_SHARDING);
	struct op *op = &trace->op;
	struct named_placement placement = placement_of(trace, sharding);
	struct partition_spec parts;
	bool from_host = x->host && op->eager && op_has(op, JAX_UNREDUCED_PUT_OF_HOST);
	x = with_host(op, x, NULL);
	if (moves_on_devices(op, x, &placement) || (from_host && placement.spec->nunreduced)) {
		parts = *placement.spec;
		parts.nunreduced = 0;
		placement.spec = &parts;
	}
	if (!placement_meet(op, &placement, &x->type, MOMENT_DEVICE_PUT))
		return NULL;
	if (op->eager && placement.abstract)
		return refuse_abstract(op);
	struct sharding_request *request = arena_new(op->arena, struct sharding_request, 1);
	*request = spec_request(trace, placement.mesh, &sharding->sharding->spec);
	if (op->eager)
		*request = request_padded(op->arena, request, x->type.rank);
	const struct array *result = lax_device_put(op, x, PLACED_WITH_NAMED, request,
	                                            sharding_memory(&placement, sharding));
	result = placing_note(trace, arguments, x, result, request);
	return array_committed(trace, result, mesh_devices(trace, placement.mesh->mesh));
}

/* A PartitionSpec is on the mesh in context, with its devices. JAX: sharding_impls.py
 * pspec_to_sharding. */
static const struct value *spec_sharding(struct trace *trace, const struct value *spec)
{
	assert(spec->kind == VALUE_SPEC);
	struct op *op = &trace->op;
	if (!op_has(op, JAX_AXIS_TYPES))
		return spec;
	if (op->mesh)
		return sharding_in_context(trace, spec);
	return refuse(
	    op, RULE_CONTEXT_MESH, "ValueError",
	    TEXT("Please set a mesh via `{}` if a PartitionSpec is passed to device_put",
	         op_has(op, JAX_SET_MESH_NAMED) ? "jax.set_mesh" : "jax.sharding.use_mesh"),
	    WORDS("a PartitionSpec alone needs a mesh in context"),
	    HELP("pass NamedSharding(mesh, P(…))"));
}

/* The one device, or NULL. */
static const struct device_group *single_device(struct trace *trace, const struct value *device)
{
	struct device_group *group = arena_new(trace->op.arena, struct device_group, 1);
	if (value_is_single_device(device))
		device = device->record.fields[0];
	group->ids = device_ids(trace, device, &group->count);
	return group->ids && group->count == 1 && trace->op.eager ? group : NULL;
}

static const struct array *put_leaf(struct trace *trace, const struct call_arguments *arguments,
                                    const struct array *given, const struct value *device)
{
	struct op *op = &trace->op;
	const struct array *x = with_host(op, given, NULL);
	enum placed_with with = PLACED_WITH_DEVICE;
	bool formatted = format_sharding(device) != device;
	if (formatted && !op->eager)
		return op_unknown(op, "device_put to a format inside of jit");
	device = format_sharding_of(trace, device, &x->type, "jit outputs", STR("result"));
	if (!device)
		return NULL;
	if (abstract_mesh_axes(op->mesh, AXIS_MANUAL) && device->kind != VALUE_NONE &&
	    !value_is_memory_space(device))
		return op_unknown(op, "device_put to somewhere else inside of shard_map");
	if (device->kind == VALUE_SHARDING) {
		const struct array *put = put_named(trace, arguments, given, device);
		if (!put && op->error.raised && formatted) {
			op->error = (struct op_error){0};
			return op_unknown(op, "the words for a format that does not fit");
		}
		return put;
	}
	if (device->kind == VALUE_POSITIONAL) {
		with = PLACED_WITH_OTHER;
		if (!placement_meet_positional(op, &device->positional, NULL, &x->type,
		                               MOMENT_DEVICE_PUT))
			return NULL;
	} else if (value_is_single_device(device)) {
		with = op->eager ? PLACED_WITH_DEVICE : PLACED_WITH_OTHER;
	} else if (device->kind != VALUE_NONE && !value_is_device(device) &&
	           !value_is_memory_space(device)) {
		return refuse_device(trace, device);
	}
	bool somewhere = device->kind != VALUE_NONE && !value_is_memory_space(device);
	if (op->eager && with == PLACED_WITH_DEVICE && somewhere && op->mesh)
		return op_unknown(op, "what becomes of an array on one device under a mesh");
	const struct array *result = lax_device_put(op, x, with, NULL, device_memory(device));
	if (!result || !somewhere)
		return result;
	result = placing_note(trace, arguments, x, result, NULL);
	return array_committed(trace, result, single_device(trace, device));
}

/* Makes the arrays. What were none of JAX say so, and keys do. */
static bool make_arrays(struct trace *trace, struct placing *placing)
{
	uint32_t count = placing->arrays.count;
	const struct value **given = arena_new(trace->op.arena, const struct value *, count);
	for (uint32_t i = 0; i < count; i++)
		given[i] = placing->arrays.leaves[i];
	if (!placing_make_arrays(trace, placing))
		return false;
	for (uint32_t i = 0; i < count; i++) {
		const struct array *array = placing->arrays.leaves[i]->array;
		if (given[i]->kind == VALUE_ARRAY && !given[i]->array->host &&
		    dtype_class(array->type.dtype) != DTYPE_KEY)
			continue;
		array = with_host(&trace->op, array, array->type.dtype);
		placing->arrays.leaves[i] = value_array(trace->op.arena, array);
	}
	return true;
}

static const struct value *device_put(struct trace *trace, const struct call_arguments *arguments)
{
	struct placing placing;
	int donate = arguments->count > 3 ? value_truth(argument(arguments, 3)) : 0;
	int alias = arguments->count > 4 ? value_truth(argument(arguments, 4)) : 0;
	if (!placing_read(trace, argument(arguments, 0), argument(arguments, 1),
	                  "device_put device", PLACING_TREE, &placing))
		return NULL;
	bool early = op_has(&trace->op, JAX_DEVICE_PUT_TYPES_FIRST);
	if (early && !make_arrays(trace, &placing))
		return NULL;

	for (uint32_t i = 0; i < placing.arrays.count; i++) {
		if (placing.shardings[i]->kind == VALUE_SPEC)
			placing.shardings[i] = spec_sharding(trace, placing.shardings[i]);
		if (!placing.shardings[i])
			return NULL;
	}
	if (!early && !make_arrays(trace, &placing))
		return NULL;
	if (donate > 0 && alias > 0)
		return trace_refuse(trace, RULE_PROGRAM_ERROR, "ValueError",
		                    TEXT("may_alias and donate cannot be True at the same time."));
	return placing_apply(trace, arguments, &placing, put_leaf);
}

const struct function_row library_device_put[] = {
    MODULE("jax"),
    FUNCTION("device_put", "x, device=None, *, src=None", device_put, .until = "0.4.31"),
    FUNCTION("device_put", "x, device=None, *, src=None, donate=False, may_alias=None", device_put,
             .since = "0.4.31"),
    TABLE_END,
};
