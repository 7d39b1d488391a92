/* SPDX-License-Identifier: Apache-2.0 */
/* The functions of jax.lax that rearrange an array. JAX: lax/lax.py. */
#include "library/library.h"
#include "library/arguments/shape_arguments.h"
#include "op/elementwise/elementwise.h"
#include "op/shape/shape.h"

/* The integers as dimensions of an array of this rank; false without an error when one of them is
 * none. */
static bool as_dims(struct trace *trace, const int64_t *integers, uint32_t count, uint32_t rank,
                    const uint32_t **dims)
{
	uint32_t *list = arena_new(trace->op.arena, uint32_t, count);
	for (uint32_t i = 0; i < count; i++) {
		if (integers[i] < 0 || integers[i] >= (int64_t)rank)
			return false;
		list[i] = (uint32_t)integers[i];
	}
	*dims = list;
	return true;
}

/* Whether some of the integers are negative. */
static bool has_negative(const int64_t *integers, uint32_t count)
{
	for (uint32_t i = 0; i < count; i++)
		if (integers[i] < 0)
			return true;
	return false;
}

/* "transpose permutation isn't …, got permutation (0, 0) for operand shape (4, 3)." */
static const struct value *raise_order(struct trace *trace, const char *problem,
                                       const int64_t *order, uint32_t count,
                                       const struct array_type *operand)
{
	return refuse(&trace->op, RULE_PROGRAM_ERROR, "TypeError",
	              TEXT("{}{}{}{shape}.", problem, sizes_of(order, count),
	                   strstr(problem, "reshape") ? " for shape " : " for operand shape ",
	                   operand),
	              WORDS("the order names each of the {} dimensions of {array|the array} once",
	                    operand->rank, operand));
}

/* Whether the integers are each dimension of an array of this rank once. */
static bool is_permutation(const int64_t *order, uint32_t count, uint32_t rank)
{
	uint64_t seen = 0;
	for (uint32_t i = 0; i < count; i++) {
		if (order[i] < 0 || order[i] >= (int64_t)rank || seen >> order[i] & 1)
			return false;
		seen |= (uint64_t)1 << order[i];
	}
	return count == rank;
}

static const struct value *reshape(struct trace *trace, const struct call_arguments *arguments)
{
	const struct array *x = operand_argument(trace, arguments, 0);
	const struct sharding_request *sharding;
	const int64_t *sizes, *order = NULL;
	const uint32_t *dims = NULL;
	uint32_t rank, count = 0;
	if (!x || !sizes_argument(trace, argument(arguments, 1), &sizes, &rank))
		return NULL;
	if (argument_given(arguments, 2) &&
	    !value_to_ints(trace, argument(arguments, 2), &order, &count))
		return NULL;
	if (!order && !op_has(&trace->op, JAX_RESHAPE_LOOKS_AT_SHARDING) && rank &&
	    rank == x->type.rank && memcmp(sizes, x->type.shape, rank * sizeof *sizes) == 0)
		return trace_array(trace, x);
	if (!sharding_argument(trace, arguments, 3, "reshape", &sharding))
		return NULL;
	if (order && !is_permutation(order, count, x->type.rank))
		return raise_order(trace,
		                   "reshape dimensions must be a permutation of operand "
		                   "dimensions, got dimensions ",
		                   order, count, &x->type);
	if (order && !as_dims(trace, order, count, x->type.rank, &dims))
		return NULL;
	return trace_array(trace, lax_reshape(&trace->op, x, sizes, rank, dims, sharding));
}

static const struct value *call_transpose(struct trace *trace,
                                          const struct call_arguments *arguments)
{
	const struct array *x = operand_argument(trace, arguments, 0);
	const int64_t *order;
	const uint32_t *dims;
	uint32_t count;
	if (!x || !integers_argument(trace, argument(arguments, 1), &order, &count))
		return NULL;
	if (!is_permutation(order, count, x->type.rank))
		return raise_order(trace,
		                   "transpose permutation isn't a permutation of operand "
		                   "dimensions, got permutation ",
		                   order, count, &x->type);
	if (!as_dims(trace, order, count, x->type.rank, &dims))
		return NULL;
	return trace_array(trace, lax_transpose(&trace->op, x, dims));
}

