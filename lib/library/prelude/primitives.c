/* SPDX-License-Identifier: Apache-2.0 */
/* Primitives of jax.lax, for the files of the prelude that have the functions around them.
 * Arguments have been read there: what is to be a list of integers is one. */
#include <assert.h>

#include "library/arguments/contraction_arguments.h"
#include "op/elementwise/elementwise.h"
#include "op/manual/manual.h"
#include "op/place/place.h"
#include "op/reduce/reduce.h"
#include "trace/eval/prelude.h"

/* An argument that has been made an array. */
static const struct array *array_at(const struct call_arguments *arguments, uint32_t index)
{
	assert(argument(arguments, index)->kind == VALUE_ARRAY);
	return argument(arguments, index)->array;
}

/* Arrays of a list that holds nothing else. */
static const struct array **arrays_of(struct trace *trace, const struct value *value)
{
	assert(value->kind == VALUE_LIST || value->kind == VALUE_TUPLE);
	const struct value_list *items = &value->list;
	const struct array **arrays =
	    arena_new(trace->op.arena, const struct array *, items->count);
	for (uint32_t i = 0; i < items->count; i++) {
		assert(items->items[i]->kind == VALUE_ARRAY);
		arrays[i] = items->items[i]->array;
	}
	return arrays;
}

/* A list of the results of the primitive of jax.lax.linalg that is the row's data. */
static const struct value *linalg(struct trace *trace, const struct call_arguments *arguments)
{
	const struct linalg_primitive *primitive = arguments->row->data;
	const struct value *subset = argument(arguments, 1);
	const struct array **operands = arrays_of(trace, argument(arguments, 0));
	const struct array *results[LINALG_MAX_RESULTS];
	struct linalg_params params = {.has_subset = subset->kind == VALUE_TUPLE};
	bool *const options[] = {&params.full_matrices, &params.compute_uv,    &params.pivoting,
	                         &params.left_vectors,  &params.right_vectors, &params.left_side,
	                         &params.transpose_a};
	uint32_t count = 1;
	assert(argument(arguments, 0)->list.count == linalg_operand_count(primitive));
	for (uint32_t i = 0; params.has_subset && i < 2; i++)
		params.subset[i] = subset->list.items[i]->integer;
	if (!value_to_int(trace, argument(arguments, 2), &params.permutation_size))
		return NULL;
	for (uint32_t i = 0; i < COUNT_OF(options); i++)
		if (!value_to_bool(trace, argument(arguments, 3 + i), options[i]))
			return NULL;
	if (primitive == &linalg_triangular_solve)
		results[0] = lax_triangular_solve(&trace->op, operands[0], operands[1], &params);
	else if (!lax_linalg(&trace->op, primitive, &params, operands, results, &count))
		return NULL;
	return trace_arrays(trace, VALUE_LIST, results, count);
}

/* The matrices with zeros above the diagonal, as jax.lax.linalg makes them. */
static const struct value *lower_triangle(struct trace *trace,
                                          const struct call_arguments *arguments)
{
	return trace_array(trace, lax_triangle(&trace->op, array_at(arguments, 0), false, 0));
}

/* One side of dimension numbers. */
static const uint32_t *read_spec(struct trace *trace, const struct value *value, uint32_t rank)
{
	uint32_t *spec = arena_new(trace->op.arena, uint32_t, rank);
	assert(value->list.count == rank);
	for (uint32_t i = 0; i < rank; i++)
		spec[i] = (uint32_t)value->list.items[i]->integer;
	return spec;
}

/* x, y, specs, (strides, lhs_dilation, rhs_dilation), padding, group counts, precision,
 * preferred_element_type, out_sharding */
static const struct value *convolve(struct trace *trace, const struct call_arguments *arguments)
{
	const struct array *lhs = array_at(arguments, 0), *rhs = array_at(arguments, 1);
	const struct value_list *specs = &argument(arguments, 2)->list,
				*lists = &argument(arguments, 3)->list,
				*pairs = &argument(arguments, 4)->list,
				*groups = &argument(arguments, 5)->list;
	struct conv_params params = {.rank = lhs->type.rank, .npadding = pairs->count};
	struct dimension_list *const into[] = {&params.strides, &params.lhs_dilation,
	                                       &params.rhs_dilation};
	struct padding *padding = arena_new(trace->op.arena, struct padding, pairs->count);
	for (int i = 0; i < 3; i++) {
		params.dimensions.specs[i] = read_spec(trace, specs->items[i], params.rank);
		if (!value_to_ints(trace, lists->items[i], &into[i]->items, &into[i]->count))
			return NULL;
	}
	for (uint32_t i = 0; i < pairs->count; i++) {
		const struct value_list *pair = &pairs->items[i]->list;
		assert(pair->count == 2);
		padding[i] = (struct padding){.low = pair->items[0]->integer,
		                              .high = pair->items[1]->integer};
	}
	params.padding = padding;
	if (!value_to_int(trace, groups->items[0], &params.feature_groups) ||
	    !value_to_int(trace, groups->items[1], &params.batch_groups) ||
	    !value_to_optional_dtype(trace, argument(arguments, 7), &params.preferred) ||
	    !check_precision(trace, argument(arguments, 6)) ||
	    !value_to_sharding(trace, argument(arguments, 8), "dot_general", &params.sharding))
		return NULL;
	return trace_array(trace, lax_convolution(&trace->op, lhs, rhs, &params));
}

