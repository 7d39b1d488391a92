/* SPDX-License-Identifier: Apache-2.0 */
/* The reductions of jax.numpy, and the methods of arrays that are the same. JAX:
 * numpy/reductions.py. */
#include "library/library.h"
#include "library/arguments/reduction_arguments.h"
#include "trace/convert/convert_value.h"
#include "op/elementwise/elementwise.h"

static const struct value *reduce(struct trace *trace, const struct call_arguments *arguments)
{
	struct numpy_reduction reduction = {0};
	const struct array *x;
	if (!read_reduction(trace, arguments, &reduction, &x))
		return NULL;
	return trace_array(trace, numpy_reduction(&trace->op, x, &reduction));
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

#define SUM_PARAMETERS                                                                \
	"axis=None, dtype=None, out=None, keepdims=False, initial=None, where=None, " \
	"promote_integers=True"
#define MAX_PARAMETERS "axis=None, out=None, keepdims=False, initial=None, where=None"
#define ALL_PARAMETERS "axis=None, out=None, keepdims=False, *, where=None"
#define ARGMAX_PARAMETERS "axis=None, out=None, keepdims=None"

enum reduction_id { SUM, PROD, MAX, MIN, ALL, ANY, ARGMAX, ARGMIN };

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
    [ARGMAX] = {.name = "argmax", .primitive = &lax_argmax},
    [ARGMIN] = {.name = "argmin", .primitive = &lax_argmin},
};

static const struct function_row rows[] = {
    FUNCTION("sum", "a, " SUM_PARAMETERS, reduce, .data = &kinds[SUM], .jitted = JITTED_WITHIN),
    FUNCTION("prod", "a, " SUM_PARAMETERS, reduce, .data = &kinds[PROD], .jitted = JITTED_WITHIN),
    FUNCTION("max", "a, " MAX_PARAMETERS, reduce, .data = &kinds[MAX], .jitted = JITTED_WITHIN),
    FUNCTION("amax", "a, " MAX_PARAMETERS, reduce, .data = &kinds[MAX], .jitted = JITTED_WITHIN),
    FUNCTION("min", "a, " MAX_PARAMETERS, reduce, .data = &kinds[MIN], .jitted = JITTED_WITHIN),
    FUNCTION("amin", "a, " MAX_PARAMETERS, reduce, .data = &kinds[MIN], .jitted = JITTED_WITHIN),
    FUNCTION("all", "a, " ALL_PARAMETERS, reduce, .data = &kinds[ALL], .jitted = JITTED_WITHIN),
    FUNCTION("any", "a, " ALL_PARAMETERS, reduce, .data = &kinds[ANY], .jitted = JITTED_WITHIN),
    FUNCTION("argmax", "a, " ARGMAX_PARAMETERS, argument_reduce, .data = &kinds[ARGMAX],
             .jitted = JITTED_WITHIN),
    FUNCTION("argmin", "a, " ARGMAX_PARAMETERS, argument_reduce, .data = &kinds[ARGMIN],
             .jitted = JITTED_WITHIN),
};

const struct module_row library_numpy_reduction = {"jax.numpy", rows, sizeof rows / sizeof *rows};

static const struct function_row method_rows[] = {
    FUNCTION("sum", "self, " SUM_PARAMETERS, reduce, .data = &kinds[SUM], .python_name = "_sum",
             .jitted = JITTED_WITHIN),
    FUNCTION("prod", "self, " SUM_PARAMETERS, reduce, .data = &kinds[PROD], .python_name = "_prod",
             .jitted = JITTED_WITHIN),
    FUNCTION("max", "self, " MAX_PARAMETERS, reduce, .data = &kinds[MAX], .python_name = "_max",
             .jitted = JITTED_WITHIN),
    FUNCTION("min", "self, " MAX_PARAMETERS, reduce, .data = &kinds[MIN], .python_name = "_min",
             .jitted = JITTED_WITHIN),
    FUNCTION("all", "self, " ALL_PARAMETERS, reduce, .data = &kinds[ALL], .python_name = "_all",
             .jitted = JITTED_WITHIN),
    FUNCTION("any", "self, " ALL_PARAMETERS, reduce, .data = &kinds[ANY], .python_name = "_any",
             .jitted = JITTED_WITHIN),
    FUNCTION("argmax", "self, " ARGMAX_PARAMETERS, argument_reduce, .data = &kinds[ARGMAX],
             .python_name = "_argmax", .jitted = JITTED_WITHIN),
    FUNCTION("argmin", "self, " ARGMAX_PARAMETERS, argument_reduce, .data = &kinds[ARGMIN],
             .python_name = "_argmin", .jitted = JITTED_WITHIN),
};

const struct module_row library_array_reduction = {"ndarray", method_rows,
                                                   sizeof method_rows / sizeof *method_rows};