static const struct value *squeeze(struct trace *trace, const struct call_arguments *arguments)
{
	const struct array *x = operand_argument(trace, arguments, 0);
	const int64_t *integers;
	uint32_t count;
	if (!x || !integers_argument(trace, argument(arguments, 1), &integers, &count))
		return NULL;
	uint32_t *dims = arena_new(trace->op.arena, uint32_t, count);
	for (uint32_t i = 0; i < count; i++)
		if (!numpy_axis(&trace->op, integers[i], x->type.rank, &dims[i]))
			return NULL;
	return trace_array(trace, lax_squeeze(&trace->op, x, dims, count));
}

/* "repeated axis in lax.expand_dims: (0, 0)"; `ends` are the brackets of a tuple or a list. */
static const struct value *raise_repeated(struct trace *trace, const int64_t *dims, uint32_t count,
                                          bool as_list)
{
	const struct value *shown = value_shape(trace->op.arena, dims, count);
	if (as_list)
		shown = value_sequence(trace->op.arena, VALUE_LIST, shown->list.items, count);
	return trace_refuse(trace, RULE_PROGRAM_ERROR, "ValueError",
	                    TEXT("repeated axis in lax.expand_dims: {}", value_repr(shown)));
}

static bool has_repeated(const int64_t *integers, uint32_t count)
{
	for (uint32_t i = 1; i < count; i++)
		for (uint32_t j = 0; j < i; j++)
			if (integers[i] == integers[j])
				return true;
	return false;
}

/* lax.expand_dims: new dimensions of 1 that stand at `at` in the result. NULL after an error. */
static const struct value *expand_dims_at(struct trace *trace, const struct array *x,
                                          const int64_t *at, uint32_t count)
{
	uint32_t *dims = arena_new(trace->op.arena, uint32_t, count);
	int64_t *counted = arena_new(trace->op.arena, int64_t, count);
	if (has_repeated(at, count))
		return raise_repeated(trace, at, count, false);
	for (uint32_t i = 0; i < count; i++) {
		if (!numpy_axis(&trace->op, at[i], x->type.rank + count, &dims[i]))
			return NULL;
		counted[i] = dims[i];
	}
	if (has_repeated(counted, count))
		return raise_repeated(trace, counted, count, true);
	return trace_array(trace, lax_expand_dims(&trace->op, x, dims, count));
}

static const struct value *expand_dims(struct trace *trace, const struct call_arguments *arguments)
{
	const struct array *x = operand_argument(trace, arguments, 0);
	const int64_t *at;
	uint32_t count;
	if (!x || !integers_argument(trace, argument(arguments, 1), &at, &count))
		return NULL;
	return expand_dims_at(trace, x, at, count);
}

static const struct value *raise_negative(struct trace *trace, const char *what,
                                          const int64_t *integers, uint32_t count)
{
	return trace_refuse(trace, RULE_PROGRAM_ERROR, "TypeError",
	                    TEXT("{} must have every element be nonnegative, got {}.", what,
	                         sizes_of(integers, count)));
}

static const struct value *rev(struct trace *trace, const struct call_arguments *arguments)
{
	const struct array *x = operand_argument(trace, arguments, 0);
	const int64_t *integers;
	uint32_t count;
	if (!x || !integers_argument(trace, argument(arguments, 1), &integers, &count))
		return NULL;
	if (has_negative(integers, count))
		return raise_negative(trace, "rev dimensions", integers, count);
	uint32_t *dims = arena_new(trace->op.arena, uint32_t, count);
	for (uint32_t i = 0; i < count; i++)
		dims[i] = integers[i] > UINT32_MAX ? UINT32_MAX : (uint32_t)integers[i];
	return trace_array(trace, lax_rev(&trace->op, x, dims, count));
}

