/* SPDX-License-Identifier: Apache-2.0 */
/* JAX: numpy/reductions.py average. */
#include "library/library.h"
#include "library/numpy/reduction_arguments.h"
#include "op/elementwise/formula.h"
#include "trace/value/convert_value.h"

struct average {
	struct numpy_reduction reduction; /* of which the axes are as somebody wrote them */
	const uint32_t *dims;             /* the same from the front, all when there are none */
	uint32_t ndims;
	const struct array *x, *weights;
	bool returned;
};

static const struct array *sum_of(struct op *op, const struct array *x,
                                  const struct average *average)
{
	struct numpy_reduction sum = average->reduction;
	sum.name = "sum";
	return x ? numpy_reduction(op, x, &sum) : NULL;
}

static bool raise(struct trace *trace, const char *text)
{
	trace_refuse(trace, RULE_SHAPE_MISMATCH, "ValueError", TEXT("{}", text));
	return false;
}

/* Whether the weights have the sizes of the reduced dimensions, in the order of the axes. */
static bool fits(const struct average *average)
{
	const struct array_type *x = &average->x->type, *weights = &average->weights->type;
	if (weights->rank != average->ndims)
		return false;
	for (uint32_t i = 0; i < weights->rank; i++)
		if (weights->shape[i] != x->shape[average->dims[i]])
			return false;
	return true;
}

/* Checks weights of another shape than the array, as the release does. */
static bool check_weights(struct trace *trace, const struct average *average)
{
	const struct array_type *x = &average->x->type, *weights = &average->weights->type;
	bool shaped = op_has(&trace->op, JAX_AVERAGE_WEIGHTS_SHAPED);
	bool all = !average->reduction.axes;
	if (!shaped && weights->rank != 1)
		return raise(trace, "1D weights expected when shapes of a and weights differ.");
	if (all)
		return raise(trace, "Axis must be specified when shapes of a and weights differ.");
	if (shaped)
		return fits(average) ||
		       raise(trace, "Shape of weights must be consistent with shape of a along "
		                    "specified axis.");
	if (average->reduction.count != 1)
		return raise(trace, "Single axis expected when shapes of a and weights differ");
	return weights->shape[0] == x->shape[average->dims[0]] ||
	       raise(trace, "Length of weights not compatible with specified axis.");
}

/* The weights with dimensions of 1 where the array is not reduced. */
static const struct array *spread_weights(struct op *op, const struct average *average)
{
	const struct array_type *x = &average->x->type;
	int64_t *shape = arena_new(op->arena, int64_t, x->rank);
	uint32_t *order = arena_new(op->arena, uint32_t, average->ndims);
	for (uint32_t i = 0; i < x->rank; i++)
		shape[i] = 1;
	for (uint32_t i = 0; i < average->ndims; i++) {
		uint32_t before = 0;
		shape[average->dims[i]] = x->shape[average->dims[i]];
		for (uint32_t j = 0; j < average->ndims; j++)
			before += average->dims[j] < average->dims[i];
		order[before] = i;
	}
	return lax_reshape(op, average->weights, shape, x->rank, order, NULL);
}

/* The weighted average, and the sum of the weights. */
static bool weigh(struct trace *trace, struct average *average, const struct array *results[2])
{
	struct op *op = &trace->op;
	const struct array *arrays[] = {average->x, average->weights};
	if (!numpy_promote_dtypes(op, arrays, 2, true))
		return false;
	average->x = arrays[0];
	average->weights = arrays[1];
	if (!type_same_shape(&average->x->type, &average->weights->type)) {
		if (!check_weights(trace, average))
			return false;
		arrays[1] = spread_weights(op, average);
	}
	results[1] = sum_of(op, arrays[1], average);
	struct formula_names names = {"aw", arrays};
	const struct array *sum =
	    results[1] ? sum_of(op, formula(op, "a * w", &names), average) : NULL;
	const struct array *parts[] = {sum, results[1]};
	struct formula_names quotient = {"sw", parts};
	results[0] = sum ? formula(op, "s / w", &quotient) : NULL;
	return results[0] != NULL;
}

/* The plain average, and as the weights' sum the number of elements. */
static bool count(struct op *op, struct average *average, const struct array *results[2])
{
	if (!numpy_promote_dtypes(op, &average->x, 1, true))
		return false;
	struct numpy_reduction mean = average->reduction;
	mean.name = "mean";
	results[0] = numpy_mean(op, average->x, &mean);
	if (!results[0])
		return false;
	bool scalar = !mean.axes || op_has(op, JAX_AVERAGE_WEIGHTS_SHAPED);
	results[1] = scalar ? array_scalar(op, results[0]->type.dtype, false) : results[0];
	return true;
}

/* The dimensions that are averaged over; older releases look at them for weights only. */
static bool find_dims(struct op *op, struct average *average)
{
	const struct numpy_reduction *reduction = &average->reduction;
	if (!average->weights && !op_has(op, JAX_AVERAGE_WEIGHTS_SHAPED))
		return true;
	return numpy_axis_tuple(op, reduction->axes, reduction->count, average->x->type.rank,
	                        &average->dims, &average->ndims);
}

static const struct value *call(struct trace *trace, const struct call_arguments *arguments)
{
	struct op *op = &trace->op;
	struct average average = {.reduction = {.name = "average"}};
	const struct array *results[2] = {0};
	if (!read_axes(trace, argument(arguments, 1), &average.reduction) ||
	    !value_to_bool(trace, argument(arguments, 3), &average.returned) ||
	    !value_to_bool(trace, argument(arguments, 4), &average.reduction.keepdims))
		return NULL;
	average.x = value_to_array_at(trace, argument(arguments, 0), "average", 0);
	if (!average.x ||
	    !read_optional_array(trace, argument(arguments, 2), "average", &average.weights) ||
	    !find_dims(op, &average))
		return NULL;
	if (!(average.weights ? weigh(trace, &average, results) : count(op, &average, results)))
		return NULL;
	if (!average.returned)
		return trace_array(trace, results[0]);
	if (!type_same_shape(&results[0]->type, &results[1]->type))
		results[1] = lax_broadcast_to(op, results[1], results[0]->type.shape,
		                              results[0]->type.rank, NULL);
	return results[1] ? trace_arrays(trace, VALUE_TUPLE, results, 2) : NULL;
}

static const struct function_row rows[] = {
    {.name = "average",
     .signature = "a, axis=None, weights=None, returned=False, keepdims=False",
     .call = call,
     .jitted = JITTED_WITHIN},
};

const struct module_row library_numpy_average = {"jax.numpy", rows, sizeof rows / sizeof *rows};
