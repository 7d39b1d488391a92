/* SPDX-License-Identifier: Apache-2.0 */
/* Indexing by slices, as JAX does it since 0.10.0 wherever an index is made of slices and scalars.
 */
#include "op/elementwise/elementwise.h"

#include <assert.h>
#include "op/shape/shape.h"
#include "op/index/indexer.h"

bool integer_in_range(int64_t index, int64_t size, bool negative_outside)
{
	if (!negative_outside && index < 0)
		index += size;
	return index >= 0 && index < size;
}

/* The bound counted from the start and cut to what there is. */
static int64_t bound_in(struct index_bound bound, int64_t missing, int64_t length, int64_t low,
                        int64_t high)
{
	assert(length >= 0 && bound.kind != BOUND_ARRAY && bound.kind != BOUND_FLOAT);
	if (bound.kind == BOUND_NONE)
		return missing;
	int64_t value = bound.value < 0 ? bound.value + length : bound.value;
	return value < low ? low : value > high ? high : value;
}

bool slice_range_of(struct op *op, const struct index_item *item, int64_t length,
                    struct slice_range *range)
{
	if (item->start.kind == BOUND_FLOAT || item->stop.kind == BOUND_FLOAT ||
	    item->step.kind == BOUND_FLOAT)
		return refuse(op, RULE_PROGRAM_ERROR, "TypeError",
		              TEXT("'float' object cannot be interpreted as an integer"));
	int64_t step = item->step.kind == BOUND_NONE ? 1 : item->step.value;
	if (step == 0)
		return refuse(op, RULE_PROGRAM_ERROR, "ValueError",
		              TEXT("slice step cannot be zero"));
	step = step == INT64_MIN ? -INT64_MAX : step;
	bool up = step > 0;
	int64_t low = up ? 0 : -1, high = up ? length : length - 1;
	range->start = bound_in(item->start, up ? low : high, length, low, high);
	range->stop = bound_in(item->stop, up ? high : low, length, low, high);
	range->step = step;
	int64_t distance = up ? range->stop - range->start : range->start - range->stop;
	range->size = distance <= 0 ? 0 : (distance - 1) / (up ? step : -step) + 1;
	return true;
}

/* The range of a slice when it has one; an error is forgotten. */
static bool range_or_not(struct op *op, const struct index_item *item, int64_t length,
                         struct slice_range *range)
{
	if (!slice_is_static(item))
		return false;
	struct op_error before = op->error;
	bool known = slice_range_of(op, item, length, range);
	op->error = before;
	return known;
}

/* Whether the mode allows to take slices, which clip. */
static bool mode_clips(const struct index_options *options)
{
	return options->mode == INDEX_MODE_NONE || options->mode == INDEX_MODE_PROMISE ||
	       options->mode == INDEX_MODE_CLIP;
}

/* Whether a slice takes only a part of a dimension. JAX: NDIndexer.has_partial_slices. */
static bool has_partial_slices(struct op *op, const struct indexer *indexer)
{
	struct slice_range range;
	for (uint32_t i = 0; i < indexer->count; i++) {
		const struct indexer_item *item = &indexer->items[i];
		int64_t size = item->naxes ? indexer->type->shape[item->axis] : 0;
		if (item->index.kind == INDEX_INTEGER)
			return true;
		if (item->index.kind != INDEX_SLICE)
			continue;
		if (!range_or_not(op, &item->index, size, &range) ||
		    (range.step != 1 && range.step != -1) ||
		    (range.stop - range.start != size && range.start - range.stop != size))
			return true;
	}
	return false;
}

