/* SPDX-License-Identifier: Apache-2.0 */
#include <assert.h>

#include "op/reduce/reduce.h"
#include "op/reduce/sharded_dimension.h"
#include "op/shape/shape.h"

#include "base/checked.h"
#include "jax/python_text.h"
#include "op/core/dtype_class.h"
#include "op/core/shape_rules.h"
#include "op/core/watch.h"
#include "op/index/index.h"

static bool check_elements(struct op *op, const char *argument, const struct dimension_list *list,
                           int64_t least)
{
	for (uint32_t i = 0; i < list->count; i++) {
		if (list->items[i] >= least)
			continue;
		return refuse(op, RULE_PROGRAM_ERROR, "TypeError",
		              TEXT("reduce_window {} must have every element be {}, got {}.",
		                   argument, least ? "strictly positive" : "nonnegative",
		                   sizes_of(list->items, list->count)));
	}
	return true;
}

static bool check_count(struct op *op, const char *argument, const struct dimension_list *list,
                        const struct dimension_list *dims)
{
	if (list->count == dims->count)
		return true;
	return refuse(op, RULE_PROGRAM_ERROR, "TypeError",
	              TEXT("reduce_window got inconsistent {} and window_dimensions: got {} {} and "
	                   "window_dimensions {}.",
	                   argument, argument, sizes_of(list->items, list->count),
	                   sizes_of(dims->items, dims->count)));
}

/* TypeErrors of _common_reduce_window_shape_rule. */
static bool check_window(struct op *op, const struct array_type *operand,
                         const struct window *window)
{
	if (!check_elements(op, "window_dimensions", &window->dims, 1) ||
	    !check_elements(op, "window_strides", &window->strides, 1) ||
	    !check_elements(op, "base_dilation", &window->base_dilation, 0) ||
	    !check_elements(op, "window_dilation", &window->window_dilation, 0))
		return false;
	if (operand->rank != window->dims.count)
		return refuse(
		    op, RULE_SHAPE_MISMATCH, "TypeError",
		    TEXT("reduce_window got the wrong number of window_dimensions for operand: got "
		         "operand shape {shape} with window_dimensions {}.",
		         operand, window->dims),
		    HELP("give a size of the window for each of the {} dimensions", operand->rank));
	return check_count(op, "window_strides", &window->strides, &window->dims) &&
	       check_count(op, "base_dilation", &window->base_dilation, &window->dims) &&
	       check_count(op, "window_dilation", &window->window_dilation, &window->dims);
}

static bool check_dilation(struct op *op, const struct dimension_list *dilation)
{
	for (uint32_t i = 0; i < dilation->count; i++) {
		if (dilation->items[i] > 0)
			continue;
		return refuse(op, RULE_PROGRAM_ERROR, "TypeError",
		              TEXT("All dilations must be positive, got {}.",
		                   sizes_of(dilation->items, dilation->count)));
	}
	return true;
}

/* core.py dilate_dim; false when the size does not fit. */
static bool dilate(int64_t *size, int64_t dilation)
{
	if (dilation == 1)
		return true;
	if (!checked_add(size, *size, -1) || !checked_multiply(size, *size, dilation) ||
	    !checked_add(size, *size, 1))
		return false;
	if (*size < 0)
		*size = 0;
	return true;
}

/* How often the window fits into one dimension; false when a size does not fit in 64 bits. */
static bool window_places(const struct window *window, uint32_t dim, int64_t size, int64_t *places)
{
	assert(dim < window->dims.count && 2 * dim + 1 < window->padding.count);
	int64_t extent = window->dims.items[dim];
	if (!dilate(&size, window->base_dilation.items[dim]) ||
	    !dilate(&extent, window->window_dilation.items[dim]) ||
	    !checked_add(&size, size, window->padding.items[2 * dim]) ||
	    !checked_add(&size, size, window->padding.items[2 * dim + 1]) ||
	    !checked_add(&size, size, -extent))
		return false;
	*places = size < 0 ? 0 : size / window->strides.items[dim] + 1;
	return true;
}

