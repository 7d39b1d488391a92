/* SPDX-License-Identifier: Apache-2.0 */
/*
 * NumPy itself inside of a traced function: numbers and shapes are computed, arrays are constants,
 * and what JAX traces is refused.
 */
#include <math.h>

#include "library/python/python.h"
#include "trace/convert/numpy_array.h"
#include "trace/convert/tracer.h"
#include "op/core/dtype_class.h"
#include "library/placement/placement.h"

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
	if (value->kind == VALUE_ARRAY && array_is_traced(trace, value->array))
		return value->array;
	for (uint32_t i = 0; items && i < items->count; i++) {
		const struct array *found = find_traced(trace, items->items[i]);
		if (found)
			return found;
	}
	return NULL;
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

static const struct value *number_function(struct trace *trace,
                                           const struct call_arguments *arguments)
{
	const struct number_function *function = arguments->row->data;
	const struct value *x = argument(arguments, 0);
	const struct array *traced = find_traced(trace, x);
	double real;
	if (traced)
		return refuse_traced_values(trace, traced);
	const struct dtype *dtype =
	    x->kind == VALUE_SCALAR && dtype_class(x->scalar.dtype) == DTYPE_FLOAT
		? x->scalar.dtype
		: dtype_named(STR("float64"));
	if (plain_number(x, &real))
		return value_scalar(trace->op.arena, dtype, function->call(real));
	if (x->kind == VALUE_ARRAY) {
		const struct dtype *own = array_own_dtype(x->array);
		bool inexact = dtype_class(own) == DTYPE_FLOAT || dtype_class(own) == DTYPE_COMPLEX;
		return numpy_array(trace, inexact ? own : dtype_named(STR("float64")),
		                   x->array->type.shape, x->array->type.rank);
	}
	return trace_unknown(trace, "numpy.%s of this is not known", arguments->row->name);
}

static double multiply(double a, double b)
{
	return a * b;
}

static double add(double a, double b)
{
	return a + b;
}

static double larger(double a, double b)
{
	return a > b ? a : b;
}

static double smaller(double a, double b)
{
	return a < b ? a : b;
}

/* A fold of the numbers of a list, or of two numbers. */
struct fold {
	double (*call)(double a, double b);
	double empty;
	bool has_empty;
};

/* Whether everything in the list is a number; *whole says whether all are integers. */
static bool fold_numbers(const struct fold *fold, const struct value_list *items, double *total,
                         bool *whole)
{
	*whole = true;
	*total = fold->empty;
	for (uint32_t i = 0; i < items->count; i++) {
		double real;
		int64_t integer;
		if (!plain_number(items->items[i], &real))
			return false;
		*whole = *whole && (is_integer(items->items[i], &integer) ||
		                    (items->items[i]->kind == VALUE_SCALAR &&
		                     dtype_is_integer(items->items[i]->scalar.dtype)));
		*total = i || fold->has_empty ? fold->call(*total, real) : real;
	}
	return items->count || fold->has_empty;
}

static const struct value *folded(struct trace *trace, const struct call_arguments *arguments,
                                  const struct value_list *items)
{
	const struct fold *fold = arguments->row->data;
	double total;
	bool whole;
	if (!fold_numbers(fold, items, &total, &whole))
		return trace_unknown(trace, "numpy.%s of this is not known", arguments->row->name);
	whole = whole && items->count;
	return value_scalar(trace->op.arena, dtype_named(whole ? STR("int64") : STR("float64")),
	                    total);
}

/* np.prod(shape), np.sum(list), np.max(array). Of an array that is not its own NumPy leaves them to
 * its methods. */
