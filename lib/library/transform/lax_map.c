/* SPDX-License-Identifier: Apache-2.0 */
/* lax.map: a scan without a carry, of batches if they are asked for. JAX:
 * lax/control_flow/loops.py map, _batch_and_remainder. */
#include "library/library.h"
#include "library/transform/scan.h"
#include "library/transform/transform.h"
#include "library/transform/vmap_axes.h"
#include "op/place/auto_axes.h"
#include "op/elementwise/numpy.h"
#include "trace/convert/convert_value.h"

static const struct value *call_one(struct trace *trace, const struct value *function,
                                    const struct value *x, struct span at)
{
	return trace_call(trace, function, &(struct value_list){&x, 1}, NULL, 0, at);
}

static const struct value *map_body(struct trace *trace, const void *context,
                                    const struct value *carry, const struct value *x,
                                    struct span at)
{
	const struct value **pair = arena_new(trace->op.arena, const struct value *, 2);
	pair[0] = carry;
	pair[1] = call_one(trace, context, x, at);
	return pair[1] ? value_sequence(trace->op.arena, VALUE_TUPLE, pair, 2) : NULL;
}

/* The stacked results of the function for each element. */
static const struct value *map_elements(struct trace *trace, const struct value *function,
                                        const struct value *xs, struct span at)
{
	struct scan_body body = {map_body, function, 0};
	const struct value *none = value_sequence(trace->op.arena, VALUE_TUPLE, NULL, 0);
	const struct value *result = scan_run(trace, &body, none, xs, &value_none, at);
	if (!result || result->kind == VALUE_UNKNOWN)
		return result;
	return result->list.items[1];
}

static bool refuse_sharded(struct trace *trace, const struct array_type *type)
{
	struct op *op = &trace->op;
	struct buf shown = op_buf(op);
	type_axes_text(&shown, op->rules, type, false);
	op_raise(op, RULE_DIM_SHARDED, "ValueError",
	         "0th dimension of leaf passed to `jax.lax.map` should be replicated. Got %.*s",
	         STR_ARG(buf_str(&shown)));
	return op_help(op, "reshard it so that its first dimension is None, or use jax.vmap");
}

/* Elements `start` up to `limit` of an array, in batches of `size` when that is not 0. */
static const struct array *cut_leaf(struct op *op, const struct array *x, int64_t start,
                                    int64_t limit, int64_t size)
{
	uint32_t rank = x->type.rank;
	int64_t *starts = arena_new(op->arena, int64_t, rank);
	int64_t *limits = shape_copy(op->arena, x->type.shape, rank);
	starts[0] = start;
	limits[0] = limit;
	x = lax_slice(op, x, starts, limits, NULL);
	if (!x || !size)
		return x;
	int64_t *shape = arena_new(op->arena, int64_t, rank + 1);
	shape[0] = (limit - start) / size;
	shape[1] = size;
	for (uint32_t i = 1; i < rank; i++)
		shape[i + 1] = x->type.shape[i];
	return numpy_reshape(op, x, shape, rank + 1, NULL);
}

/* The same where axes are Explicit: cut with these left to the compiler, and sharded as before. */
static const struct array *cut_sharded(struct op *op, const struct array *x, int64_t start,
                                       int64_t limit, int64_t size)
{
	struct sharding_request request = type_request(&x->type);
	struct auto_axes scope;
	if (!x->type.mesh || !x->type.mesh->explicit_axes)
		return cut_leaf(op, x, start, limit, size);
	if (size) {
		struct dim_axes *spec = spec_none(op->arena, x->type.rank + 1);
		for (uint32_t i = 1; i < x->type.rank; i++)
			spec[i + 1] = x->type.spec[i];
		request.spec = spec;
		request.count = x->type.rank + 1;
	}
	if (!auto_axes_enter(op, AUTO_AXES_EXPLICIT, &request, &scope))
		return NULL;
	const struct array *operand = auto_axes_operand(op, &scope, x);
	return auto_axes_leave(
	    op, &scope, operand ? cut_leaf(op, operand, start, limit, size) : NULL, &request);
}

/* A tree with each leaf cut so. */
static const struct value *cut_tree(struct trace *trace, const struct pytree *xs,
                                    const struct array *const *arrays, int64_t start, int64_t limit,
                                    int64_t size)
{
	const struct array **pieces = arena_new(trace->op.arena, const struct array *, xs->count);
	for (uint32_t i = 0; i < xs->count; i++) {
		if (limit > arrays[i]->type.shape[0])
			return trace_unknown(trace, "batches of arrays of different lengths");
		pieces[i] = cut_sharded(&trace->op, arrays[i], start, limit, size);
		if (!pieces[i])
			return NULL;
	}
	return pytree_of_arrays(trace, xs, pieces);
}

