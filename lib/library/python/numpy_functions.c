/* SPDX-License-Identifier: Apache-2.0 */
/* Functions and methods of NumPy that give arrays as those of jax.numpy do. */
#include "library/python/python.h"
#include "trace/convert/numpy_array.h"
#include "trace/convert/tracer.h"
#include "trace/state/library_index.h"

/* Whether the function leaves an array that is not its own to a method of that, as numpy.mean does.
 */
static const bool dispatched = true;

static bool holds_arrays_of_jax(const struct value *value)
{
	const struct value_list *items = value_items(value);
	for (uint32_t i = 0; items && i < items->count; i++)
		if (holds_arrays_of_jax(items->items[i]))
			return true;
	return value->kind == VALUE_ARRAY && !value->array->host;
}

static struct given given_by(const struct call_arguments *arguments, uint32_t first)
{
	const struct value *keywords = argument(arguments, first + 1);
	return (struct given){argument(arguments, first)->list, keywords->dict.pairs,
	                      keywords->dict.count, arguments->at, NULL};
}

/* numpy.name(…) */
static const struct value *function(struct trace *trace, const struct call_arguments *arguments)
{
	const struct function_row *row;
	struct given given = given_by(arguments, 0);
	struct str name = str_of(arguments->row->name);
	if (library_find(trace, STR("jax.numpy"), name, &row) != LIBRARY_FOUND)
		return trace_unknown(trace, "numpy.%s is not known", arguments->row->name);
	bool first = given.positional.count && holds_arrays_of_jax(given.positional.items[0]);
	if (first && arguments->row->data)
		return call_row(trace, row, NULL, &given);
	return numpy_call(trace, row, NULL, &given);
}

/* x.name(…) of an array of NumPy. */
static const struct value *method(struct trace *trace, const struct call_arguments *arguments)
{
	const struct function_row *row;
	struct str name = str_of(arguments->row->name);
	struct given given = {0};
	if (arguments->row->signature)
		given = given_by(arguments, 1);
	if (library_find(trace, STR("ndarray"), name, &row) != LIBRARY_FOUND)
		return trace_unknown(trace, "numpy.ndarray.%s is not known", arguments->row->name);
	if (row->signature)
		return numpy_call(trace, row, argument(arguments, 0), &given);
	const struct array *array = array_of_jax(trace, argument(arguments, 0)->array);
	const struct value *result =
	    library_method(trace, row, value_array(trace->op.arena, array));
	return result && result->kind == VALUE_ARRAY
	           ? numpy_array(trace, argument(arguments, 0)->array->host,
	                         result->array->type.shape, result->array->type.rank)
	           : result;
}

/* x[i] */
static const struct value *item(struct trace *trace, const struct call_arguments *arguments)
{
	const struct function_row *row;
	const struct value *index = argument(arguments, 1);
	struct given given = {{&index, 1}, NULL, 0, arguments->at, NULL};
	return library_find(trace, STR("ndarray"), STR("__getitem__"), &row) == LIBRARY_FOUND
	           ? numpy_call(trace, row, argument(arguments, 0), &given)
	           : NULL;
}

/* x.copy() and what else gives an array of the same type. */
static const struct value *same(struct trace *trace, const struct call_arguments *arguments)
{
	const struct array *array = argument(arguments, 0)->array;
	return numpy_array(trace, array->host, array->type.shape, array->type.rank);
}

/* What changes an array in place, and gives nothing: x.fill(0). */
static const struct value *change(struct trace *trace, const struct call_arguments *arguments)
{
	(void)trace;
	(void)arguments;
	return &value_none;
}

#define FUNCTION(id)                                                          \
	{                                                                     \
		.name = #id, .signature = "*args, **kwargs", .call = function \
	}
#define DISPATCHED(id)                                                                             \
	{                                                                                          \
		.name = #id, .signature = "*args, **kwargs", .call = function, .data = &dispatched \
	}
#define METHOD(id)                                                                \
	{                                                                         \
		.name = #id, .signature = "self, *args, **kwargs", .call = method \
	}
#define PROPERTY(id)                        \
	{                                   \
		.name = #id, .call = method \
	}

