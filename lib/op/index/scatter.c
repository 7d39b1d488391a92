/* SPDX-License-Identifier: Apache-2.0 */
#include <assert.h>

#include "op/core/shape_rules.h"
#include "op/core/dtype_class.h"
#include "op/elementwise/elementwise.h"
#include "op/index/gather_scatter.h"

#define raise_scatter_shape(op, ...)                                    \
	refuse(op, RULE_SHAPE_MISMATCH, "TypeError", TEXT(__VA_ARGS__), \
	       HELP("this fails without any sharding too: correct the shape of the updates"))

static struct named_dimensions list_of(const char *name, struct dimension_list dims)
{
	return (struct named_dimensions){"scatter", name, dims};
}

static bool check_updates_rank(struct op *op, const struct scatter_dimensions *dims,
                               const struct array_type *indices, const struct array_type *updates)
{
	if (!indices->rank)
		return raise_dimension_numbers(
		    op, "Scatter index leaf dimension must be within [0, rank(indices) + 1). "
			"rank(indices) is 0 and scatter index leaf dimension is -1.");
	uint32_t expected = indices->rank - 1 + dims->update_window_dims.count;
	if (updates->rank == expected)
		return true;
	return raise_scatter_shape(op, "Updates tensor must be of rank {}; got {}.", expected,
	                           updates->rank);
}

static bool check_lists(struct op *op, const struct scatter_dimensions *dims, uint32_t operand_rank,
                        uint32_t updates_rank)
{
	struct named_dimensions window = list_of("update_window_dims", dims->update_window_dims),
				inserted =
				    list_of("inserted_window_dims", dims->inserted_window_dims),
				batching =
				    list_of("operand_batching_dims", dims->operand_batching_dims),
				map = list_of("scatter_dims_to_operand_dims",
	                                      dims->scatter_dims_to_operand_dims);
	return dimensions_sorted(op, window) && dimensions_unique(op, window) &&
	       sorted_dimensions_in_range(op, window, updates_rank) &&
	       dimensions_sorted(op, inserted) && dimensions_unique(op, inserted) &&
	       sorted_dimensions_in_range(op, inserted, operand_rank) &&
	       dimensions_sorted(op, batching) && dimensions_unique(op, batching) &&
	       sorted_dimensions_in_range(op, batching, operand_rank) &&
	       dimensions_disjoint(op, inserted, batching) &&
	       dimensions_disjoint(op, map, batching);
}

static bool check_indices_batching(struct op *op, const struct scatter_dimensions *dims,
                                   const struct array_type *indices)
{
	struct dimension_list ours = dims->operand_batching_dims,
			      theirs = dims->scatter_indices_batching_dims;
	struct named_dimensions list = list_of("scatter_indices_batching_dims", theirs);
	if (!dimensions_unique(op, list) || !dimensions_in_range(op, list, indices->rank))
		return false;
	if (dimensions_have(theirs, (int64_t)indices->rank - 1))
		return raise_dimension_numbers(op,
		                               "Scatter op cannot have the index vector dimension "
		                               "as a batching dimension; got {}.",
		                               theirs);
	if (ours.count == theirs.count)
		return true;
	return raise_dimension_numbers(op,
	                               "Scatter op requires equal numbers of operand_batching_dims "
	                               "and scatter_indices_batching_dims, got {} and {}.",
	                               ours, theirs);
}

/* Whether batches of the operand have the sizes of those of `what`. */
static bool check_batch_sizes(struct op *op, struct dimension_list ours,
                              const struct array_type *operand, struct dimension_list theirs,
                              const struct array_type *type, const char *what)
{
	const int64_t *a = dimensions_sizes(op, ours, operand);
	const int64_t *b = a ? dimensions_sizes(op, theirs, type) : NULL;
	if (!b)
		return false;
	if (!ours.count || memcmp(a, b, ours.count * sizeof *a) == 0)
		return true;
	struct dimension_list sizes[] = {{a, ours.count}, {b, ours.count}};
	return raise_scatter_shape(op,
	                           "Scatter op requires operand batching dimensions and {} "
	                           "batching dimensions to have the "
	                           "same shape, got {} and {}.",
	                           what, sizes[0], sizes[1]);
}

