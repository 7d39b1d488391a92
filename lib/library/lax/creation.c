/* SPDX-License-Identifier: Apache-2.0 */
/* The functions of jax.lax that make arrays. JAX: lax/lax.py. */
#include "library/arguments/creation_arguments.h"
#include "library/library.h"
#include "library/arguments/shape_arguments.h"

#include "op/shape/shape.h"
static const struct value *iota(struct trace *trace, const struct call_arguments *arguments)
{
	const struct dtype *dtype = dtype_argument(trace, arguments, 0, NULL);
	int64_t *size = arena_new(trace->op.arena, int64_t, 1);
	if (!dtype || !value_to_int(trace, argument(arguments, 1), size))
		return NULL;
	return trace_array(trace, lax_iota(&trace->op, dtype, size, 1, 0, NULL));
}

static const struct value *broadcasted_iota(struct trace *trace,
                                            const struct call_arguments *arguments)
{
	const struct dtype *dtype = dtype_argument(trace, arguments, 0, NULL);
	const struct sharding_request *sharding;
	const int64_t *shape;
	uint32_t rank;
	int64_t dim;
	if (!dtype || !sizes_argument(trace, argument(arguments, 1), &shape, &rank) ||
	    !value_to_int(trace, argument(arguments, 2), &dim) ||
	    !sharding_argument(trace, arguments, 3, "broadcasted_iota", &sharding))
		return NULL;
	if (dim < 0 || dim >= (int64_t)rank)
		return refuse(
		    &trace->op, RULE_SHAPE_MISMATCH, "ValueError",
		    TEXT("iota dimension must be between 0 and len(shape), got dimension={} for "
		         "shape={}",
		         dim, sizes_of(shape, rank)),
		    WORDS("there is no dimension {} in a shape of {} sizes", dim, rank));
	return trace_array(trace,
	                   lax_iota(&trace->op, dtype, shape, rank, (uint32_t)dim, sharding));
}

static const struct value *full(struct trace *trace, const struct call_arguments *arguments)
{
	const int64_t *shape;
	uint32_t rank;
	const struct sharding_request *sharding;
	if (!sizes_argument(trace, argument(arguments, 0), &shape, &rank))
		return NULL;
	const struct array *fill = operand_argument(trace, arguments, 1);
	const struct dtype *dtype =
	    fill ? dtype_argument(trace, arguments, 2, fill->type.dtype) : NULL;
	if (!dtype || !device_argument(trace, arguments, 3, &sharding))
		return NULL;
	bool weak = !argument_given(arguments, 2) && fill->type.weak;
	return trace_array(trace, fill_shape(trace, fill, dtype, weak, shape, rank, sharding));
}

static const struct value *full_like(struct trace *trace, const struct call_arguments *arguments)
{
	struct like like;
	const struct array *fill = operand_argument(trace, arguments, 1);
	if (!fill || !like_arguments(trace, arguments, 2, &like) ||
	    !device_argument(trace, arguments, 4, &like.sharding))
		return NULL;
	like.placed = argument_given(arguments, 4);
	return trace_array(trace, fill_like(trace, fill, &like));
}

static const struct value *empty(struct trace *trace, const struct call_arguments *arguments)
{
	const struct dtype *dtype = value_to_own_dtype(trace, argument(arguments, 1));
	const struct sharding_request *sharding;
	const int64_t *shape;
	uint32_t rank;
	if (!dtype || !sizes_argument(trace, argument(arguments, 0), &shape, &rank) ||
	    !sharding_argument(trace, arguments, 2, "lax.empty", &sharding))
		return NULL;
	return trace_array(trace, lax_empty(&trace->op, dtype, shape, rank, sharding));
}

const struct function_row library_lax_creation[] = {
    MODULE("jax.lax"),
    FUNCTION("iota", "dtype, size", iota),
    FUNCTION("broadcasted_iota", "dtype, shape, dimension", broadcasted_iota, .until = "0.5.3"),
    FUNCTION("broadcasted_iota", "dtype, shape, dimension, out_sharding=None", broadcasted_iota,
             .since = "0.5.3", .until = "0.6.0"),
    FUNCTION("broadcasted_iota", "dtype, shape, dimension, *, out_sharding=None", broadcasted_iota,
             .since = "0.6.0"),
    FUNCTION("full", "shape, fill_value, dtype=None, *, sharding=None", full),
    FUNCTION("full_like", "x, fill_value, dtype=None, shape=None, sharding=None", full_like),
    FUNCTION("empty", "shape, dtype, *, out_sharding=None", empty, .since = "0.7.2"),
    TABLE_END,
};
