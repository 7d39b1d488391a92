/* SPDX-License-Identifier: Apache-2.0 */
/* Medians, quantiles and percentiles. JAX: numpy/reductions.py. */
#include "op/reduce/numpy_quantile.h"

#include "library/library.h"
#include "library/numpy/reduction_arguments.h"
#include "op/elementwise/elementwise.h"
#include "op/place/place.h"
#include "op/reduce/reduce.h"
#include "op/elementwise/formula.h"
#include "trace/value/convert_value.h"

/* How a function differs from jnp.quantile. */
struct variant {
	const char *name;
	bool percent, passes_nans;
};

static bool read_axis(struct trace *trace, const struct value *value, struct quantile *quantile)
{
	struct numpy_reduction reduction = {0};
	if (value->kind == VALUE_LIST)
		return trace_unknown(trace, "an axis given as list is not known") != NULL;
	quantile->tuple = value->kind == VALUE_TUPLE;
	if (!read_axes(trace, value, &reduction))
		return false;
	quantile->axes = reduction.axes;
	quantile->count = reduction.count;
	return true;
}

static bool refuse_parameters(struct trace *trace, const struct value *out,
                              const struct value *overwrite, bool passes_nans)
{
	bool overwrites = false;
	if (overwrite->kind != VALUE_NONE && !value_to_bool(trace, overwrite, &overwrites))
		return false;
	if (!overwrites && out->kind == VALUE_NONE)
		return true;
	trace_refuse(trace, RULE_PROGRAM_ERROR, "ValueError",
	             TEXT("jax.numpy.{} does not support overwrite_input=True or out != None",
	                  passes_nans ? "nanquantile" : "quantile"));
	return false;
}

static bool read_method(struct trace *trace, const struct value *value, struct quantile *quantile)
{
	static const char *const names[] = {
	    [QUANTILE_LINEAR] = "linear",   [QUANTILE_LOWER] = "lower",
	    [QUANTILE_HIGHER] = "higher",   [QUANTILE_MIDPOINT] = "midpoint",
	    [QUANTILE_NEAREST] = "nearest",
	};
	struct str name = value->kind == VALUE_STRING ? value->string : STR("");
	for (uint32_t i = 0; i < sizeof names / sizeof *names; i++) {
		if (!str_equal(name, str_of(names[i])))
			continue;
		quantile->method = (enum quantile_method)i;
		return true;
	}
	bool weighted = op_has(&trace->op, JAX_QUANTILE_WEIGHTED);
	if (weighted && str_equal(name, STR("inverted_cdf")))
		return trace_unknown(trace, "quantiles by inverted_cdf are not known") != NULL;
	trace_refuse(
	    trace, RULE_PROGRAM_ERROR, "ValueError",
	    TEXT("method can only be 'linear', 'lower', 'higher', 'midpoint',{} 'nearest'{}",
	         weighted ? "" : " or", weighted ? " or 'inverted_cdf'" : ""));
	return false;
}

/* False after raising that the method takes no weights. */
static bool refuse_weights(struct trace *trace, const struct value *weights,
                           const struct value *method)
{
	if (weights->kind == VALUE_NONE)
		return true;
	if (method->kind != VALUE_STRING || str_equal(method->string, STR("inverted_cdf")))
		return trace_unknown(trace, "weighted quantiles are not known") != NULL;
	trace_refuse(
	    trace, RULE_PROGRAM_ERROR, "NotImplementedError",
	    TEXT("{} doesn't support weights. Only method 'inverted_cdf' supports weights.",
	         method->string));
	return false;
}

/* The quantiles with all axes Auto while they are found, when a sharding is asked for. */
static const struct array *under_sharding(struct op *op, const struct array *x,
                                          const struct array *q, const struct quantile *quantile,
                                          const struct sharding_request *sharding)
{
	struct auto_axes scope;
	if (!sharding)
		return numpy_quantile(op, x, q, quantile);
	if (!auto_axes_enter(op, AUTO_AXES_EXPLICIT, sharding, &scope))
		return NULL;
	x = auto_axes_operand(op, &scope, x);
	q = x ? auto_axes_operand(op, &scope, q) : NULL;
	const struct array *result = q ? numpy_quantile(op, x, q, quantile) : NULL;
	return auto_axes_leave(op, &scope, result, sharding);
}

