/* SPDX-License-Identifier: Apache-2.0 */
#include <assert.h>
#include <inttypes.h>

#include "op/core/dtype_class.h"
#include "op/index/gather_scatter.h"

#define raise_gather_shape(op, ...)                                     \
	refuse(op, RULE_SHAPE_MISMATCH, "TypeError", TEXT(__VA_ARGS__), \
	       HELP("this fails without any sharding too: correct the slice sizes"))

static struct named_dimensions list_of(const char *name, struct dimension_list dims)
{
	return (struct named_dimensions){"gather", name, dims};
}

static bool check_offset_dims(struct op *op, struct dimension_list offset_dims,
                              uint32_t indices_rank)
{
	struct named_dimensions list = list_of("offset_dims", offset_dims);
	if (!dimensions_sorted(op, list) || !dimensions_unique(op, list))
		return false;
	uint32_t rank = offset_dims.count + indices_rank - 1;
	for (uint32_t i = 0; i < offset_dims.count; i++) {
		if (offset_dims.items[i] >= 0 && offset_dims.items[i] < rank)
			continue;
		return raise_dimension_numbers(op,
		                               "Offset dimension {} in gather op is out of bounds; "
		                               "got {}, but should have been in [0, {})",
		                               i, offset_dims.items[i], rank);
	}
	return true;
}

static bool check_start_index_map(struct op *op, struct dimension_list map,
                                  const struct array_type *operand,
                                  const struct array_type *indices)
{
	uint32_t vector = indices->rank - 1;
	if (map.count != indices->shape[vector])
		return raise_dimension_numbers(
		    op,
		    "Gather op has {} elements in start_index_map and the bound of dimension "
		    "index_vector_dim={} of indices is {}. These two numbers must be equal.",
		    map.count, vector, indices->shape[vector]);
	for (uint32_t i = 0; i < map.count; i++) {
		if (map.items[i] >= 0 && map.items[i] < operand->rank)
			continue;
		return raise_dimension_numbers(
		    op, "Invalid start_index_map; domain is [0, {}), got: {}->{}.", operand->rank,
		    i, map.items[i]);
	}
	return dimensions_unique(op, list_of("start_index_map", map));
}

static bool check_operand_dims(struct op *op, const struct gather_dimensions *dims, uint32_t rank)
{
	struct named_dimensions collapsed =
				    list_of("collapsed_slice_dims", dims->collapsed_slice_dims),
				batching =
				    list_of("operand_batching_dims", dims->operand_batching_dims),
				map = list_of("start_index_map", dims->start_index_map);
	return dimensions_sorted(op, collapsed) &&
	       sorted_dimensions_in_range(op, collapsed, rank) &&
	       dimensions_unique(op, collapsed) && dimensions_unique(op, batching) &&
	       dimensions_sorted(op, batching) && sorted_dimensions_in_range(op, batching, rank) &&
	       dimensions_disjoint(op, collapsed, batching) &&
	       dimensions_disjoint(op, map, batching);
}

/* Whether batches of operand and indices are as many and of the same sizes. */
static bool check_batch_sizes(struct op *op, const struct gather_dimensions *dims,
                              const struct array_type *operand, const struct array_type *indices)
{
	struct dimension_list ours = dims->operand_batching_dims,
			      theirs = dims->start_indices_batching_dims;
	if (ours.count != theirs.count)
		return raise_dimension_numbers(
		    op,
		    "Gather op requires equal numbers of operand_batching_dims and "
		    "start_indices_batching_dims, got {} and{}.",
		    ours, theirs);
	const int64_t *a = dimensions_sizes(op, ours, operand);
	const int64_t *b = a ? dimensions_sizes(op, theirs, indices) : NULL;
	if (!b)
		return false;
	struct dimension_list sizes[] = {{a, ours.count}, {b, ours.count}};
	for (uint32_t i = 0; i < ours.count; i++) {
		if (a[i] == b[i])
			continue;
		return raise_gather_shape(
		    op,
		    "Gather op requires operand batching dimensions and indices batching "
		    "dimensions to have the same shape, got {} and {}.",
		    sizes[0], sizes[1]);
	}
	return true;
}

