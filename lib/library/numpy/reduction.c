/* SPDX-License-Identifier: Apache-2.0 */
/* The reductions of jax.numpy, and the methods of arrays that are the same. JAX:
 * numpy/reductions.py. */
#include "library/library.h"
#include "library/numpy/reduction_arguments.h"
#include "trace/value/convert_value.h"
#include "op/elementwise/elementwise.h"

static const struct value *reduce(struct trace *trace, const struct call_arguments *arguments)
{
	struct numpy_reduction reduction = {0};
	const struct array *x;
	if (!read_reduction(trace, arguments, &reduction, &x))
		return NULL;
	return trace_array(trace, numpy_reduction(&trace->op, x, &reduction));
}

static const struct value *mean(struct trace *trace, const struct call_arguments *arguments)
{
	struct numpy_reduction reduction = {0};
	const struct array *x;
	if (!read_reduction(trace, arguments, &reduction, &x))
		return NULL;
	return trace_array(trace, numpy_mean(&trace->op, x, &reduction));
}

/* The mean that is given, and that ddof= and correction= do not meet. */
static bool read_correction(struct trace *trace, const struct call_arguments *arguments,
                            const struct array **mean)
{
	const struct reduction_parameters *at = arguments->row->data;
	const struct value *correction = optional_argument(arguments, at->correction);
	const struct value *ddof = argument(arguments, at->ddof);
	bool zero = ddof->kind == VALUE_INT && ddof->integer == 0;
	if (at->correction && correction->kind != VALUE_NONE && !zero) {
		trace_refuse(trace, RULE_PROGRAM_ERROR, "ValueError",
		             TEXT("ddof and correction can't be provided simultaneously."));
		return false;
	}
	return read_array_at(trace, arguments, at->mean, at->name, mean);
}

static const struct value *variance(struct trace *trace, const struct call_arguments *arguments)
{
	const struct reduction_parameters *at = arguments->row->data;
	struct numpy_reduction reduction = {0};
	const struct array *x, *center = NULL;
	if (!read_correction(trace, arguments, &center) ||
	    !read_reduction(trace, arguments, &reduction, &x))
		return NULL;
	bool squared = strcmp(at->name, "var") == 0;
	return trace_array(trace, squared ? numpy_variance(&trace->op, x, center, &reduction)
	                                  : numpy_deviation(&trace->op, x, center, &reduction));
}

/* The smallest and the greatest element. */
static const struct value *minmax(struct trace *trace, const struct call_arguments *arguments)
{
	struct numpy_reduction reduction = {0};
	const struct array *x, *results[2], *initial[2];
	const struct value_list *pair = value_items(argument(arguments, 4));
	if (!read_axes(trace, argument(arguments, 1), &reduction) ||
	    !refuse_out(trace, argument(arguments, 2), "minmax") ||
	    !(x = value_to_array(trace, argument(arguments, 0), "minmax")) ||
	    !read_flag(trace, arguments, 3, &reduction.keepdims) ||
	    !read_array_at(trace, arguments, 5, "minmax", &reduction.where))
		return NULL;
	for (uint32_t i = 0; i < 2; i++) {
		const struct value *value =
		    pair && i < pair->count ? pair->items[i] : argument(arguments, 4);
		reduction.reducer = i ? &numpy_max : &numpy_min;
		initial[i] = NULL;
		if (!read_optional_array(trace, value, "minmax", &initial[i]))
			return NULL;
		reduction.initial = initial[i];
		results[i] = numpy_reduction(&trace->op, x, &reduction);
		if (!results[i])
			return NULL;
	}
	return trace_arrays(trace, VALUE_TUPLE, results, 2);
}

