/* SPDX-License-Identifier: Apache-2.0 */
#include "library/lax/reducer.h"

#include <math.h>

#include "base/checked.h"
#include "library/library.h"
#include "library/arguments/reduction_arguments.h"
#include "op/reduce/reduce.h"
#include "trace/convert/convert_value.h"
#include "trace/convert/pytree.h"
#include "op/core/primitive.h"
#include "op/elementwise/elementwise.h"

/* Which value a known function leaves as it is. */
enum identity { ZERO, ONE, ALL_BITS, LEAST, GREATEST };

/* The functions of jax.lax that have a primitive of their own to reduce by. */
static const struct known {
	const char *function;
	enum identity identity;
	bool integers; /* of integers and booleans alone */
	const struct primitive *reduction, *window;
} known[] = {
    {"add", ZERO, false, &lax_reduce_sum, &lax_reduce_window_sum},
    {"mul", ONE, false, &lax_reduce_prod, NULL},
    {"max", LEAST, false, &lax_reduce_max, &lax_reduce_window_max},
    {"min", GREATEST, false, &lax_reduce_min, &lax_reduce_window_min},
    {"bitwise_or", ZERO, true, &lax_reduce_or, NULL},
    {"bitwise_and", ALL_BITS, true, &lax_reduce_and, NULL},
    {"bitwise_xor", ZERO, true, &lax_reduce_xor, NULL},
};

/* What lax.reduce and lax.reduce_window are given to work on. */
struct operands {
	const struct array **arrays, **initial;
	uint32_t count;
	bool sequence;             /* given, and given back, as one */
	const struct value *first; /* the first initial value as it was written */
};

static bool is_number(const struct value *value)
{
	return value->kind == VALUE_INT || value->kind == VALUE_FLOAT || value->kind == VALUE_BOOL;
}

static double number_of(const struct value *value)
{
	if (value->kind == VALUE_FLOAT)
		return value->real;
	return value->kind == VALUE_BOOL ? (double)value->boolean : (double)value->integer;
}

/* Whether the number is the identity in the dtype that Python's number has. */
static bool is_identity(const struct value *value, enum identity identity)
{
	double number = number_of(value);
	bool boolean = value->kind == VALUE_BOOL, whole = value->kind == VALUE_INT;
	switch (identity) {
	case ZERO:
		return number == 0.0;
	case ONE:
		return number == 1.0;
	case ALL_BITS:
		return number == (boolean ? 1.0 : -1.0);
	case LEAST:
		return number == (boolean ? 0.0 : whole ? (double)INT32_MIN : -HUGE_VAL);
	case GREATEST:
		return number == (boolean ? 1.0 : whole ? (double)INT32_MAX : HUGE_VAL);
	}
	return false;
}

/* The known function that this is, when its initial value is a number that changes nothing. */
static const struct known *find_known(const struct value *computation,
                                      const struct operands *operands)
{
	const struct module_row *lax = &library_lax_elementwise;
	if (operands->count != 1 || computation->kind != VALUE_BUILTIN ||
	    !is_number(operands->first))
		return NULL;
	for (uint32_t i = 0; i < lax->count; i++) {
		if (&lax->rows[i] != computation->builtin)
			continue;
		for (size_t j = 0; j < sizeof known / sizeof *known; j++)
			if (strcmp(known[j].function, lax->rows[i].name) == 0 &&
			    !(known[j].integers && operands->first->kind == VALUE_FLOAT) &&
			    is_identity(operands->first, known[j].identity))
				return &known[j];
	}
	return NULL;
}

/* PyTreeDef((*, *)) */
static void tree_text(struct buf *out, const struct value *value)
{
	const struct value_list *items = value_items(value);
	bool list = value->kind == VALUE_LIST;
	buf_puts(out, "PyTreeDef(");
	if (!items)
		buf_putc(out, '*');
	else
		buf_putc(out, list ? '[' : '(');
	for (uint32_t i = 0; items && i < items->count; i++)
		buf_puts(out, i ? ", *" : "*");
	if (items && !list)
		buf_puts(out, items->count == 1 ? ",)" : ")");
	else if (items)
		buf_putc(out, ']');
	buf_putc(out, ')');
}

