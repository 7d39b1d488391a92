/* SPDX-License-Identifier: Apache-2.0 */
/* jnp.array and jnp.asarray: what Python holds as an array. JAX: numpy/array_constructors.py. */
#include "library/arguments/creation_arguments.h"
#include "library/library.h"
#include "trace/convert/held_value.h"
#include "library/arguments/shape_arguments.h"

#include "op/core/committed_array.h"
#include "op/core/dtype_class.h"
#include "op/core/recording.h"
#include "op/elementwise/elementwise.h"
#include "op/place/place.h"
#include "op/shape/shape.h"

enum { MAX_NESTING = MAX_RANK };

/* What the leaves of nested lists have in common. */
struct leaves {
	const struct array_type **types;
	uint32_t count;
	size_t room;
	bool arrays;         /* some of them are arrays that JAX holds, not numbers */
	int64_t least, most; /* of Python's integers among them and 0 */
};

/* The items of a list, tuple or range; false for anything else, or after an error. */
static bool nested_items(struct trace *trace, const struct value *value, struct value_list *items)
{
	if (value->kind != VALUE_LIST && value->kind != VALUE_TUPLE && value->kind != VALUE_RANGE)
		return false;
	return trace_iterate(trace, value, items);
}

/* A number or an array: of the dtype that is asked for, whose bits must hold an integer of Python,
 * or, without one, its own. */
static const struct array *leaf_array(struct trace *trace, const struct value *value,
                                      const struct dtype *dtype)
{
	struct op *op = &trace->op;
	value = value_held_array(trace, value);
	if (!value)
		return NULL;
	if (dtype && value->kind == VALUE_INT)
		return integer_in_bounds(op, dtype, value->integer)
		           ? held_number(trace, value, array_scalar(op, dtype, false))
		           : NULL;
	const struct array *leaf = value_to_operand(trace, value, "array");
	return leaf && dtype ? lax_convert_element_type(op, leaf, dtype, false) : leaf;
}

/* The array whose type counts where leaves are joined. Whether an integer fits is asked when the
 * dtype of all of them is known. */
static const struct array *typed_leaf(struct trace *trace, const struct value *value,
                                      struct leaves *leaves)
{
	if (value->kind != VALUE_INT)
		return leaf_array(trace, value, NULL);
	leaves->least = value->integer < leaves->least ? value->integer : leaves->least;
	leaves->most = value->integer > leaves->most ? value->integer : leaves->most;
	return array_scalar(&trace->op, default_int(&trace->op), true);
}

/* Adds a number or an array; false after an error. */
static bool add_leaf(struct trace *trace, const struct value *value, struct leaves *leaves)
{
	if (value->kind == VALUE_NONE)
		return refuse(&trace->op, RULE_PROGRAM_ERROR,
		              op_has(&trace->op, JAX_ARRAY_OF_NONE_IS_VALUE_ERROR) ? "ValueError"
		                                                                   : "TypeError",
		              TEXT("None is not a valid value for jnp.array"));
	if (value->kind == VALUE_STRING)
		return op_unknown(&trace->op, "an array of text");
	const struct array *leaf = typed_leaf(trace, value, leaves);
	if (!leaf)
		return false;
	leaves->types = arena_append(trace->op.arena, leaves->types, leaves->count, &leaves->room,
	                             sizeof *leaves->types);
	leaves->types[leaves->count++] = &leaf->type;
	leaves->arrays |= value->kind == VALUE_ARRAY;
	return true;
}

/* Walks nested lists, at most MAX_NESTING deep. */
static bool collect_leaves(struct trace *trace, const struct value *value, uint32_t depth,
                           struct leaves *leaves)
{
	struct value_list items;
	if (depth > MAX_NESTING)
		return op_unknown(&trace->op, "lists nested more than %d deep", MAX_NESTING);
	if (!nested_items(trace, value, &items))
		return add_leaf(trace, value, leaves);
	for (uint32_t i = 0; i < items.count; i++)
		if (!collect_leaves(trace, items.items[i], depth + 1, leaves))
			return false;
	return true;
}

