/* SPDX-License-Identifier: Apache-2.0 */
#include "op/contract/contraction.h"

#include <assert.h>

#include "jax/python_text.h"

bool dimension_listed(struct dimension_list list, int64_t dim)
{
	for (uint32_t i = 0; i < list.count; i++)
		if (list.items[i] == dim)
			return true;
	return false;
}

void dimension_list_text(struct buf *out, struct dimension_list list)
{
	python_shape(out, list.items, list.count);
}

struct dimension_list dimensions_left(struct op *op, uint32_t rank,
                                      const struct dimension_list *lists, uint32_t count)
{
	int64_t *items = arena_new(op->arena, int64_t, rank);
	struct dimension_list left = {items, 0};
	for (int64_t dim = 0; dim < rank; dim++) {
		bool listed = false;
		for (uint32_t i = 0; i < count; i++)
			listed |= dimension_listed(lists[i], dim);
		if (!listed)
			items[left.count++] = dim;
	}
	return left;
}

struct dimension_list dimensions_bumped(struct op *op, struct dimension_list list, int64_t dim)
{
	int64_t *items = arena_new(op->arena, int64_t, list.count);
	for (uint32_t i = 0; i < list.count; i++)
		items[i] = list.items[i] + (list.items[i] >= dim);
	return (struct dimension_list){items, list.count};
}

/* `dim` and then the list. */
static struct dimension_list dimensions_with(struct op *op, int64_t dim, struct dimension_list list)
{
	int64_t *items = arena_new(op->arena, int64_t, list.count + 1);
	items[0] = dim;
	for (uint32_t i = 0; i < list.count; i++)
		items[i + 1] = list.items[i];
	return (struct dimension_list){items, list.count + 1};
}

struct dot_dimensions dot_batch_dimensions(struct op *op, const struct array *const *operands,
                                           const int32_t *dims,
                                           const struct dot_dimensions *dimensions,
                                           struct dimension_list group, uint32_t *result)
{
	assert(dims[0] >= 0 || dims[1] >= 0);
	struct dot_dimensions physical = *dimensions;
	bool both = dims[0] >= 0 && dims[1] >= 0;
	for (int side = 0; side < 2; side++) {
		if (dims[side] < 0)
			continue;
		physical.contracting[side] =
		    dimensions_bumped(op, dimensions->contracting[side], dims[side]);
		physical.batch[side] = dimensions_bumped(op, dimensions->batch[side], dims[side]);
		if (both)
			physical.batch[side] =
			    dimensions_with(op, dims[side], physical.batch[side]);
	}
	*result = 0;
	if (both)
		return physical;
	int side = dims[0] >= 0 ? 0 : 1;
	const struct dimension_list taken[] = {dimensions->batch[side],
	                                       dimensions->contracting[side],
	                                       side ? group : (struct dimension_list){NULL, 0}};
	struct dimension_list free = dimensions_left(op, operands[side]->type.rank - 1, taken, 3);
	*result = side ? operands[0]->type.rank - dimensions->contracting[0].count
	               : dimensions->batch[0].count;
	for (uint32_t i = 0; i < free.count; i++)
		*result += free.items[i] < dims[side];
	return physical;
}

bool plain_out_sharding(struct op *op, const struct application *application,
                        const struct sharding_request *request, struct array_type *result)
{
	uint64_t partial =
	    op_has(op, JAX_UNREDUCED_OUT_NEEDS_RULE) ? request->unreduced | request->reduced : 0;
	for (uint32_t i = 0; i < application->count; i++)
		partial |= application->operands[i]->unreduced | application->operands[i]->reduced;
	if (!partial)
		return type_shard(op, result, request);
	return refuse(
	    op, RULE_UNREDUCED_AXIS, "NotImplementedError",
	    TEXT("{} rule for {} is not implemented. Please file an issue at "
	         "https://github.com/jax-ml/jax/issues",
	         op_has(op, JAX_UNREDUCED_REDUCED_RULE) ? "unreduced/reduced" : "unreduced",
	         application->primitive->name),
	    HELP("leave unreduced and reduced axes out of operands and out_sharding"));
}
