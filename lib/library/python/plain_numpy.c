/* SPDX-License-Identifier: Apache-2.0 */
/*
 * NumPy itself inside of a traced function: numbers and shapes are computed, arrays are constants,
 * and what JAX traces is refused.
 */
#include <math.h>

#include "library/python/python.h"
#include "library/python/numpy_keywords.h"
#include "library/placement/placement.h"
#include "trace/convert/held_value.h"
#include "trace/convert/numpy_array.h"
#include "trace/convert/tracer.h"
#include "op/core/dtype_class.h"

/* Raises that NumPy wants what a traced array holds. Always NULL. JAX: errors.py
 * TracerArrayConversionError. */
static const struct value *refuse_traced_values(struct trace *trace, const struct array *array)
{
	return trace_refuse(trace, RULE_PROGRAM_ERROR, "TracerArrayConversionError",
	                    TEXT("The numpy.ndarray conversion method __array__() was called on {}",
	                         tracer_text(trace, array)),
	                    WORDS("NumPy cannot take an array that is traced"),
	                    HELP("use the function of jax.numpy"));
}

/* The first traced array inside of a value, or NULL. */
static const struct array *find_traced(const struct trace *trace, const struct value *value)
{
	const struct value_list *items = value_items(value);
	if (value->kind == VALUE_ARRAY && array_is_opaque(trace, value->array))
		return value->array;
	for (uint32_t i = 0; items && i < items->count; i++) {
		const struct array *found = find_traced(trace, items->items[i]);
		if (found)
			return found;
	}
	return NULL;
}

/* A function of jax.numpy as NumPy's. */
static const struct value *call_numpy(struct trace *trace, const char *name,
                                      const struct given *given)
{
	const struct function_row *row;
	return library_find(trace, STR("jax.numpy"), str_of(name), &row) == LIBRARY_FOUND
	           ? numpy_call(trace, row, NULL, given)
	           : trace_unknown(trace, "numpy.%s is not known", name);
}

/* A function of numbers. */
struct number_function {
	double (*call)(double x);
};

static bool plain_number(const struct value *value, double *real)
{
	if (is_real_number(value))
		*real = as_float(value);
	else if (value->kind == VALUE_SCALAR)
		*real = value->scalar.real;
	else
		return false;
	return true;
}

/* What NumPy's functions of elements give with options, of which `out` is the one at `index` and
 * the others stand behind it: the array that is written to, whose elements are not followed, or
 * what is not known. NULL: there are none. NumPy: numpy.ufunc. */
static const struct value *given_options(struct trace *trace,
                                         const struct call_arguments *arguments, uint32_t index)
{
	const struct value *out = argument(arguments, index);
	const struct value *others = argument(arguments, index + 1);
	if (out->kind == VALUE_NONE && others->dict.count == 0)
		return NULL;
	numpy_forget(trace, out);
	return is_numpy_array(out)
	           ? out
	           : value_foreign(trace->op.arena, str_format(trace->op.arena, "numpy.%s(…)",
	                                                       arguments->row->name));
}

static const struct value *number_function(struct trace *trace,
                                           const struct call_arguments *arguments)
{
	const struct number_function *function = arguments->row->data;
	const struct value *x = argument(arguments, 0);
	const struct array *traced = find_traced(trace, x);
	double real;
	const struct value *with_options;
	if (traced)
		return refuse_traced_values(trace, traced);
	if ((with_options = given_options(trace, arguments, 1)))
		return with_options;
	if (value_items(x) && !(x = numpy_array_of(trace, x, arguments->at)))
		return NULL;
	const struct dtype *dtype =
	    x->kind == VALUE_SCALAR && dtype_class(x->scalar.dtype) == DTYPE_FLOAT
		? x->scalar.dtype
		: dtype_named(STR("float64"));
	if (plain_number(x, &real))
		return value_scalar(trace->op.arena, dtype, function->call(real));
	bool exact = x->kind == VALUE_ARRAY && dtype_is_held(array_held_dtype(x->array)) &&
	             dtype_holds_reals(array_held_dtype(x->array));
	if (exact && array_elements(x->array)) {
		struct given given = {{&x, 1}, NULL, 0, arguments->at, NULL};
		return call_numpy(trace, arguments->row->name, &given);
	}
	if (x->kind == VALUE_ARRAY) {
		const struct dtype *own = array_held_dtype(x->array);
		bool inexact = dtype_class(own) == DTYPE_FLOAT || dtype_class(own) == DTYPE_COMPLEX;
		return numpy_array(trace, inexact ? own : dtype_named(STR("float64")),
		                   x->array->type.shape, x->array->type.rank);
	}
	return trace_unknown(trace, "numpy.%s of this is not known", arguments->row->name);
}

