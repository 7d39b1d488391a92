/* SPDX-License-Identifier: Apache-2.0 */
/* Functions and methods of NumPy that give arrays as those of jax.numpy do. */
#include "library/python/python.h"
#include "library/python/numpy_keywords.h"
#include "op/core/elements.h"
#include "trace/convert/numpy_array.h"
#include "trace/module/bind.h"

/* Whether the function leaves an array that is not its own to a method of that, as numpy.mean does.
 */
static const bool dispatched = true;

static bool is_array_of_jax(const struct value *value)
{
	return value->kind == VALUE_ARRAY && !value->array->host;
}

static struct given given_by(const struct call_arguments *arguments, uint32_t first)
{
	const struct value *keywords = argument(arguments, first + 1);
	return (struct given){argument(arguments, first)->list, keywords->dict.pairs,
	                      keywords->dict.count, arguments->at, NULL};
}

/* Parameters of jax.numpy that take arrays, of which NumPy makes ones of lists, and those that take
 * sequences of arrays. */
static const char *const of_arrays[] = {
    "a",      "b",         "x",       "y",       "x1",
    "x2",     "arr",       "array",   "ar",      "ar1",
    "m",      "v",         "w",       "xp",      "fp",
    "ar2",    "element",   "p",       "weights", "test_elements",
    "values", "condition", "repeats", "indices", "bins",
    "keys",   "choices",   "arys",    "q",       "A",
    "ary",    "z",         "val",     "obj",
};
static const char *const of_sequences[] = {"arrays", "tup", "args", "arys", "keys", "xi"};

static bool is_among(struct str name, const char *const *names, size_t count)
{
	return str_place(name, names, count) < count;
}

/* The items of a sequence, or of *args, with arrays in the place of lists. */
static const struct value *arrays_among(struct trace *trace, const struct value *value,
                                        struct span at)
{
	const struct value_list *items = value_items(value);
	if (!items || value->kind == VALUE_ARRAY)
		return value;
	const struct value **made = arena_new(trace->op.arena, const struct value *, items->count);
	for (uint32_t i = 0; i < items->count; i++) {
		bool list = value_items(items->items[i]);
		made[i] = list ? numpy_array_of(trace, items->items[i], at) : items->items[i];
		if (!made[i])
			return NULL;
	}
	return value_sequence(trace->op.arena, value->kind, made, items->count);
}

/* An argument of a function of NumPy as that of jax.numpy takes it; NULL: it is not known. */
static const struct value *array_argument_of(struct trace *trace, const struct value *value,
                                             struct str formal, bool spread, struct span at)
{
	bool sequence = is_among(formal, of_sequences, COUNT_OF(of_sequences));
	bool array = is_among(formal, of_arrays, COUNT_OF(of_arrays)) || (sequence && spread);
	bool number = is_real_number(value) && str_equal(formal, STR("values"));
	bool list = value_items(value) || value->kind == VALUE_RANGE || number;
	if (!list || value_has_unknown(value))
		return value;
	if (sequence && !spread)
		return arrays_among(trace, value, at);
	return array ? numpy_array_of(trace, value, at) : value;
}

/* The positional arguments behind `own` others with arrays in the place of lists; false when one is
 * not known. What methods take as *args is a shape, or axes. */
static bool arrays_given(struct trace *trace, const struct function_row *row, uint32_t own,
                         struct given *given)
{
	uint32_t count;
	const struct formal *formals = row_formals(trace, row, &count);
	const struct value **made =
	    arena_new(trace->op.arena, const struct value *, given->positional.count);
	for (uint32_t i = 0; i < given->positional.count; i++) {
		uint32_t at = count && i + own >= count ? count - 1 : i + own;
		bool spread = count && formals[at].kind == PARAMETER_STAR;
		made[i] = given->positional.items[i];
		if (count && !(own && spread))
			made[i] =
			    array_argument_of(trace, made[i], formals[at].name, spread, given->at);
		if (!made[i])
			return false;
	}
	given->positional.items = made;
	return true;
}

/* numpy.name(devices, …) of a function that leaves arrays to their own method; NULL: not known. */
static const struct value *of_devices(struct trace *trace, struct str name, struct given *given)
{
	const struct function_row *row;
	const struct value *devices = given->positional.items[0];
	if (library_find(trace, STR("devices"), name, &row) != LIBRARY_FOUND)
		return trace_unknown(trace, "numpy.%.*s of devices is not known", STR_ARG(name));
	given->positional.items++;
	given->positional.count--;
	return call_row(trace, row, devices, given);
}