/* JAX: reduce_window_shape_tuple. */
static bool window_shape(struct op *op, const struct array_type *operand,
                         const struct window *window, struct array_type *result)
{
	if (!check_window(op, operand, window) || !check_dilation(op, &window->base_dilation) ||
	    !check_dilation(op, &window->window_dilation))
		return false;
	if (window->padding.count != 2 * operand->rank)
		return op_unknown(op, "a window with paddings for other than all dimensions is not "
		                      "known");
	int64_t *shape = arena_new(op->arena, int64_t, operand->rank);
	for (uint32_t i = 0; i < operand->rank; i++)
		if (!window_places(window, i, operand->shape[i], &shape[i]))
			return op_unknown(op, "a size of the window is too large");
	result->rank = operand->rank;
	result->shape = shape;
	return true;
}

/* Before 0.6.1 sharded dimensions take no window at all; before 0.6.0 never. */
static bool check_trivial(struct op *op, const struct array_type *operand,
                          const struct window *window)
{
	bool typed = op_has(op, JAX_SHARDING_TYPE_ERROR);
	for (uint32_t i = 0; i < operand->rank; i++) {
		bool trivial = window->dims.items[i] == 1 && window->strides.items[i] == 1 &&
		               window->base_dilation.items[i] == 1 &&
		               window->window_dilation.items[i] == 1 &&
		               !window->padding.items[2 * i] && !window->padding.items[2 * i + 1];
		if (!operand->spec[i].count || (trivial && typed))
			continue;
		refuse(op, RULE_DIM_SHARDED, typed ? "ShardingTypeError" : "NotImplementedError",
		       TEXT("Only trivial windowing is supported along non-replicated dimensions. "
		            "Got operand.sharding.spec={spec}",
		            operand));
		return refuse_sharded_dim(op, operand, i, "slides a window along");
	}
	return true;
}

static bool finish_window(struct op *op, const struct application *application,
                          struct array_type *result)
{
	const struct window *window = application->params;
	const struct array_type *operand = application->operands[0];
	if (op_has(op, JAX_WINDOW_VARYING_SHAPE))
		return rule_varying_shape(op, application, "reduce_window", result);
	return check_trivial(op, operand, window) &&
	       rule_of_operand(op, application, operand->spec, result);
}

static bool infer_window(struct op *op, const struct application *application,
                         struct array_type *result)
{
	const struct array_type *operand = application->operands[0];
	enum dtype_class class = dtype_class(operand->dtype);
	bool of_numbers = application->primitive->data != NULL;
	result->dtype = operand->dtype;
	result->weak = operand->weak;
	if (of_numbers && (class == DTYPE_BOOL || class == DTYPE_KEY))
		return refuse(op, RULE_DTYPE_MISMATCH, "TypeError",
		              TEXT("operand to reduce_window_sum must have a number dtype, got {}",
		                   operand->dtype));
	return window_shape(op, operand, application->params, result) &&
	       finish_window(op, application, result);
}

/* The window with one more dimension, in which it does nothing. */
static const struct window *window_insert(struct op *op, const struct window *one, uint32_t dim)
{
	assert(dim <= one->dims.count);
	struct window *all = arena_new(op->arena, struct window, 1);
	const struct dimension_list *from[] = {&one->dims, &one->strides, &one->base_dilation,
	                                       &one->window_dilation};
	struct dimension_list *to[] = {&all->dims, &all->strides, &all->base_dilation,
	                               &all->window_dilation};
	for (uint32_t i = 0; i < 4; i++)
		*to[i] = (struct dimension_list){
		    sizes_insert(op->arena, from[i]->items, from[i]->count, dim, 1),
		    from[i]->count + 1};
	const int64_t *low =
	    sizes_insert(op->arena, one->padding.items, one->padding.count, 2 * dim, 0);
	all->padding = (struct dimension_list){
	    sizes_insert(op->arena, low, one->padding.count + 1, 2 * dim, 0),
	    one->padding.count + 2};
	return all;
}

