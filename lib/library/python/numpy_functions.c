/* SPDX-License-Identifier: Apache-2.0 */
/* Functions and methods of NumPy that give arrays as those of jax.numpy do. */
#include "library/python/python.h"
#include "trace/convert/numpy_array.h"

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
	    library_method(trace, row, value_array(trace->op.arena, array), arguments->at);
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
	return &value_none;
}

#define LIKE_JAX(id) FUNCTION(#id, "*args, **kwargs", function)
#define DISPATCHED(id) FUNCTION(#id, "*args, **kwargs", function, .data = &dispatched)
#define METHOD(id) FUNCTION(#id, "self, *args, **kwargs", method)
#define PROPERTY(id) VALUE(#id, method)

const struct function_row library_numpy_functions[] = {
    MODULE("numpy"),
    /* clang-format off */
    LIKE_JAX(abs), LIKE_JAX(absolute), LIKE_JAX(add), LIKE_JAX(allclose), LIKE_JAX(append),
    LIKE_JAX(arccos), LIKE_JAX(arcsin), LIKE_JAX(arctan), LIKE_JAX(arctan2), LIKE_JAX(arctanh),
    LIKE_JAX(array_equal), LIKE_JAX(array_split), LIKE_JAX(atleast_1d), LIKE_JAX(atleast_2d),
    LIKE_JAX(atleast_3d), LIKE_JAX(average), LIKE_JAX(bitwise_and), LIKE_JAX(bitwise_or),
    LIKE_JAX(bitwise_xor), LIKE_JAX(block), LIKE_JAX(broadcast_arrays), LIKE_JAX(broadcast_to),
    LIKE_JAX(cbrt), LIKE_JAX(column_stack), LIKE_JAX(concatenate), LIKE_JAX(convolve),
    LIKE_JAX(corrcoef), LIKE_JAX(cosh), LIKE_JAX(count_nonzero), LIKE_JAX(cov), LIKE_JAX(cross),
    LIKE_JAX(deg2rad), LIKE_JAX(diag), LIKE_JAX(diff), LIKE_JAX(divide), LIKE_JAX(dot),
    LIKE_JAX(dsplit), LIKE_JAX(dstack), LIKE_JAX(einsum), LIKE_JAX(empty_like), LIKE_JAX(equal),
    LIKE_JAX(expand_dims), LIKE_JAX(expm1), LIKE_JAX(eye), LIKE_JAX(flip), LIKE_JAX(fliplr),
    LIKE_JAX(flipud), LIKE_JAX(floor_divide), LIKE_JAX(fmod), LIKE_JAX(full), LIKE_JAX(full_like),
    LIKE_JAX(geomspace), LIKE_JAX(greater), LIKE_JAX(greater_equal), LIKE_JAX(hsplit),
    LIKE_JAX(hstack), LIKE_JAX(hypot), LIKE_JAX(identity), LIKE_JAX(inner), LIKE_JAX(isclose),
    LIKE_JAX(isfinite), LIKE_JAX(isinf), LIKE_JAX(isnan), LIKE_JAX(kron), LIKE_JAX(less),
    LIKE_JAX(less_equal), LIKE_JAX(lexsort), LIKE_JAX(linspace), LIKE_JAX(logaddexp),
    LIKE_JAX(logical_and), LIKE_JAX(logical_not), LIKE_JAX(logical_or), LIKE_JAX(logical_xor),
    LIKE_JAX(logspace), LIKE_JAX(matmul), LIKE_JAX(median), LIKE_JAX(meshgrid), LIKE_JAX(mod),
    LIKE_JAX(moveaxis), LIKE_JAX(multiply), LIKE_JAX(nan_to_num), LIKE_JAX(nanmax),
    LIKE_JAX(nanmean), LIKE_JAX(nanmin), LIKE_JAX(nanstd), LIKE_JAX(nansum), LIKE_JAX(negative),
    LIKE_JAX(not_equal), LIKE_JAX(ones_like), LIKE_JAX(outer), LIKE_JAX(pad),
    LIKE_JAX(percentile), LIKE_JAX(power), LIKE_JAX(quantile), LIKE_JAX(rad2deg),
    LIKE_JAX(remainder), LIKE_JAX(rint), LIKE_JAX(roll), LIKE_JAX(rollaxis), LIKE_JAX(rot90),
    LIKE_JAX(select), LIKE_JAX(sign), LIKE_JAX(sinh), LIKE_JAX(split), LIKE_JAX(square),
    LIKE_JAX(stack), LIKE_JAX(subtract), LIKE_JAX(tensordot), LIKE_JAX(tile), LIKE_JAX(trapezoid),
    LIKE_JAX(tri), LIKE_JAX(tril), LIKE_JAX(triu), LIKE_JAX(true_divide), LIKE_JAX(trunc),
    LIKE_JAX(unwrap), LIKE_JAX(vander), LIKE_JAX(where), LIKE_JAX(vdot), LIKE_JAX(vsplit), LIKE_JAX(vstack),
    LIKE_JAX(zeros_like),
    DISPATCHED(all), DISPATCHED(any), DISPATCHED(argmax), DISPATCHED(argmin), DISPATCHED(argsort),
    DISPATCHED(clip), DISPATCHED(cumprod), DISPATCHED(cumsum), DISPATCHED(diagonal),
    DISPATCHED(mean), DISPATCHED(ptp), DISPATCHED(ravel), DISPATCHED(repeat), DISPATCHED(reshape),
    DISPATCHED(round), DISPATCHED(squeeze), DISPATCHED(std), DISPATCHED(swapaxes),
    DISPATCHED(take), DISPATCHED(trace), DISPATCHED(transpose), DISPATCHED(var),
    /* clang-format on */
    MODULE("numpy.ndarray"),
    /* clang-format off */
    METHOD(all), METHOD(any), METHOD(argmax), METHOD(argmin), METHOD(argsort), METHOD(astype),
    METHOD(clip), METHOD(conj), METHOD(conjugate), METHOD(cumprod), METHOD(cumsum),
    METHOD(diagonal), METHOD(dot), METHOD(flatten), METHOD(max), METHOD(mean), METHOD(min),
    METHOD(prod), METHOD(ptp), METHOD(ravel), METHOD(repeat), METHOD(reshape), METHOD(round),
    METHOD(squeeze), METHOD(std), METHOD(sum), METHOD(swapaxes), METHOD(take), METHOD(trace),
    METHOD(transpose), METHOD(var),
    PROPERTY(T), PROPERTY(mT), PROPERTY(real), PROPERTY(imag),
    /* clang-format on */
    FUNCTION("__getitem__", "self, index", item),
    FUNCTION("copy", "self, order=None", same),
    FUNCTION("fill", "self, value", change),
    FUNCTION("sort", "self, axis=-1, kind=None", change),
    TABLE_END,
};