/* Batches of results as one: their first two dimensions become one. */
static const struct array *flatten_batches(struct op *op, const struct array *x)
{
	uint32_t rank = x->type.rank - 1;
	int64_t *shape = arena_new(op->arena, int64_t, rank);
	if (!checked_multiply(&shape[0], x->type.shape[0], x->type.shape[1]))
		return NULL;
	for (uint32_t i = 1; i < rank; i++)
		shape[i] = x->type.shape[i + 1];
	return numpy_reshape(op, x, shape, rank, NULL);
}

/* The results of the batches, and of what was left over, as one. */
static const struct value *join_results(struct trace *trace, const struct value *batches,
                                        const struct value *left)
{
	struct op *op = &trace->op;
	struct pytree tree, rest;
	if (!pytree_flatten(trace, batches, &tree) || (left && !pytree_flatten(trace, left, &rest)))
		return NULL;
	const struct array **arrays = pytree_arrays(trace, &tree);
	const struct array **others = left ? pytree_arrays(trace, &rest) : NULL;
	for (uint32_t i = 0; arrays && i < tree.count; i++) {
		arrays[i] = flatten_batches(op, arrays[i]);
		if (arrays[i] && others) {
			const struct array *parts[] = {arrays[i], others[i]};
			arrays[i] = lax_concatenate(op, parts, 2, 0);
		}
		if (!arrays[i])
			return NULL;
	}
	return arrays ? pytree_of_arrays(trace, &tree, arrays) : NULL;
}

static const struct value *map_batches(struct trace *trace, const struct value *function,
                                       const struct value *xs, int64_t size, struct span at)
{
	const struct value *mapped = vmap_function(trace, function), *batches = NULL, *left = NULL;
	struct pytree tree;
	if (!pytree_flatten(trace, xs, &tree))
		return NULL;
	const struct array **arrays = pytree_arrays(trace, &tree);
	if (!arrays)
		return NULL;
	if (!tree.count || size < 0 || arrays[0]->type.rank == 0)
		return trace_unknown(trace, "lax.map in batches of these is not followed");
	for (uint32_t i = 0; i < tree.count; i++)
		if (arrays[i]->type.rank && arrays[i]->type.spec[0].count &&
		    !refuse_sharded(trace, &arrays[i]->type))
			return NULL;
	int64_t length = arrays[0]->type.shape[0], whole = size ? length - length % size : 0;
	if (whole) {
		batches = cut_tree(trace, &tree, arrays, 0, whole, size);
		batches = batches ? map_elements(trace, mapped, batches, at) : NULL;
		if (!batches || value_has_unknown(batches))
			return batches;
	}
	if (whole < length || !whole) {
		left = cut_tree(trace, &tree, arrays, whole, length, 0);
		left = left ? call_one(trace, mapped, left, at) : NULL;
		if (!left || !whole || value_has_unknown(left))
			return left;
	}
	return join_results(trace, batches, left);
}

enum { F, XS, BATCH_SIZE };

static const struct value *call_map(struct trace *trace, const struct call_arguments *arguments)
{
	bool batches = arguments->count > BATCH_SIZE && argument_given(arguments, BATCH_SIZE);
	int64_t size = 0;
	if (!batches)
		return map_elements(trace, argument(arguments, F), argument(arguments, XS),
		                    arguments->at);
	if (!value_to_int(trace, argument(arguments, BATCH_SIZE), &size))
		return NULL;
	if (!op_has(&trace->op, JAX_LAX_MAP_BATCHES))
		return trace_unknown(trace, "lax.map in batches is not followed in this release");
	if (!size && !op_has(&trace->op, JAX_LAX_MAP_BATCH_OF_ALL))
		return trace_raise(trace, RULE_PROGRAM_ERROR, "ZeroDivisionError",
		                   "integer division or modulo by zero");
	return map_batches(trace, argument(arguments, F), argument(arguments, XS), size,
	                   arguments->at);
}

static const struct function_row rows[] = {
    {.name = "map", .signature = "f, xs", .call = call_map, .until = "0.4.38"},
    {.name = "map", .signature = "f, xs, *, batch_size=None", .call = call_map, .since = "0.4.38"},
};

const struct module_row library_lax_map = {"jax.lax", rows, sizeof rows / sizeof *rows};