static bool check_indices_batching(struct op *op, struct dimension_list dims,
                                   const struct array_type *indices)
{
	struct named_dimensions list = list_of("start_indices_batching_dims", dims);
	if (!dimensions_unique(op, list) || !dimensions_in_range(op, list, indices->rank))
		return false;
	if (!dimensions_have(dims, (int64_t)indices->rank - 1))
		return true;
	return raise_dimension_numbers(
	    op, "Gather op cannot have the index vector dimension as a batching dimension; got {}.",
	    dims);
}

/* Whether there is one slice size for each dimension, and each is accounted for. */
static bool check_slice_count(struct op *op, const struct gather_params *params, uint32_t rank)
{
	const struct gather_dimensions *dims = &params->dims;
	uint32_t count = params->slice_sizes.count;
	if (count != rank)
		return raise_dimension_numbers(
		    op,
		    "Gather op must have one slice size for every input dimension; got: "
		    "len(slice_sizes)={}, input_shape.rank={}",
		    count, rank);
	if (count == dims->offset_dims.count + dims->collapsed_slice_dims.count +
	                 dims->operand_batching_dims.count)
		return true;
	bool batching = op_has(op, JAX_GATHER_BATCHING_DIMS);
	struct str more = phrase(op, ", operand_batching_dims={}", dims->operand_batching_dims);
	return raise_dimension_numbers(
	    op,
	    "All components of the offset index in a gather op must either be a offset dimension "
	    "or "
	    "explicitly collapsed{}; got len(slice_sizes)={}, output_slice_sizes={}, "
	    "collapsed_slice_dims={}{}.",
	    batching ? "/batching" : "", count, dims->offset_dims, dims->collapsed_slice_dims,
	    batching ? more : STR(""));
}

/* Whether a slice fits into each dimension of the operand. */
static bool check_slice_sizes(struct op *op, const struct gather_params *params,
                              const struct array_type *operand, const struct array_type *indices)
{
	if (op_has(op, JAX_GATHER_ANY_SIZE_EMPTY) &&
	    shape_elements(indices->shape, indices->rank) == 0)
		return true;
	for (uint32_t i = 0; i < operand->rank; i++) {
		int64_t size = params->slice_sizes.items[i];
		if (size >= 0 && size <= operand->shape[i])
			continue;
		return raise_gather_shape(op,
		                          "Slice size at index {} in gather op is out of range, "
		                          "must be within [0, {} + 1), got {}.",
		                          i, operand->shape[i], size);
	}
	return true;
}

/* Whether slices along dimensions that the result has not are of size 1. */
static bool check_bounds(struct op *op, const struct gather_params *params)
{
	const int64_t *sizes = params->slice_sizes.items;
	struct dimension_list collapsed = params->dims.collapsed_slice_dims,
			      batching = params->dims.operand_batching_dims;
	for (uint32_t i = 0; i < collapsed.count; i++) {
		if (sizes[collapsed.items[i]] == 1)
			continue;
		return raise_gather_shape(op,
		                          "Gather op can only collapse slice dims with bound 1, "
		                          "but bound is {} for index {} at position {}.",
		                          sizes[collapsed.items[i]], collapsed.items[i], i);
	}
	for (uint32_t i = 0; i < batching.count; i++) {
		if (sizes[batching.items[i]] <= 1)
			continue;
		return raise_gather_shape(op,
		                          "Gather op can only have operand batching dims with "
		                          "bound 0/1, but bound is {} for index {} at position {}.",
		                          sizes[batching.items[i]], batching.items[i], i);
	}
	return true;
}

