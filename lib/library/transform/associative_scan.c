/* SPDX-License-Identifier: Apache-2.0 */
/* lax.associative_scan: slices, combined pair by pair, and put together again. JAX:
 * lax/control_flow/loops.py associative_scan. */
#include "library/library.h"
#include "library/transform/transform.h"
#include "op/core/dtype_class.h"
#include "op/core/lax.h"
#include "trace/convert/convert_value.h"

struct associative {
	struct trace *trace;
	const struct value *function;
	struct pytree elements;
	uint32_t axis;
	struct span at;
};

/* The arrays from `start` up to `limit` along the axis, every `stride`-th. */
static const struct array **cut(const struct associative *scan, const struct array **arrays,
                                int64_t start, int64_t limit, int64_t stride)
{
	struct op *op = &scan->trace->op;
	const struct array **pieces =
	    arena_new(op->arena, const struct array *, scan->elements.count);
	for (uint32_t i = 0; i < scan->elements.count; i++) {
		uint32_t rank = arrays[i]->type.rank;
		int64_t *starts = arena_new(op->arena, int64_t, rank);
		int64_t *limits = shape_copy(op->arena, arrays[i]->type.shape, rank);
		int64_t *strides = arena_new(op->arena, int64_t, rank);
		for (uint32_t d = 0; d < rank; d++)
			strides[d] = 1;
		starts[scan->axis] = start;
		limits[scan->axis] = limit;
		strides[scan->axis] = stride;
		pieces[i] = lax_slice(op, arrays[i], starts, limits, strides);
		if (!pieces[i])
			return NULL;
	}
	return pieces;
}

/* fn(a, b); NULL when it fails, with *unknown set when what it gives is not known. */
static const struct array **combine(const struct associative *scan, const struct array **a,
                                    const struct array **b, bool *unknown)
{
	struct trace *trace = scan->trace;
	if (!a || !b)
		return NULL;
	const struct value *arguments[] = {pytree_of_arrays(trace, &scan->elements, a),
	                                   pytree_of_arrays(trace, &scan->elements, b)};
	const struct value *result = trace_call(
	    trace, scan->function, &(struct value_list){arguments, 2}, NULL, 0, scan->at);
	struct pytree out;
	*unknown = result && value_has_unknown(result);
	if (!result || *unknown || !pytree_flatten(trace, result, &out))
		return NULL;
	if (out.count == scan->elements.count)
		return pytree_arrays(trace, &out);
	op_unknown(&trace->op, "an associative function that gives another structure than it gets");
	return NULL;
}

/* Elements by turns from both arrays, which are as long or differ by one. */
static const struct array *interleave(const struct associative *scan, const struct array *a,
                                      const struct array *b)
{
	struct op *op = &scan->trace->op;
	uint32_t rank = a->type.rank;
	struct padding *before = arena_new(op->arena, struct padding, rank);
	struct padding *behind = arena_new(op->arena, struct padding, rank);
	bool equal = a->type.shape[scan->axis] == b->type.shape[scan->axis];
	before[scan->axis] = (struct padding){0, equal, 1};
	behind[scan->axis] = (struct padding){1, !equal, 1};
	a = lax_pad(op, a, array_scalar(op, a->type.dtype, false), before);
	b = lax_pad(op, b, array_scalar(op, b->type.dtype, false), behind);
	bool truth = a && dtype_class(a->type.dtype) == DTYPE_BOOL;
	return a && b ? lax_binary(op, truth ? &lax_or : &lax_add, a, b) : NULL;
}

/* The results at even places: the first element, and the odd results combined with the elements
 * behind them. */
static const struct array **even_results(const struct associative *scan,
                                         const struct array **arrays, const struct array **odd,
                                         int64_t length, bool *unknown)
{
	struct op *op = &scan->trace->op;
	const struct array **first = cut(scan, arrays, 0, 1, 1);
	if (length % 2 == 0)
		odd = cut(scan, odd, 0, length / 2 - 1, 1);
	const struct array **even =
	    odd && first ? combine(scan, odd, cut(scan, arrays, 2, length, 2), unknown) : NULL;
	for (uint32_t i = 0; even && i < scan->elements.count; i++) {
		const struct array *parts[] = {first[i], even[i]};
		even[i] = lax_concatenate(op, parts, 2, scan->axis);
		if (!even[i])
			return NULL;
	}
	return even;
}