/* np.prod(shape), np.sum(list), np.max(array). Of an array that is not its own NumPy leaves them to
 * its methods. */
static const struct value *reduction(struct trace *trace, const struct call_arguments *arguments)
{
	const struct value *x = argument(arguments, 0), *more = argument(arguments, 1);
	const struct value *keywords = argument(arguments, 2);
	const struct function_row *row;
	struct given given = {{NULL, more->list.count + 1},
	                      keywords->dict.pairs,
	                      keywords->dict.count,
	                      arguments->at,
	                      NULL};
	if (x->kind != VALUE_ARRAY && find_traced(trace, x))
		return refuse_traced_values(trace, find_traced(trace, x));
	if (x->kind != VALUE_ARRAY && !(x = numpy_array_of(trace, x, arguments->at)))
		return NULL;
	const struct value **all =
	    arena_new(trace->op.arena, const struct value *, given.positional.count);
	all[0] = x;
	for (uint32_t i = 0; i < more->list.count; i++)
		all[i + 1] = more->list.items[i];
	given.positional.items = all;
	if (x->kind == VALUE_ARRAY && !x->array->host &&
	    library_find(trace, STR("jax.numpy"), str_of(arguments->row->name), &row) ==
	        LIBRARY_FOUND)
		return call_row(trace, row, NULL, &given);
	if (!numpy_takes_keywords(trace, arguments->row->name, false, &given))
		return NULL;
	return call_numpy(trace, arguments->row->name, &given);
}

/* np.maximum(a, b) and its like: of numbers, or of arrays. */
static const struct value *of_two(struct trace *trace, const struct call_arguments *arguments)
{
	const struct value *both[2];
	struct given given = {{both, 2}, NULL, 0, arguments->at, NULL};
	for (uint32_t i = 0; i < 2; i++) {
		const struct array *traced = find_traced(trace, argument(arguments, i));
		if (traced)
			return refuse_traced_values(trace, traced);
		both[i] = value_items(argument(arguments, i))
		              ? numpy_array_of(trace, argument(arguments, i), arguments->at)
		              : argument(arguments, i);
		if (!both[i])
			return NULL;
	}
	const struct value *with_options = given_options(trace, arguments, 2);
	return with_options ? with_options : call_numpy(trace, arguments->row->name, &given);
}

static const struct value *device_array(struct trace *trace, const struct value *devices)
{
	const int64_t *sizes;
	uint32_t count;
	return devices_shape(trace, devices, &sizes, &count)
	           ? devices_in_shape(trace, devices, sizes, count)
	           : NULL;
}

/* np.asarray of an array, which copies nothing: what JAX holds nobody may change. */
static const struct value *viewed(struct trace *trace, const struct value *x)
{
	if (x->array->host)
		return x;
	struct array *view = arena_new(trace->op.arena, struct array, 1);
	*view = *numpy_array(trace, x->array->type.dtype, x->array->type.shape, x->array->type.rank)
	             ->array;
	view->elements = array_elements(x->array);
	view->read_only = true;
	return value_array(trace->op.arena, view);
}

/* Whether it is a text, or a list of as many such as long as each other. */
static bool holds_texts(const struct value *x)
{
	const struct value_list *items = value_items(x);
	if (!items || value_too_large(x))
		return x->kind == VALUE_STRING;
	for (uint32_t i = 0; i < items->count; i++) {
		const struct value_list *first = value_items(items->items[0]),
					*own = value_items(items->items[i]);
		if (!holds_texts(items->items[i]) || !first != !own ||
		    (own && own->count != first->count))
			return false;
	}
	return items->count > 0;
}

/* What the numbers, lists and arrays of a value are as an array of the dtype, or of NumPy's own:
 * one of texts is foreign. */
static const struct value *array_made(struct trace *trace, const struct value *x,
                                      const struct value *dtype, struct span at)
{
	const struct value *both[] = {value_with_arrays(trace, x), dtype};
	struct given given = {{both, dtype->kind == VALUE_NONE ? 1 : 2}, NULL, 0, at, NULL};
	if (!both[0])
		return NULL;
	const struct value *made = call_numpy(trace, "array", &given);
	if (made && made->kind == VALUE_UNKNOWN && value_is_foreign(made) && !holds_texts(x))
		return trace_unknown(trace, "numpy.array of this is not known");
	return made;
}

const struct value *numpy_array_of(struct trace *trace, const struct value *x, struct span at)
{
	return holds_devices(x) ? device_array(trace, x) : array_made(trace, x, &value_none, at);
}

