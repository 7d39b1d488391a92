/* SPDX-License-Identifier: Apache-2.0 */
/* jnp.arange. JAX: numpy/lax_numpy.py _arange, numpy/array_creation.py. */
#include "library/arguments/creation_arguments.h"
#include "library/library.h"
#include "library/arguments/shape_arguments.h"

#include <math.h>

#include "op/core/dtype_class.h"
#include "op/place/place.h"
#include "op/shape/shape.h"

/* What arange is asked for, once its bounds are known. */
struct arange {
	bool has_stop, has_step;
	double start, stop, step;
	const struct dtype *dtype;
	const struct sharding_request *sharding;
};

/* A bound that must be known; false after an error. */
static bool bound_argument(struct trace *trace, const struct value *value, const char *name,
                           double *bound)
{
	switch (value->kind) {
	case VALUE_INT:
		*bound = (double)value->integer;
		return true;
	case VALUE_BOOL:
		*bound = value->boolean;
		return true;
	case VALUE_FLOAT:
		*bound = value->real;
		return true;
	case VALUE_ARRAY:
		break;
	default:
		return value_to_array(trace, value, "arange") &&
		       op_unknown(&trace->op, "jnp.arange of such a value is not known");
	}
	const struct array_type *type = &value->array->type;
	if (!type->mesh || trace->op.eager)
		return op_unknown(&trace->op, "the value of an array is not known");
	return refuse(&trace->op, RULE_PROGRAM_ERROR, "ConcretizationTypeError",
	              TEXT("Abstract tracer value encountered where concrete value is expected: "
	                   "traced array with shape {long}",
	                   type),
	              WORDS("{} of jnp.arange is only known when the program runs", name));
}

/* The dtype that the bounds have in common, weak Python numbers that they are. */
static const struct dtype *bounds_dtype(struct trace *trace, const struct call_arguments *arguments)
{
	const struct array_type *types[3];
	uint32_t count = 0;
	bool weak;
	for (uint32_t i = 0; i < 3; i++) {
		if (i && !argument_given(arguments, i))
			continue;
		const struct array *bound = array_argument(trace, arguments, i);
		if (!bound)
			return NULL;
		types[count++] = &bound->type;
	}
	const struct dtype *dtype = promote_all(types, count, &weak);
	if (!dtype)
		(void)op_unknown(&trace->op, "bounds of dtypes that have none in common");
	return dtype;
}

static bool arange_arguments(struct trace *trace, const struct call_arguments *arguments,
                             struct arange *range)
{
	range->has_stop = argument_given(arguments, 1);
	range->has_step = argument_given(arguments, 2);
	if (!bound_argument(trace, argument(arguments, 0), range->has_stop ? "start" : "stop",
	                    &range->start))
		return false;
	if (range->has_stop && !bound_argument(trace, argument(arguments, 1), "stop", &range->stop))
		return false;
	if (range->has_step && !bound_argument(trace, argument(arguments, 2), "step", &range->step))
		return false;
	range->dtype = argument_given(arguments, 3) ? value_to_dtype(trace, argument(arguments, 3))
	                                            : bounds_dtype(trace, arguments);
	if (arguments->count > 4 && argument_given(arguments, 4) && !trace->op.eager)
		return op_unknown(&trace->op, "jnp.arange on a device");
	if (!range->dtype ||
	    !placement_arguments(trace, arguments, 4, "jnp.arange", &range->sharding))
		return false;
	if (!range->has_stop) {
		range->stop = range->start;
		range->start = 0;
	}
	return true;
}

/* How many numbers there are; false when that is more than an array holds. */
static bool count_numbers(struct trace *trace, const struct arange *range, int64_t *count)
{
	double step = range->has_step ? range->step : 1;
	if (step == 0)
		return trace_refuse(trace, RULE_PROGRAM_ERROR, "ZeroDivisionError",
		                    TEXT("division by zero")) != NULL;
	double numbers = ceil((range->stop - range->start) / step);
	if (!(numbers < 9e15))
		return op_unknown(&trace->op, "the number of elements is not known");
	*count = numbers > 0 ? (int64_t)numbers : 0;
	return true;
}

/* Numbers that numpy makes: a constant, which is on no mesh until it is given a sharding. */
static const struct array *constant_numbers(struct trace *trace, const struct arange *range,
                                            const int64_t *count)
{
	struct array_type type = type_plain(trace->op.arena, range->dtype, count, 1);
	const struct array *numbers = array_new(&trace->op, &type);
	return range->sharding ? lax_reshard(&trace->op, numbers, range->sharding) : numbers;
}

static const struct value *arange(struct trace *trace, const struct call_arguments *arguments)
{
	struct arange range;
	int64_t *count = arena_new(trace->op.arena, int64_t, 1);
	if (!arange_arguments(trace, arguments, &range) || !count_numbers(trace, &range, count))
		return NULL;
	bool from_zero = range.start == 0 && !range.has_step;
	bool constant = range.has_step ? !op_has(&trace->op, JAX_ARANGE_STEPS)
	                               : !from_zero && !op_has(&trace->op, JAX_ARANGE_STARTS);
	if (constant)
		return trace_array(trace, made_on_device(trace, arguments, 4,
		                                         constant_numbers(trace, &range, count)));
	return trace_array(
	    trace, made_on_device(trace, arguments, 4,
	                          lax_iota(&trace->op, range.dtype, count, 1, 0, range.sharding)));
}

static const struct function_row rows[] = {
    FUNCTION("arange", "start, stop=None, step=None, dtype=None", arange, .until = "0.4.35"),
    FUNCTION("arange", "start, stop=None, step=None, dtype=None, *, device=None", arange,
             .since = "0.4.35", .until = "0.7.0"),
    FUNCTION("arange", "start, stop=None, step=None, dtype=None, *, device=None, out_sharding=None",
             arange, .since = "0.7.0"),
};

const struct module_row library_numpy_ranges = {"jax.numpy", rows, sizeof rows / sizeof *rows};
