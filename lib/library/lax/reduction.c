/* SPDX-License-Identifier: Apache-2.0 */
/* What works along one axis in jax.lax; reductions are in lib/library/prelude/lax. */
#include "library/library.h"
#include "library/arguments/reduction_arguments.h"
#include "op/elementwise/elementwise.h"
#include "op/reduce/reduce.h"
#include "op/core/watch.h"
#include "trace/convert/convert_value.h"
#include "trace/convert/pytree.h"

static const struct value *cumulate(struct trace *trace, const struct call_arguments *arguments)
{
	const char *name = arguments->row->name;
	const struct array *x = value_to_operand(trace, argument(arguments, 0), name);
	int64_t axis;
	bool reverse;
	if (!x || !value_to_int(trace, argument(arguments, 1), &axis) ||
	    !value_to_bool(trace, argument(arguments, 2), &reverse))
		return NULL;
	return trace_array(trace,
	                   lax_cumulative(&trace->op, arguments->row->data, x, axis, reverse));
}

/* The operands of a function that takes an array or a sequence of them; NULL after raising. */
static const struct array **read_operands(struct trace *trace, const struct value *value,
                                          const char *name, uint32_t *count)
{
	const struct value_list *items = value_items(value);
	*count = items ? items->count : 1;
	const struct array **arrays = arena_new(trace->op.arena, const struct array *, *count);
	for (uint32_t i = 0; i < *count; i++) {
		arrays[i] = value_to_operand(trace, items ? items->items[i] : value, name);
		if (!arrays[i])
			return NULL;
	}
	return arrays;
}

static bool check_keys(struct trace *trace, bool sequence, uint32_t count, int64_t nkeys)
{
	if (sequence && !count)
		trace_refuse(trace, RULE_PROGRAM_ERROR, "TypeError",
		             TEXT("Sort requires at least one operand"));
	else if (sequence && (nkeys < 1 || nkeys > (int64_t)count))
		trace_refuse(
		    trace, RULE_PROGRAM_ERROR, "ValueError",
		    TEXT("num_keys={} must be between 1 and len(operand)={}", nkeys, count));
	else if (!sequence && nkeys != 1)
		trace_refuse(trace, RULE_PROGRAM_ERROR, "ValueError",
		             TEXT("num_keys={} must equal 1 for a single operand.", nkeys));
	else
		return true;
	return false;
}

static const struct value *sort(struct trace *trace, const struct call_arguments *arguments)
{
	struct op *op = &trace->op;
	bool sequence = value_items(argument(arguments, 0)) != NULL;
	uint32_t count, dim;
	int64_t axis, nkeys;
	const struct array **operands =
	    read_operands(trace, argument(arguments, 0), "sort", &count);
	if (!operands || !value_to_int(trace, argument(arguments, 1), &axis) ||
	    !value_to_int(trace, argument(arguments, 3), &nkeys) ||
	    !check_keys(trace, sequence, count, nkeys) ||
	    !numpy_axis(op, axis, operands[0]->type.rank, &dim))
		return NULL;
	const struct array **results = arena_new(op->arena, const struct array *, count);
	if (!lax_sort(op, operands, count, dim, (uint32_t)nkeys, results))
		return NULL;
	return sequence ? trace_arrays(trace, VALUE_TUPLE, results, count)
	                : trace_array(trace, results[0]);
}

static const struct value *sort_key_val(struct trace *trace, const struct call_arguments *arguments)
{
	struct op *op = &trace->op;
	const struct array *operands[2], *results[2];
	int64_t axis;
	uint32_t dim;
	for (uint32_t i = 0; i < 2; i++) {
		operands[i] = value_to_operand(trace, argument(arguments, i), "sort");
		if (!operands[i])
			return NULL;
	}
	if (!value_to_int(trace, argument(arguments, 2), &axis) ||
	    !numpy_axis(op, axis, operands[0]->type.rank, &dim) ||
	    !lax_sort(op, operands, 2, dim, 1, results))
		return NULL;
	return trace_arrays(trace, VALUE_TUPLE, results, 2);
}

/* How many elements top_k is to find, which it compares with 0 first. */
static bool read_k(struct trace *trace, const struct value *value, int64_t *k)
{
	if (value->kind == VALUE_ARRAY) {
		struct array_type compared = value->array->type;
		if (shape_elements(compared.shape, compared.rank) != 1)
			return refuse(&trace->op, RULE_PROGRAM_ERROR, "ValueError",
			              TEXT("The truth value of an array with more than one element "
			                   "is ambiguous. Use a.any() or a.all()"),
			              HELP("k is the second argument, and a number"));
		compared.dtype = dtype_named(STR("bool"));
		trace_refuse(trace, RULE_PROGRAM_ERROR, "TracerBoolConversionError",
		             TEXT("Attempted boolean conversion of traced array with shape {long}.",
		                  &compared));
		return false;
	}
	if (!value_to_int(trace, value, k))
		return false;
	if (*k < 0)
		trace_refuse(
		    trace, RULE_PROGRAM_ERROR, "ValueError",
		    TEXT("k argument to top_k must be nonnegative, got {}", (long long)*k));
	return *k >= 0;
}

