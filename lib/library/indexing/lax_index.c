/* SPDX-License-Identifier: Apache-2.0 */
/* jax.lax.gather, scatter and its like, and the records they take. JAX: lax/slicing.py. */
#include "library/indexing/index_value.h"
#include "library/library.h"
#include "trace/convert/convert_value.h"
#include "op/shape/shape.h"
#include "trace/eval/prelude.h"

enum { NUMBERS_COUNT = 5 };

/* GatherDimensionNumbers(…) and ScatterDimensionNumbers(…): tuples with names. */
static const struct value *dimension_numbers(struct trace *trace,
                                             const struct call_arguments *arguments)
{
	struct value *value = value_new(trace->op.arena, VALUE_RECORD);
	value->record = (struct record){arguments->row->name, arguments->row->data,
	                                arguments->values, arguments->count};
	return value;
}

/* The lists of a record of this class, in the order of its fields; false when it is none. */
static bool read_numbers(struct trace *trace, const struct value *value, const char *class_name,
                         struct dimension_list *lists)
{
	if (value->kind != VALUE_RECORD || strcmp(value->record.class_name, class_name) != 0)
		return op_unknown(&trace->op, "dimension_numbers that is not a %s", class_name);
	for (uint32_t i = 0; i < NUMBERS_COUNT; i++) {
		lists[i] = (struct dimension_list){0};
		if (i < value->record.count && !value_to_ints(trace, value->record.fields[i],
		                                              &lists[i].items, &lists[i].count))
			return false;
	}
	return true;
}

/* lax.gather(operand, start_indices, dimension_numbers, slice_sizes, *, unique_indices,
 * indices_are_sorted, mode, fill_value) */
static const struct value *gather(struct trace *trace, const struct call_arguments *arguments)
{
	struct dimension_list lists[NUMBERS_COUNT], sizes;
	struct index_options options = {0};
	const struct array *operand = value_to_operand(trace, argument(arguments, 0), "gather");
	const struct array *indices =
	    operand ? value_to_operand(trace, argument(arguments, 1), "gather") : NULL;
	if (!indices ||
	    !read_numbers(trace, argument(arguments, 2), "GatherDimensionNumbers", lists) ||
	    !value_to_ints(trace, argument(arguments, 3), &sizes.items, &sizes.count))
		return NULL;
	value_to_index_mode(trace, argument(arguments, 6), &options);
	if (!check_gather_mode(&trace->op, &options, operand->type.dtype))
		return NULL;
	struct gather_dimensions dims = {lists[0], lists[1], lists[2],
	                                 lists[3], lists[4], options.mode == INDEX_MODE_FILL};
	return trace_array(trace, lax_gather(&trace->op, operand, indices, &dims, sizes));
}

/* The mode of a scatter, which is looked at last. */
static bool check_scatter_mode(struct trace *trace, const struct value *value)
{
	struct index_options options = {0};
	value_to_index_mode(trace, value, &options);
	return check_gather_mode(&trace->op, &options, dtype_named(STR("float32")));
}

/* lax.scatter(operand, scatter_indices, updates, dimension_numbers, *, indices_are_sorted,
 * unique_indices, mode), and its like */
static const struct value *scatter(struct trace *trace, const struct call_arguments *arguments)
{
	struct dimension_list lists[NUMBERS_COUNT];
	const struct primitive *primitive = arguments->row->data;
	const struct array *operands[3];
	for (uint32_t i = 0; i < 3; i++) {
		operands[i] = value_to_operand(trace, argument(arguments, i), primitive->name);
		if (!operands[i])
			return NULL;
	}
	if (!read_numbers(trace, argument(arguments, 3), "ScatterDimensionNumbers", lists) ||
	    !check_scatter_mode(trace, argument(arguments, 6)))
		return NULL;
	struct index_options options = {0};
	value_to_index_mode(trace, argument(arguments, 6), &options);
	struct scatter_dimensions dims = {lists[0],
	                                  lists[1],
	                                  lists[2],
	                                  lists[3],
	                                  lists[4],
	                                  .unique = value_truth(argument(arguments, 5)) == 1,
	                                  .drops = index_mode_fills(options.mode)};
	return trace_array(trace, lax_scatter(&trace->op, primitive, operands[0], operands[1],
	                                      operands[2], &dims));
}

/* Calls the function on one element, as tracing scatter_apply does. */
static bool apply_once(struct trace *trace, const struct value *function,
                       const struct array *operand, struct span at)
{
	const struct array *element =
	    array_scalar(&trace->op, operand->type.dtype, operand->type.weak);
	const struct value *item = value_array(trace->op.arena, element);
	struct value_list positional = {&item, 1};
	const struct value *result = trace_call(trace, function, &positional, NULL, 0, at);
	return result && (result->kind != VALUE_UNKNOWN || op_unknown(&trace->op, "%s", ""));
}