/* np.array(…) and np.asarray(…) */
static const struct value *array(struct trace *trace, const struct call_arguments *arguments)
{
	const struct value *x = argument(arguments, 0), *wanted = argument(arguments, 1);
	const struct array *traced = find_traced(trace, x);
	const struct dtype *dtype = NULL;
	if (traced)
		return refuse_traced_values(trace, traced);
	if (holds_devices(x))
		return device_array(trace, x);
	if (wanted->kind != VALUE_NONE) {
		dtype = value_to_own_dtype(trace, wanted);
		if (!dtype)
			return NULL;
	}
	bool copies = strcmp(arguments->row->name, "asarray") != 0 &&
	              value_truth(argument(arguments, 2)) == 1;
	if (x->kind == VALUE_ARRAY && !copies && (!dtype || dtype == array_held_dtype(x->array)))
		return viewed(trace, x);
	return array_made(trace, x, wanted, arguments->at);
}

/* np.zeros(shape, dtype) and its like. */
static const struct value *filled(struct trace *trace, const struct call_arguments *arguments)
{
	const struct value *wanted = argument(arguments, 1);
	const struct array *traced = find_traced(trace, argument(arguments, 0));
	const struct dtype *dtype = dtype_named(STR("float64"));
	const int64_t *shape;
	uint32_t rank;
	if (traced && argument(arguments, 0)->kind == VALUE_ARRAY)
		return refuse(&trace->op, RULE_PROGRAM_ERROR, "TypeError",
		              TEXT("expected a sequence of integers or a single integer, got '{}'",
		                   value_repr(argument(arguments, 0))));
	if (traced)
		return array_to_int(trace, traced) ? &value_unknown : NULL;
	if (wanted->kind != VALUE_NONE)
		dtype = value_to_own_dtype(trace, wanted);
	if (!dtype || !value_to_shape(trace, argument(arguments, 0), &shape, &rank))
		return NULL;
	const struct value *made = numpy_array(trace, dtype, shape, rank);
	bool values = trace->op.values, ones = strcmp(arguments->row->name, "ones") == 0;
	trace->op.values = values || !trace->prelude;
	if (ones || strcmp(arguments->row->name, "zeros") == 0)
		(void)array_filled(&trace->op, made->array, ones);
	trace->op.values = values;
	return made;
}

/* np.shape, np.ndim and np.size, which ask an array for its own, and of numbers and lists make one
 * before. */
static const struct value *asked(struct trace *trace, const struct call_arguments *arguments)
{
	const struct value *x = argument(arguments, 0);
	bool number = x->kind > VALUE_NONE && x->kind < VALUE_STRING;
	if (number || x->kind == VALUE_TUPLE || x->kind == VALUE_LIST)
		x = library_call(trace, "numpy", "asarray", &x, 1, arguments->at);
	return x ? trace_attribute(trace, x, str_of(arguments->row->name), arguments->at) : NULL;
}

#define NUMBER(id)                                                 \
	FUNCTION(#id, "x, /, out=None, **kwargs", number_function, \
	         .data = (const struct number_function[]){{id}})
#define REDUCTION(id) FUNCTION(id, "a, /, *args, **kwargs", reduction)
#define OF_TWO(id) FUNCTION(id, "x1, x2, /, out=None, **kwargs", of_two)
#define FILLED(id, signature_) FUNCTION(id, signature_, filled, .also = "device, like")

const struct function_row library_plain_numpy[] = {
    MODULE("numpy"),
    NUMBER(sqrt),
    NUMBER(exp),
    NUMBER(exp2),
    NUMBER(log),
    NUMBER(log2),
    NUMBER(log10),
    NUMBER(log1p),
    NUMBER(sin),
    NUMBER(cos),
    NUMBER(tan),
    NUMBER(tanh),
    NUMBER(floor),
    NUMBER(ceil),
    NUMBER(fabs),
    REDUCTION("prod"),
    REDUCTION("sum"),
    REDUCTION("max"),
    REDUCTION("min"),
    OF_TWO("maximum"),
    OF_TWO("minimum"),
    OF_TWO("gcd"),
    OF_TWO("lcm"),
    FUNCTION("array", "object, dtype=None, copy=True, order='K'", array,
             .also = "subok, ndmin, ndmax, like"),
    FUNCTION("asarray", "a, dtype=None, order=None", array, .also = "device, copy, like"),
    FILLED("zeros", "shape, dtype=None, order='C'"),
    FILLED("ones", "shape, dtype=None, order='C'"),
    FILLED("empty", "shape, dtype=None, order='C'"),
    FUNCTION("shape", "a", asked),
    FUNCTION("ndim", "a", asked),
    TABLE_END,
};
