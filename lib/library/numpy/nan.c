/* SPDX-License-Identifier: Apache-2.0 */
/* The reductions of jax.numpy that pass over what is no number. JAX: numpy/reductions.py,
 * numpy/lax_numpy.py. */
#include "op/reduce/numpy_nan.h"
#include "op/core/dtype_class.h"
#include "op/elementwise/elementwise.h"

#include "library/library.h"
#include "library/numpy/reduction_arguments.h"
#include "trace/value/convert_value.h"

static const struct value *reduce(struct trace *trace, const struct call_arguments *arguments)
{
	struct numpy_reduction reduction = {0};
	const struct array *x;
	if (!read_reduction(trace, arguments, &reduction, &x))
		return NULL;
	return trace_array(trace, numpy_nan_reduction(&trace->op, x, &reduction));
}

static const struct value *mean(struct trace *trace, const struct call_arguments *arguments)
{
	struct numpy_reduction reduction = {0};
	const struct array *x;
	if (!read_reduction(trace, arguments, &reduction, &x))
		return NULL;
	return trace_array(trace, numpy_nan_mean(&trace->op, x, &reduction));
}

static const struct value *variance(struct trace *trace, const struct call_arguments *arguments)
{
	const struct reduction_parameters *at = arguments->row->data;
	struct numpy_reduction reduction = {0};
	const struct array *x, *center = NULL, *ddof = NULL;
	if (!read_reduction(trace, arguments, &reduction, &x) ||
	    !read_array_at(trace, arguments, at->mean, at->name, &center) ||
	    !read_array_at(trace, arguments, at->ddof, at->name, &ddof))
		return NULL;
	bool squared = strcmp(at->name, "nanvar") == 0;
	return trace_array(trace,
	                   squared ? numpy_nan_variance(&trace->op, x, center, ddof, &reduction)
	                           : numpy_nan_deviation(&trace->op, x, center, ddof, &reduction));
}

/* The position of the greatest or least number, -1 where there is none. */
static const struct array *position(struct op *op, const struct primitive *primitive,
                                    const struct array *x, bool flat, int64_t axis, bool keepdims)
{
	if (to_inexact(x->type.dtype) != x->type.dtype)
		return numpy_argument_reduction(op, primitive, x, flat, axis, keepdims);
	const struct array *infinity = array_scalar(op, dtype_named(STR("float32")), true);
	const struct array *minus_one = array_scalar(op, dtype_named(STR("int32")), true);
	const struct array *mask = numpy_isnan(op, x);
	x = mask ? numpy_where(op, mask, infinity, x) : NULL;
	const struct array *result =
	    x ? numpy_argument_reduction(op, primitive, x, flat, axis, keepdims) : NULL;
	struct numpy_reduction all = {
	    .reducer = &numpy_all, .axes = flat ? NULL : &axis, .count = 1, .keepdims = keepdims};
	mask = result ? numpy_reduction(op, mask, &all) : NULL;
	return mask ? numpy_where(op, mask, minus_one, result) : NULL;
}

static const struct value *argument_reduce(struct trace *trace,
                                           const struct call_arguments *arguments)
{
	const struct value *axis = argument(arguments, 1);
	const char *name = arguments->row->name;
	int64_t number = 0;
	bool keepdims = false, flat = axis->kind == VALUE_NONE;
	if (!refuse_out(trace, argument(arguments, 2), name))
		return NULL;
	const struct array *x = value_to_array(trace, argument(arguments, 0), name);
	if (!x || !read_flag(trace, arguments, 3, &keepdims) ||
	    (!flat && !value_to_int(trace, axis, &number)))
		return NULL;
	return trace_array(trace,
	                   position(&trace->op, arguments->row->data, x, flat, number, keepdims));
}