static const struct value *quantile(struct trace *trace, const struct call_arguments *arguments)
{
	const struct variant *variant = arguments->row->data;
	const struct value *method = argument(arguments, 5);
	struct quantile quantile = {.passes_nans = variant->passes_nans};
	const struct sharding_request *sharding = NULL;
	const struct array *x = value_to_array_at(trace, argument(arguments, 0), variant->name, 0);
	const struct array *q =
	    x ? value_to_array_at(trace, argument(arguments, 1), variant->name, 1) : NULL;
	if (!q || !read_axis(trace, argument(arguments, 2), &quantile) ||
	    !value_to_bool(trace, argument(arguments, 6), &quantile.keepdims))
		return NULL;
	if (variant->percent && numpy_promote_dtypes(&trace->op, &q, 1, true))
		q = formula_of(&trace->op, "x / 100", q);
	if (!q ||
	    !value_to_sharding(trace, optional_argument(arguments, 8), "jnp.percentile", &sharding))
		return NULL;
	if (!refuse_parameters(trace, argument(arguments, 3), argument(arguments, 4),
	                       variant->passes_nans) ||
	    !read_method(trace, method, &quantile) ||
	    !refuse_weights(trace, optional_argument(arguments, 7), method))
		return NULL;
	return trace_array(trace, under_sharding(&trace->op, x, q, &quantile, sharding));
}

/* The same with interpolation=, the older name of method=. */
static const struct value *quantile_by_interpolation(struct trace *trace,
                                                     const struct call_arguments *arguments)
{
	const struct value *interpolation = argument(arguments, 7);
	struct call_arguments plain = *arguments;
	const struct value *values[7];
	plain.count = sizeof values / sizeof *values;
	for (uint32_t i = 0; i < plain.count; i++)
		values[i] = argument(arguments, i);
	plain.values = values;
	/* The default is the name of JAX's own mark for "not given". */
	if (interpolation->kind == VALUE_STRING &&
	    str_equal(interpolation->string, STR("DeprecatedArg()")))
		return quantile(trace, &plain);
	if (op_has(&trace->op, JAX_QUANTILE_INTERPOLATION_REMOVED))
		return trace_refuse(trace, RULE_PROGRAM_ERROR, "TypeError",
		                    TEXT("{}() argument interpolation was removed in JAX v0.8.0. "
		                         "Use method instead.",
		                         arguments->row->name));
	values[5] = interpolation;
	return quantile(trace, &plain);
}

/* Whether some reduced dimension has no elements; false in *empty where releases look at none. */
static bool find_empty(struct op *op, const struct array *x, const struct quantile *quantile,
                       bool *empty)
{
	const uint32_t *dims;
	uint32_t count;
	*empty = false;
	if (quantile->passes_nans || !op_has(op, JAX_MEDIAN_OF_ELEMENTS))
		return true;
	if (!numpy_axis_tuple(op, quantile->axes, quantile->count, x->type.rank, &dims, &count))
		return false;
	for (uint32_t i = 0; i < count; i++)
		*empty = *empty || !x->type.shape[dims[i]];
	return true;
}

static const struct value *median(struct trace *trace, const struct call_arguments *arguments)
{
	const struct variant *variant = arguments->row->data;
	struct quantile quantile = {.method = QUANTILE_MIDPOINT,
	                            .passes_nans = variant->passes_nans};
	const struct array *half = array_scalar(&trace->op, dtype_named(STR("float32")), true);
	const struct array *x = value_to_array(trace, argument(arguments, 0), variant->name);
	bool empty;
	if (!x || !read_axis(trace, argument(arguments, 1), &quantile) ||
	    !value_to_bool(trace, argument(arguments, 4), &quantile.keepdims) ||
	    !find_empty(&trace->op, x, &quantile, &empty))
		return NULL;
	if (empty)
		return trace_refuse(trace, RULE_SHAPE_MISMATCH, "ValueError",
		                    TEXT("jax.numpy.median reduction axis must be non-empty"));
	if (!refuse_parameters(trace, argument(arguments, 2), argument(arguments, 3),
	                       variant->passes_nans))
		return NULL;
	return trace_array(trace, numpy_quantile(&trace->op, x, half, &quantile));
}