/* The shape that all lists have at each depth, of numbers alone; *regular says whether they do. */
static void nested_shape(struct trace *trace, const struct value *value, uint32_t depth,
                         int64_t *shape, uint32_t *rank, bool *regular)
{
	struct value_list items;
	if (!nested_items(trace, value, &items)) {
		if (*rank > depth)
			*rank = depth, *regular = false;
		return;
	}
	if (depth >= *rank)
		return;
	if (shape[depth] < 0)
		shape[depth] = items.count;
	if (shape[depth] != items.count)
		*rank = depth, *regular = false;
	for (uint32_t i = 0; i < items.count && depth + 1 <= *rank; i++)
		nested_shape(trace, items.items[i], depth + 1, shape, rank, regular);
}

/* How deep the first items of lists are nested. */
static uint32_t nesting(struct trace *trace, const struct value *value)
{
	struct value_list items;
	uint32_t depth = 0;
	while (depth < MAX_NESTING && nested_items(trace, value, &items)) {
		depth++;
		if (!items.count)
			break;
		value = items.items[0];
	}
	return depth;
}

/* Fills in the numbers of nested lists from `*at` on; false when one is not known to be of the
 * dtype. */
static bool fill_leaves(struct trace *trace, const struct value *value, const struct dtype *dtype,
                        union element *items, int64_t *at)
{
	struct value_list list;
	if (!nested_items(trace, value, &list))
		return value_element(value, dtype, &items[(*at)++]);
	for (uint32_t i = 0; i < list.count; i++)
		if (!fill_leaves(trace, list.items[i], dtype, items, at))
			return false;
	return true;
}

/* The array with what the numbers of nested lists are. */
static const struct array *hold_leaves(struct trace *trace, const struct value *value,
                                       const struct array *array)
{
	int64_t at = 0;
	if (!trace->op.values || !dtype_is_held(array->type.dtype))
		return array;
	union element *items = elements_new(&trace->op, &array->type);
	if (items && fill_leaves(trace, value, array->type.dtype, items, &at))
		array_hold(array, items);
	return array;
}

/* An array of numbers alone: a constant. */
static const struct array *numbers_array(struct trace *trace, const struct value *value,
                                         const struct dtype *dtype)
{
	int64_t *shape = arena_new(trace->op.arena, int64_t, MAX_RANK);
	uint32_t rank = nesting(trace, value);
	bool regular = true;
	for (uint32_t i = 0; i < rank; i++)
		shape[i] = -1;
	nested_shape(trace, value, 0, shape, &rank, &regular);
	struct array_type type = type_plain(trace->op.arena, dtype, shape, rank);
	if (regular) {
		const struct array *array = hold_leaves(trace, value, array_new(&trace->op, &type));
		if (trace->op.recording != trace->recorded.outside)
			recording_constant(&trace->op, array);
		return array;
	}
	return refuse(&trace->op, RULE_SHAPE_MISMATCH, "ValueError",
	              TEXT("setting an array element with a sequence. The requested array has an "
	                   "inhomogeneous shape after {} dimensions. The detected shape was {} + "
	                   "inhomogeneous part.",
	                   rank, sizes_of(shape, rank)));
}

static const struct array *nested_array(struct trace *trace, const struct value *value,
                                        const struct dtype *dtype);

/* Arrays in a list, joined along a new first dimension. */
static const struct array *join_items(struct trace *trace, const struct value_list *items,
                                      const struct dtype *dtype)
{
	struct op *op = &trace->op;
	static const uint32_t front = 0;
	const struct array **parts = arena_new(op->arena, const struct array *, items->count);
	for (uint32_t i = 0; i < items->count; i++) {
		parts[i] = nested_array(trace, items->items[i], dtype);
		if (!parts[i])
			return NULL;
		if (op_has(op, JAX_ARRAY_BY_STACK) &&
		    !type_same_shape(&parts[i]->type, &parts[0]->type))
			return trace_refuse(trace, RULE_SHAPE_MISMATCH, "ValueError",
			                    TEXT("All input arrays must have the same shape."));
	}
	for (uint32_t i = 0; i < items->count; i++)
		if (!(parts[i] = lax_expand_dims(op, parts[i], &front, 1)))
			return NULL;
	return lax_concatenate(op, parts, items->count, 0);
}

