/* SPDX-License-Identifier: Apache-2.0 */
/* Collectives over the axes that jax.vmap names, sums and their like over the mapped dimension, and
 * over Manual axes of a mesh. JAX: lax/parallel.py. */
#include "library/library.h"
#include "base/checked.h"
#include "op/core/levels.h"
#include "trace/convert/pytree.h"
#include "op/core/dtype_class.h"
#include "op/core/primitive.h"
#include "op/core/unreduced.h"
#include "op/elementwise/elementwise.h"
#include "op/manual/manual.h"
#include "op/reduce/reduce.h"
#include "op/shape/shape.h"

/* The vmaps and mesh axes that a collective goes over. */
struct named_levels {
	uint64_t levels; /* vmaps: bit n is level n + 1 */
	uint64_t axes;   /* of the mesh in context, Manual ones */
	int64_t size;    /* of all of them together */
};

/* The axis is of the mesh, but not Manual. JAX: core.py get_vma. */
static bool refuse_not_manual(struct op *op, struct str name)
{
	static const char *const kinds[] = {"Auto", "Explicit", "Manual"};
	uint32_t axis = jax_axis_index(op->mesh->mesh, name);
	return refuse(op, RULE_NAME_UNKNOWN, "ValueError",
	              TEXT("Axes mentioned in `vma` field of ShapedArray should be of type "
	                   "`Manual`. Got axis: {} of type AxisType.{}",
	                   name, kinds[op->mesh->types[axis]]),
	              WORDS("no shard_map around this binds an axis '{}'", name));
}

/* `primitive` is what JAX calls it by then, "psum" for maxima too; NULL while it looks for sizes.
 */
static bool raise_unbound(struct trace *trace, const char *primitive, struct str name)
{
	struct op *op = &trace->op;
	bool varies = primitive && op->checks_varying && op_has(op, JAX_VARYING_TYPES) &&
	              op->mesh && strcmp(primitive, "axis_index") != 0;
	bool unknown = varies && jax_axis_index(op->mesh->mesh, name) == op->mesh->mesh->naxes;
	bool keyed = !op_has(op, JAX_VARYING_NAMES_BOUND);
	if (varies && keyed && !unknown)
		return refuse_not_manual(op, name);
	if (unknown)
		refuse(
		    op, RULE_NAME_UNKNOWN, keyed ? "KeyError" : "AssertionError",
		    TEXT("{}", keyed ? str_format(op->arena, "'%.*s'", STR_ARG(name)) : STR("")));
	else if (primitive && op_has(op, JAX_UNBOUND_AXIS_HELP))
		refuse(op, RULE_NAME_UNKNOWN, "NameError",
		       TEXT("Found an unbound axis name: {}. To fix this, please call {} under "
		            "`jax.shard_map`.",
		            name, varies ? "pvary" : primitive));
	else
		refuse(op, RULE_NAME_UNKNOWN, "NameError", TEXT("unbound axis name: {}", name));
	if (op->mesh && abstract_mesh_axes(op->mesh, AXIS_MANUAL))
		return explain(op,
		               WORDS("no shard_map or vmap around this binds an axis '{}'", name));
	return explain(op, WORDS("no vmap around this names its axis '{}'", name),
	               HELP("give jax.vmap axis_name='{}'", name));
}

static bool add_name(struct trace *trace, const char *primitive, const struct value *name,
                     struct named_levels *named)
{
	const struct op *op = &trace->op;
	const struct abstract_mesh *mesh = op->mesh;
	if (name->kind != VALUE_STRING)
		return op_unknown(&trace->op, "a collective over this axis is not followed");
	uint32_t axis = mesh ? jax_axis_index(mesh->mesh, name->string) : 0;
	if (mesh && axis < mesh->mesh->naxes && mesh->types[axis] == AXIS_MANUAL) {
		named->axes |= UINT64_C(1) << axis;
		return checked_multiply(&named->size, named->size, mesh->mesh->axes[axis].size);
	}
	for (uint32_t level = op->nmappings; level > 0; level--) {
		const struct mapping *mapping = &op->mappings[level - 1];
		if (!mapping->named || !str_equal(mapping->name, name->string))
			continue;
		named->levels |= UINT64_C(1) << (level - 1);
		if (!checked_multiply(&named->size, named->size, mapping->size))
			return op_unknown(&trace->op, "a collective over too many elements");
		return true;
	}
	return raise_unbound(trace, primitive, name->string);
}

static bool read_names(struct trace *trace, const char *primitive, const struct value *names,
                       struct named_levels *named)
{
	const struct value_list *items = value_items(names);
	*named = (struct named_levels){.size = 1};
	if (!items)
		return add_name(trace, primitive, names, named);
	for (uint32_t i = 0; i < items->count; i++)
		if (!add_name(trace, primitive, items->items[i], named))
			return false;
	return true;
}

