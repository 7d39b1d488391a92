/* SPDX-License-Identifier: Apache-2.0 */
/* Collectives over the axes that jax.vmap names: sums and their like over the mapped dimension.
 * JAX: lax/parallel.py. */
#include "library/library.h"
#include "op/core/levels.h"
#include "trace/convert/convert_value.h"
#include "trace/convert/pytree.h"
#include "op/core/dtype_class.h"
#include "op/core/primitive.h"
#include "op/elementwise/elementwise.h"
#include "op/reduce/reduce.h"
#include "op/shape/shape.h"

/* The vmaps that a collective goes over: bit n is level n + 1. */
struct named_levels {
	uint64_t levels;
	int64_t size; /* of all of them together */
};

/* `primitive` is what JAX calls it by then, "psum" for maxima too; NULL while it looks for sizes.
 */
static bool raise_unbound(struct trace *trace, const char *primitive, struct str name)
{
	struct op *op = &trace->op;
	if (primitive && op_has(op, JAX_UNBOUND_AXIS_HELP))
		refuse(op, RULE_NAME_UNKNOWN, "NameError",
		       TEXT("Found an unbound axis name: {}. To fix this, please call {} under "
		            "`jax.shard_map`.",
		            name, primitive));
	else
		refuse(op, RULE_NAME_UNKNOWN, "NameError", TEXT("unbound axis name: {}", name));
	return explain(op, WORDS("no vmap around this names its axis '{}'", name),
	               HELP("give jax.vmap axis_name='{}'", name));
}

static bool add_name(struct trace *trace, const char *primitive, const struct value *name,
                     struct named_levels *named)
{
	const struct op *op = &trace->op;
	if (name->kind != VALUE_STRING)
		return op_unknown(&trace->op, "a collective over this axis is not followed");
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

struct collective {
	const struct primitive *reduction;
	bool sums, divides;
};

static const struct collective sum = {&lax_reduce_sum, true, false},
			       mean = {&lax_reduce_sum, true, true},
			       largest = {&lax_reduce_max, false, false},
			       smallest = {&lax_reduce_min, false, false};

/* A Python number, which is the same for every example. */
static const struct value *reduce_number(struct trace *trace, const struct collective *collective,
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

static const struct value *reduce_leaf(struct trace *trace, const struct collective *collective,
                                       const struct value *leaf, const struct named_levels *named)
{
	struct op *op = &trace->op;
	if (leaf->kind == VALUE_INT || leaf->kind == VALUE_FLOAT)
		return reduce_number(trace, collective, leaf, named->size);
	const struct array *array = pytree_array(trace, leaf);
	if (array && collective->sums && dtype_class(array->type.dtype) == DTYPE_BOOL)
		array = numpy_astype(op, array, dtype_named(STR("int32")));
	uint64_t visible = named->levels >> op->staged << op->staged;
	if (array && collective->sums && visible && !(array_levels(op, array) & visible))
		array = numpy_binary(op, &lax_mul, array,
		                     array_scalar(op, dtype_named(STR("int32")), true), false);
	array = array ? reduce_levels(op, collective->reduction, array, named->levels) : NULL;
	if (array && collective->divides)
		array = numpy_binary(op, &lax_div, array,
		                     array_scalar(op, dtype_named(STR("float32")), true), true);
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

static const struct value *call_reduction(struct trace *trace,
                                          const struct call_arguments *arguments)
{
	const struct collective *collective = arguments->row->data;
	struct named_levels named;
	struct pytree tree;
	if (argument(arguments, 2)->kind != VALUE_NONE)
		return trace_unknown(trace, "collectives within groups are not followed");
	if (!pytree_flatten(trace, argument(arguments, 0), &tree) ||
	    !read_names(trace, collective->sums && only_numbers(&tree) ? NULL : "psum",
	                argument(arguments, 1), &named))
		return NULL;
	for (uint32_t i = 0; i < tree.count; i++) {
		tree.leaves[i] = reduce_leaf(trace, collective, tree.leaves[i], &named);
		if (!tree.leaves[i])
			return NULL;
	}
	return pytree_unflatten(trace, &tree, tree.leaves);
}

/* The number of the example, which each of them sees as a scalar of its own. */
static const struct value *call_axis_index(struct trace *trace,
                                           const struct call_arguments *arguments)
{
	struct op *op = &trace->op;
	struct named_levels named;
	if (!read_names(trace, "axis_index", argument(arguments, 0), &named))
		return NULL;
	if (named.levels & (named.levels - 1))
		return trace_unknown(trace, "an index along several axes is not followed");
	uint32_t level = 1;
	while (!(named.levels >> (level - 1) & 1))
		level++;
	const struct dtype *int32 = dtype_named(STR("int32"));
	if (level <= op->staged)
		return trace_array(trace, array_scalar(op, int32, false));
	const struct array *numbers =
	    lax_iota(op, int32, shape_copy(op->arena, &named.size, 1), 1, 0, NULL);
	return trace_array(trace, numbers ? array_map(op, numbers, 0, level) : NULL);
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

static const struct function_row rows[] = {
    REDUCTION("psum", sum),
    REDUCTION("pmean", mean),
    REDUCTION("pmax", largest),
    REDUCTION("pmin", smallest),
    FUNCTION("axis_index", "axis_name", call_axis_index),
    FUNCTION("axis_size", "axis_name", call_axis_size, .since = "0.7.0"),
};

const struct module_row library_collectives = {"jax.lax", rows, sizeof rows / sizeof *rows};
