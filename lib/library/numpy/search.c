/* SPDX-License-Identifier: Apache-2.0 */
/* Places of values in bins, and histograms. What they make of sharded arrays is not known. JAX:
 * numpy/lax_numpy.py. */
#include "library/numpy/concrete.h"
#include "library/library.h"
#include "library/numpy/reduction_arguments.h"
#include "library/numpy/slicing.h"
#include "trace/convert/convert_value.h"
#include "op/core/dtype_class.h"
#include "op/elementwise/elementwise.h"
#include "op/reduce/reduce.h"

/* The place of each value in the array, of the shape of the values. */
static const struct array *places(struct op *op, const struct array *sorted,
                                  const struct array *values)
{
	const struct array *arrays[] = {sorted, values};
	if (!numpy_promote_dtypes(op, arrays, 2, false))
		return NULL;
	const struct array *least = numpy_isnan(op, arrays[0]);
	least = least ? numpy_reduce(op, &numpy_any, least, NULL, 0, false) : NULL;
	least = least ? numpy_astype(op, least, arrays[1]->type.dtype) : NULL;
	const struct array *below =
	    least ? numpy_binary(op, &lax_lt, least, arrays[1], false) : NULL;
	return below ? numpy_astype(op, below, dtype_named(STR("int32"))) : NULL;
}

static const struct value *digitize(struct trace *trace, const struct call_arguments *arguments)
{
	const struct array *x = value_to_array_at(trace, argument(arguments, 0), "digitize", 0);
	const struct array *bins =
	    x ? value_to_array_at(trace, argument(arguments, 1), "digitize", 1) : NULL;
	if (!bins)
		return NULL;
	if (bins->type.rank != 1)
		return trace_unknown(trace, "digitize of bins that are no vector is not known");
	if (!is_replicated(bins) || !is_replicated(x))
		return trace_unknown(trace, "digitize of sharded arrays is not known");
	return trace_array(trace, places(&trace->op, bins, x));
}

/* Edges of bins: those given, or as many as bins and one more; NULL after raising. */
static const struct array *edges(struct trace *trace, const struct array *x,
                                 const struct value *bins, const struct value *range)
{
	struct op *op = &trace->op;
	int64_t count;
	if (bins->kind == VALUE_STRING || value_items(bins)) {
		(void)trace_unknown(trace, "bins given as %s are not known",
		                    value_class_name(bins));
		return NULL;
	}
	if (bins->kind == VALUE_ARRAY && bins->array->type.rank == 1)
		return numpy_astype(op, bins->array, to_inexact(x->type.dtype));
	if (!concrete_size(trace, bins, &count))
		return NULL;
	const struct value_list *ends = value_items(range);
	bool plain = range->kind == VALUE_NONE || (ends && ends->count == 2);
	if (count < 0 || !plain || !is_replicated(x)) {
		(void)trace_unknown(trace, "such a histogram is not known");
		return NULL;
	}
	int64_t size = count + 1;
	return made_of(op, x, to_inexact(x->type.dtype), &size, 1);
}

static const struct value *histogram_bin_edges(struct trace *trace,
                                               const struct call_arguments *arguments)
{
	const struct array *x =
	    value_to_array_at(trace, argument(arguments, 0), "histogram_bin_edges", 0);
	return x ? trace_array(trace,
	                       edges(trace, x, argument(arguments, 1), argument(arguments, 2)))
	         : NULL;
}

/* The array, and the weights, which have its shape; as floats of one dtype. */
static bool read_weighted(struct trace *trace, const struct call_arguments *arguments,
                          const struct array *arrays[2])
{
	uint32_t count = argument_given(arguments, 3) ? 2 : 1;
	arrays[0] = value_to_array_at(trace, argument(arguments, 0), "histogram", 0);
	arrays[1] = arrays[0];
	if (count == 2 && arrays[0])
		arrays[1] = value_to_array_at(trace, argument(arguments, 3), "histogram", 2);
	if (!arrays[0] || !arrays[1])
		return false;
	if (!type_same_shape(&arrays[0]->type, &arrays[1]->type)) {
		trace_refuse(trace, RULE_SHAPE_MISMATCH, "ValueError",
		             TEXT("weights should have the same shape as a."));
		return false;
	}
	return numpy_promote_dtypes(&trace->op, arrays, count, true);
}

static const struct value *histogram(struct trace *trace, const struct call_arguments *arguments)
{
	struct op *op = &trace->op;
	const struct array *arrays[2], *results[2];
	if (!read_weighted(trace, arguments, arrays))
		return NULL;
	if (argument(arguments, 4)->kind == VALUE_ARRAY ||
	    optional_argument(arguments, 5)->kind != VALUE_NONE || !is_replicated(arrays[0]) ||
	    !is_replicated(arrays[1]) || !op_has(op, JAX_SCATTER_RULE))
		return trace_unknown(trace, "such a histogram is not known");
	results[1] = edges(trace, arrays[0], argument(arguments, 1), argument(arguments, 2));
	if (!results[1])
		return NULL;
	if (!is_replicated(results[1]) || !results[1]->type.shape[0])
		return trace_unknown(trace, "such bins are not known");
	int64_t count = results[1]->type.shape[0] - 1;
	results[0] =
	    made_of(op, arrays[0], arrays[argument_given(arguments, 3)]->type.dtype, &count, 1);
	return results[0] ? trace_arrays(trace, VALUE_TUPLE, results, 2) : NULL;
}

#define HISTOGRAM "a, bins=10, range=None, weights=None"

static const struct function_row rows[] = {
    {.name = "digitize",
     .signature = "x, bins, right=False",
     .call = digitize,
     .until = "0.4.38",
     .jitted = JITTED_ITSELF},
    {.name = "digitize",
     .signature = "x, bins, right=False, *, method=None",
     .call = digitize,
     .since = "0.4.38",
     .jitted = JITTED_ITSELF},
    {.name = "histogram",
     .signature = HISTOGRAM ", density=None",
     .call = histogram,
     .until = "0.11.2"},
    {.name = "histogram",
     .signature = HISTOGRAM ", density=None, out_sharding=None",
     .call = histogram,
     .since = "0.11.2"},
    {.name = "histogram_bin_edges", .signature = HISTOGRAM, .call = histogram_bin_edges},
};

const struct module_row library_numpy_search = {"jax.numpy", rows, sizeof rows / sizeof *rows};