/* x, axes, out_sharding, index_dtype: by the primitive that is the row's data. */
static const struct value *reduce(struct trace *trace, const struct call_arguments *arguments)
{
	const struct value *dtype = argument(arguments, 3);
	struct reduction reduction = {.index_dtype =
	                                  dtype->kind == VALUE_DTYPE ? dtype->dtype : NULL};
	if (!value_to_ints(trace, argument(arguments, 1), &reduction.axes, &reduction.count) ||
	    !value_to_sharding(trace, argument(arguments, 2), arguments->row->name,
	                       &reduction.sharding))
		return NULL;
	return trace_array(trace, lax_reduction(&trace->op, arguments->row->data,
	                                        array_at(arguments, 0), &reduction));
}

/* arrays, initial, axes: by any function. */
static const struct value *reduce_several(struct trace *trace,
                                          const struct call_arguments *arguments)
{
	uint32_t count = argument(arguments, 0)->list.count, naxes;
	const struct array **results = arena_new(trace->op.arena, const struct array *, count);
	const int64_t *axes;
	return value_to_ints(trace, argument(arguments, 2), &axes, &naxes) &&
	               lax_reduce_general(&trace->op, arrays_of(trace, argument(arguments, 0)),
	                                  arrays_of(trace, argument(arguments, 1)), count, axes,
	                                  naxes, results)
	           ? trace_arrays(trace, VALUE_LIST, results, count)
	           : NULL;
}

/* (dimensions, strides, low and high of each padding, base_dilation, window_dilation) */
static bool read_window(struct trace *trace, const struct value *value, struct window *window)
{
	assert(value->kind == VALUE_TUPLE && value->list.count == 5);
	struct dimension_list *const lists[] = {&window->dims, &window->strides, &window->padding,
	                                        &window->base_dilation, &window->window_dilation};
	for (uint32_t i = 0; i < COUNT_OF(lists); i++)
		if (!value_to_ints(trace, value->list.items[i], &lists[i]->items, &lists[i]->count))
			return false;
	return true;
}

/* x, window: by the primitive that is the row's data. */
static const struct value *reduce_window(struct trace *trace,
                                         const struct call_arguments *arguments)
{
	struct window window;
	return read_window(trace, argument(arguments, 1), &window)
	           ? trace_array(trace, lax_reduce_window(&trace->op, arguments->row->data,
	                                                  array_at(arguments, 0), &window))
	           : NULL;
}

/* arrays, initial, window: by any function. */
static const struct value *reduce_windows(struct trace *trace,
                                          const struct call_arguments *arguments)
{
	uint32_t count = argument(arguments, 0)->list.count;
	const struct array **results = arena_new(trace->op.arena, const struct array *, count);
	struct window window;
	return read_window(trace, argument(arguments, 2), &window) &&
	               lax_reduce_window_general(
			   &trace->op, arrays_of(trace, argument(arguments, 0)),
			   arrays_of(trace, argument(arguments, 1)), count, &window, results)
	           ? trace_arrays(trace, VALUE_LIST, results, count)
	           : NULL;
}

/* arrays, axis, num_keys, whether those that vary less are made to vary as the others do */
static const struct value *sort(struct trace *trace, const struct call_arguments *arguments)
{
	uint32_t count = argument(arguments, 0)->list.count;
	int64_t axis = argument(arguments, 1)->integer, nkeys = argument(arguments, 2)->integer;
	const struct array **results = arena_new(trace->op.arena, const struct array *, count);
	const struct array **operands = arrays_of(trace, argument(arguments, 0));
	if (argument(arguments, 3)->boolean)
		operands = manual_vary_alike(&trace->op, operands, count);
	return lax_sort(&trace->op, operands, count, (uint32_t)axis, (uint32_t)nkeys, results)
	           ? trace_arrays(trace, VALUE_LIST, results, count)
	           : NULL;
}