/* JAX: slicing.py _gather_shape_rule. */
static bool check_shapes(struct op *op, const struct gather_params *params,
                         const struct array_type *operand, const struct array_type *indices)
{
	const struct gather_dimensions *dims = &params->dims;
	if (!indices->rank)
		return raise_dimension_numbers(
		    op, "Gather index leaf dimension must be within [0, rank(indices) + 1). "
			"rank(indices) is 0 and gather index leaf dimension is -1.");
	return check_offset_dims(op, dims->offset_dims, indices->rank) &&
	       check_start_index_map(op, dims->start_index_map, operand, indices) &&
	       check_operand_dims(op, dims, operand->rank) &&
	       check_indices_batching(op, dims->start_indices_batching_dims, indices) &&
	       check_batch_sizes(op, dims, operand, indices) &&
	       check_slice_count(op, params, operand->rank) &&
	       check_slice_sizes(op, params, operand, indices) && check_bounds(op, params);
}

bool check_indices_dtype(struct op *op, const struct array_type *indices)
{
	if (dtype_is_integer(indices->dtype))
		return true;
	return refuse(op, RULE_DTYPE_MISMATCH, "ValueError",
	              TEXT("indices must have an integer type"),
	              WORDS("indices of dtype {}", indices->dtype),
	              HELP("convert the indices: i.astype(jnp.int32)"));
}

/* JAX: slicing.py _gather_shape_computation. */
static void result_shape(struct op *op, const struct gather_params *params,
                         const struct array_type *indices, struct array_type *result)
{
	assert(indices->rank > 0);
	const struct gather_dimensions *dims = &params->dims;
	result->rank = dims->offset_dims.count + indices->rank - 1;
	int64_t *shape = arena_new(op->arena, int64_t, result->rank);
	uint32_t slice = 0, query = 0;
	for (uint32_t i = 0; i < result->rank; i++) {
		if (!dimensions_have(dims->offset_dims, i)) {
			shape[i] = indices->shape[query++];
			continue;
		}
		while (dimensions_have(dims->collapsed_slice_dims, slice) ||
		       dimensions_have(dims->operand_batching_dims, slice))
			slice++;
		shape[i] = params->slice_sizes.items[slice++];
	}
	assert(query + 1 == indices->rank);
	result->shape = shape;
}

static bool infer_gather(struct op *op, const struct application *application,
                         struct array_type *result)
{
	const struct gather_params *params = application->params;
	const struct array_type *operand = application->operands[0],
				*indices = application->operands[1];
	const struct abstract_mesh *mesh;
	bool runs;
	if (!check_shapes(op, params, operand, indices))
		return false;
	result->dtype = operand->dtype;
	result->weak = operand->weak;
	result_shape(op, params, indices, result);
	if (result->rank > MAX_RANK)
		return op_unknown(op, "a result of rank %" PRIu32 " is not judged", result->rank);
	if (!check_indices_dtype(op, indices) || !rule_mesh(op, application, &mesh, &runs))
		return false;
	const struct dim_axes *spec = runs ? gather_spec(op, application, result->rank) : NULL;
	if (runs && !spec)
		gather_suggest(op, application, result);
	return (!runs || spec) && rule_result(op, application, mesh, spec, result);
}

static const struct primitive gather = {.name = "gather",
                                        .infer = infer_gather,
                                        .unreduced = gather_unreduced,
                                        .batch = gather_batch,
                                        .transpose = gather_transpose,
                                        .linear = LINEAR_IN_FIRST,
                                        .derivative = DERIVATIVE_KEEPS_SHARDINGS};

const struct array *lax_gather(struct op *op, const struct array *operand,
                               const struct array *indices,
                               const struct gather_dimensions *dimensions,
                               struct dimension_list slice_sizes)
{
	struct gather_params *params = arena_new(op->arena, struct gather_params, 1);
	params->dims = (struct gather_dimensions){
	    dimensions_kept(op->arena, dimensions->offset_dims),
	    dimensions_kept(op->arena, dimensions->collapsed_slice_dims),
	    dimensions_kept(op->arena, dimensions->start_index_map),
	    dimensions_kept(op->arena, dimensions->operand_batching_dims),
	    dimensions_kept(op->arena, dimensions->start_indices_batching_dims),
	    dimensions->fills};
	params->slice_sizes = dimensions_kept(op->arena, slice_sizes);
	const struct array *operands[] = {operand, indices};
	return primitive_apply_one(op, &gather, params, operands, 2);
}