static const struct value *argument_reduce(struct trace *trace,
                                           const struct call_arguments *arguments)
{
	const struct reduction_parameters *at = arguments->row->data;
	const struct value *axis = argument(arguments, 1);
	const struct array *x = value_to_array(trace, argument(arguments, 0), at->name);
	int64_t number = 0;
	bool keepdims = false;
	if (!x || !refuse_out(trace, argument(arguments, 2), at->name) ||
	    !read_flag(trace, arguments, 3, &keepdims) ||
	    (axis->kind != VALUE_NONE && !value_to_int(trace, axis, &number)))
		return NULL;
	return trace_array(trace,
	                   numpy_argument_reduction(&trace->op, at->primitive, x,
	                                            axis->kind == VALUE_NONE, number, keepdims));
}

/* The difference of the greatest and the smallest element. */
static const struct value *ptp(struct trace *trace, const struct call_arguments *arguments)
{
	struct numpy_reduction reduction = {0};
	const struct array *x;
	if (!read_reduction(trace, arguments, &reduction, &x))
		return NULL;
	reduction.reducer = &numpy_max;
	const struct array *greatest = numpy_reduction(&trace->op, x, &reduction);
	reduction.reducer = &numpy_min;
	const struct array *least = greatest ? numpy_reduction(&trace->op, x, &reduction) : NULL;
	return trace_array(trace, lax_binary(&trace->op, &lax_sub, greatest, least));
}

static const struct value *count_nonzero(struct trace *trace,
                                         const struct call_arguments *arguments)
{
	struct numpy_reduction reduction = {0};
	const struct array *x;
	if (!read_reduction(trace, arguments, &reduction, &x))
		return NULL;
	reduction.reducer = &numpy_sum;
	reduction.dtype = dtype_named(STR("int32"));
	const struct array *zero = array_scalar(&trace->op, x->type.dtype, x->type.weak);
	return trace_array(
	    trace,
	    numpy_reduction(&trace->op, lax_binary(&trace->op, &lax_ne, x, zero), &reduction));
}

#define SUM_PARAMETERS                                                                \
	"axis=None, dtype=None, out=None, keepdims=False, initial=None, where=None, " \
	"promote_integers=True"
#define MAX_PARAMETERS "axis=None, out=None, keepdims=False, initial=None, where=None"
#define ALL_PARAMETERS "axis=None, out=None, keepdims=False, *, where=None"
#define MEAN_PARAMETERS "axis=None, dtype=None, out=None, keepdims=False, *, where=None"
#define VAR_PARAMETERS                                                             \
	"axis=None, dtype=None, out=None, ddof=0, keepdims=False, *, where=None, " \
	"correction=None"
#define ARGMAX_PARAMETERS "axis=None, out=None, keepdims=None"
#define PTP_PARAMETERS "axis=None, out=None, keepdims=False"

enum reduction_id {
	SUM,
	PROD,
	MAX,
	MIN,
	ALL,
	ANY,
	MEAN,
	VAR,
	VAR_MEAN,
	STD,
	STD_MEAN,
	PTP,
	COUNT,
	ARGMAX,
	ARGMIN
};