/* JAX: _reduce_window_batch_rule. */
static bool batch_window(struct op *op, const struct batching *batching, const struct batched *out)
{
	const struct window *window = batching->params;
	uint32_t dim = (uint32_t)batching->dims[0];
	if (window->dims.count < dim)
		return op_unknown(op, "a window of fewer dimensions than the mapped operand");
	out->dims[0] = batching->dims[0];
	return primitive_apply(op, batching->primitive, window_insert(op, window, dim),
	                       batching->operands, 1, out->results, 1);
}

/* How far the cotangent is padded in a dimension, with the stride between its elements; false when
 * a size does not fit. JAX: convolution.py _conv_general_vjp_lhs_padding. */
static bool cotangent_padding(const struct window *window, uint32_t dim, int64_t in, int64_t out,
                              struct padding *padding)
{
	int64_t extent = window->dims.items[dim];
	if (!dilate(&in, window->base_dilation.items[dim]) ||
	    !dilate(&extent, window->window_dilation.items[dim]) ||
	    !dilate(&out, window->strides.items[dim]) ||
	    !checked_add(&padding->low, extent, -window->padding.items[2 * dim] - 1) ||
	    !checked_add(&padding->high, in, extent - 1) ||
	    !checked_add(&padding->high, padding->high, -out - padding->low))
		return false;
	padding->interior = window->strides.items[dim] - 1;
	return true;
}

const struct array *lax_reduce_window_sum_back(struct op *op, const struct array *cotangent,
                                               const struct window *window,
                                               const struct array_type *operand)
{
	uint32_t rank = operand->rank;
	if (!cotangent)
		return NULL;
	struct padding *paddings = arena_new(op->arena, struct padding, rank);
	int64_t *zeros = arena_new(op->arena, int64_t, 2 * rank),
		*ones = arena_new(op->arena, int64_t, rank);
	for (uint32_t i = 0; i < rank; i++) {
		ones[i] = 1;
		if (!cotangent_padding(window, i, operand->shape[i], cotangent->type.shape[i],
		                       &paddings[i]))
			return op_unknown(op, "%s", "");
	}
	struct window back = {window->dims,
	                      window->base_dilation,
	                      {zeros, 2 * rank},
	                      {ones, rank},
	                      window->window_dilation};
	const struct array *padded = numpy_pad(
	    op, cotangent, array_number(op, cotangent->type.dtype, false, 0), paddings, UINT64_MAX);
	return lax_reduce_window(op, &lax_reduce_window_sum, padded, &back);
}

static bool transpose_sum(struct op *op, const struct tape_entry *entry, uint32_t operand)
{
	const struct array *x = entry->operands[operand];
	return check_cotangent(op, x,
	                       lax_reduce_window_sum_back(op, array_example(op, entry->results[0]),
	                                                  entry->params, &x->type));
}

/* JAX: windowed_reductions.py _select_and_gather_add_transpose. */
static bool transpose_extremum(struct op *op, const struct tape_entry *entry, uint32_t operand)
{
	const struct window *window = entry->params;
	for (uint32_t i = 0; i < window->window_dilation.count; i++)
		if (window->window_dilation.items[i] != 1)
			return refuse(op, RULE_PROGRAM_ERROR, "NotImplementedError",
			              TEXT("VJP not implemented for select_and_gather (MaxPool) "
			                   "with window dilation, got window_dilation={}.",
			                   sizes_of(window->window_dilation.items,
			                            window->window_dilation.count)));
	return true;
}

static const char of_numbers[] = "numbers";
#define WINDOW(id, numbers, back)                                                                  \
	const struct primitive lax_reduce_window_##id = {.name = "reduce_window_" #id,             \
	                                                 .infer = infer_window,                    \
	                                                 .batch = batch_window,                    \
	                                                 .transpose = back,                        \
	                                                 .derivative = DERIVATIVE_KEEPS_SHARDINGS, \
	                                                 .data = numbers}
WINDOW(sum, of_numbers, transpose_sum);
WINDOW(max, NULL, transpose_extremum);
WINDOW(min, NULL, transpose_extremum);
#undef WINDOW

