/* SPDX-License-Identifier: Apache-2.0 */
/* The products of jax.numpy. */
#include "library/arguments/contraction_arguments.h"
#include "op/contract/contract.h"

/* The keyword arguments of the products, in the order of their signatures here. */
struct options {
	const struct dtype *preferred;
	const struct sharding_request *sharding;
};

/* Reads precision, preferred_element_type and, in signatures that have it, out_sharding, which
 * stand from `first` on. */
static bool read_options(struct trace *trace, const struct call_arguments *arguments,
                         uint32_t first, struct options *options)
{
	options->sharding = NULL;
	if (!check_precision(trace, argument(arguments, first)) ||
	    !value_to_optional_dtype(trace, argument(arguments, first + 1), &options->preferred))
		return false;
	return arguments->count <= first + 2 ||
	       value_to_sharding(trace, argument(arguments, first + 2), "dot_general",
	                         &options->sharding);
}

static const struct value *matmul(struct trace *trace, const struct call_arguments *arguments)
{
	const struct array *x[2];
	struct options options;
	if (!array_arguments(trace, arguments, "matmul", x) ||
	    !numpy_matmul_fits(&trace->op, x[0], x[1]) ||
	    !read_options(trace, arguments, 2, &options))
		return NULL;
	return trace_array(
	    trace, numpy_matmul(&trace->op, x[0], x[1], options.preferred, options.sharding));
}

static const struct value *dot(struct trace *trace, const struct call_arguments *arguments)
{
	const struct array *x[2];
	struct options options;
	if (!array_arguments(trace, arguments, "dot", x) ||
	    !read_options(trace, arguments, 2, &options))
		return NULL;
	return trace_array(trace,
	                   numpy_dot(&trace->op, x[0], x[1], options.preferred, options.sharding));
}

/* axes=k: the last k of x and the first k of y. */
static bool count_axes(struct trace *trace, const struct array *const x[2], int64_t axes,
                       struct dimension_list lists[2])
{
	uint32_t left = x[0]->type.rank, right = x[1]->type.rank;
	if (axes > left || axes > right) {
		return refuse(
		    &trace->op, RULE_SHAPE_MISMATCH, "TypeError",
		    TEXT("Number of tensordot axes (axes {}) exceeds input ranks ({} and {})", axes,
		         sizes_of(x[0]->type.shape, left), sizes_of(x[1]->type.shape, right)));
	}
	uint32_t count = axes < 0 ? 0 : (uint32_t)axes;
	int64_t *items = arena_new(trace->op.arena, int64_t, 2 * (size_t)count);
	for (uint32_t i = 0; i < count; i++) {
		items[i] = left - count + i;
		items[count + i] = i;
	}
	lists[0] = (struct dimension_list){items, count};
	lists[1] = (struct dimension_list){items + count, count};
	return true;
}

/* A pair of axes, or of lists of them. */
static bool list_axes(struct trace *trace, const struct array *const x[2],
                      const struct value *const pair[2], struct dimension_list lists[2])
{
	const struct value_list *items[] = {value_items(pair[0]), value_items(pair[1])};
	bool numbers = pair[0]->kind == VALUE_INT && pair[1]->kind == VALUE_INT;
	struct buf text = op_buf(&trace->op);
	if (!numbers && !(items[0] && items[1]))
		buf_puts(&text, "tensordot requires both axes lists to be either ints, tuples or "
		                "lists, got ");
	else if (!numbers && items[0]->count != items[1]->count)
		buf_puts(&text, "tensordot requires axes lists to have equal length, got ");
	if (text.len) {
		value_text(&text, trace->op.rules, pair[0]);
		buf_puts(&text, " and ");
		value_text(&text, trace->op.rules, pair[1]);
		buf_puts(&text, numbers || !(items[0] && items[1]) ? "" : ".");
		return refuse(&trace->op, RULE_PROGRAM_ERROR, "TypeError", TEXT("{}", &text));
	}
	for (int side = 0; side < 2; side++) {
		const uint32_t *axes;
		uint32_t count;
		if (!value_to_axes(trace, pair[side], x[side]->type.rank, &axes, &count))
			return false;
		int64_t *dims = arena_new(trace->op.arena, int64_t, count);
		for (uint32_t i = 0; i < count; i++)
			dims[i] = axes[i];
		lists[side] = (struct dimension_list){dims, count};
	}
	return true;
}

static bool read_contracted_axes(struct trace *trace, const struct array *const x[2],
                                 const struct value *axes, struct dimension_list lists[2])
{
	const struct value_list *items = value_items(axes);
	if (axes->kind == VALUE_INT)
		return count_axes(trace, x, axes->integer, lists);
	if (axes->kind == VALUE_UNKNOWN)
		return op_unknown(&trace->op, "%s", "");
	if (items && items->count == 2)
		return list_axes(trace, x, items->items, lists);
	return refuse(&trace->op, RULE_PROGRAM_ERROR, "TypeError",
	              TEXT("tensordot axes argument must be an int, a pair of ints, or a pair of "
	                   "lists/tuples of ints."));
}

static const struct value *tensordot(struct trace *trace, const struct call_arguments *arguments)
{
	const struct array *x[2];
	struct options options;
	struct dimension_list lists[2];
	if (!array_arguments(trace, arguments, "tensordot", x) ||
	    !read_options(trace, arguments, 3, &options) ||
	    !read_contracted_axes(trace, x, argument(arguments, 2), lists))
		return NULL;
	return trace_array(trace, numpy_tensordot(&trace->op, x[0], x[1], lists, options.preferred,
	                                          options.sharding));
}

#define OPTIONS "precision=None, preferred_element_type=None"
#define WITH_SHARDING OPTIONS ", out_sharding=None"

static const struct function_row rows[] = {
    FUNCTION("matmul", "a, b, *, " OPTIONS, matmul, .until = "0.7.0", .jitted = JITTED_ITSELF),
    FUNCTION("matmul", "a, b, *, " WITH_SHARDING, matmul, .since = "0.7.0",
             .jitted = JITTED_ITSELF),
    FUNCTION("dot", "a, b, *, " OPTIONS, dot, .until = "0.6.1", .jitted = JITTED_ITSELF),
    FUNCTION("dot", "a, b, *, " WITH_SHARDING, dot, .since = "0.6.1", .jitted = JITTED_ITSELF),
    FUNCTION("tensordot", "a, b, axes=2, *, " OPTIONS, tensordot, .until = "0.7.0"),
    FUNCTION("tensordot", "a, b, axes=2, *, " WITH_SHARDING, tensordot, .since = "0.7.0"),
};

const struct module_row library_numpy_contraction = {"jax.numpy", rows, sizeof rows / sizeof *rows};

static const struct function_row methods[] = {
    FUNCTION("dot", "self, b, *, " OPTIONS, dot, .jitted = JITTED_WITHIN),
};

const struct module_row library_array_contraction = {"ndarray", methods,
                                                     sizeof methods / sizeof *methods};