static const struct value *reduction(struct trace *trace, const struct call_arguments *arguments)
{
	const struct value *x = argument(arguments, 0), *more = argument(arguments, 1);
	const struct value *keywords = argument(arguments, 2);
	const struct value_list *items = value_items(x), single = {&x, 1};
	const struct function_row *row;
	struct given given = {{NULL, more->list.count + 1},
	                      keywords->dict.pairs,
	                      keywords->dict.count,
	                      arguments->at,
	                      NULL};
	if (x->kind != VALUE_ARRAY && find_traced(trace, x))
		return refuse_traced_values(trace, find_traced(trace, x));
	if (x->kind != VALUE_ARRAY && !more->list.count && !keywords->dict.count)
		return folded(trace, arguments, items ? items : &single);
	const struct value **all =
	    arena_new(trace->op.arena, const struct value *, given.positional.count);
	all[0] = x;
	for (uint32_t i = 0; i < more->list.count; i++)
		all[i + 1] = more->list.items[i];
	given.positional.items = all;
	if (library_find(trace, STR("jax.numpy"), str_of(arguments->row->name), &row) !=
	    LIBRARY_FOUND)
		return trace_unknown(trace, "numpy.%s is not known", arguments->row->name);
	return x->kind == VALUE_ARRAY && !x->array->host ? call_row(trace, row, NULL, &given)
	                                                 : numpy_call(trace, row, NULL, &given);
}

/* np.maximum(a, b) and np.minimum(a, b): of numbers, or of arrays. */
static const struct value *of_two(struct trace *trace, const struct call_arguments *arguments)
{
	const struct value *both[] = {argument(arguments, 0), argument(arguments, 1)};
	struct given given = {{both, 2}, NULL, 0, arguments->at, NULL};
	const struct function_row *row;
	for (uint32_t i = 0; i < 2; i++)
		if (find_traced(trace, both[i]))
			return refuse_traced_values(trace, find_traced(trace, both[i]));
	bool arrays = both[0]->kind == VALUE_ARRAY || both[1]->kind == VALUE_ARRAY;
	if (arrays && library_find(trace, STR("jax.numpy"), str_of(arguments->row->name), &row) ==
	                  LIBRARY_FOUND)
		return numpy_call(trace, row, NULL, &given);
	return folded(trace, arguments, &(struct value_list){both, 2});
}

/* The shape of nested lists of numbers, and the class of their common dtype, which is at first that
 * of truths; false when it is not known. */
static bool nested_shape(const struct value *value, int64_t *shape, uint32_t *rank,
                         enum dtype_class *class)
{
	const struct value_list *items = value_items(value);
	double real;
	*rank = 0;
	if (!items) {
		bool floating =
		    value->kind == VALUE_FLOAT || (value->kind == VALUE_SCALAR &&
		                                   dtype_class(value->scalar.dtype) == DTYPE_FLOAT);
		if (value->kind == VALUE_COMPLEX)
			*class = DTYPE_COMPLEX;
		else if (floating && *class != DTYPE_COMPLEX)
			*class = DTYPE_FLOAT;
		else if (value->kind != VALUE_BOOL && *class == DTYPE_BOOL)
			*class = DTYPE_SIGNED;
		return value->kind == VALUE_COMPLEX || plain_number(value, &real);
	}
	shape[0] = items->count;
	for (uint32_t i = 0; i < items->count; i++) {
		int64_t inner[MAX_RANK];
		uint32_t inner_rank;
		if (!nested_shape(items->items[i], inner, &inner_rank, class) ||
		    inner_rank + 1 > MAX_RANK)
			return false;
		for (uint32_t j = 0; i && j < inner_rank; j++)
			if (inner_rank + 1 != *rank || inner[j] != shape[j + 1])
				return false;
		memcpy(shape + 1, inner, inner_rank * sizeof *inner);
		*rank = inner_rank + 1;
	}
	*rank = *rank ? *rank : 1;
	return true;
}

/* The dtype that NumPy gives to numbers of Python; an empty list has that of floats. */
static const struct dtype *class_dtype(enum dtype_class class, const int64_t *shape, uint32_t rank)
{
	bool empty = rank && shape_elements(shape, rank) == 0;
	return dtype_named(class == DTYPE_COMPLEX          ? STR("complex128")
	                   : class == DTYPE_FLOAT || empty ? STR("float64")
	                   : class == DTYPE_SIGNED         ? STR("int64")
	                                                   : STR("bool"));
}

