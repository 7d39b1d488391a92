/* SPDX-License-Identifier: Apache-2.0 */
/* The functions of jax.lax that join, cut, repeat and pad arrays. JAX: lax/lax.py. */
#include "library/library.h"
#include "library/arguments/shape_arguments.h"

#include "op/index/index.h"
#include "op/shape/shape.h"

enum { MAX_PIECES = 10000 };

static const struct value *concatenate(struct trace *trace, const struct call_arguments *arguments)
{
	struct array_list arrays;
	int64_t dim;
	if (!arrays_argument(trace, arguments, 0, &arrays) ||
	    !value_to_int(trace, argument(arguments, 1), &dim))
		return NULL;
	if (dim < 0 && arrays.count > 1)
		return trace_refuse(
		    trace, RULE_SHAPE_MISMATCH, "TypeError",
		    TEXT("concatenate dimension out of bounds: dimension {} for shapes {shapes}.",
		         dim,
		         type_list_of(array_types(&trace->op, arrays.items, arrays.count),
		                      arrays.count)),
		    HELP("jax.lax counts dimensions from the front; jnp.concatenate takes negative "
		         "ones"));
	return trace_array(trace, lax_concatenate(&trace->op, arrays.items, arrays.count,
	                                          dim > UINT32_MAX ? UINT32_MAX : (uint32_t)dim));
}

static const struct value *stack(struct trace *trace, const struct call_arguments *arguments)
{
	struct array_list arrays;
	uint32_t dim;
	if (!arrays_argument(trace, arguments, 0, &arrays))
		return NULL;
	if (!arrays.count)
		return trace_refuse(trace, RULE_PROGRAM_ERROR, "IndexError",
		                    TEXT("list index out of range"));
	if (!dim_argument(trace, argument(arguments, 1), arrays.items[0]->type.rank + 1, &dim))
		return NULL;
	return trace_array(trace, lax_stack(&trace->op, arrays.items, arrays.count, dim));
}

static const struct value *split(struct trace *trace, const struct call_arguments *arguments)
{
	const struct array *x = operand_argument(trace, arguments, 0);
	const int64_t *sizes;
	uint32_t count, dim;
	if (!x || !integers_argument(trace, argument(arguments, 1), &sizes, &count) ||
	    !dim_argument(trace, argument(arguments, 2), x->type.rank, &dim))
		return NULL;
	const struct array **pieces = arena_new(trace->op.arena, const struct array *, count);
	if (!lax_split(&trace->op, x, sizes, count, dim, pieces))
		return NULL;
	return trace_arrays(trace, VALUE_LIST, pieces, count);
}

/* The arrays along the dimension, as a tuple. NULL when JAX raises. */
static const struct value *unstack_dim(struct trace *trace, const struct array *x, uint32_t dim)
{
	int64_t count = x->type.shape[dim];
	if (count > MAX_PIECES)
		return trace_unknown(trace, "an array is cut into more than %d", MAX_PIECES);
	const struct array **pieces =
	    arena_new(trace->op.arena, const struct array *, (size_t)count);
	if (!lax_unstack(&trace->op, x, dim, pieces))
		return NULL;
	return trace_arrays(trace, VALUE_TUPLE, pieces, (uint32_t)count);
}

static const struct value *unstack(struct trace *trace, const struct call_arguments *arguments)
{
	const struct array *x = operand_argument(trace, arguments, 0);
	uint32_t dim;
	if (!x || !dim_argument(trace, argument(arguments, 1), x->type.rank, &dim))
		return NULL;
	return unstack_dim(trace, x, dim);
}

static const struct value *tile(struct trace *trace, const struct call_arguments *arguments)
{
	const struct array *x = operand_argument(trace, arguments, 0);
	const int64_t *reps;
	uint32_t count;
	if (!x || !integers_argument(trace, argument(arguments, 1), &reps, &count))
		return NULL;
	if (count != x->type.rank)
		return trace_refuse(trace, RULE_SHAPE_MISMATCH, "TypeError",
		                    TEXT("reps length must be equal to the ndim of x, got "
		                         "len(reps)={} and x.ndim={}.",
		                         count, x->type.rank));
	return trace_array(trace, lax_tile(&trace->op, x, reps));
}

/* ((1, 1, 0), (0, 0, 0)): one triple for each dimension, as Python wrote them. */
static bool padding_argument(struct trace *trace, const struct value *value,
                             const struct array_type *operand, struct padding **paddings)
{
	struct value_list items;
	if (!trace_iterate(trace, value, &items))
		return false;
	if (items.count != operand->rank)
		return refuse(&trace->op, RULE_SHAPE_MISMATCH, "ValueError",
		              TEXT("length of padding_config must equal the number of axes of "
		                   "operand, got padding_config {} for operand shape {shape}",
		                   value_repr(value_sequence(trace->op.arena, VALUE_TUPLE,
		                                             items.items, items.count)),
		                   operand));
	*paddings = arena_new(trace->op.arena, struct padding, items.count);
	for (uint32_t i = 0; i < items.count; i++) {
		const int64_t *triple;
		uint32_t count;
		if (!integers_argument(trace, items.items[i], &triple, &count))
			return false;
		if (count > 3)
			return refuse(&trace->op, RULE_PROGRAM_ERROR, "ValueError",
			              TEXT("too many values to unpack (expected 3)"));
		if (count < 3)
			return refuse(
			    &trace->op, RULE_PROGRAM_ERROR, "ValueError",
			    TEXT("not enough values to unpack (expected 3, got {})", count));
		(*paddings)[i] = (struct padding){triple[0], triple[1], triple[2]};
	}
	return true;
}

static const struct value *pad(struct trace *trace, const struct call_arguments *arguments)
{
	const struct array *x = operand_argument(trace, arguments, 0);
	const struct array *value = x ? operand_argument(trace, arguments, 1) : NULL;
	struct padding *paddings = NULL;
	if (!value || !padding_argument(trace, argument(arguments, 2), &x->type, &paddings))
		return NULL;
	return trace_array(trace, lax_pad(&trace->op, x, value, paddings));
}

const struct function_row library_lax_join[] = {
    MODULE("jax.lax"),
    FUNCTION("concatenate", "operands, dimension", concatenate),
    FUNCTION("stack", "operands, axis=0", stack, .since = "0.10.1"),
    FUNCTION("split", "operand, sizes, axis=0", split, .since = "0.4.38"),
    FUNCTION("unstack", "x, axis=0", unstack, .since = "0.10.1"),
    FUNCTION("tile", "operand, reps", tile, .since = "0.9.0"),
    FUNCTION("pad", "operand, padding_value, padding_config", pad),
    TABLE_END,
};
