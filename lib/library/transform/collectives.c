/* SPDX-License-Identifier: Apache-2.0 */
/* What the collectives of prelude/lax/collectives.py ask of the axes that jax.vmap names, and of
 * Manual axes of a mesh. JAX: lax/parallel.py. */
#include "library/library.h"
#include "op/core/dtype_class.h"
#include "op/core/levels.h"
#include "trace/eval/prelude.h"
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
	int64_t size;    /* of the last one */
};

/* Adds the vmap or Manual axis that binds the name, a Manual one before any vmap; false: none does.
 */
static bool bind_name(const struct op *op, const struct value *name, struct named_levels *named)
{
	const struct abstract_mesh *mesh = op->mesh;
	uint32_t axis = mesh ? jax_axis_index(mesh->mesh, name->string) : 0;
	if (mesh && axis < mesh->mesh->naxes && mesh->types[axis] == AXIS_MANUAL) {
		named->axes |= UINT64_C(1) << axis;
		named->size = mesh->mesh->axes[axis].size;
		return true;
	}
	for (uint32_t level = op->nmappings; level > 0; level--) {
		const struct mapping *mapping = &op->mappings[level - 1];
		if (!mapping->named || !str_equal(mapping->name, name->string))
			continue;
		named->levels |= UINT64_C(1) << (level - 1);
		named->size = mapping->size;
		return true;
	}
	return false;
}

/* What binds all of these names. */
static struct named_levels bind_names(const struct op *op, const struct value *names)
{
	const struct value_list *items = value_items(names);
	struct named_levels named = {0};
	for (uint32_t i = 0; i < items->count; i++)
		(void)bind_name(op, items->items[i], &named);
	return named;
}

/* name: the size of what binds it, or None. */
static const struct value *named_size(struct trace *trace, const struct call_arguments *arguments)
{
	struct named_levels named = {0};
	const struct value *name = argument(arguments, 0);
	if (name->kind != VALUE_STRING)
		return trace_unknown(trace, "a collective over this axis is not followed");
	return bind_name(&trace->op, name, &named) ? value_int(trace->op.arena, named.size)
	                                           : &value_none;
}

/* name: whether that is a Manual axis of the mesh in context. */
static const struct value *is_manual_axis(struct trace *trace,
                                          const struct call_arguments *arguments)
{
	struct named_levels named = {0};
	(void)bind_name(&trace->op, argument(arguments, 0), &named);
	return value_bool(named.axes);
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

/* x, names: reduced over the examples of the vmaps that the names are of. A sum of what none of
 * them maps is so many times that. */
static const struct value *reduce_examples(struct trace *trace,
                                           const struct call_arguments *arguments)
{
	struct op *op = &trace->op;
	const struct array *x = argument(arguments, 0)->array;
	uint64_t levels = bind_names(op, argument(arguments, 1)).levels;
	uint64_t visible = levels >> op->staged << op->staged;
	bool sums = arguments->row->data == &lax_reduce_sum;
	if (sums && visible && !(array_levels(op, x) & visible))
		x = numpy_binary(op, &lax_mul, x, array_scalar(op, default_int(op), true), false);
	return trace_array(trace, x ? reduce_levels(op, arguments->row->data, x, levels) : NULL);
}

/* x, names, sums: x, which must be unreduced over all the axes where it is a sum, or over none and
 * reduced over none. JAX: core.py check_unreduced_args. */
static const struct value *check_partial(struct trace *trace,
                                         const struct call_arguments *arguments)
{
	struct op *op = &trace->op;
	const struct value *x = argument(arguments, 0);
	const struct array_type *type = &x->array->type;
	uint64_t axes = bind_names(op, argument(arguments, 1)).axes;
	uint64_t partial = (type->unreduced | type->reduced) & axes;
	bool sums = argument(arguments, 2)->boolean;
	if (!partial || (sums && (type->unreduced & axes) == axes))
		return x;
	if (sums && partial != axes)
		return trace_unknown(trace, "a sum along axes in several states");
	return refuse_to_vary(op, type, partial) ? x : NULL;
}

/* name: the number of the device, or of the example, which each of them sees as a scalar of its
 * own. */
static const struct value *index_along(struct trace *trace, const struct call_arguments *arguments)
{
	struct op *op = &trace->op;
	struct named_levels named = {0};
	(void)bind_name(op, argument(arguments, 0), &named);
	if (named.axes)
		return trace_array(trace, manual_index(op, named.axes));
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

#define REDUCTION(id) \
	FUNCTION(#id "_examples", "x, names", reduce_examples, .data = &lax_reduce_##id)

const struct function_row library_collectives[] = {
    MODULE(PRELUDE_INTRINSICS),
    FUNCTION("named_size", "name", named_size),
    FUNCTION("is_manual_axis", "name", is_manual_axis),
    REDUCTION(sum),
    REDUCTION(max),
    REDUCTION(min),
    FUNCTION("check_partial", "x, names, sums", check_partial),
    FUNCTION("index_along", "name", index_along),
    TABLE_END,
};