/* A copy in the arena, which outlives what the caller made it of. */
static const struct window *window_copy(struct op *op, const struct window *window)
{
	struct window *copy = arena_new(op->arena, struct window, 1);
	*copy = *window;
	return copy;
}

const struct array *lax_reduce_window(struct op *op, const struct primitive *primitive,
                                      const struct array *x, const struct window *window)
{
	return primitive_apply_one(op, primitive, window_copy(op, window), &x, 1);
}

/* ---- By any function ---- */

static bool check_initial(struct op *op, const struct application *application)
{
	uint32_t count = application->count / 2;
	bool same = true, scalar = true;
	struct buf dtypes = op_buf(op), values = op_buf(op), shapes = op_buf(op);
	for (uint32_t i = 0; i < count; i++) {
		const struct array_type *operand = application->operands[i],
					*initial = application->operands[count + i];
		const char *comma = i ? ", " : "";
		same = same && operand->dtype == initial->dtype;
		scalar = scalar && !initial->rank;
		buf_puts(&dtypes, comma);
		dtype_repr_text(&dtypes, operand->dtype);
		buf_puts(&values, comma);
		dtype_repr_text(&values, initial->dtype);
		buf_puts(&shapes, comma);
		python_shape(&shapes, initial->shape, initial->rank);
	}
	if (!same)
		return refuse(
		    op, RULE_DTYPE_MISMATCH, "TypeError",
		    TEXT("reduce_window got inconsistent dtypes for operands and init_values: got "
		         "operand dtypes [{}] and init_value dtypes [{}].",
		         &dtypes, &values));
	return scalar || refuse(op, RULE_SHAPE_MISMATCH, "TypeError",
	                        TEXT("reduce_window expected init_values to be scalars but "
	                             "init_values have shapes [{}].",
	                             &shapes));
}

static bool infer_general(struct op *op, const struct application *application,
                          struct array_type *results)
{
	assert(application->count == 2 * application->nresults);
	struct application first = *application;
	first.count = 1;
	if (!check_initial(op, application) ||
	    !window_shape(op, application->operands[0], application->params, &results[0]))
		return false;
	results[0].dtype = application->operands[0]->dtype;
	if (!finish_window(op, &first, &results[0]))
		return false;
	for (uint32_t i = 1; i < application->nresults; i++) {
		results[i] = results[0];
		results[i].dtype = application->operands[i]->dtype;
	}
	return true;
}

/* JAX: _generic_reduce_window_batch_rule: mapped dimensions go to the front. */
static bool batch_general(struct op *op, const struct batching *batching, const struct batched *out)
{
	uint32_t count = batching->nresults;
	const struct array **operands = arena_new(op->arena, const struct array *, batching->count);
	for (uint32_t i = 0; i < batching->count; i++) {
		operands[i] = batching->operands[i];
		if (i >= count && batching->dims[i] >= 0)
			return refuse(
			    op, RULE_PROGRAM_ERROR, "NotImplementedError",
			    TEXT("reduce_window batching is not implemented for initial values"));
		if (i >= count)
			continue;
		operands[i] =
		    batch_front_unsharded(op, batching->mapping, operands[i], batching->dims[i]);
		out->dims[i] = 0;
	}
	return primitive_apply(op, batching->primitive, window_insert(op, batching->params, 0),
	                       operands, batching->count, out->results, count);
}

bool lax_reduce_window_general(struct op *op, const struct array *const *operands,
                               const struct array *const *initial, uint32_t count,
                               const struct window *window, const struct array **results)
{
	static const struct primitive primitive = {
	    .name = "reduce_window", .infer = infer_general, .batch = batch_general};
	const struct array **all = arena_new(op->arena, const struct array *, (size_t)count * 2);
	for (uint32_t i = 0; i < count; i++) {
		all[i] = operands[i];
		all[count + i] = initial[i];
	}
	return primitive_apply(op, &primitive, window_copy(op, window), all, count * 2, results,
	                       count);
}

/* ---- Paddings by name ---- */