/* The array reduced over the mapped dimensions of these vmaps. */
static const struct array *reduce_levels(struct op *op, const struct primitive *reduction,
                                         const struct array *array, uint64_t levels)
{
	if (array->level <= op->staged || !levels)
		return array;
	const struct array *whole = reduce_levels(op, reduction, array->mapped, levels);
	if (!whole)
		return NULL;
	if (levels >> (array->level - 1) & 1)
		return lax_reduce(op, reduction, whole, &array->mapped_dim, 1, NULL);
	return array_map(op, whole, array->mapped_dim, array->level);
}

struct reducing {
	const char *name;
	const struct primitive *reduction;
	bool sums, divides;
};

static const struct reducing sum = {"psum", &lax_reduce_sum, true, false},
			     mean = {"psum", &lax_reduce_sum, true, true},
			     largest = {"pmax", &lax_reduce_max, false, false},
			     smallest = {"pmin", &lax_reduce_min, false, false};

/* Whether the sum is of an array that is unreduced over all the axes, or over none and reduced over
 * none. JAX: core.py check_unreduced_args. */
static bool check_partial(struct op *op, const struct reducing *collective,
                          const struct array *array, const struct value *names, uint64_t axes)
{
	const struct array_type *type = &array->type;
	uint64_t partial = (type->unreduced | type->reduced) & axes;
	if (!partial || (collective->sums && (type->unreduced & axes) == axes))
		return true;
	if (collective->sums && partial != axes)
		return op_unknown(op, "a sum along axes in several states");
	return refuse_to_vary(op, type, partial);
}

/*
 * Whether the array varies along all the axes or along none, as it must where shard_map follows
 * that; vmaps are axes along which nothing does. JAX: lax/parallel.py _get_from.
 */
static bool check_state(struct trace *trace, const struct reducing *collective,
                        const struct array *array, const struct value *names,
                        const struct named_levels *named)
{
	struct op *op = &trace->op;
	uint64_t varying = array->type.varying & named->axes;
	bool told = collective->sums ? op_has(op, JAX_PSUM_CHECKS_STATE)
	                             : op_has(op, JAX_PMAX_CHECKS_STATE);
	if (!op->checks_varying)
		return true;
	if (!check_partial(op, collective, array, names, named->axes))
		return false;
	if (told && varying && (varying != named->axes || named->levels))
		return refuse(
		    op, RULE_SHARDING_CONFLICT, "ValueError",
		    TEXT(
			"jax.lax.{} can only accept axis_name which corresponds to one of varying, "
			"unreduced, reduced or invarying state of the input. Got input type: "
			"{long}, "
			"axes: {} and input state: {}",
			collective->name, &array->type, value_repr(names),
			"{'varying', 'invarying'}"),
		    WORDS("{array|the array} varies along some of the axes alone", &array->type),
		    HELP("name those axes alone, or vary it along the others first with pcast"));
	if (!named->levels)
		return true;
	if (!op_has(op, JAX_PSUM_CHECKS_STATE))
		return op_unknown(op, "a collective along an axis of vmap inside of shard_map");
	return refuse(
	    op, RULE_PROGRAM_ERROR, "AssertionError", TEXT(""),
	    WORDS("a shard_map with check_vma takes no collective along an axis of vmap"));
}

/* The array reduced along Manual axes. */
static const struct array *reduce_axes(struct op *op, const struct reducing *reducing,
                                       const struct array *array, uint64_t axes)
{
	bool finishes = array && op->checks_varying && array->type.unreduced & axes;
	struct collective along = {.name = reducing->name,
	                           .axes = axes,
	                           .varies = finishes ? VARIES_AS_BEFORE : VARIES_NO_MORE,
	                           .unreduced = finishes ? -1 : 0,
	                           .gathered = NO_DIM,
	                           .scattered = NO_DIM,
	                           .checked = op->checks_varying,
	                           .no_derivative = !reducing->sums};
	return array && axes ? manual_collective(op, array, &along) : array;
}

/* A Python number, which is the same for every example. */
static const struct value *reduce_number(struct trace *trace, const struct reducing *collective,
                                         const struct value *number, int64_t size)
{
	int64_t product;
	if (!collective->sums)
		return number;
	if (number->kind == VALUE_FLOAT)
		return value_float(trace->op.arena, collective->divides
		                                        ? number->real
		                                        : number->real * (double)size);
	if (collective->divides)
		return value_float(trace->op.arena, (double)number->integer);
	if (!checked_multiply(&product, number->integer, size))
		return trace_unknown(trace, "a sum of more than 64 bits");
	return value_int(trace->op.arena, product);
}

