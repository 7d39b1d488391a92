/* SPDX-License-Identifier: Apache-2.0 */
/* Types of arrays as values: jax.typeof, jax.ShapeDtypeStruct, jax.eval_shape. */
#include "library/library.h"

#include <assert.h>
#include "library/placement/placement.h"
#include "op/core/abstract_mesh.h"
#include "op/core/sharding_request.h"
#include "trace/eval/object.h"
#include "trace/eval/prelude.h"
#include "trace/state/builtin_class.h"
#include "trace/module/environment.h"

static const struct value *type_value(struct trace *trace, const struct array_type *type)
{
	struct value *value = value_new(trace->op.arena, VALUE_TYPE);
	value->type = type;
	return value;
}

static const struct value *typeof_array(struct trace *trace, const struct call_arguments *arguments)
{
	const struct value *x = argument(arguments, 0);
	if (x->kind == VALUE_TYPE)
		return x;
	const struct array *array = value_to_operand(trace, x, "typeof");
	return array ? type_value(trace, &array->type) : NULL;
}

/* A PartitionSpec alone waits for a mesh, but not for a rank. JAX: api_util.py _check_sharding. */
static bool check_spec_rank(struct trace *trace, const struct value *spec, uint32_t rank)
{
	assert(spec->kind == VALUE_SPEC);
	if (spec->spec->nentries <= rank || !op_has(&trace->op, JAX_STRUCT_CHECKS_RANK))
		return true;
	return refuse(&trace->op, RULE_RANK_MISMATCH, "ValueError",
	              TEXT("PartitionSpec {} is only valid for values of rank at least {}, but was "
	                   "applied to a value of rank {}.",
	                   value_repr(spec), spec->spec->nentries, rank));
}

/* The type on the mesh of a NamedSharding; false when the array cannot lie so. */
static bool describe_sharding(struct trace *trace, const struct value *sharding,
                              struct array_type *type)
{
	struct op *op = &trace->op;
	struct named_placement placement = placement_of(trace, sharding);
	if (!placement_meet(op, &placement, type, MOMENT_SHAPE_DTYPE_STRUCT))
		return false;
	struct sharding_request request = spec_request(trace, placement.mesh, placement.spec);
	request = request_padded(op->arena, &request, type->rank);
	return type_shard(op, type, &request);
}

/* Whether an item of the shape is None, which later releases refuse. */
static bool has_none(const struct value *shape)
{
	const struct value_list *items = value_items(shape);
	for (uint32_t i = 0; items && i < items->count; i++)
		if (items->items[i]->kind == VALUE_NONE)
			return true;
	return false;
}

/* Whether an item is no size, as users name some, ("B", 4): nobody looks at them before an array is
 * described by them. JAX: core.py ShapeDtypeStruct.__init__. */
static bool has_other_than_sizes(const struct value *shape)
{
	const struct value_list *items = value_items(shape);
	for (uint32_t i = 0; items && i < items->count; i++) {
		const struct value *item = items->items[i];
		if (item->kind == VALUE_STRING || item->kind == VALUE_FLOAT || value_items(item) ||
		    (item->kind == VALUE_INT && item->integer < 0))
			return true;
	}
	return false;
}

/* What describes an array of no known shape: any function that computes by it is not judged. */
static const struct value *described_unseen(struct arena *arena)
{
	struct value *value = value_new(arena, VALUE_UNKNOWN);
	*value = *value_foreign(arena, STR("jax.ShapeDtypeStruct(…)"));
	value->arrays = true;
	return value;
}

/* ShapeDtypeStruct(shape, dtype, sharding=None): a type. */
static const struct value *shape_dtype_struct(struct trace *trace,
                                              const struct call_arguments *arguments)
{
	const int64_t *shape;
	uint32_t rank;
	const struct value *given = format_sharding(argument(arguments, 2));
	struct array_type *type = arena_new(trace->op.arena, struct array_type, 1);
	if (has_none(argument(arguments, 0)))
		return op_unknown(&trace->op, "a shape with None in it");
	if (has_other_than_sizes(argument(arguments, 0)))
		return described_unseen(trace->op.arena);
	if (argument(arguments, 0)->kind == VALUE_INT)
		return trace_refuse(trace, RULE_PROGRAM_ERROR, "TypeError",
		                    TEXT("'int' object is not iterable"),
		                    HELP("write the shape as a tuple"));
	if (!value_to_shape(trace, argument(arguments, 0), &shape, &rank))
		return NULL;
	const struct dtype *dtype = value_to_dtype(trace, argument(arguments, 1));
	if (!dtype)
		return NULL;
	*type = type_plain(trace->op.arena, dtype, shape, rank);
	if (given->kind == VALUE_SPEC && !check_spec_rank(trace, given, rank))
		return NULL;
	const struct value *sharding = sharding_in_context(trace, given);
	if (sharding && sharding->kind == VALUE_SHARDING &&
	    !describe_sharding(trace, sharding, type))
		return NULL;
	struct value *value = value_new(trace->op.arena, VALUE_TYPE);
	value->type = type;
	value->described = given;
	return sharding ? value : NULL;
}

/* What describes an array; only a mesh of Explicit axes is part of that. JAX: stages.py out_info.
 */