static struct index_slices new_slices(struct op *op, const struct indexer *indexer)
{
	struct arena *arena = op->arena;
	uint32_t rank = indexer->type->rank, count = indexer->count;
	return (struct index_slices){
	    .start = arena_new(arena, int64_t, rank),
	    .limit = arena_new(arena, int64_t, rank),
	    .stride = arena_new(arena, int64_t, rank),
	    .starts = arena_new(arena, const struct array *, rank),
	    .sizes = arena_new(arena, int64_t, rank),
	    .reversed = arena_new(arena, uint32_t, rank),
	    .squeezed = arena_new(arena, uint32_t, rank),
	    .inserted = arena_new(arena, uint32_t, count),
	    .trivial = true,
	};
}

/* A new dimension behind the `axis` ones that the slices have so far. */
static void insert_dimension(struct index_slices *slices, uint32_t axis)
{
	assert(axis >= slices->nsqueezed);
	slices->inserted[slices->ninserted] = axis - slices->nsqueezed + slices->ninserted;
	slices->ninserted++;
}

/* Adds a dimension that a static slice takes from start to limit. */
static void add_static(struct index_slices *slices, uint32_t axis, int64_t size, int64_t start,
                       int64_t limit, int64_t stride)
{
	slices->start[axis] = start;
	slices->limit[axis] = limit;
	slices->stride[axis] = stride;
	slices->strided = slices->strided || stride != 1;
	slices->trivial = slices->trivial && !slices->strided && start == 0 && limit == size;
}

static void add_static_range(struct index_slices *slices, uint32_t axis, int64_t size,
                             const struct slice_range *range)
{
	int64_t start = range->start, limit = range->stop > start ? range->stop : start;
	if (range->step < 0) {
		int64_t stride = -range->step, distance = range->start - range->stop - 1;
		start = range->stop + 1 + (distance < 0 ? -distance : distance) % stride;
		start = start < size ? start : size;
		limit = range->start + 1 > start ? range->start + 1 : start;
		slices->reversed[slices->nreversed++] = axis;
	}
	add_static(slices, axis, size, start, limit, range->step < 0 ? -range->step : range->step);
}

/* One component of a static slice; false when it cannot be one. */
static bool static_component(struct op *op, const struct indexer_item *item, int64_t size,
                             const struct index_options *options, struct index_slices *slices)
{
	struct slice_range range;
	const struct index_item *index = &item->index;
	switch (index->kind) {
	case INDEX_NONE:
		insert_dimension(slices, item->axis);
		return true;
	case INDEX_INTEGER: {
		if (size == 0)
			return false;
		int64_t at = index->integer;
		at += !options->negative_outside && at < 0 ? size : 0;
		at = at < 0 ? 0 : at < size ? at : size - 1;
		add_static(slices, item->axis, size, at, at + 1, 1);
		slices->squeezed[slices->nsqueezed++] = item->axis;
		return true;
	}
	case INDEX_SLICE:
		if (!range_or_not(op, index, size, &range))
			return false;
		add_static_range(slices, item->axis, size, &range);
		return true;
	default:
		return false;
	}
}

/* Expands the index for what is to be a slice; false when the mode or the shards allow none. */
static bool begin_slices(struct op *op, const struct indexer *indexer,
                         const struct index_options *options, bool sharded,
                         struct indexer *expanded, struct index_slices *slices)
{
	*expanded = *indexer;
	if (!mode_clips(options) || (sharded && has_partial_slices(op, indexer)))
		return false;
	indexer_expand_ellipsis(op, expanded);
	*slices = new_slices(op, expanded);
	return true;
}

bool index_static_slice(struct op *op, const struct indexer *indexer,
                        const struct index_options *options, bool sharded,
                        struct index_slices *slices)
{
	struct indexer expanded;
	if (!begin_slices(op, indexer, options, sharded, &expanded, slices))
		return false;
	for (uint32_t i = 0; i < expanded.count; i++) {
		const struct indexer_item *item = &expanded.items[i];
		int64_t size = item->naxes ? indexer->type->shape[item->axis] : 0;
		if (item->index.kind == INDEX_INTEGER && options->mode != INDEX_MODE_CLIP &&
		    !integer_in_range(item->index.integer, size, options->negative_outside))
			return false;
		if (!static_component(op, item, size, options, slices))
			return false;
	}
	return true;
}