/* numpy.name(…), or that of a module inside of numpy */
static const struct value *function(struct trace *trace, const struct call_arguments *arguments)
{
	const struct function_row *row;
	struct given given = given_by(arguments, 0);
	struct str name = str_of(arguments->row->name);
	const struct module_row *home = library_home(trace, arguments->row);
	struct str module = str_format(trace->op.arena, "jax.%s", home ? home->name : "numpy");
	if (library_find(trace, module, name, &row) != LIBRARY_FOUND)
		return trace_unknown(trace, "numpy.%s is not known", arguments->row->name);
	bool first = given.positional.count && is_array_of_jax(given.positional.items[0]);
	if (first && arguments->row->data)
		return call_row(trace, row, NULL, &given);
	bool own = home && strcmp(home->name, "numpy") == 0;
	if (own && !numpy_takes_keywords(trace, arguments->row->name, false, &given))
		return NULL;
	if (!arrays_given(trace, row, 0, &given))
		return NULL;
	if (arguments->row->data && given.positional.count &&
	    given.positional.items[0]->kind == VALUE_DEVICES)
		return of_devices(trace, name, &given);
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
	if (!numpy_takes_keywords(trace, arguments->row->name, true, &given))
		return NULL;
	if (row->signature && !arrays_given(trace, row, 1, &given))
		return NULL;
	if (row->signature)
		return numpy_call(trace, row, argument(arguments, 0), &given);
	return numpy_property(trace, row, argument(arguments, 0), arguments->at);
}

/* Whether the integers of an index, up to the first part that is no integer, slice or None, lie
 * within the array. */
static bool index_is_within(struct trace *trace, const struct array *array,
                            const struct value *index)
{
	const struct value *const *parts = &index;
	uint32_t count = 1, dim = 0;
	if (index->kind == VALUE_TUPLE) {
		parts = index->list.items;
		count = index->list.count;
	}
	for (uint32_t i = 0; i < count && dim < array->type.rank; i++) {
		if (parts[i]->kind == VALUE_NONE)
			continue;
		if (parts[i]->kind != VALUE_INT && parts[i]->kind != VALUE_SLICE)
			return true;
		int64_t size = array->type.shape[dim], at = parts[i]->integer;
		if (parts[i]->kind == VALUE_INT && !parts[i]->wide && (at >= size || at < -size))
			return refuse(&trace->op, RULE_PROGRAM_ERROR, "IndexError",
			              TEXT("index {} is out of bounds for axis {} with size {}", at,
			                   dim, size));
		dim++;
	}
	return true;
}

/* x[i] */
static const struct value *item(struct trace *trace, const struct call_arguments *arguments)
{
	const struct function_row *row;
	const struct value *index = argument(arguments, 1);
	struct given given = {{&index, 1}, NULL, 0, arguments->at, NULL};
	if (!index_is_within(trace, argument(arguments, 0)->array, index))
		return NULL;
	return library_find(trace, STR("ndarray"), STR("__getitem__"), &row) == LIBRARY_FOUND
	           ? numpy_call(trace, row, argument(arguments, 0), &given)
	           : NULL;
}

/* x.copy() and what else gives an array of the same type. */
static const struct value *same(struct trace *trace, const struct call_arguments *arguments)
{
	return numpy_copy(trace, argument(arguments, 0)->array);
}

/* x.fill(value) */
static const struct value *fill(struct trace *trace, const struct call_arguments *arguments)
{
	numpy_set_item(trace, argument(arguments, 0), &value_ellipsis, argument(arguments, 1));
	return &value_none;
}