#define SUM_PARAMETERS "axis=None, dtype=None, out=None, keepdims=False, initial=None, where=None"
#define MAX_PARAMETERS "axis=None, out=None, keepdims=False, initial=None, where=None"
#define MEAN_PARAMETERS "axis=None, dtype=None, out=None, keepdims=False, where=None"
#define VAR_PARAMETERS "axis=None, dtype=None, out=None, ddof=0, keepdims=False, where=None"
#define ARGMAX_PARAMETERS "axis=None, out=None, keepdims=None"

static const struct reduction_parameters sum = {.name = "sum",
                                                .reducer = &numpy_sum,
                                                .dtype = 2,
                                                .out = 3,
                                                .keepdims = 4,
                                                .initial = 5,
                                                .where = 6};
static const struct reduction_parameters prod = {.name = "prod",
                                                 .reducer = &numpy_prod,
                                                 .dtype = 2,
                                                 .out = 3,
                                                 .keepdims = 4,
                                                 .initial = 5,
                                                 .where = 6};
static const struct reduction_parameters max = {
    .name = "max", .reducer = &numpy_max, .out = 2, .keepdims = 3, .initial = 4, .where = 5};
static const struct reduction_parameters min = {
    .name = "min", .reducer = &numpy_min, .out = 2, .keepdims = 3, .initial = 4, .where = 5};
static const struct reduction_parameters nanmean = {
    .name = "nanmean", .dtype = 2, .out = 3, .keepdims = 4, .where = 5};
static const struct reduction_parameters nanvar = {
    .name = "nanvar", .dtype = 2, .out = 3, .ddof = 4, .keepdims = 5, .where = 6, .mean = 7};
static const struct reduction_parameters nanstd = {
    .name = "nanstd", .dtype = 2, .out = 3, .ddof = 4, .keepdims = 5, .where = 6, .mean = 7};

static const struct function_row rows[] = {
    {.name = "nansum",
     .signature = "a, " SUM_PARAMETERS,
     .call = reduce,
     .data = &sum,
     .jitted = JITTED_ITSELF},
    {.name = "nanprod",
     .signature = "a, " SUM_PARAMETERS,
     .call = reduce,
     .data = &prod,
     .jitted = JITTED_ITSELF},
    {.name = "nanmax",
     .signature = "a, " MAX_PARAMETERS,
     .call = reduce,
     .data = &max,
     .jitted = JITTED_ITSELF},
    {.name = "nanmin",
     .signature = "a, " MAX_PARAMETERS,
     .call = reduce,
     .data = &min,
     .jitted = JITTED_ITSELF},
    {.name = "nanmean",
     .signature = "a, " MEAN_PARAMETERS,
     .call = mean,
     .data = &nanmean,
     .jitted = JITTED_ITSELF},
    {.name = "nanvar",
     .signature = "a, " VAR_PARAMETERS,
     .call = variance,
     .data = &nanvar,
     .until = "0.8.1",
     .jitted = JITTED_ITSELF},
    {.name = "nanvar",
     .signature = "a, " VAR_PARAMETERS ", mean=None",
     .call = variance,
     .data = &nanvar,
     .since = "0.8.1",
     .jitted = JITTED_ITSELF},
    {.name = "nanstd",
     .signature = "a, " VAR_PARAMETERS,
     .call = variance,
     .data = &nanstd,
     .until = "0.8.1",
     .jitted = JITTED_ITSELF},
    {.name = "nanstd",
     .signature = "a, " VAR_PARAMETERS ", mean=None",
     .call = variance,
     .data = &nanstd,
     .since = "0.8.1",
     .jitted = JITTED_ITSELF},
    {.name = "nanargmax",
     .signature = "a, " ARGMAX_PARAMETERS,
     .call = argument_reduce,
     .data = &lax_argmax,
     .jitted = JITTED_WITHIN},
    {.name = "nanargmin",
     .signature = "a, " ARGMAX_PARAMETERS,
     .call = argument_reduce,
     .data = &lax_argmin,
     .jitted = JITTED_WITHIN},
};

const struct module_row library_numpy_nan = {"jax.numpy", rows, sizeof rows / sizeof *rows};