static bool check_trees(struct trace *trace, const struct value *values,
                        const struct value *initial)
{
	const struct value_list *a = value_items(values), *b = value_items(initial);
	if ((!a && !b) || (a && b && a->count == b->count && values->kind == initial->kind))
		return true;
	struct buf operands = op_buf(&trace->op), inits = op_buf(&trace->op);
	tree_text(&operands, values);
	tree_text(&inits, initial);
	trace_refuse(trace, RULE_PROGRAM_ERROR, "ValueError",
	             TEXT("Operands must have the same tree structure as init_values: {} vs. {}",
	                  &operands, &inits));
	return false;
}

static bool read_operands(struct trace *trace, const struct call_arguments *arguments,
                          struct operands *operands)
{
	const struct value *values = argument(arguments, 0), *initial = argument(arguments, 1);
	const struct value_list *items = value_items(values), *inits = value_items(initial);
	if (!check_trees(trace, values, initial))
		return false;
	uint32_t count = items ? items->count : 1;
	*operands =
	    (struct operands){.arrays = arena_new(trace->op.arena, const struct array *, count),
	                      .initial = arena_new(trace->op.arena, const struct array *, count),
	                      .count = count,
	                      .sequence = items != NULL,
	                      .first = inits ? (count ? inits->items[0] : NULL) : initial};
	const char *name = arguments->row->name;
	for (uint32_t i = 0; i < count; i++) {
		operands->arrays[i] =
		    value_to_operand(trace, items ? items->items[i] : values, name);
		if (!operands->arrays[i])
			return false;
		operands->initial[i] =
		    value_to_operand(trace, inits ? inits->items[i] : initial, name);
		if (!operands->initial[i])
			return false;
	}
	return true;
}

/* Traces the function on two values of the initial values' types, and gives what it returns. JAX:
 * lax.py _variadic_reduction_jaxpr. */
static const struct value *try_computation(struct trace *trace,
                                           const struct call_arguments *arguments,
                                           const struct operands *operands)
{
	const struct value *sides[2];
	for (uint32_t i = 0; i < 2; i++)
		sides[i] = operands->sequence ? trace_arrays(trace, argument(arguments, 1)->kind,
		                                             operands->initial, operands->count)
		                              : trace_array(trace, operands->initial[0]);
	struct value_list both = {sides, 2};
	return trace_call(trace, argument(arguments, 2), &both, NULL, 0, arguments->at);
}

/* Results as the function has returned its own. JAX: tree_util.py tree_unflatten. */
static const struct value *give_back(struct trace *trace, const struct value *returned,
                                     const struct operands *operands, const struct array **results)
{
	struct pytree tree;
	if (!pytree_flatten(trace, returned, &tree))
		return NULL;
	if (tree.count == operands->count)
		return pytree_of_arrays(trace, &tree, results);
	bool few = tree.count > operands->count;
	if (few)
		trace_refuse(trace, RULE_PROGRAM_ERROR, "ValueError",
		             TEXT("Too few leaves for PyTreeDef; expected {}, got {}", tree.count,
		                  operands->count));
	else
		trace_refuse(trace, RULE_PROGRAM_ERROR, "ValueError",
		             TEXT("Too many leaves for PyTreeDef; expected {}.", tree.count));
	explain(&trace->op,
	        WORDS("the function that reduces returns {} values, and there are {} operands",
	              tree.count, operands->count));
	return NULL;
}

/* Whether the function returns what reduce_window reduces. JAX: windowed_reductions.py
 * _reduce_window. */
static bool check_returned(struct trace *trace, const struct value *operands,
                           const struct value *returned)
{
	struct pytree given, tree;
	if (!pytree_flatten(trace, operands, &given) || !pytree_flatten(trace, returned, &tree))
		return false;
	if (pytree_same_structure(&given, &tree))
		return true;
	struct buf text = op_buf(&trace->op);
	buf_puts(&text, "reduce_window output must have the same tree structure as the operands ");
	pytree_structure_text(&text, trace->op.rules, &given);
	buf_puts(&text, " vs. ");
	pytree_structure_text(&text, trace->op.rules, &tree);
	return refuse(&trace->op, RULE_PROGRAM_ERROR, "ValueError", TEXT("{}", &text));
}