static const struct function_row rows[] = {
    /* clang-format off */
    FUNCTION(abs), FUNCTION(absolute), FUNCTION(add), FUNCTION(allclose), FUNCTION(append),
    FUNCTION(arccos), FUNCTION(arcsin), FUNCTION(arctan), FUNCTION(arctan2), FUNCTION(arctanh),
    FUNCTION(array_equal), FUNCTION(array_split), FUNCTION(atleast_1d), FUNCTION(atleast_2d),
    FUNCTION(atleast_3d), FUNCTION(average), FUNCTION(bitwise_and), FUNCTION(bitwise_or),
    FUNCTION(bitwise_xor), FUNCTION(block), FUNCTION(broadcast_arrays), FUNCTION(broadcast_to),
    FUNCTION(cbrt), FUNCTION(column_stack), FUNCTION(concatenate), FUNCTION(convolve),
    FUNCTION(corrcoef), FUNCTION(cosh), FUNCTION(count_nonzero), FUNCTION(cov), FUNCTION(cross),
    FUNCTION(deg2rad), FUNCTION(diag), FUNCTION(diff), FUNCTION(divide), FUNCTION(dot),
    FUNCTION(dsplit), FUNCTION(dstack), FUNCTION(einsum), FUNCTION(empty_like), FUNCTION(equal),
    FUNCTION(expand_dims), FUNCTION(expm1), FUNCTION(eye), FUNCTION(flip), FUNCTION(fliplr),
    FUNCTION(flipud), FUNCTION(floor_divide), FUNCTION(fmod), FUNCTION(full), FUNCTION(full_like),
    FUNCTION(geomspace), FUNCTION(greater), FUNCTION(greater_equal), FUNCTION(hsplit),
    FUNCTION(hstack), FUNCTION(hypot), FUNCTION(identity), FUNCTION(inner), FUNCTION(isclose),
    FUNCTION(isfinite), FUNCTION(isinf), FUNCTION(isnan), FUNCTION(kron), FUNCTION(less),
    FUNCTION(less_equal), FUNCTION(lexsort), FUNCTION(linspace), FUNCTION(logaddexp),
    FUNCTION(logical_and), FUNCTION(logical_not), FUNCTION(logical_or), FUNCTION(logical_xor),
    FUNCTION(logspace), FUNCTION(matmul), FUNCTION(median), FUNCTION(meshgrid), FUNCTION(mod),
    FUNCTION(moveaxis), FUNCTION(multiply), FUNCTION(nan_to_num), FUNCTION(nanmax),
    FUNCTION(nanmean), FUNCTION(nanmin), FUNCTION(nanstd), FUNCTION(nansum), FUNCTION(negative),
    FUNCTION(not_equal), FUNCTION(ones_like), FUNCTION(outer), FUNCTION(pad),
    FUNCTION(percentile), FUNCTION(power), FUNCTION(quantile), FUNCTION(rad2deg),
    FUNCTION(remainder), FUNCTION(rint), FUNCTION(roll), FUNCTION(rollaxis), FUNCTION(rot90),
    FUNCTION(select), FUNCTION(sign), FUNCTION(sinh), FUNCTION(split), FUNCTION(square),
    FUNCTION(stack), FUNCTION(subtract), FUNCTION(tensordot), FUNCTION(tile), FUNCTION(trapezoid),
    FUNCTION(tri), FUNCTION(tril), FUNCTION(triu), FUNCTION(true_divide), FUNCTION(trunc),
    FUNCTION(unwrap), FUNCTION(vander), FUNCTION(where), FUNCTION(vdot), FUNCTION(vsplit), FUNCTION(vstack),
    FUNCTION(zeros_like),
    DISPATCHED(all), DISPATCHED(any), DISPATCHED(argmax), DISPATCHED(argmin), DISPATCHED(argsort),
    DISPATCHED(clip), DISPATCHED(cumprod), DISPATCHED(cumsum), DISPATCHED(diagonal),
    DISPATCHED(mean), DISPATCHED(ptp), DISPATCHED(ravel), DISPATCHED(repeat), DISPATCHED(reshape),
    DISPATCHED(round), DISPATCHED(squeeze), DISPATCHED(std), DISPATCHED(swapaxes),
    DISPATCHED(take), DISPATCHED(trace), DISPATCHED(transpose), DISPATCHED(var),
    /* clang-format on */
};

const struct module_row library_numpy_functions = {"numpy", rows, sizeof rows / sizeof *rows};

static const struct function_row methods[] = {
    /* clang-format off */
    METHOD(all), METHOD(any), METHOD(argmax), METHOD(argmin), METHOD(argsort), METHOD(astype),
    METHOD(clip), METHOD(conj), METHOD(conjugate), METHOD(cumprod), METHOD(cumsum),
    METHOD(diagonal), METHOD(dot), METHOD(flatten), METHOD(max), METHOD(mean), METHOD(min),
    METHOD(prod), METHOD(ptp), METHOD(ravel), METHOD(repeat), METHOD(reshape), METHOD(round),
    METHOD(squeeze), METHOD(std), METHOD(sum), METHOD(swapaxes), METHOD(take), METHOD(trace),
    METHOD(transpose), METHOD(var),
    PROPERTY(T), PROPERTY(mT), PROPERTY(real), PROPERTY(imag),
    /* clang-format on */
    {.name = "__getitem__", .signature = "self, index", .call = item},
    {.name = "copy", .signature = "self, order=None", .call = same},
    {.name = "fill", .signature = "self, value", .call = change},
    {.name = "sort", .signature = "self, axis=-1, kind=None", .call = change},
};

const struct module_row library_numpy_methods = {"numpy.ndarray", methods,
                                                 sizeof methods / sizeof *methods};

/* numpy.random.default_rng(seed): its methods are written in Python (library/prelude/host). */
static const struct value *default_rng(struct trace *trace, const struct call_arguments *arguments)
{
	struct value *value = value_new(trace->op.arena, VALUE_RECORD);
	(void)arguments;
	value->record = (struct record){"numpy.random.Generator", NULL, NULL, 0};
	return value;
}

static const struct function_row random_rows[] = {
    {.name = "default_rng", .signature = "seed=None", .call = default_rng, .takes_unknown = true},
};

const struct module_row library_numpy_random = {"numpy.random", random_rows,
                                                sizeof random_rows / sizeof *random_rows};
