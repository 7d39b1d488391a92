/* SPDX-License-Identifier: Apache-2.0 */
/* The array of jnp.arange, which is prelude/numpy/ranges.py. */
#include "library/arguments/creation_arguments.h"
#include "library/library.h"
#include "op/place/place.h"
#include "op/shape/shape.h"
#include "trace/convert/convert_value.h"
#include "trace/eval/prelude.h"

/* count, dtype, whether NumPy makes it, device, out_sharding: such a constant is on no mesh until
 * it is given a sharding. */
static const struct value *range_array(struct trace *trace, const struct call_arguments *arguments)
{
	const struct sharding_request *sharding;
	int64_t *count = arena_new(trace->op.arena, int64_t, 1);
	const struct dtype *dtype = value_to_dtype(trace, argument(arguments, 1));
	if (!dtype || !value_to_int(trace, argument(arguments, 0), count) ||
	    !placement_arguments(trace, arguments, 3, "jnp.arange", &sharding))
		return NULL;
	struct array_type type = type_plain(trace->op.arena, dtype, count, 1);
	const struct array *made = NULL;
	if (!argument(arguments, 2)->boolean)
		made = lax_iota(&trace->op, dtype, count, 1, 0, sharding);
	else
		made = array_new(&trace->op, &type);
	if (argument(arguments, 2)->boolean && sharding)
		made = lax_reshard(&trace->op, made, sharding);
	return trace_array(trace, made_on_device(trace, arguments, 3, made));
}

const struct function_row library_numpy_ranges[] = {
    MODULE(PRELUDE_INTRINSICS),
    FUNCTION("range_array", "count, dtype, constant, device, out_sharding", range_array),
    TABLE_END,
};