/* Adds a dimension that a dynamic slice takes `size` elements of. */
static void add_dynamic(struct index_slices *slices, uint32_t axis, const struct array *start,
                        int64_t size)
{
	slices->starts[axis] = start;
	slices->sizes[axis] = size;
}

static const struct array *constant_start(struct op *op)
{
	return array_scalar(op, dtype_named(STR("int32")), false);
}

/* A slice with fixed bounds and steps of one, forwards or backwards. */
static bool dynamic_range(struct op *op, const struct indexer_item *item, int64_t size,
                          struct index_slices *slices)
{
	struct slice_range range;
	const struct index_item *index = &item->index;
	if (!range_or_not(op, index, size, &range) || (range.step != 1 && range.step != -1))
		return false;
	if (range.step < 0)
		slices->reversed[slices->nreversed++] = item->axis;
	slices->trivial = slices->trivial && index->start.kind == BOUND_NONE &&
	                  index->stop.kind == BOUND_NONE && index->step.kind == BOUND_NONE;
	add_dynamic(slices, item->axis, constant_start(op), range.size);
	return true;
}

/* One component of a dynamic slice; false when it cannot be one. */
static bool dynamic_component(struct op *op, const struct indexer_item *item, int64_t size,
                              struct index_slices *slices)
{
	const struct index_item *index = &item->index;
	bool scalar = index->kind == INDEX_INTEGER ||
	              (index->kind == INDEX_ARRAY && !index->listed && !index->array->type.rank);
	if (index->kind == INDEX_NONE)
		insert_dimension(slices, item->axis);
	else if (index->kind == INDEX_SLICE)
		return dynamic_range(op, item, size, slices);
	else if (!scalar || size == 0)
		return false;
	else {
		add_dynamic(slices, item->axis, index->array ? index->array : constant_start(op),
		            1);
		slices->squeezed[slices->nsqueezed++] = item->axis;
		slices->trivial = false;
	}
	return true;
}

bool index_dynamic_slice(struct op *op, const struct indexer *indexer,
                         const struct index_options *options, bool sharded,
                         struct index_slices *slices)
{
	struct indexer expanded;
	if (!begin_slices(op, indexer, options, sharded, &expanded, slices))
		return false;
	for (uint32_t i = 0; i < expanded.count; i++) {
		const struct indexer_item *item = &expanded.items[i];
		int64_t size = item->naxes ? indexer->type->shape[item->axis] : 0;
		if (!dynamic_component(op, item, size, slices))
			return false;
	}
	return true;
}

/* The slice itself: dynamic when the indexer filled its starts. */
static const struct array *cut(struct op *op, const struct array *x,
                               const struct index_slices *slices)
{
	uint32_t rank = x->type.rank;
	if (slices->trivial)
		return x;
	if (!rank || !slices->starts[0])
		return lax_slice(op, x, slices->start, slices->limit,
		                 slices->strided ? slices->stride : NULL);
	for (uint32_t i = 0; i < rank && rank > 1; i++) {
		slices->starts[i] = lax_convert_element_type(op, slices->starts[i],
		                                             dtype_named(STR("int32")), false);
		if (!slices->starts[i])
			return NULL;
	}
	return lax_dynamic_slice(op, x, slices->starts, slices->sizes);
}

const struct array *take_slices(struct op *op, const struct array *x,
                                const struct index_slices *slices)
{
	x = cut(op, x, slices);
	if (slices->nreversed)
		x = lax_rev(op, x, slices->reversed, slices->nreversed);
	if (slices->nsqueezed)
		x = lax_squeeze(op, x, slices->squeezed, slices->nsqueezed);
	if (slices->ninserted)
		x = lax_expand_dims(op, x, slices->inserted, slices->ninserted);
	return x;
}