/* The value as an array of the dtype, which is known to be right for its leaves. */
static const struct array *nested_array(struct trace *trace, const struct value *value,
                                        const struct dtype *dtype)
{
	struct leaves leaves = {0};
	struct value_list items;
	if (!nested_items(trace, value, &items))
		return leaf_array(trace, value, dtype);
	if (!collect_leaves(trace, value, 0, &leaves))
		return NULL;
	return leaves.arrays ? join_items(trace, &items, dtype)
	                     : numbers_array(trace, value, dtype);
}

static const struct array *python_array(struct trace *trace, const struct value *value,
                                        const struct dtype *dtype)
{
	struct leaves leaves = {0};
	struct value_list items;
	bool weak;
	value = value_with_arrays(trace, value);
	if (!value || !collect_leaves(trace, value, 0, &leaves))
		return NULL;
	if (!nested_items(trace, value, &items))
		return leaf_array(trace, value, dtype);
	if (!dtype)
		dtype = leaves.count ? promote_all(&trace->op, leaves.types, leaves.count, &weak)
		                     : default_float(&trace->op);
	if (!dtype)
		return op_unknown(&trace->op, "numbers of dtypes that have none in common");
	if (!integer_in_bounds(&trace->op, dtype, leaves.least) ||
	    !integer_in_bounds(&trace->op, dtype, leaves.most))
		return NULL;
	return nested_array(trace, value, dtype);
}

/* Dimensions of 1 in front, up to `rank` dimensions. */
static const struct array *prepend_ones(struct trace *trace, const struct array *x, int64_t rank)
{
	if (!op_takes_rank(&trace->op, (uint64_t)rank))
		return NULL;
	uint32_t count = (uint32_t)rank - x->type.rank;
	uint32_t *dims = arena_new(trace->op.arena, uint32_t, count);
	for (uint32_t i = 0; i < count; i++)
		dims[i] = i;
	return lax_expand_dims(&trace->op, x, dims, count);
}

/* Where the array is to lie: out_sharding=, or device=, which older releases refuse on Explicit
 * axes. */
static const struct array *place_array(struct trace *trace, const struct call_arguments *arguments,
                                       uint32_t index, const struct array *x)
{
	const struct sharding_request *sharding = NULL;
	bool device = index < arguments->count && argument_given(arguments, index);
	bool asked = index + 1 < arguments->count && argument_given(arguments, index + 1);
	if (!x || (!device && !asked))
		return x;
	const struct value *both[] = {value_array(trace->op.arena, x), argument(arguments, index)};
	bool on_auto = both[1]->kind == VALUE_SHARDING &&
	               abstract_mesh_all(both[1]->sharding->mesh->mesh.mesh, AXIS_AUTO);
	bool eagerly = trace->op.eager && both[1]->kind == VALUE_SHARDING;
	if (device && !asked && !trace->op.mesh && (eagerly || on_auto)) {
		const struct value *constrained = library_call(
		    trace, "jax.lax", "with_sharding_constraint", both, 2, arguments->at);
		return constrained ? constrained->array : NULL;
	}
	const struct array *put = asked ? x : made_on_device(trace, arguments, index, x);
	if (put != x)
		return put;
	bool resharded = op_has(&trace->op, JAX_ARRAY_DEVICE_RESHARDS) &&
	                 argument(arguments, index)->kind == VALUE_SHARDING;
	if (device && !asked && !resharded)
		return op_unknown(&trace->op, "what device= makes of an array here");
	if (device && !asked
	        ? !value_to_sharding(trace, argument(arguments, index), "reshard", &sharding)
	        : !placement_arguments(trace, arguments, index, "jnp.array", &sharding))
		return NULL;
	return sharding ? lax_reshard(&trace->op, x, sharding) : x;
}