/* x, k, axis */
static const struct value *top_k(struct trace *trace, const struct call_arguments *arguments)
{
	const struct array *results[2];
	return lax_largest(&trace->op, array_at(arguments, 0), argument(arguments, 1)->integer,
	                   argument(arguments, 2)->integer, &results[0], &results[1])
	           ? trace_arrays(trace, VALUE_LIST, results, 2)
	           : NULL;
}

/* arrays, arrays of the types of the results, pure, mappable */
static const struct value *callback(struct trace *trace, const struct call_arguments *arguments)
{
	const struct value_list *operands = &argument(arguments, 0)->list,
				*wanted = &argument(arguments, 1)->list;
	const struct array **like = arrays_of(trace, argument(arguments, 1));
	struct array_type *types = arena_new(trace->op.arena, struct array_type, wanted->count);
	for (uint32_t i = 0; i < wanted->count; i++)
		types[i] = like[i]->type;
	struct callback_params params = {argument(arguments, 2)->boolean,
	                                 argument(arguments, 3)->boolean, types};
	const struct array **results =
	    arena_new(trace->op.arena, const struct array *, wanted->count);
	return lax_callback(&trace->op, &params, arrays_of(trace, argument(arguments, 0)),
	                    operands->count, results, wanted->count)
	           ? trace_arrays(trace, VALUE_LIST, results, wanted->count)
	           : NULL;
}

static const struct value *reduce_precision(struct trace *trace,
                                            const struct call_arguments *arguments)
{
	return trace_array(trace,
	                   lax_unary(&trace->op, &lax_reduce_precision, array_at(arguments, 0)));
}

/* x, name: x, of which plans know that the function of this name makes it otherwise. */
static const struct value *opaque(struct trace *trace, const struct call_arguments *arguments)
{
	if (!trace->op.recording)
		return argument(arguments, 0);
	return trace_array(
	    trace, lax_opaque(&trace->op, array_at(arguments, 0), argument(arguments, 1)->string));
}

/* Whether the equations are kept, of which a plan is made. */
static const struct value *is_recorded(struct trace *trace, const struct call_arguments *arguments)
{
	return value_bool(trace->op.recording != NULL);
}

#define LINALG(name)                                                                        \
	FUNCTION("linalg_" #name,                                                           \
	         "operands, subset=None, permutation_size=0, full_matrices=True, "          \
	         "compute_uv=True, pivoting=False, left_vectors=True, right_vectors=True, " \
	         "left_side=False, transpose_a=False",                                      \
	         linalg, .data = &linalg_##name)

#define REDUCTION(name)                                                                  \
	FUNCTION("apply_" #name, "x, axes, out_sharding=None, index_dtype=None", reduce, \
	         .data = &lax_##name)

const struct function_row library_prelude_primitives[] = {
    MODULE(PRELUDE_INTRINSICS),
    LINALG(cholesky),
    LINALG(cholesky_update),
    LINALG(eig),
    LINALG(eigh),
    LINALG(geqrf),
    LINALG(hessenberg),
    LINALG(householder_product),
    LINALG(lu),
    LINALG(lu_pivots_to_permutation),
    LINALG(ormqr),
    LINALG(qr),
    LINALG(schur),
    LINALG(svd),
    LINALG(symmetric_product),
    LINALG(triangular_solve),
    LINALG(tridiagonal),
    LINALG(tridiagonal_solve),
    FUNCTION("lower_triangle", "x", lower_triangle),
    FUNCTION("convolve",
             "lhs, rhs, specs, lists, padding, groups, precision, preferred_element_type, "
             "out_sharding",
             convolve),
    REDUCTION(reduce_sum),
    REDUCTION(reduce_prod),
    REDUCTION(reduce_max),
    REDUCTION(reduce_min),
    REDUCTION(reduce_or),
    REDUCTION(reduce_and),
    REDUCTION(reduce_xor),
    REDUCTION(argmax),
    REDUCTION(argmin),
    FUNCTION("apply_sort", "arrays, axis, num_keys, alike", sort),
    FUNCTION("apply_top_k", "x, k, axis", top_k),
    FUNCTION("apply_reduce_precision", "x", reduce_precision),
    FUNCTION("opaque", "x, name", opaque),
    FUNCTION("is_recorded", "", is_recorded),
    FUNCTION("apply_callback", "arrays, results, pure, mappable", callback),
    FUNCTION("apply_reduce", "arrays, initial, axes", reduce_several),
    FUNCTION("apply_window_sum", "x, window", reduce_window, .data = &lax_reduce_window_sum),
    FUNCTION("apply_window_max", "x, window", reduce_window, .data = &lax_reduce_window_max),
    FUNCTION("apply_window_min", "x, window", reduce_window, .data = &lax_reduce_window_min),
    FUNCTION("apply_window", "arrays, initial, window", reduce_windows),
    TABLE_END,
};
