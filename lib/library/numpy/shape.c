/* SPDX-License-Identifier: Apache-2.0 */
/* jnp.broadcast_to and broadcast_arrays. JAX: numpy/lax_numpy.py. */
#include "library/library.h"
#include "library/arguments/shape_arguments.h"

#include "op/elementwise/elementwise.h"
#include "op/shape/shape.h"

static const struct value *broadcast_to(struct trace *trace, const struct call_arguments *arguments)
{
	const struct array *x = array_argument(trace, arguments, 0);
	const struct sharding_request *sharding;
	const int64_t *shape;
	uint32_t rank;
	bool named = op_has(&trace->op, JAX_BROADCAST_NAMES_TYPES);
	if (!x || !sizes_argument(trace, argument(arguments, 1), &shape, &rank) ||
	    !sharding_argument(trace, arguments, 2, named ? "jnp.broadcast_to" : "broadcast_in_dim",
	                       &sharding))
		return NULL;
	return trace_array(trace, lax_broadcast_to(&trace->op, x, shape, rank, sharding));
}

static const struct value *broadcast_arrays(struct trace *trace,
                                            const struct call_arguments *arguments)
{
	struct array_list arrays;
	bool tuple = op_has(&trace->op, JAX_BROADCAST_ARRAYS_TUPLE);
	if (!arrays_argument(trace, arguments, 0, &arrays) ||
	    !numpy_broadcast_arrays(&trace->op, arrays.items, arrays.count))
		return NULL;
	return trace_arrays(trace, tuple ? VALUE_TUPLE : VALUE_LIST, arrays.items, arrays.count);
}

const struct function_row library_numpy_shape[] = {
    MODULE("jax.numpy"),
    FUNCTION("broadcast_to", "array, shape", broadcast_to, .until = "0.6.1"),
    FUNCTION("broadcast_to", "array, shape, *, out_sharding=None", broadcast_to, .since = "0.6.1"),
    FUNCTION("broadcast_arrays", "*args", broadcast_arrays),
    TABLE_END,
};
