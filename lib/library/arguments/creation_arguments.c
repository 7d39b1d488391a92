/* SPDX-License-Identifier: Apache-2.0 */
#include "library/arguments/creation_arguments.h"

#include "library/arguments/shape_arguments.h"
#include "op/core/recording.h"
#include "op/manual/manual.h"
#include "op/elementwise/elementwise.h"
#include "op/shape/shape.h"
#include "trace/convert/tracer.h"
#include "trace/eval/evaluate.h"
#include "trace/value/class.h"

/* Whether an array is made elsewhere than an operation would: under no mesh, or on Auto axes. */
static bool is_made_apart(const struct trace *trace, const struct value *sharding)
{
	return sharding->kind == VALUE_SHARDING && !sharding->sharding->mesh->mesh.is_abstract &&
	       (!trace->op.mesh ||
	        abstract_mesh_all(sharding->sharding->mesh->mesh.mesh, AXIS_AUTO));
}

const struct array *put_on_device(struct trace *trace, const struct call_arguments *arguments,
                                  const struct value *device, const struct array *made)
{
	if (!made)
		return NULL;
	const struct value *both[] = {value_array(trace->op.arena, made), device};
	const struct value *put = library_call(trace, "jax", "device_put", both, 2, arguments->at);
	if (put)
		return put->kind == VALUE_ARRAY ? put->array : NULL;
	return op_unknown(&trace->op, "what device= says of the array it makes");
}

const struct array *made_on_device(struct trace *trace, const struct call_arguments *arguments,
                                   uint32_t index, const struct array *made)
{
	bool given = index < arguments->count && argument_given(arguments, index);
	const struct value *device = given ? argument(arguments, index) : NULL;
	bool single = given && device->kind == VALUE_RECORD;
	if (!made || !given || !trace->op.eager || (!single && !is_made_apart(trace, device)))
		return made;
	return put_on_device(trace, arguments, device, made);
}

bool device_argument(struct trace *trace, const struct call_arguments *arguments, uint32_t index,
                     const struct sharding_request **request)
{
	*request = NULL;
	if (index >= arguments->count || !argument_given(arguments, index))
		return true;
	const struct value *device = argument(arguments, index);
	if (device->kind == VALUE_SPEC)
		return refuse(
			   &trace->op, RULE_PROGRAM_ERROR, "AttributeError",
			   TEXT("'{}' object has no attribute '_is_concrete'",
		                op_has(&trace->op, JAX_SHORT_SPEC_REPR) ? "P" : "PartitionSpec")) ||
		       explain(&trace->op,
		               HELP("give a NamedSharding as device=, or out_sharding="));
	if (device->kind == VALUE_RECORD && strcmp(device->record.class_name, "Device") == 0)
		return true;
	if (device->kind != VALUE_SHARDING)
		return op_unknown(&trace->op, "what device= stands for is not known");
	bool on_devices = !device->sharding->mesh->mesh.is_abstract;
	if (on_devices && (!trace->op.eager || is_made_apart(trace, device)))
		return true;
	return value_to_sharding(trace, device, "broadcast_in_dim", request);
}

bool placement_arguments(struct trace *trace, const struct call_arguments *arguments,
                         uint32_t index, const char *name, const struct sharding_request **request)
{
	bool asked = index + 1 < arguments->count && argument_given(arguments, index + 1);
	bool device = index < arguments->count && argument_given(arguments, index);
	if (asked && device)
		return refuse(&trace->op, RULE_PROGRAM_ERROR, "ValueError",
		              TEXT("Only one of `device` or `out_sharding` can be set. Got "
		                   "device={} and out_sharding={}",
		                   value_repr(argument(arguments, index)),
		                   value_repr(argument(arguments, index + 1))));
	return asked ? sharding_argument(trace, arguments, index + 1, name, request)
	             : device_argument(trace, arguments, index, request);
}

const struct array *fill_shape(struct trace *trace, const struct array *fill,
                               const struct dtype *dtype, bool weak, const int64_t *shape,
                               uint32_t rank, const struct sharding_request *sharding)
{
	if (fill && fill->type.rank)
		return refuse(
		    &trace->op, RULE_SHAPE_MISMATCH, "TypeError",
		    TEXT("full must be called with scalar fill_value, got fill_value.shape "
		         "{shape}.",
		         &fill->type));
	fill = lax_convert_element_type(&trace->op, fill, dtype, weak);
	return lax_broadcast(&trace->op, fill, shape, rank, sharding);
}

/* What lies on a mesh that is not in context: the mesh is left out. JAX: lax.py full_like. */
static const struct array_type *without_mesh(struct op *op, const struct array_type *type)
{
	struct array_type *plain = arena_new(op->arena, struct array_type, 1);
	*plain = type_plain(op->arena, type->dtype, type->shape, type->rank);
	return plain;
}