/* np.array of a list of arrays. */
static const struct value *stacked(struct trace *trace, const struct call_arguments *arguments)
{
	const struct function_row *row;
	struct given given = {{arguments->values, 1}, NULL, 0, arguments->at, NULL};
	if (library_find(trace, STR("jax.numpy"), STR("stack"), &row) != LIBRARY_FOUND)
		return NULL;
	return numpy_call(trace, row, NULL, &given);
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
	view->read_only = true;
	return value_array(trace->op.arena, view);
}

/* np.array(…) and np.asarray(…) */
static const struct value *array(struct trace *trace, const struct call_arguments *arguments)
{
	const struct value *x = argument(arguments, 0), *wanted = argument(arguments, 1);
	const struct array *traced = find_traced(trace, x);
	const struct dtype *dtype = NULL;
	int64_t shape[MAX_RANK];
	uint32_t rank;
	enum dtype_class class = DTYPE_BOOL;
	if (traced)
		return refuse_traced_values(trace, traced);
	if (holds_devices(x))
		return device_array(trace, x);
	if (wanted->kind != VALUE_NONE) {
		dtype = value_to_own_dtype(trace, wanted);
		if (!dtype)
			return NULL;
	}
	bool copies = strcmp(arguments->row->name, "asarray") != 0;
	if (x->kind == VALUE_ARRAY && !copies && (!dtype || dtype == array_own_dtype(x->array)))
		return viewed(trace, x);
	if (x->kind == VALUE_ARRAY)
		return numpy_array(trace, dtype ? dtype : array_own_dtype(x->array),
		                   x->array->type.shape, x->array->type.rank);
	if (value_items(x) && value_holds_array(x) && !dtype)
		return stacked(trace, arguments);
	if (!nested_shape(x, shape, &rank, &class))
		return trace_unknown(trace, "numpy.array of this is not known");
	if (!dtype)
		dtype = class_dtype(class, shape, rank);
	return numpy_array(trace, dtype, shape_copy(trace->op.arena, shape, rank), rank);
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
	return numpy_array(trace, dtype, shape, rank);
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

#define NUMBER(id) static const struct number_function id##_row = {id};
NUMBER(sqrt)
NUMBER(exp)
NUMBER(exp2)
NUMBER(log)
NUMBER(log2)
NUMBER(log10)
NUMBER(log1p)
NUMBER(sin)
NUMBER(cos)
NUMBER(tan)
NUMBER(tanh)
NUMBER(floor)
NUMBER(ceil)
NUMBER(fabs)
#undef NUMBER

static const struct fold product_fold = {multiply, 1, true}, sum_fold = {add, 0, true},
			 max_fold = {larger, 0, false}, min_fold = {smaller, 0, false};

#define NUMBER(id) FUNCTION(#id, "x, /", number_function, .data = &id##_row)
#define REDUCTION(id, fold) FUNCTION(id, "a, /, *args, **kwargs", reduction, .data = &fold)
#define FILLED(id, signature_) FUNCTION(id, signature_, filled)

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
    REDUCTION("prod", product_fold),
    REDUCTION("sum", sum_fold),
    REDUCTION("max", max_fold),
    REDUCTION("min", min_fold),
    FUNCTION("maximum", "x1, x2, /", of_two, .data = &max_fold),
    FUNCTION("minimum", "x1, x2, /", of_two, .data = &min_fold),
    FUNCTION("array", "object, dtype=None, copy=True, order='K'", array,
             .also = "subok, ndmin, like"),
    FUNCTION("asarray", "a, dtype=None, order=None", array),
    FILLED("zeros", "shape, dtype=None, order='C'"),
    FILLED("ones", "shape, dtype=None, order='C'"),
    FILLED("empty", "shape, dtype=None, order='C'"),
    FUNCTION("shape", "a", asked),
    FUNCTION("ndim", "a", asked),
    FUNCTION("size", "a", asked),
    TABLE_END,
};