static bool check_batches(struct op *op, const struct scatter_dimensions *dims,
                          const struct array_type *const *types)
{
	struct dimension_list ours = dims->operand_batching_dims;
	if (!check_indices_batching(op, dims, types[1]) ||
	    !check_batch_sizes(op, ours, types[0], dims->scatter_indices_batching_dims, types[1],
	                       "indices"))
		return false;
	if (!op_has(op, JAX_SCATTER_CHECKS_BATCHES))
		return true;
	struct dimension_list theirs = updates_batching_dims(op->arena, dims, types[2]->rank);
	return check_batch_sizes(op, ours, types[0], theirs, types[2], "updates");
}

/* Whether the window covers the operand, and each index has its dimension. */
static bool check_operand_dims(struct op *op, const struct scatter_dimensions *dims, uint32_t rank,
                               const struct array_type *indices)
{
	struct dimension_list map = dims->scatter_dims_to_operand_dims;
	uint32_t window = dims->update_window_dims.count + dims->inserted_window_dims.count +
	                  dims->operand_batching_dims.count;
	uint32_t vector = indices->rank - 1;
	if (rank != window)
		return raise_dimension_numbers(
		    op, "Scatter op has window of size {}; doesn't match operand of rank {}.",
		    window, rank);
	if (map.count != indices->shape[vector])
		return raise_dimension_numbers(
		    op,
		    "Scatter op has {} elements in scatter_dims_to_operand_dims and the bound of "
		    "dimension index_vector_dim={} of indices is {}. These two numbers must be "
		    "equal",
		    map.count, vector, indices->shape[vector]);
	for (uint32_t i = 0; i < map.count; i++) {
		if (map.items[i] >= 0 && map.items[i] < rank)
			continue;
		return raise_dimension_numbers(
		    op,
		    "Invalid scatter_dims_to_operand_dims mapping; domain is [0, {}), got: {}->{}.",
		    rank, i, map.items[i]);
	}
	return dimensions_unique(op, list_of("scatter_dims_to_operand_dims", map));
}

/* Whether the windows of the updates fit into the operand. */
static bool check_windows(struct op *op, const struct scatter_dimensions *dims,
                          const struct array_type *operand, const struct array_type *updates)
{
	struct dimension_list covered = operand_window_dims(op->arena, dims, operand->rank);
	for (uint32_t i = 0; i < dims->update_window_dims.count; i++) {
		int64_t dim = dims->update_window_dims.items[i],
			bound = operand->shape[covered.items[i]];
		if (updates->shape[dim] <= bound)
			continue;
		return raise_scatter_shape(
		    op,
		    "Bounds of the window dimensions of updates must not exceed the bounds of the "
		    "corresponding dimensions of operand. For dimension {}, updates bound is {}, "
		    "operand bound is {}.",
		    dim, updates->shape[dim], bound);
	}
	return true;
}

/* Whether there are as many updates as indices. */
static bool check_scatter_dims(struct op *op, const struct scatter_dimensions *dims,
                               const struct array_type *indices, const struct array_type *updates)
{
	uint32_t query = 0;
	for (uint32_t i = 0; i < updates->rank; i++) {
		if (dimensions_have(dims->update_window_dims, i))
			continue;
		int64_t bound = indices->shape[query++];
		if (updates->shape[i] == bound)
			continue;
		return raise_scatter_shape(
		    op,
		    "Bounds of the scatter dimensions of updates must be the same as the bounds of "
		    "the corresponding dimensions of scatter indices. For scatter dimension {}, "
		    "updates bound is {}, indices bound is {}.",
		    i, updates->shape[i], bound);
	}
	return true;
}

/* JAX: slicing.py _scatter_shape_rule. */
static bool check_shapes(struct op *op, const struct scatter_dimensions *dims,
                         const struct array_type *const *types)
{
	return check_updates_rank(op, dims, types[1], types[2]) &&
	       check_lists(op, dims, types[0]->rank, types[2]->rank) &&
	       check_batches(op, dims, types) &&
	       check_operand_dims(op, dims, types[0]->rank, types[1]) &&
	       check_windows(op, dims, types[0], types[2]) &&
	       check_scatter_dims(op, dims, types[1], types[2]);
}