static const struct value *reduce_leaf(struct trace *trace, const struct reducing *collective,
                                       const struct value *leaf, const struct value *names,
                                       const struct named_levels *named)
{
	struct op *op = &trace->op;
	if (leaf->kind == VALUE_INT || leaf->kind == VALUE_FLOAT)
		return reduce_number(trace, collective, leaf, named->size);
	const struct array *array = pytree_array(trace, leaf);
	if (array && collective->sums && dtype_class(array->type.dtype) == DTYPE_BOOL)
		array = numpy_astype(op, array, default_int(op));
	uint64_t visible = named->levels >> op->staged << op->staged;
	if (array && collective->sums && visible && !(array_levels(op, array) & visible))
		array = numpy_binary(op, &lax_mul, array, array_scalar(op, default_int(op), true),
		                     false);
	if (!array || !check_state(trace, collective, array, names, named))
		return NULL;
	array = reduce_levels(op, collective->reduction, array, named->levels);
	array = reduce_axes(op, collective, array, named->axes);
	if (array && collective->divides)
		array = numpy_binary(op, &lax_div, array, array_scalar(op, default_float(op), true),
		                     true);
	return trace_array(trace, array);
}

/* Whether all leaves are Python numbers, whose sum is their product with the number of examples. */
static bool only_numbers(const struct pytree *tree)
{
	for (uint32_t i = 0; i < tree->count; i++)
		if (tree->leaves[i]->kind != VALUE_INT && tree->leaves[i]->kind != VALUE_FLOAT)
			return false;
	return true;
}

/* Names as a tuple of them. */
static const struct value *tuple_of(struct trace *trace, const struct value *names)
{
	const struct value_list *items = value_items(names);
	struct arena *arena = trace->op.arena;
	const struct value **one = arena_new(arena, const struct value *, 1);
	one[0] = names;
	return items ? value_sequence(arena, VALUE_TUPLE, items->items, items->count)
	             : value_sequence(arena, VALUE_TUPLE, one, 1);
}

static const struct value *call_reduction(struct trace *trace,
                                          const struct call_arguments *arguments)
{
	const struct reducing *collective = arguments->row->data;
	const struct value *names = tuple_of(trace, argument(arguments, 1));
	struct named_levels named;
	struct pytree tree;
	const struct value *grouped[] = {argument(arguments, 1), argument(arguments, 2)};
	if (grouped[1]->kind != VALUE_NONE &&
	    !library_call(trace, "<prelude>", "within_groups", grouped, 2, arguments->at))
		return NULL;
	if (!pytree_flatten(trace, argument(arguments, 0), &tree) ||
	    !read_names(trace, collective->sums && only_numbers(&tree) ? NULL : "psum", names,
	                &named))
		return NULL;
	for (uint32_t i = 0; i < tree.count; i++) {
		tree.leaves[i] = reduce_leaf(trace, collective, tree.leaves[i], names, &named);
		if (!tree.leaves[i])
			return NULL;
	}
	return pytree_unflatten(trace, &tree, tree.leaves);
}

/* The number of the device along Manual axes. */
static const struct value *device_index(struct trace *trace, uint64_t axes)
{
	struct op *op = &trace->op;
	struct array_type type = array_scalar(op, dtype_named(STR("int32")), false)->type;
	type.mesh = op->mesh;
	type.varying = op->checks_varying ? axes : 0;
	return trace_array(trace, array_new(op, &type));
}

/* The number of the example, which each of them sees as a scalar of its own. */
static const struct value *call_axis_index(struct trace *trace,
                                           const struct call_arguments *arguments)
{
	struct op *op = &trace->op;
	struct named_levels named;
	if (!read_names(trace, "axis_index", argument(arguments, 0), &named))
		return NULL;
	if (named.axes && !named.levels)
		return device_index(trace, named.axes);
	if (named.axes || named.levels & (named.levels - 1))
		return trace_unknown(trace, "an index along several axes is not followed");
	uint32_t level = 1;
	while (!(named.levels >> (level - 1) & 1))
		level++;
	const struct dtype *int32 = dtype_named(STR("int32"));
	if (level <= op->staged)
		return trace_array(trace, array_scalar(op, int32, false));
	const struct array *numbers =
	    lax_iota(op, int32, shape_copy(op->arena, &named.size, 1), 1, 0, NULL);
	return trace_array(trace, array_map(op, numbers, 0, level));
}

static const struct value *call_axis_size(struct trace *trace,
                                          const struct call_arguments *arguments)
{
	struct named_levels named;
	return read_names(trace, NULL, argument(arguments, 0), &named)
	           ? value_int(trace->op.arena, named.size)
	           : NULL;
}

#define REDUCTION(row_name, kind)                                                         \
	{                                                                                 \
		.name = row_name, .signature = "x, axis_name, *, axis_index_groups=None", \
		.call = call_reduction, .data = &kind                                     \
	}

const struct function_row library_collectives[] = {
    MODULE("jax.lax"),
    REDUCTION("psum", sum),
    REDUCTION("pmean", mean),
    REDUCTION("pmax", largest),
    REDUCTION("pmin", smallest),
    FUNCTION("axis_index", "axis_name", call_axis_index),
    FUNCTION("axis_size", "axis_name", call_axis_size, .since = "0.6.1"),
    TABLE_END,
};