static const struct reduction_parameters kinds[] = {
    [SUM] = {.name = "sum",
             .reducer = &numpy_sum,
             .dtype = 2,
             .out = 3,
             .keepdims = 4,
             .initial = 5,
             .where = 6,
             .promotes = 7},
    [PROD] = {.name = "prod",
              .reducer = &numpy_prod,
              .dtype = 2,
              .out = 3,
              .keepdims = 4,
              .initial = 5,
              .where = 6,
              .promotes = 7},
    [MAX] =
	{.name = "max", .reducer = &numpy_max, .out = 2, .keepdims = 3, .initial = 4, .where = 5},
    [MIN] =
	{.name = "min", .reducer = &numpy_min, .out = 2, .keepdims = 3, .initial = 4, .where = 5},
    [ALL] = {.name = "all", .reducer = &numpy_all, .out = 2, .keepdims = 3, .where = 4},
    [ANY] = {.name = "any", .reducer = &numpy_any, .out = 2, .keepdims = 3, .where = 4},
    [MEAN] = {.name = "mean", .dtype = 2, .out = 3, .keepdims = 4, .where = 5},
    [VAR] = {.name = "var",
             .dtype = 2,
             .out = 3,
             .ddof = 4,
             .keepdims = 5,
             .where = 6,
             .correction = 7},
    [VAR_MEAN] = {.name = "var",
                  .dtype = 2,
                  .out = 3,
                  .ddof = 4,
                  .keepdims = 5,
                  .where = 6,
                  .correction = 7,
                  .mean = 8},
    [STD] = {.name = "std",
             .dtype = 2,
             .out = 3,
             .ddof = 4,
             .keepdims = 5,
             .where = 6,
             .correction = 7},
    [STD_MEAN] = {.name = "std",
                  .dtype = 2,
                  .out = 3,
                  .ddof = 4,
                  .keepdims = 5,
                  .where = 6,
                  .correction = 7,
                  .mean = 8},
    [PTP] = {.name = "ptp", .out = 2, .keepdims = 3},
    [COUNT] = {.name = "count_nonzero", .keepdims = 2},
    [ARGMAX] = {.name = "argmax", .primitive = &lax_argmax},
    [ARGMIN] = {.name = "argmin", .primitive = &lax_argmin},
};

static const struct function_row rows[] = {
    {.name = "sum",
     .signature = "a, " SUM_PARAMETERS,
     .call = reduce,
     .data = &kinds[SUM],
     .jitted = JITTED_WITHIN},
    {.name = "prod",
     .signature = "a, " SUM_PARAMETERS,
     .call = reduce,
     .data = &kinds[PROD],
     .jitted = JITTED_WITHIN},
    {.name = "max",
     .signature = "a, " MAX_PARAMETERS,
     .call = reduce,
     .data = &kinds[MAX],
     .jitted = JITTED_WITHIN},
    {.name = "amax",
     .signature = "a, " MAX_PARAMETERS,
     .call = reduce,
     .data = &kinds[MAX],
     .jitted = JITTED_WITHIN},
    {.name = "min",
     .signature = "a, " MAX_PARAMETERS,
     .call = reduce,
     .data = &kinds[MIN],
     .jitted = JITTED_WITHIN},
    {.name = "amin",
     .signature = "a, " MAX_PARAMETERS,
     .call = reduce,
     .data = &kinds[MIN],
     .jitted = JITTED_WITHIN},
    {.name = "minmax",
     .signature = "a, " MAX_PARAMETERS,
     .call = minmax,
     .since = "0.11.2",
     .jitted = JITTED_WITHIN},
    {.name = "all",
     .signature = "a, " ALL_PARAMETERS,
     .call = reduce,
     .data = &kinds[ALL],
     .jitted = JITTED_WITHIN},
    {.name = "any",
     .signature = "a, " ALL_PARAMETERS,
     .call = reduce,
     .data = &kinds[ANY],
     .jitted = JITTED_WITHIN},
    {.name = "mean",
     .signature = "a, " MEAN_PARAMETERS,
     .call = mean,
     .data = &kinds[MEAN],
     .jitted = JITTED_WITHIN},
    {.name = "var",
     .signature = "a, " VAR_PARAMETERS,
     .call = variance,
     .data = &kinds[VAR],
     .until = "0.8.1",
     .jitted = JITTED_WITHIN},
    {.name = "var",
     .signature = "a, " VAR_PARAMETERS ", mean=None",
     .call = variance,
     .data = &kinds[VAR_MEAN],
     .since = "0.8.1",
     .jitted = JITTED_WITHIN},
    {.name = "std",
     .signature = "a, " VAR_PARAMETERS,
     .call = variance,
     .data = &kinds[STD],
     .until = "0.8.1",
     .jitted = JITTED_WITHIN},
    {.name = "std",
     .signature = "a, " VAR_PARAMETERS ", mean=None",
     .call = variance,
     .data = &kinds[STD_MEAN],
     .since = "0.8.1",
     .jitted = JITTED_WITHIN},
    {.name = "ptp",
     .signature = "a, " PTP_PARAMETERS,
     .call = ptp,
     .data = &kinds[PTP],
     .jitted = JITTED_WITHIN},
    {.name = "count_nonzero",
     .signature = "a, axis=None, keepdims=False",
     .call = count_nonzero,
     .data = &kinds[COUNT],
     .jitted = JITTED_ITSELF},
    {.name = "argmax",
     .signature = "a, " ARGMAX_PARAMETERS,
     .call = argument_reduce,
     .data = &kinds[ARGMAX],
     .jitted = JITTED_WITHIN},
    {.name = "argmin",
     .signature = "a, " ARGMAX_PARAMETERS,
     .call = argument_reduce,
     .data = &kinds[ARGMIN],
     .jitted = JITTED_WITHIN},
};