/* x.sort(axis, kind) */
static const struct value *sort(struct trace *trace, const struct call_arguments *arguments)
{
	const struct value *both[] = {argument(arguments, 0), argument(arguments, 1)};
	struct given given = {{both, 2}, NULL, 0, arguments->at, NULL};
	const struct function_row *row;
	const struct value *sorted = NULL;
	if (library_find(trace, STR("jax.numpy"), STR("sort"), &row) == LIBRARY_FOUND)
		sorted = numpy_call(trace, row, NULL, &given);
	numpy_write(trace, both[0]->array, sorted);
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
    LIKE_JAX(argpartition), LIKE_JAX(argwhere), LIKE_JAX(array_equiv), LIKE_JAX(arccos), LIKE_JAX(arcsin), LIKE_JAX(arctan), LIKE_JAX(arctan2), LIKE_JAX(arctanh),
    LIKE_JAX(array_equal), LIKE_JAX(array_split), LIKE_JAX(atleast_1d), LIKE_JAX(atleast_2d),
    LIKE_JAX(atleast_3d), LIKE_JAX(average), LIKE_JAX(bitwise_and), LIKE_JAX(bitwise_or),
    LIKE_JAX(bincount), LIKE_JAX(bitwise_not), LIKE_JAX(bitwise_xor), LIKE_JAX(block), LIKE_JAX(broadcast_arrays), LIKE_JAX(broadcast_to),
    LIKE_JAX(cbrt), LIKE_JAX(column_stack), LIKE_JAX(concatenate), LIKE_JAX(count_nonzero),
    LIKE_JAX(corrcoef), LIKE_JAX(cosh), LIKE_JAX(cov), LIKE_JAX(cross),
    LIKE_JAX(deg2rad), LIKE_JAX(diag), LIKE_JAX(diff), LIKE_JAX(divide), LIKE_JAX(dot),
    LIKE_JAX(delete), LIKE_JAX(digitize), LIKE_JAX(ediff1d), LIKE_JAX(flatnonzero),
    LIKE_JAX(indices), LIKE_JAX(insert), LIKE_JAX(intersect1d), LIKE_JAX(invert), LIKE_JAX(isin),
    LIKE_JAX(left_shift), LIKE_JAX(logical_xor), LIKE_JAX(nanargmax), LIKE_JAX(partition),
    LIKE_JAX(positive), LIKE_JAX(ravel_multi_index), LIKE_JAX(resize), LIKE_JAX(right_shift), 
    LIKE_JAX(setdiff1d), LIKE_JAX(setxor1d), LIKE_JAX(sort), LIKE_JAX(take_along_axis), LIKE_JAX(tril_indices),
    LIKE_JAX(triu_indices), LIKE_JAX(union1d), LIKE_JAX(unique), LIKE_JAX(unravel_index), LIKE_JAX(ix_), LIKE_JAX(diag_indices),
    LIKE_JAX(dsplit), LIKE_JAX(dstack), LIKE_JAX(einsum), LIKE_JAX(empty_like), LIKE_JAX(equal),
    LIKE_JAX(expand_dims), LIKE_JAX(expm1), LIKE_JAX(eye), LIKE_JAX(flip), LIKE_JAX(fliplr),
    LIKE_JAX(flipud), LIKE_JAX(floor_divide), LIKE_JAX(fmod), LIKE_JAX(full), LIKE_JAX(full_like),
    LIKE_JAX(geomspace), LIKE_JAX(greater), LIKE_JAX(greater_equal), LIKE_JAX(hsplit),
    LIKE_JAX(hstack), LIKE_JAX(hypot), LIKE_JAX(identity), LIKE_JAX(inner), LIKE_JAX(isclose),
    LIKE_JAX(isfinite), LIKE_JAX(isinf), LIKE_JAX(isnan), LIKE_JAX(kron), LIKE_JAX(less),
    LIKE_JAX(less_equal), LIKE_JAX(lexsort), LIKE_JAX(logaddexp),
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
    LIKE_JAX(zeros_like), LIKE_JAX(amax), LIKE_JAX(amin), LIKE_JAX(concat), LIKE_JAX(conj), LIKE_JAX(conjugate),
    LIKE_JAX(copy), LIKE_JAX(gradient), LIKE_JAX(imag), LIKE_JAX(interp), LIKE_JAX(nextafter),
    LIKE_JAX(real), LIKE_JAX(polyfit), LIKE_JAX(polyval), LIKE_JAX(angle), LIKE_JAX(apply_along_axis), LIKE_JAX(nanprod),
    LIKE_JAX(nanvar), LIKE_JAX(nanmedian), LIKE_JAX(heaviside), LIKE_JAX(sinc), LIKE_JAX(hanning),
    LIKE_JAX(hamming), LIKE_JAX(blackman), LIKE_JAX(cumulative_sum), LIKE_JAX(permute_dims), LIKE_JAX(matrix_transpose),
    LIKE_JAX(acos), LIKE_JAX(acosh), LIKE_JAX(arccosh), LIKE_JAX(arcsinh), LIKE_JAX(around),
    LIKE_JAX(asin), LIKE_JAX(asinh), LIKE_JAX(atan), LIKE_JAX(atan2), LIKE_JAX(atanh),
    LIKE_JAX(bartlett), LIKE_JAX(bitwise_count), LIKE_JAX(bitwise_invert),
    LIKE_JAX(bitwise_left_shift), LIKE_JAX(bitwise_right_shift),
    LIKE_JAX(copysign),
    LIKE_JAX(degrees), LIKE_JAX(diag_indices_from), LIKE_JAX(diagflat), LIKE_JAX(divmod),
    LIKE_JAX(fmax), LIKE_JAX(fmin), LIKE_JAX(frexp),
    LIKE_JAX(i0), LIKE_JAX(iscomplex), LIKE_JAX(isneginf), LIKE_JAX(isposinf), LIKE_JAX(isreal),
    LIKE_JAX(kaiser), LIKE_JAX(ldexp), LIKE_JAX(logaddexp2), LIKE_JAX(modf), LIKE_JAX(nanargmin),
    LIKE_JAX(nancumprod), LIKE_JAX(nancumsum), LIKE_JAX(nanpercentile), LIKE_JAX(nanquantile),
    LIKE_JAX(packbits), LIKE_JAX(polyder), LIKE_JAX(polyint),
    LIKE_JAX(pow), LIKE_JAX(radians),
    LIKE_JAX(signbit), LIKE_JAX(spacing), LIKE_JAX(tril_indices_from), LIKE_JAX(triu_indices_from),
    LIKE_JAX(unpackbits), LIKE_JAX(unstack),
   
    DISPATCHED(all), DISPATCHED(any), DISPATCHED(argmax), DISPATCHED(argmin), LIKE_JAX(argsort),
    DISPATCHED(clip), DISPATCHED(cumprod), DISPATCHED(cumsum), DISPATCHED(diagonal),
    DISPATCHED(mean), DISPATCHED(nonzero), DISPATCHED(searchsorted), DISPATCHED(ptp), DISPATCHED(ravel), DISPATCHED(repeat), DISPATCHED(reshape),
    DISPATCHED(round), DISPATCHED(squeeze), DISPATCHED(std), DISPATCHED(swapaxes),
    DISPATCHED(take), DISPATCHED(trace), DISPATCHED(transpose), DISPATCHED(var),
    /* clang-format on */
    MODULE("numpy.linalg"),
    /* clang-format off */
    LIKE_JAX(cholesky), LIKE_JAX(cond), LIKE_JAX(det), LIKE_JAX(eigh), LIKE_JAX(eigvalsh), LIKE_JAX(inv),
    LIKE_JAX(matrix_norm), LIKE_JAX(matrix_power), LIKE_JAX(matrix_rank), LIKE_JAX(multi_dot), LIKE_JAX(norm), LIKE_JAX(pinv),
    LIKE_JAX(qr), LIKE_JAX(slogdet), LIKE_JAX(solve), LIKE_JAX(svd), LIKE_JAX(svdvals), LIKE_JAX(tensorinv),
    LIKE_JAX(tensorsolve), LIKE_JAX(vector_norm),
    MODULE("numpy.fft"),
    LIKE_JAX(fft), LIKE_JAX(fft2), LIKE_JAX(fftfreq), LIKE_JAX(fftn), LIKE_JAX(fftshift), LIKE_JAX(ifft), LIKE_JAX(ifft2),
    LIKE_JAX(ifftn), LIKE_JAX(ifftshift), LIKE_JAX(irfft), LIKE_JAX(irfft2), LIKE_JAX(irfftn), LIKE_JAX(rfft),
    LIKE_JAX(rfft2), LIKE_JAX(rfftfreq), LIKE_JAX(rfftn),
    /* clang-format on */
    MODULE("numpy.ndarray"),
    /* clang-format off */
    METHOD(all), METHOD(any), METHOD(argmax), METHOD(argmin), METHOD(argsort), METHOD(astype),
    METHOD(clip), METHOD(conj), METHOD(conjugate), METHOD(argpartition), METHOD(nonzero), METHOD(searchsorted), METHOD(cumprod), METHOD(cumsum),
    METHOD(diagonal), METHOD(dot), METHOD(flatten), METHOD(max), METHOD(mean), METHOD(min),
    METHOD(prod), METHOD(ptp), METHOD(ravel), METHOD(repeat), METHOD(reshape), METHOD(round),
    METHOD(squeeze), METHOD(std), METHOD(sum), METHOD(swapaxes), METHOD(take), METHOD(trace),
    METHOD(transpose), METHOD(var), METHOD(view),
    PROPERTY(T), PROPERTY(mT), PROPERTY(real), PROPERTY(imag),
    /* clang-format on */
    FUNCTION("__getitem__", "self, index", item),
    FUNCTION("copy", "self, order=None", same),
    FUNCTION("fill", "self, value", fill),
    FUNCTION("sort", "self, axis=-1, kind=None", sort, .also = "order, stable, descending"),
    TABLE_END,
};
