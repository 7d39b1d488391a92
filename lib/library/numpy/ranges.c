/* SPDX-License-Identifier: Apache-2.0 */
/* The array of jnp.arange, which is prelude/numpy/ranges.py. */
#include <math.h>

#include "library/arguments/creation_arguments.h"
#include "library/library.h"
#include "op/place/place.h"
#include "op/shape/shape.h"
#include "trace/convert/convert_value.h"
#include "trace/value/number.h"
#include "trace/eval/prelude.h"

/* Whether the number is an integer that floats of 32 bits hold. */
static bool is_whole(double number)
{
	return fabs(number) < 0x1p24 && number == floor(number);
}

/* Says what a range holds that begins with one number, and goes on by another. NumPy adds multiples
 * of the difference of the first two, as it is once it has been rounded. */
static void hold_range(struct trace *trace, const struct array *made, const struct value *first,
                       const struct value *by)
{
	const struct dtype *dtype = made ? array_held_dtype(made) : NULL;
	if (!dtype || !trace->op.values || !dtype_is_held(dtype) || !is_real_number(first) ||
	    !is_real_number(by))
		return;
	double start = as_float(first), delta = start + as_float(by) - start;
	int64_t count = held_count(&made->type);
	bool whole = is_whole(start) && is_whole(delta);
	union element *items = elements_new(&trace->op, &made->type);
	array_hold(made, NULL);
	if (!items || (!whole && dtype != dtype_of(DTYPE_ID_FLOAT64)))
		return;
	for (int64_t i = 0; i < count; i++) {
		items[i].real = start + (double)i * delta;
		if (!element_convert(dtype_of(DTYPE_ID_FLOAT64), dtype, &items[i]))
			return;
	}
	array_hold(made, items);
}

/* The array of NumPy, which is a new one, as such a range. */
static const struct value *plain_range(struct trace *trace, const struct call_arguments *arguments)
{
	const struct value *made = argument(arguments, 0);
	bool values = trace->op.values;
	trace->op.values = true;
	if (made->kind == VALUE_ARRAY)
		hold_range(trace, made->array, argument(arguments, 1), argument(arguments, 2));
	trace->op.values = values;
	return made;
}

/* count, dtype, whether NumPy makes it, device, out_sharding: such a constant is on no mesh until
 * it is given a sharding. */
static const struct value *range_array(struct trace *trace, const struct call_arguments *arguments)
{
	const struct sharding_request *sharding;
	int64_t *count = arena_new(trace->op.arena, int64_t, 1);
	const struct dtype *dtype = value_to_user_dtype(trace, argument(arguments, 1));
	if (!dtype || !value_to_int(trace, argument(arguments, 0), count) ||
	    !placement_arguments(trace, arguments, 3, "jnp.arange", &sharding))
		return NULL;
	struct array_type type = type_plain(trace->op.arena, dtype, count, 1);
	const struct array *made = NULL;
	if (!argument(arguments, 2)->boolean)
		made = lax_iota(&trace->op, dtype, count, 1, 0, sharding);
	else
		made = array_new(&trace->op, &type);
	hold_range(trace, made, argument(arguments, 5), argument(arguments, 6));
	if (argument(arguments, 2)->boolean && sharding)
		made = lax_reshard(&trace->op, made, sharding);
	return trace_array(trace, made_on_device(trace, arguments, 3, made));
}

const struct function_row library_numpy_ranges[] = {
    MODULE(PRELUDE_INTRINSICS),
    FUNCTION("range_array", "count, dtype, constant, device, out_sharding, first, by", range_array),
    FUNCTION("plain_range", "array, first, by", plain_range),
    TABLE_END,
};
