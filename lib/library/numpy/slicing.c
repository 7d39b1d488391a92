/* SPDX-License-Identifier: Apache-2.0 */
#include "library/numpy/slicing.h"

#include "op/core/dtype_class.h"
#include "op/elementwise/elementwise.h"
#include "op/index/index.h"

/* x[:, :, item] with the item at `dim`. */
static const struct array *index_along(struct op *op, const struct array *x, uint32_t dim,
                                       struct index_item item)
{
	struct index_item *items = arena_new(op->arena, struct index_item, (size_t)dim + 1);
	struct index_options options = {0};
	struct index index = {.items = items, .count = dim + 1};
	for (uint32_t i = 0; i < dim; i++)
		items[i] = (struct index_item){.kind = INDEX_SLICE};
	items[dim] = item;
	return x ? numpy_index_get(op, x, &index, &options) : NULL;
}

const struct array *slice_along(struct op *op, const struct array *x, uint32_t dim,
                                struct index_bound start, struct index_bound stop)
{
	return index_along(op, x, dim,
	                   (struct index_item){.kind = INDEX_SLICE, .start = start, .stop = stop});
}

const struct array *element_along(struct op *op, const struct array *x, uint32_t dim, int64_t i)
{
	return index_along(op, x, dim, (struct index_item){.kind = INDEX_INTEGER, .integer = i});
}

const struct array *slice_in_dim(struct op *op, const struct array *x, uint32_t dim, int64_t start,
                                 struct index_bound stop)
{
	if (!x)
		return NULL;
	const struct array_type *type = &x->type;
	int64_t size = type->shape[dim];
	int64_t *starts = arena_new(op->arena, int64_t, type->rank),
		*limits = shape_copy(op->arena, type->shape, type->rank);
	for (uint32_t i = 0; i < type->rank; i++)
		starts[i] = 0;
	starts[dim] = start < 0 ? start + size : start;
	if (stop.kind != BOUND_NONE)
		limits[dim] = stop.value < 0 ? stop.value + size : stop.value;
	return lax_slice(op, x, starts, limits, NULL);
}

const struct array *differences_along(struct op *op, const struct array *x, uint32_t dim)
{
	const struct array *behind = slice_along(op, x, dim, bound_at(1), bound_open);
	const struct array *before =
	    behind ? slice_along(op, x, dim, bound_open, bound_at(-1)) : NULL;
	bool logical = before && dtype_class(x->type.dtype) == DTYPE_BOOL;
	return before ? numpy_binary(op, logical ? &lax_ne : &lax_sub, behind, before, false)
	              : NULL;
}