static const struct value *reduce_known(struct trace *trace, const struct operands *operands,
                                        const struct known *function, struct reduction *reduction,
                                        const struct value *sharding)
{
	struct op *op = &trace->op;
	bool sum = function->reduction == &lax_reduce_sum;
	if (sharding->kind != VALUE_NONE && !sum)
		return trace_refuse(trace, RULE_PROGRAM_ERROR, "NotImplementedError", TEXT(""));
	if (!value_to_sharding(trace, sharding, "reduce_sum", &reduction->sharding))
		return NULL;
	const struct array *result =
	    lax_reduction(op, function->reduction, operands->arrays[0], reduction);
	return result ? trace_array(trace, lax_convert_element_type(op, result, result->type.dtype,
	                                                            operands->arrays[0]->type.weak))
	              : NULL;
}

const struct value *call_reduce(struct trace *trace, const struct call_arguments *arguments)
{
	struct operands operands;
	struct reduction reduction = {0};
	const struct value *dims = argument(arguments, 3);
	if (!read_operands(trace, arguments, &operands))
		return NULL;
	if (dims->kind == VALUE_INT)
		return trace_refuse(trace, RULE_PROGRAM_ERROR, "TypeError",
		                    TEXT("'int' object is not iterable"));
	if (!value_to_ints(trace, dims, &reduction.axes, &reduction.count))
		return NULL;
	const struct known *function = find_known(argument(arguments, 2), &operands);
	if (function)
		return reduce_known(trace, &operands, function, &reduction,
		                    optional_argument(arguments, 4));
	const struct array **results =
	    arena_new(trace->op.arena, const struct array *, operands.count);
	const struct value *returned = try_computation(trace, arguments, &operands);
	if (!returned ||
	    !lax_reduce_general(&trace->op, operands.arrays, operands.initial, operands.count,
	                        reduction.axes, reduction.count, results))
		return NULL;
	return value_has_unknown(returned) ? &value_unknown
	                                   : give_back(trace, returned, &operands, results);
}

/* `count` ones. */
static struct dimension_list ones(struct trace *trace, uint32_t count)
{
	int64_t *items = arena_new(trace->op.arena, int64_t, count);
	for (uint32_t i = 0; i < count; i++)
		items[i] = 1;
	return (struct dimension_list){items, count};
}

/* A list that is None for ones. */
static bool read_list(struct trace *trace, const struct value *value, uint32_t count,
                      struct dimension_list *list)
{
	*list = ones(trace, count);
	return value->kind == VALUE_NONE || value_to_ints(trace, value, &list->items, &list->count);
}

/* Pairs of low and high, one behind the other. */
static bool read_pairs(struct trace *trace, const struct value *value, struct dimension_list *list)
{
	const struct value_list *pairs = value_items(value);
	if (!pairs)
		return trace_unknown(trace, "a padding of this kind is not known") != NULL;
	int64_t *items = arena_new(trace->op.arena, int64_t, (size_t)pairs->count * 2);
	*list = (struct dimension_list){items, pairs->count * 2};
	for (uint32_t i = 0; i < pairs->count; i++) {
		const int64_t *pair;
		uint32_t count;
		if (!value_to_ints(trace, pairs->items[i], &pair, &count))
			return false;
		if (count != 2)
			return trace_unknown(trace, "a padding of %u numbers is not known",
			                     count) != NULL;
		items[2 * i] = pair[0];
		items[2 * i + 1] = pair[1];
	}
	return true;
}

static bool raise_lengths(struct trace *trace, uint32_t rank, uint32_t pads)
{
	if (!op_has(&trace->op, JAX_SAFE_ZIP_COUNTS)) {
		trace_refuse(trace, RULE_SHAPE_MISMATCH, "ValueError",
		             TEXT("safe_zip() argument 2 is {} than argument 1",
		                  pads < rank ? "shorter" : "longer"));
		return false;
	}
	trace_refuse(trace, RULE_SHAPE_MISMATCH, "ValueError",
	             TEXT("safe_zip() argument 1 has length {} but argument 0 has length {}. All "
	                  "lengths: ({}, {})",
	                  pads, rank, rank, pads));
	return false;
}