static bool check_dtypes(struct op *op, const struct array_type *const *types)
{
	const struct array_type *same[] = {types[0], types[2]};
	return check_indices_dtype(op, types[1]) && check_same_dtypes(op, "scatter", same, 2);
}

static bool infer_scatter(struct op *op, const struct application *application,
                          struct array_type *result)
{
	const struct scatter_params *params = application->params;
	const struct array_type *const *types = application->operands;
	const struct abstract_mesh *mesh;
	bool runs;
	if (!check_shapes(op, &params->dims, types) || !check_dtypes(op, types))
		return false;
	*result = type_plain(op->arena, types[0]->dtype, types[0]->shape, types[0]->rank);
	result->weak = types[0]->weak;
	if (!rule_mesh(op, application, &mesh, &runs))
		return false;
	const struct dim_axes *spec = runs ? scatter_spec(op, application) : NULL;
	return (!runs || spec) && rule_result(op, application, mesh, spec, result);
}

#define SCATTER(id, title, joins, ...)                                             \
	const struct primitive lax_scatter_##id = {.name = title,                  \
	                                           .infer = infer_scatter,         \
	                                           .unreduced = scatter_unreduced, \
	                                           .batch = scatter_batch,         \
	                                           .memory = MEMORY_OF_FIRST,      \
	                                           .data = joins,                  \
	                                           .derivative = __VA_ARGS__}
SCATTER(set, "scatter", NULL, DERIVATIVE_KEEPS_SHARDINGS, .forward = scatter_forward,
        .transpose = scatter_transpose);
SCATTER(add, "scatter-add", &lax_add, DERIVATIVE_KEEPS_SHARDINGS, .transpose = scatter_transpose);
SCATTER(sub, "scatter-sub", &lax_sub, DERIVATIVE_KEEPS_SHARDINGS, .transpose = scatter_transpose);
SCATTER(mul, "scatter-mul", &lax_mul, DERIVATIVE_KEEPS_SHARDINGS, .forward = scatter_mul_forward,
        .transpose = scatter_mul_transpose);
SCATTER(min, "scatter-min", &lax_min, DERIVATIVE_KEEPS_SHARDINGS,
        .forward = scatter_extremal_forward);
SCATTER(max, "scatter-max", &lax_max, DERIVATIVE_KEEPS_SHARDINGS,
        .forward = scatter_extremal_forward);
#undef SCATTER

/* Whether the primitive that joins two elements takes the dtype, which is tried before anything
 * else. JAX: lax.py _reduction_jaxpr. */
static bool joins_elements(struct op *op, const struct primitive *joins, const struct dtype *dtype)
{
	enum dtype_class class = dtype_class(dtype);
	const struct array *element = array_scalar(op, dtype, false);
	return !joins || (class != DTYPE_BOOL && class != DTYPE_KEY) ||
	       lax_binary(op, joins, element, element) != NULL;
}

const struct array *lax_scatter(struct op *op, const struct primitive *primitive,
                                const struct array *operand, const struct array *indices,
                                const struct array *updates,
                                const struct scatter_dimensions *dimensions)
{
	assert(primitive->infer == infer_scatter);
	struct scatter_params *params = arena_new(op->arena, struct scatter_params, 1);
	params->dims = (struct scatter_dimensions){
	    dimensions_kept(op->arena, dimensions->update_window_dims),
	    dimensions_kept(op->arena, dimensions->inserted_window_dims),
	    dimensions_kept(op->arena, dimensions->scatter_dims_to_operand_dims),
	    dimensions_kept(op->arena, dimensions->operand_batching_dims),
	    dimensions_kept(op->arena, dimensions->scatter_indices_batching_dims),
	    dimensions->unique,
	    dimensions->drops};
	const struct array *operands[] = {operand, indices, updates};
	return operand && joins_elements(op, primitive->data, operand->type.dtype)
	           ? primitive_apply_one(op, primitive, params, operands, 3)
	           : NULL;
}