const struct module_row library_numpy_reduction = {"jax.numpy", rows, sizeof rows / sizeof *rows};

static const struct function_row method_rows[] = {
    {.name = "sum",
     .signature = "self, " SUM_PARAMETERS,
     .call = reduce,
     .data = &kinds[SUM],
     .python_name = "_sum",
     .jitted = JITTED_WITHIN},
    {.name = "prod",
     .signature = "self, " SUM_PARAMETERS,
     .call = reduce,
     .data = &kinds[PROD],
     .python_name = "_prod",
     .jitted = JITTED_WITHIN},
    {.name = "max",
     .signature = "self, " MAX_PARAMETERS,
     .call = reduce,
     .data = &kinds[MAX],
     .python_name = "_max",
     .jitted = JITTED_WITHIN},
    {.name = "min",
     .signature = "self, " MAX_PARAMETERS,
     .call = reduce,
     .data = &kinds[MIN],
     .python_name = "_min",
     .jitted = JITTED_WITHIN},
    {.name = "all",
     .signature = "self, " ALL_PARAMETERS,
     .call = reduce,
     .data = &kinds[ALL],
     .python_name = "_all",
     .jitted = JITTED_WITHIN},
    {.name = "any",
     .signature = "self, " ALL_PARAMETERS,
     .call = reduce,
     .data = &kinds[ANY],
     .python_name = "_any",
     .jitted = JITTED_WITHIN},
    {.name = "mean",
     .signature = "self, " MEAN_PARAMETERS,
     .call = mean,
     .data = &kinds[MEAN],
     .python_name = "_mean",
     .jitted = JITTED_WITHIN},
    {.name = "var",
     .signature = "self, " VAR_PARAMETERS,
     .call = variance,
     .data = &kinds[VAR],
     .python_name = "_var",
     .jitted = JITTED_WITHIN},
    {.name = "std",
     .signature = "self, " VAR_PARAMETERS,
     .call = variance,
     .data = &kinds[STD],
     .python_name = "_std",
     .jitted = JITTED_WITHIN},
    {.name = "ptp",
     .signature = "self, " PTP_PARAMETERS,
     .call = ptp,
     .data = &kinds[PTP],
     .python_name = "_ptp",
     .jitted = JITTED_WITHIN},
    {.name = "argmax",
     .signature = "self, " ARGMAX_PARAMETERS,
     .call = argument_reduce,
     .data = &kinds[ARGMAX],
     .python_name = "_argmax",
     .jitted = JITTED_WITHIN},
    {.name = "argmin",
     .signature = "self, " ARGMAX_PARAMETERS,
     .call = argument_reduce,
     .data = &kinds[ARGMIN],
     .python_name = "_argmin",
     .jitted = JITTED_WITHIN},
};

const struct module_row library_array_reduction = {"ndarray", method_rows,
                                                   sizeof method_rows / sizeof *method_rows};