#define QUANTILE "a, q, axis=None, out=None, overwrite_input=False, method='linear', keepdims=False"
#define DEPRECATED QUANTILE ", *, interpolation=DeprecatedArg()"
#define WEIGHTED QUANTILE ", *, weights=None"

static const struct variant plain = {.name = "quantile"};
static const struct variant percent = {.name = "percentile", .percent = true};
static const struct variant of_numbers = {.name = "nanquantile", .passes_nans = true};
static const struct variant nan_percent = {
    .name = "nanpercentile", .percent = true, .passes_nans = true};
static const struct variant middle = {.name = "median"};
static const struct variant nan_middle = {.name = "nanmedian", .passes_nans = true};

static const struct function_row rows[] = {
    {.name = "quantile",
     .signature = DEPRECATED,
     .call = quantile_by_interpolation,
     .data = &plain,
     .until = "0.9.0",
     .jitted = JITTED_ITSELF},
    {.name = "quantile",
     .signature = QUANTILE,
     .call = quantile,
     .data = &plain,
     .since = "0.9.0",
     .until = "0.10.0",
     .jitted = JITTED_ITSELF},
    {.name = "quantile",
     .signature = WEIGHTED,
     .call = quantile,
     .data = &plain,
     .since = "0.10.0",
     .jitted = JITTED_ITSELF},
    {.name = "percentile",
     .signature = DEPRECATED,
     .call = quantile_by_interpolation,
     .data = &percent,
     .until = "0.9.0",
     .jitted = JITTED_ITSELF},
    {.name = "percentile",
     .signature = QUANTILE,
     .call = quantile,
     .data = &percent,
     .since = "0.9.0",
     .until = "0.10.0",
     .jitted = JITTED_ITSELF},
    {.name = "percentile",
     .signature = WEIGHTED,
     .call = quantile,
     .data = &percent,
     .since = "0.10.0",
     .until = "0.10.2",
     .jitted = JITTED_ITSELF},
    {.name = "percentile",
     .signature = WEIGHTED ", out_sharding=None",
     .call = quantile,
     .data = &percent,
     .since = "0.10.2",
     .jitted = JITTED_ITSELF},
    {.name = "nanquantile",
     .signature = DEPRECATED,
     .call = quantile_by_interpolation,
     .data = &of_numbers,
     .until = "0.9.0",
     .jitted = JITTED_ITSELF},
    {.name = "nanquantile",
     .signature = QUANTILE,
     .call = quantile,
     .data = &of_numbers,
     .since = "0.9.0",
     .until = "0.10.0",
     .jitted = JITTED_ITSELF},
    {.name = "nanquantile",
     .signature = WEIGHTED,
     .call = quantile,
     .data = &of_numbers,
     .since = "0.10.0",
     .jitted = JITTED_ITSELF},
    {.name = "nanpercentile",
     .signature = DEPRECATED,
     .call = quantile_by_interpolation,
     .data = &nan_percent,
     .until = "0.9.0",
     .jitted = JITTED_ITSELF},
    {.name = "nanpercentile",
     .signature = QUANTILE,
     .call = quantile,
     .data = &nan_percent,
     .since = "0.9.0",
     .until = "0.10.0",
     .jitted = JITTED_ITSELF},
    {.name = "nanpercentile",
     .signature = WEIGHTED,
     .call = quantile,
     .data = &nan_percent,
     .since = "0.10.0",
     .jitted = JITTED_ITSELF},
    {.name = "median",
     .signature = "a, axis=None, out=None, overwrite_input=False, keepdims=False",
     .call = median,
     .data = &middle,
     .jitted = JITTED_ITSELF},
    {.name = "nanmedian",
     .signature = "a, axis=None, out=None, overwrite_input=False, keepdims=False",
     .call = median,
     .data = &nan_middle,
     .jitted = JITTED_ITSELF},
};

const struct module_row library_numpy_quantile = {"jax.numpy", rows, sizeof rows / sizeof *rows};