static const struct value *broadcast(struct trace *trace, const struct call_arguments *arguments)
{
	const struct array *x = operand_argument(trace, arguments, 0);
	const struct sharding_request *sharding;
	const int64_t *sizes;
	uint32_t count;
	if (!x || !integers_argument(trace, argument(arguments, 1), &sizes, &count) ||
	    !sharding_argument(trace, arguments, 2, "broadcast_in_dim", &sharding))
		return NULL;
	return trace_array(trace, lax_broadcast(&trace->op, x, sizes, count, sharding));
}

static const struct value *broadcast_in_dim(struct trace *trace,
                                            const struct call_arguments *arguments)
{
	const struct array *x = operand_argument(trace, arguments, 0);
	const struct sharding_request *sharding;
	const int64_t *shape, *integers;
	uint32_t rank, count;
	if (!x || !integers_argument(trace, argument(arguments, 1), &shape, &rank) ||
	    !integers_argument(trace, argument(arguments, 2), &integers, &count) ||
	    !sharding_argument(trace, arguments, 3, "broadcast_in_dim", &sharding))
		return NULL;
	if (has_negative(integers, count))
		return raise_negative(trace, "broadcast_in_dim broadcast_dimensions", integers,
		                      count);
	if (count != x->type.rank && !(count == 0 && rank == x->type.rank && !sharding))
		return trace_refuse(trace, RULE_PROGRAM_ERROR, "TypeError",
		                    TEXT("broadcast_in_dim broadcast_dimensions must have length "
		                         "equal to operand ndim; got broadcast_dimensions {} for "
		                         "operand ndim {}.",
		                         sizes_of(integers, count), x->type.rank));
	if (count != x->type.rank)
		return trace_array(trace, x);
	uint32_t *dims = arena_new(trace->op.arena, uint32_t, count);
	for (uint32_t i = 0; i < count; i++)
		dims[i] = integers[i] > UINT32_MAX ? UINT32_MAX : (uint32_t)integers[i];
	return trace_array(trace, lax_broadcast_in_dim(&trace->op, x, shape, rank, dims, sharding));
}

const struct function_row library_lax_shape[] = {
    MODULE("jax.lax"),
    FUNCTION("reshape", "operand, new_sizes, dimensions=None", reshape, .until = "0.5.3"),
    FUNCTION("reshape", "operand, new_sizes, dimensions=None, out_sharding=None", reshape,
             .since = "0.5.3", .until = "0.6.0"),
    FUNCTION("reshape", "operand, new_sizes, dimensions=None, *, out_sharding=None", reshape,
             .since = "0.6.0"),
    FUNCTION("transpose", "operand, permutation", call_transpose),
    FUNCTION("squeeze", "array, dimensions", squeeze),
    FUNCTION("expand_dims", "array, dimensions", expand_dims),
    FUNCTION("rev", "operand, dimensions", rev),
    FUNCTION("broadcast", "operand, sizes", broadcast, .until = "0.5.3"),
    FUNCTION("broadcast", "operand, sizes, out_sharding=None", broadcast, .since = "0.5.3",
             .until = "0.6.0"),
    FUNCTION("broadcast", "operand, sizes, *, out_sharding=None", broadcast, .since = "0.6.0"),
    FUNCTION("broadcast_in_dim", "operand, shape, broadcast_dimensions", broadcast_in_dim,
             .until = "0.5.3"),
    FUNCTION("broadcast_in_dim", "operand, shape, broadcast_dimensions, out_sharding=None",
             broadcast_in_dim, .since = "0.5.3", .until = "0.6.0"),
    FUNCTION("broadcast_in_dim", "operand, shape, broadcast_dimensions, *, out_sharding=None",
             broadcast_in_dim, .since = "0.6.0"),
    TABLE_END,
};
