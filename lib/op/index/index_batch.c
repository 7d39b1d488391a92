/* SPDX-License-Identifier: Apache-2.0 */
/* What vmap makes of gather and scatter: the mapped dimension is the first one of all arrays. */
#include "op/shape/shape.h"
#include "op/index/gather_scatter.h"

/* The slice sizes with that of the mapped dimension in front. */
static struct dimension_list slices_behind(struct arena *arena, struct dimension_list sizes,
                                           int64_t size)
{
	int64_t *items = arena_new(arena, int64_t, (size_t)sizes.count + 1);
	items[0] = size;
	for (uint32_t i = 0; i < sizes.count; i++)
		items[i + 1] = sizes.items[i];
	return (struct dimension_list){items, sizes.count + 1};
}

bool gather_batch(struct op *op, const struct batching *batching, const struct batched *out)
{
	const struct gather_params *params = batching->params;
	struct gather_dimensions dims = params->dims;
	struct dimension_list sizes = params->slice_sizes;
	bool operand_mapped = batching->dims[0] >= 0, indices_mapped = batching->dims[1] >= 0;
	const struct array *operand = batch_move(op, batching->operands[0], batching->dims[0], 0);
	const struct array *indices = batch_move(op, batching->operands[1], batching->dims[1], 0);
	if (!operand || !indices)
		return false;
	dims.offset_dims =
	    dimensions_behind(op->arena, dims.offset_dims, operand_mapped && !indices_mapped);
	if (operand_mapped) {
		dims.collapsed_slice_dims =
		    dimensions_behind(op->arena, dims.collapsed_slice_dims, false);
		dims.start_index_map = dimensions_behind(op->arena, dims.start_index_map, false);
		dims.operand_batching_dims =
		    dimensions_behind(op->arena, dims.operand_batching_dims, indices_mapped);
		int64_t all = operand->type.shape[0];
		sizes = slices_behind(op->arena, sizes, indices_mapped && all ? 1 : all);
	}
	if (indices_mapped)
		dims.start_indices_batching_dims =
		    dimensions_behind(op->arena, dims.start_indices_batching_dims, operand_mapped);
	return batched_result(out, lax_gather(op, operand, indices, &dims, sizes), 0);
}

bool scatter_batch(struct op *op, const struct batching *batching, const struct batched *out)
{
	const struct scatter_params *params = batching->params;
	struct scatter_dimensions dims = params->dims;
	struct mapping mapping = *batching->mapping;
	bool indices_mapped = batching->dims[1] >= 0;
	if (op_has(op, JAX_SCATTER_FORGETS_MAPPED))
		mapping.axes.count = 0;
	const struct array *operand =
	    batch_materialise(op, &mapping, batching->operands[0], batching->dims[0], 0);
	const struct array *updates =
	    batch_materialise(op, &mapping, batching->operands[2], batching->dims[2], 0);
	const struct array *indices = batch_move(op, batching->operands[1], batching->dims[1], 0);
	if (!operand || !updates || !indices)
		return false;
	dims.update_window_dims =
	    dimensions_behind(op->arena, dims.update_window_dims, !indices_mapped);
	dims.inserted_window_dims = dimensions_behind(op->arena, dims.inserted_window_dims, false);
	dims.scatter_dims_to_operand_dims =
	    dimensions_behind(op->arena, dims.scatter_dims_to_operand_dims, false);
	dims.operand_batching_dims =
	    dimensions_behind(op->arena, dims.operand_batching_dims, indices_mapped);
	if (indices_mapped)
		dims.scatter_indices_batching_dims =
		    dimensions_behind(op->arena, dims.scatter_indices_batching_dims, true);
	return batched_result(
	    out, lax_scatter(op, batching->primitive, operand, indices, updates, &dims), 0);
}
