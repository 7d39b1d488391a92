/* SPDX-License-Identifier: Apache-2.0 */
/* jnp.arange and jnp.linspace. JAX: numpy/lax_numpy.py _arange, numpy/array_creation.py. */
#include "library/numpy/concrete.h"
#include "library/numpy/creation_arguments.h"
#include "library/library.h"
#include "library/numpy/shape_arguments.h"

#include <math.h>

#include "base/checked.h"
#include "op/core/dtype_class.h"
#include "op/elementwise/elementwise.h"
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

/* What linspace is asked for. */
struct linspace {
	const struct array *start, *stop; /* of the same shape */
	const struct dtype *dtype, *computed;
	int64_t num;
	bool endpoint;
	uint32_t axis;
};

static bool linspace_bounds(struct trace *trace, const struct call_arguments *arguments,
                            struct linspace *space)
{
	struct op *op = &trace->op;
	bool weak;
	const struct array *bounds[] = {
	    value_to_array_at(trace, argument(arguments, 0), "linspace", 0), NULL};
	bounds[1] =
	    bounds[0] ? value_to_array_at(trace, argument(arguments, 1), "linspace", 1) : NULL;
	if (!bounds[1])
		return false;
	const struct dtype *common = promote(&bounds[0]->type, &bounds[1]->type, &weak);
	if (!common)
		return op_unknown(op, "bounds of dtypes that have none in common");
	space->dtype = dtype_argument(trace, arguments, 5, to_inexact(common));
	space->computed = space->dtype ? to_inexact(space->dtype) : NULL;
	for (uint32_t i = 0; space->dtype && i < 2; i++)
		if (!(bounds[i] = lax_convert_element_type(op, bounds[i], space->computed, false)))
			return false;
	if (!space->dtype || !numpy_broadcast_arrays(op, bounds, 2))
		return false;
	space->start = bounds[0];
	space->stop = bounds[1];
	return true;
}

static bool linspace_arguments(struct trace *trace, const struct call_arguments *arguments,
                               struct linspace *space)
{
	int64_t axis;
	if (!concrete_size(trace, argument(arguments, 2), &space->num) ||
	    !value_to_bool(trace, argument(arguments, 3), &space->endpoint) ||
	    !value_to_int(trace, argument(arguments, 6), &axis))
		return false;
	if (space->num < 0)
		return trace_refuse(trace, RULE_PROGRAM_ERROR, "ValueError",
		                    TEXT("Number of samples, {}, must be non-negative.",
		                         space->num)) != NULL;
	return linspace_bounds(trace, arguments, space) &&
	       numpy_axis(&trace->op, axis, space->start->type.rank + 1, &space->axis);
}

/* Bounds with a dimension of 1 where the numbers will be. */
static const struct array *widen(struct trace *trace, const struct linspace *space,
                                 const struct array *bound)
{
	const int64_t *shape = bound->type.shape;
	uint32_t rank = bound->type.rank;
	int64_t *wide = arena_new(trace->op.arena, int64_t, rank + 1);
	for (uint32_t i = 0; i < rank; i++)
		wide[i + (i >= space->axis)] = shape[i];
	wide[space->axis] = 1;
	return lax_reshape(&trace->op, bound, wide, rank + 1, NULL, NULL);
}

/* The numbers between the bounds: of each, the part that an iota says. */
static const struct array *numbers_between(struct trace *trace, const struct linspace *space)
{
	struct op *op = &trace->op;
	uint32_t rank = space->start->type.rank + 1;
	int64_t *sizes = arena_new(op->arena, int64_t, rank),
		*count = arena_new(op->arena, int64_t, 1);
	*count = space->endpoint ? space->num - 1 : space->num;
	for (uint32_t i = 0; i < rank; i++)
		sizes[i] = i == space->axis ? *count : 1;
	const struct array *step = lax_iota(op, real_dtype(space->computed), count, 1, 0, NULL);
	step = step ? lax_reshape(op, step, sizes, rank, NULL, NULL) : NULL;
	step = step ? lax_convert_element_type(op, step, space->computed, false) : NULL;
	const struct array *start = step ? widen(trace, space, space->start) : NULL;
	const struct array *stop = start ? widen(trace, space, space->stop) : NULL;
	start = stop ? numpy_binary(op, &lax_mul, start, step, false) : NULL;
	stop = start ? numpy_binary(op, &lax_mul, stop, step, false) : NULL;
	const struct array *numbers = stop ? numpy_binary(op, &lax_add, start, stop, false) : NULL;
	const struct array *parts[2] = {numbers, NULL};
	if (!numbers || !space->endpoint)
		return numbers;
	parts[1] = lax_expand_dims(op, space->stop, &space->axis, 1);
	return parts[1] ? lax_concatenate(op, parts, 2, space->axis) : NULL;
}

static const struct array *linspace_numbers(struct trace *trace, const struct linspace *space)
{
	const struct array_type *type = &space->start->type;
	if (space->num > 1)
		return numbers_between(trace, space);
	if (space->num == 1)
		return widen(trace, space, space->start);
	int64_t *shape = arena_new(trace->op.arena, int64_t, type->rank + 1);
	for (uint32_t i = 0; i < type->rank; i++)
		shape[i + (i >= space->axis)] = type->shape[i];
	shape[space->axis] = 0;
	return lax_full(&trace->op, space->dtype, false, shape, type->rank + 1, NULL);
}

static const struct value *linspace(struct trace *trace, const struct call_arguments *arguments)
{
	struct linspace space;
	bool retstep;
	if (!linspace_arguments(trace, arguments, &space) ||
	    !value_to_bool(trace, argument(arguments, 4), &retstep))
		return NULL;
	if (arguments->count > 7 && argument_given(arguments, 7))
		return trace_unknown(trace, "jnp.linspace on a device");
	const struct array *results[2] = {linspace_numbers(trace, &space), NULL};
	if (results[0])
		results[0] = lax_convert_element_type(&trace->op, results[0], space.dtype, false);
	if (!retstep || !results[0])
		return trace_array(trace, results[0]);
	results[1] = numpy_binary(&trace->op, &lax_sub, space.stop, space.start, false);
	return results[1] ? trace_arrays(trace, VALUE_TUPLE, results, 2) : NULL;
}

static const struct function_row rows[] = {
    {.name = "arange",
     .signature = "start, stop=None, step=None, dtype=None",
     .call = arange,
     .until = "0.4.38"},
    {.name = "arange",
     .signature = "start, stop=None, step=None, dtype=None, *, device=None",
     .call = arange,
     .since = "0.4.38",
     .until = "0.7.0"},
    {.name = "arange",
     .signature = "start, stop=None, step=None, dtype=None, *, device=None, out_sharding=None",
     .call = arange,
     .since = "0.7.0"},
    {.name = "linspace",
     .signature = "start, stop, num=50, endpoint=True, retstep=False, dtype=None, axis=0",
     .call = linspace,
     .until = "0.4.38"},
    {.name = "linspace",
     .signature = "start, stop, num=50, endpoint=True, retstep=False, dtype=None, axis=0, *, "
                  "device=None",
     .call = linspace,
     .since = "0.4.38"},
};

const struct module_row library_numpy_ranges = {"jax.numpy", rows, sizeof rows / sizeof *rows};