/* Whether the gaps in the window are some. JAX: lax.py _dilate_shape. */
static bool check_gaps(struct trace *trace, const struct dimension_list *gaps)
{
	bool positive = true;
	for (uint32_t i = 0; i < gaps->count; i++)
		positive = positive && gaps->items[i] > 0;
	if (positive)
		return true;
	return refuse(
	    &trace->op, RULE_PROGRAM_ERROR, "TypeError",
	    TEXT("All dilations must be positive, got {}.", sizes_of(gaps->items, gaps->count)));
}

/* The padding of 'SAME' and its like: of the window with its gaps. */
static bool read_named_padding(struct trace *trace, const struct value *value,
                               const struct array_type *x, struct window *window)
{
	struct dimension_list extents = window->dims;
	int64_t *items = shape_copy(trace->op.arena, extents.items, extents.count);
	bool fits = window->dims.count == x->rank && window->strides.count == x->rank;
	if (!check_gaps(trace, &window->window_dilation))
		return false;
	for (uint32_t i = 0; i < extents.count && i < window->window_dilation.count; i++)
		if (!checked_add(&items[i], items[i], -1) ||
		    !checked_multiply(&items[i], items[i], window->window_dilation.items[i]) ||
		    !checked_add(&items[i], items[i], 1))
			return op_unknown(&trace->op, "a size of the window is too large");
	extents.items = items;
	if (!fits) {
		extents.count = 0; /* the operation says what is wrong */
		window->padding = (struct dimension_list){items, 0};
	}
	return lax_padding_named(&trace->op, value->string, x->shape, &extents, &window->strides,
	                         &window->padding);
}

static bool read_window(struct trace *trace, const struct call_arguments *arguments,
                        const struct array_type *x, struct window *window)
{
	const struct value *padding = argument(arguments, 5);
	if (!value_to_ints(trace, argument(arguments, 3), &window->dims.items, &window->dims.count))
		return false;
	uint32_t count = window->dims.count;
	if (!read_list(trace, argument(arguments, 4), count, &window->strides) ||
	    !read_list(trace, argument(arguments, 6), count, &window->base_dilation) ||
	    !read_list(trace, argument(arguments, 7), count, &window->window_dilation))
		return false;
	if (padding->kind == VALUE_STRING)
		return read_named_padding(trace, padding, x, window);
	if (!read_pairs(trace, padding, &window->padding))
		return false;
	bool fits = count == x->rank && window->padding.count != 2 * count;
	return !fits || raise_lengths(trace, x->rank, window->padding.count / 2);
}

const struct value *call_reduce_window(struct trace *trace, const struct call_arguments *arguments)
{
	struct operands operands;
	struct window window;
	if (!read_operands(trace, arguments, &operands))
		return NULL;
	if (!operands.count)
		return trace_refuse(trace, RULE_PROGRAM_ERROR, "ValueError",
		                    TEXT("reduce_window must have at least one operand."));
	if (!read_window(trace, arguments, &operands.arrays[0]->type, &window))
		return NULL;
	const struct known *function = find_known(argument(arguments, 2), &operands);
	if (function && function->window)
		return trace_array(trace, lax_reduce_window(&trace->op, function->window,
		                                            operands.arrays[0], &window));
	const struct array **results =
	    arena_new(trace->op.arena, const struct array *, operands.count);
	const struct value *returned = try_computation(trace, arguments, &operands);
	if (!returned || value_has_unknown(returned))
		return returned ? &value_unknown : NULL;
	if (!check_returned(trace, argument(arguments, 0), returned) ||
	    !lax_reduce_window_general(&trace->op, operands.arrays, operands.initial,
	                               operands.count, &window, results))
		return NULL;
	return give_back(trace, returned, &operands, results);
}