/* Whether it is an object of the program that has a shape and a dtype and is no array: *type is
 * what it describes, NULL where that is not known. JAX: lax_numpy.py zeros_like, DuckTypedArray. */
static bool is_like_array(struct trace *trace, const struct value *model, struct span at,
                          const struct array_type **type)
{
	*type = NULL;
	if (model->kind != VALUE_OBJECT || class_find(class_of(model), STR("__jax_array__")))
		return false;
	struct array_type *made = arena_new(trace->op.arena, struct array_type, 1);
	const struct value *shape = trace_attribute(trace, model, STR("shape"), at);
	const struct value *dtype = trace_attribute(trace, model, STR("dtype"), at);
	const struct dtype *read = shape && dtype ? value_to_user_dtype(trace, dtype) : NULL;
	const int64_t *sizes;
	uint32_t rank;
	if (read && sizes_argument(trace, shape, &sizes, &rank)) {
		*made = type_plain(trace->op.arena, read, sizes, rank);
		*type = made;
	}
	trace->op.error = (struct op_error){0};
	return shape && dtype;
}

bool like_arguments(struct trace *trace, const struct call_arguments *arguments, uint32_t index,
                    struct like *like)
{
	const struct value *model = argument(arguments, 0);
	*like = (struct like){0};
	bool described = model->kind == VALUE_TYPE && model->described;
	bool abroad =
	    described && !trace->op.mesh && model->type->mesh && model->type->mesh->explicit_axes;
	if (abroad && op_has(&trace->op, JAX_LIKE_KEEPS_ABSTRACT))
		described = false;
	if ((model->kind == VALUE_TYPE && !described) || model->kind == VALUE_RECORD)
		return op_unknown(&trace->op, "an array like one that is only described");
	const struct array_type *type;
	if (is_like_array(trace, model, arguments->at, &type) && !type)
		return op_unknown(&trace->op, "an array like one that an object describes");
	like->x = abroad      ? array_new(&trace->op, without_mesh(&trace->op, model->type))
	          : described ? array_new(&trace->op, model->type)
	          : type      ? array_new(&trace->op, type)
	                      : array_argument(trace, arguments, 0);
	like->described = described || type;
	if (!like->x)
		return false;
	if (argument_given(arguments, index)) {
		like->dtype = value_to_user_dtype(trace, argument(arguments, index));
		if (!like->dtype)
			return false;
	}
	return !argument_given(arguments, index + 1) ||
	       sizes_argument(trace, argument(arguments, index + 1), &like->shape, &like->rank);
}

/* What is made like an array outside of jit lies as that does, whatever its type shows; under vmap
 * there is none. */
static const struct array *laid_like(struct trace *trace, const struct array *made,
                                     const struct like *like)
{
	bool same = !like->shape && !like->sharding && !like->placed && !like->x->type.weak &&
	            !like->x->level;
	if (made && same && trace->recorded.outside &&
	    trace->op.recording == trace->recorded.outside)
		recording_same(&trace->op, EQUATION_LIKE, made, like->x);
	return made;
}

/* Whether it is made on one device: under vmap only a type is seen, and broadcast_in_dim of a
 * number goes to no mesh whose axes are not explicit and that is not in context. */
static bool is_made_off_mesh(const struct trace *trace, const struct like *like)
{
	const struct abstract_mesh *mesh = like->x->type.mesh;
	return trace->op.eager && like->x->level && !trace->op.mesh && mesh && !mesh->explicit_axes;
}

const struct array *fill_like(struct trace *trace, const struct array *fill,
                              const struct like *like)
{
	const struct array_type *type = &like->x->type;
	const struct sharding_request *sharding = like->sharding;
	struct sharding_request same = type_request(type);
	const struct dtype *dtype = like->dtype ? like->dtype : type->dtype;
	bool weak = !like->dtype && type->weak;
	bool traced = like->described ? !trace->op.eager
	                              : trace->in_jitted || array_is_opaque(trace, like->x);
	bool follows = traced || (!weak && (trace->op.eager || like->described));
	if (follows && !like->shape && !sharding && !like->placed && type->mesh &&
	    !is_made_off_mesh(trace, like))
		sharding = &same;
	const int64_t *shape = like->shape ? like->shape : type->shape;
	uint32_t rank = like->shape ? like->rank : type->rank;
	uint64_t varying = op_has(&trace->op, JAX_LIKE_VARIES) ? type->varying : 0;
	const struct array *made = fill
	                               ? fill_shape(trace, fill, dtype, weak, shape, rank, sharding)
	                               : lax_empty(&trace->op, dtype, shape, rank, sharding);
	if (made && !fill && weak)
		made = lax_convert_element_type(&trace->op, made, dtype, true);
	return laid_like(trace, manual_vary(&trace->op, made, varying), like);
}