/* All partial results; NULL when that fails. The arrays halve with each call. */
static const struct array **scan_pairs(const struct associative *scan, const struct array **arrays,
                                       bool *unknown)
{
	int64_t length = arrays[0]->type.shape[scan->axis];
	if (length < 2)
		return arrays;
	const struct array **odd = combine(scan, cut(scan, arrays, 0, length - 1, 2),
	                                   cut(scan, arrays, 1, length, 2), unknown);
	odd = odd ? scan_pairs(scan, odd, unknown) : NULL;
	const struct array **even = odd ? even_results(scan, arrays, odd, length, unknown) : NULL;
	for (uint32_t i = 0; even && i < scan->elements.count; i++) {
		even[i] = interleave(scan, even[i], odd[i]);
		if (!even[i])
			return NULL;
	}
	return even;
}

static bool check_lengths(struct associative *scan, const struct array **arrays)
{
	struct op *op = &scan->trace->op;
	struct buf text = op_buf(op);
	bool equal = true;
	for (uint32_t i = 0; i < scan->elements.count; i++) {
		if (scan->axis >= arrays[i]->type.rank)
			return op_raise(op, RULE_SHAPE_MISMATCH, "IndexError",
			                "tuple index out of range");
		equal &= arrays[i]->type.shape[scan->axis] == arrays[0]->type.shape[scan->axis];
	}
	if (equal)
		return true;
	buf_puts(&text, "Array inputs to associative_scan must have the same first dimension. "
	                "(saw: [");
	for (uint32_t i = 0; i < scan->elements.count; i++) {
		buf_puts(&text, i ? ", " : "");
		value_text(&text, op->rules,
		           value_shape(op->arena, arrays[i]->type.shape, arrays[i]->type.rank));
	}
	buf_puts(&text, "])");
	return op_raise_text(op, RULE_SHAPE_MISMATCH, "ValueError", &text);
}

static const struct array **reverse_all(const struct associative *scan, const struct array **arrays)
{
	for (uint32_t i = 0; arrays && i < scan->elements.count; i++) {
		arrays[i] = lax_rev(&scan->trace->op, arrays[i], &scan->axis, 1);
		if (!arrays[i])
			return NULL;
	}
	return arrays;
}

enum { FN, ELEMS, REVERSE, AXIS };

static const struct value *call_associative_scan(struct trace *trace,
                                                 const struct call_arguments *arguments)
{
	struct associative scan = {
	    .trace = trace, .function = argument(arguments, FN), .at = arguments->at};
	bool reverse = value_truth(argument(arguments, REVERSE)) == 1, unknown = false;
	int64_t axis;
	if (!value_is_callable(scan.function))
		return trace_raise(trace, RULE_PROGRAM_ERROR, "TypeError",
		                   "lax.associative_scan: fn argument should be callable.");
	if (!pytree_flatten(trace, argument(arguments, ELEMS), &scan.elements) ||
	    !value_to_int(trace, argument(arguments, AXIS), &axis))
		return NULL;
	const struct array **arrays = pytree_arrays(trace, &scan.elements);
	if (!arrays)
		return NULL;
	if (!scan.elements.count)
		return trace_raise(trace, RULE_PROGRAM_ERROR, "IndexError",
		                   "list index out of range");
	int64_t rank = arrays[0]->type.rank;
	if (axis < -rank || axis >= rank)
		return trace_raise(trace, RULE_SHAPE_MISMATCH, "ValueError",
		                   "axis %lld is out of bounds for array of dimension %lld",
		                   (long long)axis, (long long)rank);
	scan.axis = (uint32_t)(axis < 0 ? axis + rank : axis);
	if (!check_lengths(&scan, arrays))
		return NULL;
	if (reverse)
		arrays = reverse_all(&scan, arrays);
	arrays = arrays ? scan_pairs(&scan, arrays, &unknown) : NULL;
	if (unknown)
		return &value_unknown;
	if (reverse)
		arrays = reverse_all(&scan, arrays);
	return arrays ? pytree_of_arrays(trace, &scan.elements, arrays) : NULL;
}

static const struct function_row rows[] = {
    {.name = "associative_scan",
     .signature = "fn, elems, reverse=False, axis=0",
     .call = call_associative_scan},
};

const struct module_row library_associative_scan = {"jax.lax", rows, sizeof rows / sizeof *rows};