static const struct value *struct_value(struct trace *trace, const struct array_type *type)
{
	struct value *value = value_new(trace->op.arena, VALUE_TYPE);
	value->type = type;
	value->described = type->mesh && abstract_mesh_all(type->mesh, AXIS_EXPLICIT)
	                       ? type_sharding_value(trace, type)
	                       : &value_none;
	return value;
}

/* An array of which only the type counts, so that it may have been deleted. */
static const struct value *alive(struct trace *trace, const struct value *leaf)
{
	if (leaf->kind != VALUE_ARRAY || !leaf->array->deleted)
		return leaf;
	struct array *copy = arena_new(trace->op.arena, struct array, 1);
	*copy = *leaf->array;
	copy->deleted = false;
	return value_array(trace->op.arena, copy);
}

/* An attribute of an object; NULL without an error when it has none. */
static const struct value *attribute_had(struct trace *trace, const struct value *object,
                                         struct str name, struct span at)
{
	trace->failure.catching++;
	const struct value *value = object_attribute(trace, object, name, at);
	trace->failure.catching--;
	if (!value)
		(void)take_error(trace);
	return value;
}

/* What an object with a shape and a dtype describes; any other one itself. JAX: api_util.py
 * shaped_abstractify. */
static const struct value *object_described(struct trace *trace, const struct value *object,
                                            struct span at)
{
	const struct value *given[] = {attribute_had(trace, object, STR("shape"), at),
	                               attribute_had(trace, object, STR("dtype"), at)};
	return given[0] && given[1]
	           ? library_call(trace, "jax", "ShapeDtypeStruct", given, COUNT_OF(given), at)
	           : object;
}

/* An array of the type; of a program that is planned it lies as the type is described. */
static const struct value *described_array(struct trace *trace, const struct value *leaf)
{
	const struct array *array = array_new(&trace->op, leaf->type);
	const struct value *sharding =
	    leaf->described ? sharding_in_context(trace, leaf->described) : NULL;
	if (!trace->op.recording || !sharding || sharding->kind != VALUE_SHARDING)
		return trace_array(trace, array);
	struct named_placement placement = placement_of(trace, sharding);
	struct sharding_request request = spec_request(trace, placement.mesh, placement.spec);
	struct array *placed = arena_copy(trace->op.arena, array, 1, sizeof *array);
	placed->placed = arena_copy(trace->op.arena, &request, 1, sizeof request);
	return trace_array(trace, placed);
}

/* `data`: where what describes arrays is called. */
static const struct value *array_of_type(struct trace *trace, const struct value *leaf, void *data)
{
	const struct span *at = data;
	if (leaf->kind == VALUE_OBJECT)
		leaf = object_described(trace, leaf, *at);
	if (!leaf || leaf->kind != VALUE_TYPE)
		return leaf ? alive(trace, leaf) : NULL;
	return described_array(trace, leaf);
}

static const struct value *type_of_array(struct trace *trace, const struct value *leaf, void *data)
{
	return leaf->kind == VALUE_ARRAY ? struct_value(trace, &leaf->array->type) : leaf;
}

/* A tree with arrays in place of types, or with types in place of arrays for a row with data. */
static const struct value *exchanged(struct trace *trace, const struct call_arguments *arguments)
{
	struct span at = arguments->at;
	return pytree_map(trace, argument(arguments, 0),
	                  arguments->row->data ? type_of_array : array_of_type, &at);
}

/* jax.config.update("jax_num_cpu_devices", count) */
static const struct value *set_device_count(struct trace *trace,
                                            const struct call_arguments *arguments)
{
	return host_devices_configure(trace, argument(arguments, 0));
}

/* A class that others derive from: nothing is known of what it makes by itself. */
static const struct value *base_class(struct trace *trace, const struct call_arguments *arguments)
{
	return value_foreign(trace->op.arena, str_of(arguments->row->name));
}

static const struct value *aval(struct trace *trace, const struct call_arguments *arguments)
{
	return type_value(trace, &argument(arguments, 0)->array->type);
}

const struct function_row library_types[] = {
    MODULE(PRELUDE_INTRINSICS),
    FUNCTION("set_device_count", "count", set_device_count, .takes_unknown = true),
    FUNCTION("arrays_of_types", "tree", exchanged, .takes_unknown = true),
    FUNCTION("types_of_arrays", "tree", exchanged, .takes_unknown = true, .data = ""),
    MODULE("ndarray"),
    VALUE("aval", aval),
    MODULE("jax"),
    FUNCTION("typeof", "x", typeof_array, .since = "0.5.3"),
    FUNCTION("ShapeDtypeStruct",
             "shape, dtype, sharding=None, *, named_shape=None, weak_type=False, vma=None, "
             "is_ref=False",
             shape_dtype_struct, .python_name = "ShapeDtypeStruct.__init__",
             .also = "*, manual_axis_type, _memory_space"),
    FUNCTION("Array", "*args, **kwargs", base_class),
    FUNCTION("Device", "*args, **kwargs", base_class),
    MODULE("jax.core"),
    FUNCTION("Tracer", "*args, **kwargs", base_class),
    MODULE("jax.tree_util"),
    FUNCTION("PyTreeDef", "*args, **kwargs", base_class),
    MODULE("jax.sharding"),
    FUNCTION("Sharding", "*args, **kwargs", base_class),
    TABLE_END,
};