static const struct value *top_k(struct trace *trace, const struct call_arguments *arguments)
{
	struct op *op = &trace->op;
	const struct array *x = value_to_operand(trace, argument(arguments, 0), "top_k");
	const struct array *results[2];
	const struct value *given = optional_argument(arguments, 2);
	int64_t k, axis = -1;
	uint32_t dim;
	if (!x || !read_k(trace, argument(arguments, 1), &k))
		return NULL;
	if (given->kind != VALUE_NONE && !value_to_int(trace, given, &axis))
		return NULL;
	if (op_has(op, JAX_TOP_K_AXIS)) {
		if (!numpy_axis(op, axis, x->type.rank, &dim))
			return NULL;
		axis = dim;
	} else {
		axis = (int64_t)x->type.rank - 1;
	}
	if (!lax_largest(op, x, k, axis, &results[0], &results[1]))
		return NULL;
	return trace_arrays(trace, VALUE_LIST, results, 2);
}

static const struct value *stop_gradient(struct trace *trace,
                                         const struct call_arguments *arguments)
{
	const struct value *x = argument(arguments, 0);
	bool number = x->kind == VALUE_INT || x->kind == VALUE_FLOAT || x->kind == VALUE_BOOL;
	if (number)
		return trace_array(trace, value_to_operand(trace, x, "stop_gradient"));
	struct pytree tree;
	if (!trace->op.watch)
		return x;
	if (!pytree_flatten(trace, x, &tree))
		return NULL;
	for (uint32_t i = 0; i < tree.count; i++)
		if (tree.leaves[i]->kind == VALUE_ARRAY)
			tree.leaves[i] = value_array(trace->op.arena,
			                             watch_stop(&trace->op, tree.leaves[i]->array));
	return pytree_unflatten(trace, &tree, tree.leaves);
}

static const struct value *reduce_precision(struct trace *trace,
                                            const struct call_arguments *arguments)
{
	const struct array *x = value_to_operand(trace, argument(arguments, 0), "reduce_precision");
	int64_t exponent, mantissa;
	if (!x || !value_to_int(trace, argument(arguments, 1), &exponent) ||
	    !value_to_int(trace, argument(arguments, 2), &mantissa))
		return NULL;
	if (exponent < 1)
		return trace_refuse(
		    trace, RULE_PROGRAM_ERROR, "ValueError",
		    TEXT("reduce_precision: exponent_bits must be positive; got {}", exponent));
	if (mantissa < 0)
		return trace_refuse(
		    trace, RULE_PROGRAM_ERROR, "ValueError",
		    TEXT("reduce_precision: mantissa_bits must be non-negative; got {}", mantissa));
	return trace_array(trace, lax_unary(&trace->op, &lax_reduce_precision, x));
}

static const struct function_row rows[] = {
    FUNCTION("cumsum", "operand, axis=0, reverse=False", cumulate, .data = &lax_cumsum),
    FUNCTION("cumprod", "operand, axis=0, reverse=False", cumulate, .data = &lax_cumprod),
    FUNCTION("cummax", "operand, axis=0, reverse=False", cumulate, .data = &lax_cummax),
    FUNCTION("cummin", "operand, axis=0, reverse=False", cumulate, .data = &lax_cummin),
    FUNCTION("cumlogsumexp", "operand, axis=0, reverse=False", cumulate, .data = &lax_cumlogsumexp),
    FUNCTION("sort", "operand, dimension=-1, is_stable=True, num_keys=1", sort),
    FUNCTION("sort_key_val", "keys, values, dimension=-1, is_stable=True", sort_key_val),
    FUNCTION("top_k", "operand, k", top_k, .until = "0.8.1"),
    FUNCTION("top_k", "operand, k, *, axis=-1", top_k, .since = "0.8.1", .until = "0.11.0"),
    FUNCTION("top_k", "operand, k, *, axis=-1, is_stable=True", top_k, .since = "0.11.0"),
    FUNCTION("reduce_precision", "operand, exponent_bits, mantissa_bits", reduce_precision),
    FUNCTION("stop_gradient", "x", stop_gradient),
};

const struct module_row library_lax_reduction = {"jax.lax", rows, sizeof rows / sizeof *rows};