/* lax.scatter_apply(operand, scatter_indices, func, dimension_numbers, *, update_shape,
 * indices_are_sorted, unique_indices, mode) */
static const struct value *scatter_apply(struct trace *trace,
                                         const struct call_arguments *arguments)
{
	struct dimension_list lists[NUMBERS_COUNT];
	const int64_t *shape;
	uint32_t rank;
	const struct array *operand = value_to_operand(trace, argument(arguments, 0), "scatter");
	const struct array *indices =
	    operand ? value_to_operand(trace, argument(arguments, 1), "scatter") : NULL;
	if (!indices ||
	    !read_numbers(trace, argument(arguments, 3), "ScatterDimensionNumbers", lists) ||
	    !value_to_shape(trace, argument(arguments, 4), &shape, &rank))
		return NULL;
	const struct array *unused =
	    lax_full(&trace->op, operand->type.dtype, false, shape, rank, NULL);
	if (!unused || !apply_once(trace, argument(arguments, 2), operand, arguments->at) ||
	    !check_scatter_mode(trace, argument(arguments, 7)))
		return NULL;
	struct scatter_dimensions dims = {lists[0], lists[1], lists[2], lists[3],
	                                  lists[4], false,    false};
	return trace_array(
	    trace, lax_scatter(&trace->op, &lax_scatter_set, operand, indices, unused, &dims));
}

#define GATHER_NUMBERS "offset_dims, collapsed_slice_dims, start_index_map"
#define SCATTER_NUMBERS "update_window_dims, inserted_window_dims, scatter_dims_to_operand_dims"

static const char *const gather_names[] = {"offset_dims", "collapsed_slice_dims", "start_index_map",
                                           "operand_batching_dims", "start_indices_batching_dims"};
static const char *const scatter_names[] = {"update_window_dims", "inserted_window_dims",
                                            "scatter_dims_to_operand_dims", "operand_batching_dims",
                                            "scatter_indices_batching_dims"};

#define NUMBERS(title, parameters, names, first, last)                                \
	FUNCTION(title, parameters, dimension_numbers, .data = names, .since = first, \
	         .until = last, .python_name = title ".__new__")

#define SCATTER(title, primitive)                                                         \
	{                                                                                 \
		.name = title,                                                            \
		.signature = "operand, scatter_indices, updates, dimension_numbers, *, "  \
			     "indices_are_sorted=False, unique_indices=False, mode=None", \
		.call = scatter, .data = primitive                                        \
	}

const struct function_row library_lax_index[] = {
    MODULE("jax.lax"),
    NUMBERS("GatherDimensionNumbers", GATHER_NUMBERS, gather_names, NULL, "0.4.38"),
    NUMBERS("GatherDimensionNumbers",
            GATHER_NUMBERS ", operand_batching_dims=(), start_indices_batching_dims=()",
            gather_names, "0.4.38", NULL),
    NUMBERS("ScatterDimensionNumbers", SCATTER_NUMBERS, scatter_names, NULL, "0.4.38"),
    NUMBERS("ScatterDimensionNumbers",
            SCATTER_NUMBERS ", operand_batching_dims=(), scatter_indices_batching_dims=()",
            scatter_names, "0.4.38", NULL),
    FUNCTION("gather",
             "operand, start_indices, dimension_numbers, slice_sizes, *, "
             "unique_indices=False, indices_are_sorted=False, mode=None, fill_value=None",
             gather),
    SCATTER("scatter", &lax_scatter_set),
    SCATTER("scatter_add", &lax_scatter_add),
    SCATTER("scatter_mul", &lax_scatter_mul),
    SCATTER("scatter_min", &lax_scatter_min),
    SCATTER("scatter_max", &lax_scatter_max),
    FUNCTION("scatter_sub",
             "operand, scatter_indices, updates, dimension_numbers, *, "
             "indices_are_sorted=False, unique_indices=False, mode=None",
             scatter, .data = &lax_scatter_sub, .since = "0.4.38"),
    FUNCTION("scatter_apply",
             "operand, scatter_indices, func, dimension_numbers, *, update_shape=(), "
             "indices_are_sorted=False, unique_indices=False, mode=None",
             scatter_apply),
    /* For the functions of the prelude, with batches in all releases. */
    MODULE(PRELUDE_INTRINSICS),
    NUMBERS("GatherDimensionNumbers",
            GATHER_NUMBERS ", operand_batching_dims=(), start_indices_batching_dims=()",
            gather_names, NULL, NULL),
    MODULE("jax.lax.GatherScatterMode"),
    VALUE("CLIP", gather_scatter_mode),
    VALUE("FILL_OR_DROP", gather_scatter_mode),
    VALUE("PROMISE_IN_BOUNDS", gather_scatter_mode),
    VALUE("ONE_HOT", gather_scatter_mode, .since = "0.4.38"),
    TABLE_END,
};