static bool check_order(struct trace *trace, const struct value *order)
{
	return order->kind == VALUE_NONE ||
	       (order->kind == VALUE_STRING && str_equal(order->string, STR("K"))) ||
	       refuse(&trace->op, RULE_PROGRAM_ERROR, "NotImplementedError",
	              TEXT("Only implemented for order='K'"));
}

/* Whether an array that is copied, and not placed, is on the devices of the mesh in context. */
static bool check_copied(struct trace *trace, const struct value *object)
{
	return object->kind != VALUE_ARRAY ||
	       check_context_devices(&trace->op, "copy", 0, &object->array, 1);
}

/* jnp.array: object, dtype, copy, order, ndmin, device, out_sharding. */
static const struct value *array(struct trace *trace, const struct call_arguments *arguments)
{
	const struct dtype *dtype = NULL;
	int64_t least;
	if (argument_given(arguments, 1) &&
	    !(dtype = value_to_user_dtype(trace, argument(arguments, 1))))
		return NULL;
	if (!check_order(trace, argument(arguments, 3)) ||
	    !value_to_int(trace, argument(arguments, 4), &least))
		return NULL;
	bool placed = false;
	for (uint32_t i = 5; i < arguments->count; i++)
		placed |= argument_given(arguments, i);
	if (!placed && value_truth(argument(arguments, 2)) == 1 &&
	    !check_copied(trace, argument(arguments, 0)))
		return NULL;
	const struct array *x = python_array(trace, argument(arguments, 0), dtype);
	x = place_array(trace, arguments, 5, x);
	if (!x || least <= (int64_t)x->type.rank)
		return trace_array(trace, x);
	return trace_array(trace, prepend_ones(trace, x, least));
}

/* jnp.asarray: a, dtype, order, copy, device, out_sharding. */
static const struct value *asarray(struct trace *trace, const struct call_arguments *arguments)
{
	const struct dtype *dtype = NULL;
	if ((argument_given(arguments, 1) &&
	     !(dtype = value_to_user_dtype(trace, argument(arguments, 1)))) ||
	    !check_order(trace, argument(arguments, 2)))
		return NULL;
	const struct array *x = python_array(trace, argument(arguments, 0), dtype);
	return trace_array(trace, place_array(trace, arguments, 4, x));
}

static const struct value *copy(struct trace *trace, const struct call_arguments *arguments)
{
	return check_copied(trace, argument(arguments, 0))
	           ? trace_array(trace, array_argument(trace, arguments, 0))
	           : NULL;
}

const struct function_row library_numpy_array[] = {
    MODULE("jax.numpy"),
    FUNCTION("array", "object, dtype=None, copy=True, order='K', ndmin=0", array,
             .until = "0.4.35"),
    FUNCTION("array", "object, dtype=None, copy=True, order='K', ndmin=0, *, device=None", array,
             .since = "0.4.35", .until = "0.8.0"),
    FUNCTION("array",
             "object, dtype=None, copy=True, order='K', ndmin=0, *, device=None, "
             "out_sharding=None",
             array, .since = "0.8.0", .until = "0.12.0"),
    FUNCTION("array",
             "object, dtype=None, *, copy=True, order='K', ndmin=0, device=None, "
             "out_sharding=None",
             array, .since = "0.12.0"),
    FUNCTION("asarray", "a, dtype=None, order=None, *, copy=None", asarray, .until = "0.4.35"),
    FUNCTION("asarray", "a, dtype=None, order=None, *, copy=None, device=None", asarray,
             .since = "0.4.35", .until = "0.8.0"),
    FUNCTION("asarray", "a, dtype=None, order=None, *, copy=None, device=None, out_sharding=None",
             asarray, .since = "0.8.0"),
    FUNCTION("copy", "a, order=None", copy),
    TABLE_END,
};
